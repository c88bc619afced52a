#include "runtime/backends/cuda/Exchanges.h"

#include <algorithm>

namespace shardwright::runtime::cuda {

Exchanges::Exchanges(const Executable &executable, DeviceRange range, CudaDevices &devices, const KernelsByGpu &kernels)
    : exe(executable), range(range), devices(devices), local(executable, devices, kernels, plans) {
  bool isOnSeveral = false;
  for (const Collective &collective : exe.collectives) {
    const host::CollectivePlan &plan = plans.emplace_back(exe, collective);
    here.push_back(plan.membersIn(range));
    for (const std::vector<int64_t> &group : plan.groups)
      for (int64_t position : group)
        isOnSeveral |= position / devices.devicesOnEach() != group.front() / devices.devicesOnEach();
  }
  for (uint32_t number = 0; number != exe.steps.size(); ++number) {
    const Step &step = exe.steps[number];
    arrived.emplace_back(step.isCollective() ? plans[step.index].groups.size() : 0, 0);
    if (step.kind == StepKind::Start)
      ends[number].resize(static_cast<size_t>(range.count));
  }
  if (isOnSeveral)
    between = std::make_unique<NcclExchanges>(exe, range, devices, kernels, plans);
}

Exchanges::~Exchanges() {
  for (const auto &[step, byDevice] : ends)
    for (size_t device = 0; device != byDevice.size(); ++device)
      if (byDevice[device].event && devices.enter(static_cast<int64_t>(device)).ok())
        devices.driver().cuEventDestroy(byDevice[device].event);
}

absl::Status Exchanges::prepare() {
  const Driver &cuda = devices.driver();
  absl::Status status;
  for (auto &[step, byDevice] : ends)
    for (size_t device = 0; status.ok() && device != byDevice.size(); ++device) {
      status = devices.enter(static_cast<int64_t>(device));
      if (status.ok())
        status = cuda.status(cuda.cuEventCreate(&byDevice[device].event, CU_EVENT_DISABLE_TIMING), "an event");
    }
  if (status = devices.agree(status); !status.ok())
    return status;
  return between ? between->prepare() : absl::OkStatus();
}

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
  const std::vector<int64_t> &members = here[step.index][group];
  absl::Status status = between && between->isBetween(step, group)
                            ? between->exchange(number, group, areStarted(), rows)
                            : local.exchange(step, group, members, {members.front(), areStarted()}, rows);
  return status.ok() ? finish(number, members) : status;
}

/// Notes the end of what is started; for all else the members' streams wait.
absl::Status Exchanges::finish(uint32_t number, const std::vector<int64_t> &members) {
  const Step &step = exe.steps[number];
  const Driver &cuda = devices.driver();
  absl::Status status;
  for (size_t i = 0; status.ok() && i != members.size(); ++i) {
    const int64_t member = members[i], hub = hubOf(step, member);
    const Queue queue(hub, areStarted());
    if (step.kind != StepKind::Start) {
      status = devices.order(queue, member);
    } else if (member == hub) {
      End &end = ends.at(number)[static_cast<size_t>(hub)];
      end.capture = captures;
      status = devices.switchTo(hub);
      if (status.ok())
        status = cuda.status(cuda.cuEventRecord(end.event, devices.stream(queue)), "the end of a collective");
    }
  }
  return status;
}

absl::Status Exchanges::awaitStarted(uint32_t number, int64_t device) {
  const Driver &cuda = devices.driver();
  const End &end = ends.at(number)[static_cast<size_t>(hubOf(exe.steps[number], device))];
  if (end.capture != captures)
    return absl::OkStatus();
  return cuda.status(cuda.cuStreamWaitEvent(devices.stream(device), end.event, 0), "waiting for a collective");
}

int64_t Exchanges::hubOf(const Step &step, int64_t device) const {
  const std::vector<int64_t> &members = membersOf(step, device);
  return *std::find_if(members.begin(), members.end(),
                       [&](int64_t member) { return devices.gpuOf(member) == devices.gpuOf(device); });
}

absl::Status Exchanges::await(int64_t device, const std::string &what) {
  if (between)
    return between->await(device, what);
  if (absl::Status status = devices.switchTo(device); !status.ok())
    return status;
  return devices.driver().status(devices.driver().cuStreamSynchronize(devices.stream(device)), what);
}

} // namespace shardwright::runtime::cuda
