#include "runtime/backends/cuda/Exchanges.h"

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

bool exchanges(const Step &step) { return step.kind == StepKind::Collective || step.kind == StepKind::Start; }

} // namespace

Exchanges::Exchanges(const Executable &executable, const CudaDevices &devices, const KernelModule &kernels)
    : exe(executable), devices(devices), cuda(devices.driver()), kernels(kernels) {
  for (const Collective &collective : exe.collectives)
    plans.emplace_back(exe, collective);
  for (const Step &step : exe.steps)
    arrived.emplace_back(exchanges(step) ? plans[step.index].groups.size() : 0, 0);
}

void Exchanges::reset() {
  for (std::vector<int64_t> &groups : arrived)
    std::fill(groups.begin(), groups.end(), 0);
}

uint64_t Exchanges::bytesSent(const Step &step, int64_t device) const {
  uint64_t bytes = 0;
  for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
    bytes += plans[step.index + pair].bytesSent(device);
  return bytes;
}

const std::vector<int64_t> &Exchanges::membersOf(const Step &step, int64_t device) const {
  const host::CollectivePlan &plan = plans[step.index];
  return plan.groups[plan.places[static_cast<size_t>(device)].group];
}

bool Exchanges::arrive(uint32_t number, const Step &step, int64_t device) {
  const host::CollectivePlan &plan = plans[step.index];
  const uint32_t group = plan.places[static_cast<size_t>(device)].group;
  int64_t &here = arrived[number][group];
  if (++here != static_cast<int64_t>(plan.groups[group].size()))
    return false;
  here = 0;
  return true;
}

absl::Status Exchanges::exchange(const Step &step, int64_t device, void *const *const *rows) {
  const uint32_t group = plans[step.index].places[static_cast<size_t>(device)].group;
  const std::vector<int64_t> &members = plans[step.index].groups[group];
  const int64_t hub = members.front();
  absl::Status status;
  for (size_t i = 1; status.ok() && i != members.size(); ++i)
    status = devices.order(members[i], hub);
  for (uint32_t pair = 0; status.ok() && pair != step.numSlots / 2; ++pair) {
    Members blocks{group, {}, {}};
    for (int64_t member : members) {
      void *const *slots = rows[member] + step.firstSlot + 2 * pair;
      blocks.ins.push_back(reinterpret_cast<CUdeviceptr>(slots[0]));
      blocks.outs.push_back(reinterpret_cast<CUdeviceptr>(slots[1]));
    }
    status = move(exe.collectives[step.index + pair], plans[step.index + pair], blocks, devices.stream(hub));
  }
  for (size_t i = 1; status.ok() && i != members.size(); ++i)
    status = devices.order(hub, members[i]);
  return status;
}

absl::Status Exchanges::move(const Collective &collective, const host::CollectivePlan &plan, const Members &members,
                             CUstream stream) {
  const auto size = static_cast<int64_t>(members.ins.size());
  absl::Status status;
  switch (collective.kind) {
  case CollectiveKind::AllReduce:
    return combine(collective, members, stream);
  case CollectiveKind::ReduceScatter:
    return combineBlocks(collective, members, stream);
  case CollectiveKind::AllGather: // put together once, then copied whole: the blocks may be many short runs
    for (int64_t sender = 0; status.ok() && sender != size; ++sender)
      status = copyBox(collective, plan.between(members.group, sender, 0), members.outs.front(),
                       members.ins[static_cast<size_t>(sender)], stream);
    for (size_t receiver = 1; status.ok() && receiver != members.outs.size(); ++receiver)
      status = copyBytes(members.outs[receiver], members.outs.front(), plan.outBytes(), stream);
    return status;
  default:
    for (int64_t receiver = 0; status.ok() && receiver != size; ++receiver) {
      const CUdeviceptr out = members.outs[static_cast<size_t>(receiver)];
      if (plan.isPadded(members.group, receiver))
        status = clear(out, plan.outBytes(), stream);
      for (int64_t sender = 0; status.ok() && sender != size; ++sender)
        status = copyBox(collective, plan.between(members.group, sender, receiver), out,
                         members.ins[static_cast<size_t>(sender)], stream);
    }
    return status;
  }
}

absl::Status Exchanges::combine(const Collective &collective, const Members &members, CUstream stream) {
  if (collective.kernels.empty())
    return absl::OkStatus();
  std::vector<void *> parameters;
  for (const std::vector<CUdeviceptr> *blocks : {&members.ins, &members.outs})
    for (const CUdeviceptr &block : *blocks)
      parameters.push_back(const_cast<CUdeviceptr *>(&block));
  return kernels.launch(collective.kernels.front(), parameters.data(), stream);
}

absl::Status Exchanges::combineBlocks(const Collective &collective, const Members &members, CUstream stream) {
  if (collective.kernels.empty())
    return absl::OkStatus();
  int64_t inner = 1;
  for (size_t d = static_cast<size_t>(collective.splitDim) + 1; d < collective.inShape.size(); ++d)
    inner *= collective.inShape[d];
  const size_t split = static_cast<size_t>(collective.splitDim);
  const int64_t inRow = collective.inShape[split] * inner, outRow = collective.outShape[split] * inner;
  const auto elementSize = static_cast<int64_t>(elementBytes(collective.type));
  for (size_t receiver = 0; receiver != members.outs.size(); ++receiver) {
    const int64_t first = static_cast<int64_t>(receiver) * outRow, valid = std::min(inRow - first, outRow);
    CUdeviceptr out = members.outs[receiver];
    absl::Status status;
    if (valid <= 0) {
      status = clear(out, static_cast<uint64_t>(numElements(collective.outShape) * elementSize), stream);
    } else {
      std::vector<CUdeviceptr> ins = members.ins;
      std::vector<void *> parameters;
      for (CUdeviceptr &in : ins) {
        in += static_cast<CUdeviceptr>(first * elementSize);
        parameters.push_back(&in);
      }
      parameters.push_back(&out);
      status = kernels.launch(valid < outRow ? collective.kernels.back() : collective.kernels.front(),
                              parameters.data(), stream);
    }
    if (!status.ok())
      return status;
  }
  return absl::OkStatus();
}

absl::Status Exchanges::copyBytes(CUdeviceptr to, CUdeviceptr from, uint64_t bytes, CUstream stream) {
  return bytes == 0 ? absl::OkStatus() : cuda.status(cuda.cuMemcpyDtoDAsync(to, from, bytes, stream), "a copy");
}

absl::Status Exchanges::clear(CUdeviceptr to, uint64_t bytes, CUstream stream) {
  return bytes == 0 ? absl::OkStatus() : cuda.status(cuda.cuMemsetD8Async(to, 0, bytes, stream), "padding");
}

/// As few launches as a kernel of four loops and 2^30 elements allows: outer loops beyond that run here.
absl::Status Exchanges::copyBox(const Collective &collective, const BoxCopy &box, CUdeviceptr to, CUdeviceptr from,
                                CUstream stream) {
  if (box.empty())
    return absl::OkStatus();
  to += static_cast<CUdeviceptr>(box.toStart());
  from += static_cast<CUdeviceptr>(box.fromStart());
  const std::vector<BoxCopy::Loop> &loops = box.outerLoops();
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
