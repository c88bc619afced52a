#ifndef RUNTIME_WHOLEARRAYS_H
#define RUNTIME_WHOLEARRAYS_H

#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/Executable.h"

#include <functional>

namespace shardwright::runtime {

/// The whole array out of what devices hold of it, combined over those that it is partial over. `local`: where a device
/// has its block.
Array gatherArray(const Executable &executable, const Interface &interface,
                  const std::function<const void *(int64_t device)> &local);

} // namespace shardwright::runtime

#endif // RUNTIME_WHOLEARRAYS_H
