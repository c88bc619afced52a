#include "runtime/backends/cuda/CopyKernels.h"

#include "runtime/Layout.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace shardwright::runtime::cuda {
namespace {

/// Of the kernels of copies (Collective::kernels): bytes of an element, and loops.
constexpr uint64_t kCopyBytes[] = {1, 2, 4, 8, 16};
constexpr size_t kCopyLoops = 4;
constexpr int64_t kMostElements = int64_t{1} << 30;

} // namespace

absl::Status CopyKernels::gather(const Collective &collective, const host::CollectivePlan &plan, uint32_t group,
                                 const std::vector<CUdeviceptr> &blocks, const std::vector<CUdeviceptr> &outs,
                                 CUstream stream) const {
  absl::Status status;
  for (size_t sender = 0; status.ok() && sender != blocks.size(); ++sender)
    status =
        copyBox(collective, plan.between(group, static_cast<int64_t>(sender), 0), outs.front(), blocks[sender], stream);
  for (size_t receiver = 1; status.ok() && receiver != outs.size(); ++receiver)
    status = copyBytes(outs[receiver], outs.front(), plan.outBytes(), stream);
  return status;
}

absl::Status CopyKernels::copyBytes(CUdeviceptr to, CUdeviceptr from, uint64_t bytes, CUstream stream) const {
  return bytes == 0 ? absl::OkStatus() : cuda.status(cuda.cuMemcpyDtoDAsync(to, from, bytes, stream), "a copy");
}

absl::Status CopyKernels::clear(CUdeviceptr to, uint64_t bytes, CUstream stream) const {
  return bytes == 0 ? absl::OkStatus() : cuda.status(cuda.cuMemsetD8Async(to, 0, bytes, stream), "padding");
}

/// As few launches as a kernel of four loops and 2^30 elements allows: outer loops beyond that run here.
absl::Status CopyKernels::copyBox(const Collective &collective, const BoxCopy &box, CUdeviceptr to, CUdeviceptr from,
                                  CUstream stream, Form form) const {
  if (box.empty())
    return absl::OkStatus();
  to += form == Form::Pack ? 0 : static_cast<CUdeviceptr>(box.toStart());
  from += form == Form::Unpack ? 0 : static_cast<CUdeviceptr>(box.fromStart());
  std::vector<BoxCopy::Loop> loops = box.outerLoops();
  for (BoxCopy::Loop &loop : loops)
    (form == Form::Pack ? loop.toStride : form == Form::Unpack ? loop.fromStride : loop.denseStride) = loop.denseStride;
  if (loops.empty())
    return copyBytes(to, from, box.runBytes(), stream);
  uint64_t bits = to | from | box.runBytes();
  for (const BoxCopy::Loop &loop : loops)
    bits |= static_cast<uint64_t>(loop.fromStride) | static_cast<uint64_t>(loop.toStride);
  size_t unit = std::size(kCopyBytes) - 1;
  while ((bits & (kCopyBytes[unit] - 1)) != 0)
    --unit;
  const auto size = static_cast<int64_t>(kCopyBytes[unit]);
  // Extent, stride to, stride from, of each loop; the run is the innermost.
  std::vector<std::array<int64_t, 3>> all;
  for (const BoxCopy::Loop &loop : loops)
    all.push_back({loop.count, loop.toStride / size, loop.fromStride / size});
  all.push_back({static_cast<int64_t>(box.runBytes()) / size, 1, 1});
  size_t first = all.size() > kCopyLoops ? all.size() - kCopyLoops : 0;
  auto elementsFrom = [&](size_t loop) {
    int64_t elements = 1;
    for (size_t i = loop; i != all.size(); ++i)
      elements *= all[i][0];
    return elements;
  };
  while (first + 1 < all.size() && elementsFrom(first) > kMostElements)
    ++first;
  if (elementsFrom(first) > kMostElements) {
    return absl::UnimplementedError(absl::StrCat("a collective copies runs of ", box.runBytes(), " bytes, at most ",
                                                 kMostElements * size, " are possible"));
  }
  std::array<int64_t, 3 + 3 *kCopyLoops> words = {0, 0, elementsFrom(first)};
  for (size_t i = 0; i != kCopyLoops; ++i) {
    const size_t unused = kCopyLoops - (all.size() - first); // outer loops of one point
    for (size_t k = 0; k != 3; ++k)
      words[3 + 3 * i + k] = i < unused ? (k == 0 ? 1 : 0) : all[first + i - unused][k];
  }
  std::vector<void *> parameters;
  for (int64_t &word : words)
    parameters.push_back(&word);
  const int64_t kernel = collective.kernels[unit];
  const int64_t threads = std::max<int64_t>(1, exe.kernels[static_cast<size_t>(kernel)].threads);
  for (int64_t outer = 0, n = elementsFrom(0) / elementsFrom(first); outer != n; ++outer) {
    int64_t left = outer, toStart = 0, fromStart = 0;
    for (size_t i = first; i-- != 0;) {
      toStart += left % all[i][0] * all[i][1];
      fromStart += left % all[i][0] * all[i][2];
      left /= all[i][0];
    }
    words[0] = static_cast<int64_t>(to) + toStart * size;
    words[1] = static_cast<int64_t>(from) + fromStart * size;
    if (absl::Status status = kernels.launch(kernel, ceilDiv(words[2], threads), parameters.data(), stream);
        !status.ok())
      return status;
  }
  return absl::OkStatus();
}

} // namespace shardwright::runtime::cuda
