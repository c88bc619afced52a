#include "runtime/backends/cuda/CombineKernels.h"

#include "runtime/Layout.h"

#include <algorithm>
#include <utility>

namespace shardwright::runtime::cuda {

absl::Status CombineKernels::combine(const Collective &collective, std::vector<CUdeviceptr> ins,
                                     const std::vector<CUdeviceptr> &outs, CUstream stream) const {
  if (collective.kernels.empty())
    return absl::OkStatus();
  ins.insert(ins.end(), outs.begin(), outs.end());
  return launch(collective.kernels.front(), std::move(ins), stream);
}

absl::Status CombineKernels::combineBlock(const Collective &collective, int64_t receiver, std::vector<CUdeviceptr> ins,
                                          CUdeviceptr out, CUstream stream) const {
  if (collective.kernels.empty())
    return absl::OkStatus();
  const auto split = static_cast<size_t>(collective.splitDim);
  int64_t inner = 1;
  for (size_t d = split + 1; d < collective.inShape.size(); ++d)
    inner *= collective.inShape[d];
  const int64_t inRow = collective.inShape[split] * inner, outRow = collective.outShape[split] * inner;
  const int64_t first = receiver * outRow, valid = std::min(inRow - first, outRow);
  const auto elementSize = static_cast<int64_t>(elementBytes(collective.type));
  if (valid <= 0)
    return copies.clear(out, static_cast<uint64_t>(numElements(collective.outShape) * elementSize), stream);
  for (CUdeviceptr &in : ins)
    in += static_cast<CUdeviceptr>(first * elementSize);
  ins.push_back(out);
  return launch(valid < outRow ? collective.kernels.back() : collective.kernels.front(), std::move(ins), stream);
}

absl::Status CombineKernels::launch(uint32_t kernel, std::vector<CUdeviceptr> buffers, CUstream stream) const {
  std::vector<void *> parameters;
  for (CUdeviceptr &buffer : buffers)
    parameters.push_back(&buffer);
  return kernels.launch(kernel, parameters.data(), stream);
}

} // namespace shardwright::runtime::cuda
