#ifndef SHARDWRIGHT_RUNTIME_GPUS_H
#define SHARDWRIGHT_RUNTIME_GPUS_H

#include "absl/status/status.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::runtime {

/// Which GPUs the devices of a process are on: as many devices on each, in the order of the mesh. GPUs are counted as
/// the driver counts those that CUDA_VISIBLE_DEVICES shows.
struct GpuOptions {
  int64_t count = 0;          ///< how many; 0: the most that there are and that divide the number of devices
  std::vector<int64_t> which; ///< their numbers; empty: the first ones, or this process's share of those of its machine
  double deadline = 60; ///< of one process: seconds that a GPU may keep others waiting in a collective; 0: any number

  bool areNamed() const { return count != 0 || !which.empty(); }
  /// `4`: how many; `0,2`: which. kInvalidArgument.
  absl::Status set(const std::string &text);
};

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_GPUS_H
