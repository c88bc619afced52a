#ifndef RUNTIME_DEVICEARRAYS_H
#define RUNTIME_DEVICEARRAYS_H

#include "runtime/Communicator.h"
#include "runtime/HostView.h"
#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/Executable.h"
#include "shardwright/Runtime/Processes.h"
#include "shardwright/Runtime/ProgramInputs.h"
#include "shardwright/Runtime/ShardedArray.h"

#include "absl/status/statusor.h"

#include <cstdint>
#include <functional>
#include <memory>

/// Arrays whose blocks are what the devices of a program hold of a value.
namespace shardwright::runtime {

/// What a device has in its block.
using BlockView = std::function<absl::StatusOr<HostView>(int64_t device)>;

/// The whole array out of what devices hold of it, combined over those that it is partial over.
absl::StatusOr<Array> gatherArray(const Executable &executable, const Interface &interface, const BlockView &view);

/// A value of `executable`, of whose devices `range` are in this process; `view` counts from 0 on there, and keeps
/// the memory alive. The executable outlives it. `processes` null: this one has all devices.
std::shared_ptr<const ShardedArray> arrayOnDevices(const Executable &executable, const Interface &interface,
                                                   DeviceRange range, Processes *processes, BlockView view);

/// The same blocks, read from elsewhere when they are asked for; every process can read all.
std::shared_ptr<const ShardedArray> arrayOfSource(const Executable &executable, const Interface &interface,
                                                  DeviceRange range, std::shared_ptr<const ArraySource> source);

} // namespace shardwright::runtime

#endif // RUNTIME_DEVICEARRAYS_H
