#ifndef RUNTIME_BACKENDS_CUDA_GPUCHOICE_H
#define RUNTIME_BACKENDS_CUDA_GPUCHOICE_H

#include "runtime/backends/cuda/Driver.h"
#include "shardwright/Runtime/Processes.h"

namespace shardwright::runtime::cuda {

/// Which GPU this process takes, of those that it sees: the only one, or as many as there are processes of lower ranks
/// on its machine. All processes call it. kInvalidArgument, the same on all: more devices than one in a process, fewer
/// GPUs than processes, or two that have one GPU, which NCCL refuses.
absl::StatusOr<CUdevice> gpuOfProcess(Processes &processes, const Driver &driver, int64_t devices);

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_GPUCHOICE_H
