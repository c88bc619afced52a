#include "runtime/backends/cuda/Exchanges.h"

#include "runtime/Layout.h"

#include <algorithm>

namespace shardwright::runtime::cuda {
namespace {

bool exchanges(const Step &step) { return step.kind == StepKind::Collective || step.kind == StepKind::Start; }

} // namespace

Exchanges::Exchanges(const Executable &executable, const CudaDevices &devices, const KernelModule &kernels)
    : exe(executable), devices(devices), cuda(devices.driver()), kernels(kernels), copies(executable, cuda, kernels) {
  for (const Collective &collective : exe.collectives)
    plans.emplace_back(exe, collective);
  for (const Step &step : exe.steps)
    arrived.emplace_back(exchanges(step) ? plans[step.index].groups.size() : 0, 0);
}

void Exchanges::begin() {
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

absl::Status Exchanges::exchange(uint32_t number, int64_t device, void *const *const *rows) {
  const Step &step = exe.steps[number];
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
      status = copies.copyBox(collective, plan.between(members.group, sender, 0), members.outs.front(),
                              members.ins[static_cast<size_t>(sender)], stream);
    for (size_t receiver = 1; status.ok() && receiver != members.outs.size(); ++receiver)
      status = copies.copyBytes(members.outs[receiver], members.outs.front(), plan.outBytes(), stream);
    return status;
  default:
    for (int64_t receiver = 0; status.ok() && receiver != size; ++receiver) {
      const CUdeviceptr out = members.outs[static_cast<size_t>(receiver)];
      if (plan.isPadded(members.group, receiver))
        status = copies.clear(out, plan.outBytes(), stream);
      for (int64_t sender = 0; status.ok() && sender != size; ++sender)
        status = copies.copyBox(collective, plan.between(members.group, sender, receiver), out,
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
      status = copies.clear(out, static_cast<uint64_t>(numElements(collective.outShape) * elementSize), stream);
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

absl::Status Exchanges::await(CUstream stream, const std::string &what) {
  return cuda.status(cuda.cuStreamSynchronize(stream), what);
}

} // namespace shardwright::runtime::cuda
