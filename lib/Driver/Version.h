#ifndef LIB_DRIVER_VERSION_H
#define LIB_DRIVER_VERSION_H

#include <string>

namespace shardwright::driver {

/// What `--version` prints: the runtime's facts of its build, and the compiler's.
std::string versionText();

} // namespace shardwright::driver

#endif // LIB_DRIVER_VERSION_H
