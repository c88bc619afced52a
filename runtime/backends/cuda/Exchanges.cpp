#include "runtime/backends/cuda/Exchanges.h"

#include "runtime/Layout.h"

#include <algorithm>

namespace shardwright::runtime::cuda {
namespace {

bool exchanges(const Step &step) { return step.kind == StepKind::Collective || step.kind == StepKind::Start; }

} // namespace

Exchanges::Exchanges(const Executable &executable, const CudaDevices &devices, const KernelModule &kernels)
    : exe(executable), devices(devices), cuda(devices.driver()), copies(executable, cuda, kernels),
      reductions(kernels, copies) {
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
    return reductions.combine(collective, members.ins, members.outs, stream);
  case CollectiveKind::ReduceScatter:
    for (int64_t receiver = 0; status.ok() && receiver != size; ++receiver)
      status = reductions.combineBlock(collective, receiver, members.ins, members.outs[static_cast<size_t>(receiver)],
                                       stream);
    return status;
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

absl::Status Exchanges::await(CUstream stream, const std::string &what) {
  return cuda.status(cuda.cuStreamSynchronize(stream), what);
}

} // namespace shardwright::runtime::cuda
