#ifndef RUNTIME_CHECKPOINT_H
#define RUNTIME_CHECKPOINT_H

#include "shardwright/Runtime/Processes.h"
#include "shardwright/Runtime/ShardedArray.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

/// The arguments of the step after `steps` steps, whole: DIR/STEPS/0.npy, 1.npy, ... and the number in DIR/STEPS/steps;
/// beside them what the last step's results are that no argument is, DIR/STEPS/results/N.npy.
namespace shardwright::runtime {

struct Checkpoint {
  std::string folder; ///< as --inputs takes it
  int64_t steps = 0;
};

/// Writes a folder beside its place, through to the disk, and renames it: a checkpoint is there whole or not at all.
/// What an earlier process left half-written is removed. `results`: those that it holds, by number. Of several
/// `processes`, all call it and write what they have (writeArrayFiles). The status of an array that cannot be had;
/// kInvalidArgument, kResourceExhausted (a full disk).
absl::Status writeCheckpoint(const std::string &folder, int64_t steps, const ShardedArrays &arguments,
                             const std::map<size_t, std::shared_ptr<const ShardedArray>> &results,
                             Processes *processes);

/// The one of most steps; nothing where there is none. kNotFound where there is no folder; kInvalidArgument where what
/// is there is no checkpoint.
absl::StatusOr<std::optional<Checkpoint>> findCheckpoint(const std::string &folder);

} // namespace shardwright::runtime

#endif // RUNTIME_CHECKPOINT_H
