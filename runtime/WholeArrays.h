#ifndef RUNTIME_WHOLEARRAYS_H
#define RUNTIME_WHOLEARRAYS_H

#include "runtime/Communicator.h"
#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/Executable.h"
#include "shardwright/Runtime/Processes.h"

#include "absl/status/statusor.h"

#include <cstdint>
#include <functional>

namespace shardwright::runtime {

/// The whole array out of what devices hold of it, combined over those that it is partial over. `local`: where a device
/// has its block.
Array gatherArray(const Executable &executable, const Interface &interface,
                  const std::function<const void *(int64_t device)> &local);

/// The same of devices in several processes, on rank 0; on the others an array without elements. `local`: where a
/// device of `range` has its block. All processes call it. The failure of whoever fails meanwhile.
absl::StatusOr<Array> gatherArray(const Executable &executable, const Interface &interface, DeviceRange range,
                                  Processes *processes, const std::function<const void *(int64_t device)> &local);

} // namespace shardwright::runtime

#endif // RUNTIME_WHOLEARRAYS_H
