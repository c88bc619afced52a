#ifndef RUNTIME_BACKENDS_CUDA_GPUCHOICE_H
#define RUNTIME_BACKENDS_CUDA_GPUCHOICE_H

#include "runtime/backends/cuda/Driver.h"
#include "shardwright/Runtime/Gpus.h"
#include "shardwright/Runtime/Processes.h"

#include <vector>

namespace shardwright::runtime::cuda {

/// Which GPUs `devices` devices of this process are on, of those that it sees. Where processes of a machine see the
/// same ones, each takes its share, by rank. All processes call it, and each has as many. kInvalidArgument, the same on
/// all: more than there are, a number that does not divide the devices, or two processes that have one GPU, which NCCL
/// refuses.
absl::StatusOr<std::vector<CUdevice>> chooseGpus(Processes *processes, const Driver &driver, int64_t devices,
                                                 const GpuOptions &asked);

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_GPUCHOICE_H
