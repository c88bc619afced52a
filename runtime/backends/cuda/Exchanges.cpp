#include "runtime/backends/cuda/Exchanges.h"

#include <algorithm>

namespace shardwright::runtime::cuda {
namespace {

bool exchanges(const Step &step) { return step.kind == StepKind::Collective || step.kind == StepKind::Start; }

} // namespace

Exchanges::Exchanges(const Executable &executable, DeviceRange range, CudaDevices &devices, const KernelsByGpu &kernels)
    : exe(executable), range(range), devices(devices), local(executable, devices, kernels, plans) {
  bool isOnSeveral = false;
  for (const Collective &collective : exe.collectives) {
    const host::CollectivePlan &plan = plans.emplace_back(exe, collective);
    std::vector<std::vector<int64_t>> &members = here.emplace_back();
    for (const std::vector<int64_t> &group : plan.groups) {
      std::vector<int64_t> &own = members.emplace_back();
      for (int64_t position : group) {
        if (position >= range.first && position < range.first + range.count)
          own.push_back(position - range.first);
        isOnSeveral |= position / devices.devicesOnEach() != group.front() / devices.devicesOnEach();
      }
    }
  }
  for (const Step &step : exe.steps)
    arrived.emplace_back(exchanges(step) ? plans[step.index].groups.size() : 0, 0);
  if (isOnSeveral)
    between = std::make_unique<NcclExchanges>(exe, range, devices, kernels, plans);
}

absl::Status Exchanges::prepare() { return between ? between->prepare() : absl::OkStatus(); }

void Exchanges::begin() {
  for (std::vector<size_t> &groups : arrived)
    std::fill(groups.begin(), groups.end(), 0);
  if (between)
    between->begin();
}

void Exchanges::end(const absl::Status &status) {
  if (between)
    between->end(status);
}

uint64_t Exchanges::bytesSent(const Step &step, int64_t device) const {
  uint64_t bytes = 0;
  for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
    bytes += plans[step.index + pair].bytesSent(range.first + device);
  return bytes;
}

const std::vector<int64_t> &Exchanges::membersOf(const Step &step, int64_t device) const {
  return here[step.index][groupOf(step, device)];
}

bool Exchanges::arrive(uint32_t number, const Step &step, int64_t device) {
  const uint32_t group = groupOf(step, device);
  size_t &come = arrived[number][group];
  if (++come != here[step.index][group].size())
    return false;
  come = 0;
  return true;
}

absl::Status Exchanges::exchange(uint32_t number, int64_t device, void *const *const *rows) {
  const Step &step = exe.steps[number];
  const uint32_t group = groupOf(step, device);
  if (between && between->isBetween(step, group))
    return between->exchange(number, group, rows);
  return local.exchange(step, group, here[step.index][group], rows);
}

absl::Status Exchanges::await(int64_t device, const std::string &what) {
  if (between)
    return between->await(device, what);
  if (absl::Status status = devices.switchTo(device); !status.ok())
    return status;
  return devices.driver().status(devices.driver().cuStreamSynchronize(devices.stream(device)), what);
}

} // namespace shardwright::runtime::cuda
