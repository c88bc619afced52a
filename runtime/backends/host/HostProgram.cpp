#include "runtime/backends/host/HostProgram.h"

#include "runtime/Layout.h"
#include "runtime/Shards.h"
#include "runtime/backends/host/Reduce.h"
#include "shardwright/Runtime/Compare.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>

namespace shardwright::runtime::host {
namespace {
/// Work on fewer bytes than these is done before another worker has woken up.
constexpr uint64_t kShareBytes = 256 << 10;
} // namespace

absl::Status HostProgram::execute(Execution &asked) {
  execution = &asked;
  execution->events.assign(asked.trace ? static_cast<size_t>(numDevices) : 0, {});
  checkFailures.clear();
  for (Device &device : devices) {
    device.step = 0;
    device.finished = false;
    device.bytesSent = 0;
  }
  // An execution that failed leaves members behind.
  for (size_t i = 0; i != numRendezvous; ++i)
    rendezvous[i].arrived.store(0, std::memory_order_relaxed);
  started = std::chrono::steady_clock::now();
  absl::Status status = scheduler.run();
  execution->bytesSent.clear();
  for (const Device &device : devices)
    execution->bytesSent.push_back(device.bytesSent);
  for (auto &[step, text] : checkFailures)
    execution->checkFailures.push_back(text);
  execution = nullptr;
  return status;
}

Stop HostProgram::runDevice(int64_t number, int worker) {
  Device &device = devices[static_cast<size_t>(number)];
  const Step *steps = exe->steps.data();
  const bool tracing = execution->trace;
  for (uint32_t pc = device.step;;) {
    const Step &step = steps[pc];
    void *const *buffers = device.buffers + step.firstSlot;
    int64_t begin = tracing ? now() : 0;
    switch (step.kind) {
    case StepKind::Kernel:
      if (stepBytes[pc] >= kShareBytes)
        runKernel(step, buffers, worker);
      else
        kernels[step.index](buffers, 0, exe->kernels[step.index].outerTrip);
      break;
    case StepKind::Matmul:
    case StepKind::Library: {
      void *scratch = workers[static_cast<size_t>(worker)].scratch.data();
      if (step.kind == StepKind::Matmul ? !runMatmul(matmuls[step.index], buffers, worker)
                                        : !routines[step.index]->run(buffers, scratch, worker)) {
        scheduler.fail(absl::InternalError(
            absl::StrCat(describeStep(*exe, pc), " on device ", number, ": the matrix library reports an error")));
        return Stop::Parked;
      }
      break;
    }
    case StepKind::Collective: {
      if (scheduler.stopping())
        return Stop::Parked;
      const CollectivePlan &plan = collectives[step.index];
      for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
        device.bytesSent += collectives[step.index + pair].bytesSent(number);
      CollectivePlan::Place place = plan.places[static_cast<size_t>(number)];
      Rendezvous &here = rendezvous[firstRendezvous[pc] + place.group];
      device.step = pc + 1;
      device.arrived = begin;
      // From here on the device belongs to whoever arrives last.
      int64_t size = static_cast<int64_t>(plan.groups[place.group].size());
      if (size > 1 && here.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 != size)
        return Stop::Parked;
      complete(pc, here, place.group, number, worker);
      ++pc;
      continue;
    }
    case StepKind::AxisIndex:
      *static_cast<int32_t *>(buffers[0]) = axisIndices[step.index][static_cast<size_t>(number)];
      break;
    case StepKind::Copy:
      std::memmove(buffers[1], buffers[0], stepBytes[pc] / 2);
      break;
    case StepKind::Jump:
      if (scheduler.stopping())
        return Stop::Parked;
      pc = step.target;
      continue;
    case StepKind::JumpIfFalse:
      pc = *static_cast<const uint8_t *>(buffers[0]) ? pc + 1 : step.target;
      continue;
    case StepKind::Switch: {
      const std::vector<uint32_t> &targets = exe->switches[step.index];
      int64_t selector = *static_cast<const int32_t *>(buffers[0]);
      bool inside = selector >= 0 && selector < static_cast<int64_t>(targets.size());
      pc = inside ? targets[static_cast<size_t>(selector)] : targets.back();
      continue;
    }
    case StepKind::Check:
      check(pc, buffers);
      break;
    case StepKind::End:
      device.step = pc;
      device.finished = true;
      return Stop::Finished;
    }
    if (tracing)
      record(number, pc, begin);
    ++pc;
  }
}

void HostProgram::runKernel(const Step &step, void *const *buffers, int worker) {
  KernelFunction kernel = kernels[step.index];
  scheduler.share(exe->kernels[step.index].outerTrip, worker,
                  [&](int64_t begin, int64_t end, int) { kernel(buffers, begin, end); });
}

bool HostProgram::runMatmul(const MatmulStep &matmul, void *const *buffers, int worker) {
  std::atomic<bool> good{true};
  scheduler.share(matmul.numParts(), worker, [&](int64_t begin, int64_t end, int who) {
    void *scratch = workers[static_cast<size_t>(who)].scratch.data();
    for (int64_t part = begin; part != end; ++part)
      if (!matmul.runPart(part, who, buffers[0], buffers[1], buffers[2], scratch))
        good.store(false, std::memory_order_relaxed);
  });
  return good.load(std::memory_order_relaxed);
}

void HostProgram::exchange(const CollectivePlan &plan, uint32_t group, uint32_t firstSlot, int worker) {
  const std::vector<int64_t> &members = plan.groups[group];
  Worker &own = workers[static_cast<size_t>(worker)];
  for (size_t m = 0; m != members.size(); ++m) {
    void *const *buffers = devices[static_cast<size_t>(members[m])].buffers + firstSlot;
    own.ins[m] = buffers[0];
    own.outs[m] = buffers[1];
  }
  auto run = [&](int64_t begin, int64_t end, int) {
    plan.runUnits(group, own.ins.data(), own.outs.data(), begin, end);
  };
  if (plan.bytesTouched() >= kShareBytes)
    scheduler.share(plan.numUnits(), worker, run);
  else
    run(0, plan.numUnits(), worker);
}

void HostProgram::complete(uint32_t number, Rendezvous &here, uint32_t group, int64_t device, int worker) {
  const Step &step = exe->steps[number];
  const std::vector<int64_t> &members = collectives[step.index].groups[group];
  for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
    exchange(collectives[step.index + pair], group, step.firstSlot + 2 * pair, worker);
  if (execution->trace)
    for (int64_t member : members)
      record(member, number, devices[static_cast<size_t>(member)].arrived);
  if (members.size() == 1)
    return;
  here.arrived.store(0, std::memory_order_relaxed); // the release below publishes it
  scheduler.release(members.data(), static_cast<int64_t>(members.size()), device);
}

void HostProgram::check(uint32_t number, void *const *buffers) {
  const Check &what = exe->checks[exe->steps[number].index];
  int64_t n = numElements(what.shape);
  double rtol = execution->rtol, atol = execution->atol;
  if (what.mode == Check::Mode::AlmostEqual)
    atol = std::max(atol, what.tolerance);
  Comparison result = compareElements(what.type, n, buffers[0], buffers[1], rtol, atol);
  // Whoever loosens a check of units in the last place by a tolerance is content with either.
  if (what.mode == Check::Mode::Close && (!result.ok() || (rtol == 0 && atol == 0)))
    result = compareUlps(what.type, n, buffers[0], buffers[1], what.minUlp, what.maxUlp);
  if (result.ok())
    return;
  std::lock_guard<std::mutex> lock(checkMutex);
  if (checkFailures.count(number) == 0)
    checkFailures[number] =
        absl::StrCat(describeStep(*exe, number),
                     " failed: ", describeComparison(result, what.type, what.shape, buffers[0], buffers[1]));
}

absl::Status HostProgram::describeDeadlock() {
  std::string text = "the program cannot go on:";
  size_t named = 0;
  for (size_t device = 0; device != devices.size() && named != 8; ++device, ++named) {
    absl::StrAppend(&text, named ? ", " : " ", "device ", device);
    if (devices[device].finished)
      absl::StrAppend(&text, " has finished");
    else
      absl::StrAppend(&text, " waits in ", describeStep(*exe, devices[device].step - 1));
  }
  if (named != devices.size())
    absl::StrAppend(&text, ", ...");
  return absl::InternalError(text);
}

absl::Status HostProgram::copyIn(int64_t device, size_t argument, const Array &whole) {
  copyShardIn(*exe, exe->arguments[argument], device, whole, argumentBuffers[static_cast<size_t>(device)][argument]);
  return absl::OkStatus();
}

absl::Status HostProgram::copyOut(int64_t device, size_t result, Array &whole) {
  const Interface &interface = exe->results[result];
  const void *local = resultBuffers[static_cast<size_t>(device)][result];
  std::vector<uint8_t> combined;
  if (numParts(interface.partial) > 1) {
    combined = combine(interface, result, device);
    local = combined.data();
  }
  copyShardOut(*exe, interface, device, local, whole);
  return absl::OkStatus();
}

std::vector<uint8_t> HostProgram::combine(const Interface &interface, size_t result, int64_t device) const {
  std::vector<const void *> summands;
  for (int64_t member : groupOf(*exe, interface.partial, device))
    summands.push_back(resultBuffers[static_cast<size_t>(member)][result]);
  std::vector<uint8_t> sum(localBytes(interface));
  const CombineFunction function = combineFunction(interface.type, interface.reduction);
  const size_t size = elementBytes(interface.type);
  const int64_t elements = static_cast<int64_t>(sum.size() / size);
  for (int64_t begin = 0; begin < elements; begin += kCombineBlock)
    function(sum.data() + static_cast<size_t>(begin) * size, summands.data(), static_cast<int64_t>(summands.size()),
             static_cast<size_t>(begin) * size, std::min(kCombineBlock, elements - begin));
  return sum;
}

uint64_t HostProgram::bytesPerDevice() const { return runtime::bytesPerDevice(*exe); }

} // namespace shardwright::runtime::host
