#ifndef RUNTIME_NPYHEADER_H
#define RUNTIME_NPYHEADER_H

#include "shardwright/Runtime/Executable.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::runtime {

/// What a .npy file of such an array begins with; the elements follow, dense and row-major.
std::string npyHeader(ElementType type, const std::vector<int64_t> &shape);

} // namespace shardwright::runtime

#endif // RUNTIME_NPYHEADER_H
