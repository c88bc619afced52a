#include "runtime/backends/host/HostProgram.h"

#include "runtime/CheckStep.h"

#include "absl/base/attributes.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace shardwright::runtime::host {

std::unique_ptr<BlockTable> HostProgram::makeTable() {
  return std::make_unique<SlotTable>(uses, std::vector<void *>(static_cast<size_t>(numDevices), constants.data()));
}

absl::Status HostProgram::execute(BlockTable &table, Execution &asked) {
  if (outside && outside->hasFailed())
    return outside->status();
  set.beginExecution();
  auto &slots = static_cast<SlotTable &>(table);
  slots.moveArenas(set, set.generation());
  buffers = slots.rows();
  execution = &asked;
  asked.begin(numDevices);
  for (Device &device : devices) {
    device.step = 0;
    device.finished = false;
    device.bytesSent = 0;
  }
  if (hasFailed)
    collectives->reset();
  attends = asked.trace || (outside && !waits.empty());
  if (asked.trace)
    started = std::chrono::steady_clock::now();
  if (outside)
    outside->setProgram(exe.get());
  absl::Status status = run();
  hasFailed = !status.ok();
  if (outside) {
    outside->setProgram(nullptr);
    if (hasFailed && !outside->hasFailed())
      outside->abort(absl::Status(status.code(), absl::StrCat("rank ", outside->rank(), ": ", status.message())));
    status = hasFailed ? outside->status() : status;
  }
  execution->bytesSent.clear();
  for (const Device &device : devices)
    execution->bytesSent.push_back(device.bytesSent);
  execution = nullptr;
  return status;
}

absl::Status HostProgram::run() {
  if (outside || scheduler.workers() == 1)
    return scheduler.run(*this, numDevices);
  const bool isTimed = workerChoice.isTimed();
  const auto now = [&] { return isTimed ? std::chrono::steady_clock::now() : std::chrono::steady_clock::time_point(); };
  const auto begin = now();
  absl::Status status = scheduler.run(*this, numDevices, workerChoice.isAlone());
  if (status.ok())
    workerChoice.done(now() - begin);
  return status;
}

Stop HostProgram::runDevice(int64_t number, int worker) {
  return attends ? runSteps<true>(number, worker) : runSteps<false>(number, worker);
}

/// `isAttended`: something is to be done behind each step.
template <bool isAttended> Stop HostProgram::runSteps(int64_t number, int worker) {
  Device &device = devices[static_cast<size_t>(number)];
  const Step *steps = exe->steps.data();
  void *const *slots = buffers[number];
  const bool tracing = isAttended && execution->trace;
  for (uint32_t pc = device.step;;) {
    const Step &step = steps[pc];
    void *const *own = slots + step.firstSlot;
    int64_t begin = tracing ? now() : 0;
    switch (step.kind) {
    case StepKind::Kernel:
      if (stepBytes[pc] >= kShareBytes)
        runKernel(step, own, worker);
      else
        kernels[step.index](own, 0, exe->kernels[step.index].outerTrip);
      break;
    case StepKind::Matmul:
    case StepKind::Library: {
      if (step.kind == StepKind::Matmul ? !runMatmul(matmuls[step.index], own, worker)
                                        : !routines[step.index]->run(own, set.scratch(worker), worker)) {
        scheduler.fail(libraryError(*exe, pc, range.first + number));
        return Stop::Parked;
      }
      break;
    }
    case StepKind::Collective: {
      if (scheduler.stopping())
        return Stop::Parked;
      device.bytesSent += collectives->bytesSent(step, number);
      device.step = pc + 1;
      device.arrived = begin;
      const Collectives::Group group = collectives->groupOf(pc, step, number);
      if (!Collectives::arrive(group) || !Collectives::exchange(group, step, buffers, worker))
        return Stop::Parked;
      complete(pc, group, number);
      ++pc;
      continue;
    }
    case StepKind::Start:
    case StepKind::Wait:
      if (!runBeside(pc, number, begin, worker))
        return Stop::Parked;
      break;
    case StepKind::AxisIndex:
      *static_cast<int32_t *>(own[0]) = axisIndices[step.index][static_cast<size_t>(number)];
      break;
    case StepKind::Copy:
      std::memmove(own[1], own[0], stepBytes[pc] / 2);
      break;
    case StepKind::Jump:
      if (scheduler.stopping())
        return Stop::Parked;
      pc = step.target;
      continue;
    case StepKind::JumpIfFalse:
      pc = *static_cast<const uint8_t *>(own[0]) ? pc + 1 : step.target;
      continue;
    case StepKind::Switch: {
      const std::vector<uint32_t> &targets = exe->switches[step.index];
      int64_t selector = *static_cast<const int32_t *>(own[0]);
      bool inside = selector >= 0 && selector < static_cast<int64_t>(targets.size());
      pc = inside ? targets[static_cast<size_t>(selector)] : targets.back();
      continue;
    }
    case StepKind::Check:
      check(pc, own);
      break;
    case StepKind::End:
      device.step = pc;
      device.finished = true;
      return Stop::Finished;
    }
    if (isAttended)
      attend(number, pc, begin);
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
    void *scratch = set.scratch(who);
    for (int64_t part = begin; part != end; ++part)
      if (!matmul.runPart(part, who, buffers[0], buffers[1], buffers[2], scratch))
        good.store(false, std::memory_order_relaxed);
  });
  return good.load(std::memory_order_relaxed);
}

bool HostProgram::pollOutside(bool isAlone) {
  if (!outside->hasFailed())
    return outside->poll(isAlone ? Looker::AllIdle : Looker::Idle);
  scheduler.fail(outside->status());
  return true;
}

/// The collective is done; `device` goes on by itself, the other members are released.
void HostProgram::complete(uint32_t step, const Collectives::Group &group, int64_t device) {
  if (execution->trace)
    for (int64_t member : group)
      record(member, step, devices[static_cast<size_t>(member)].arrived);
  collectives->release(group, device);
}

// Kept out of the loop over steps, whose registers are for those that programs are full of.

/// Behind a step, for the trace and for messages that are under way.
ABSL_ATTRIBUTE_NOINLINE void HostProgram::attend(int64_t device, uint32_t step, int64_t begin) {
  if (execution->trace)
    record(device, step, begin);
  if (outside && outside->isBusy())
    outside->poll(Looker::Passing);
}

/// A Start: the last member to arrive hands over the data of all, and none waits. A Wait: false where the device is
/// parked. Either: false where the run ends.
ABSL_ATTRIBUTE_NOINLINE bool HostProgram::runBeside(uint32_t step, int64_t number, int64_t begin, int worker) {
  if (scheduler.stopping())
    return false;
  const Step &what = exe->steps[step];
  Device &device = devices[static_cast<size_t>(number)];
  if (what.kind == StepKind::Wait) {
    device.step = step + 1;
    device.arrived = begin;
    return collectives->awaitStart(what.target, number);
  }
  device.bytesSent += collectives->bytesSent(what, number);
  const Collectives::Group group = collectives->groupOf(step, what, number);
  collectives->noteStart(step, number);
  if (Collectives::arrive(group) && Collectives::exchange(group, what, buffers, worker))
    finish(step, group);
  return true;
}

void HostProgram::finish(uint32_t step, const Collectives::Group &group) {
  collectives->finish(step, group, [&](int64_t member) {
    if (execution->trace)
      record(member, waits[step], devices[static_cast<size_t>(member)].arrived);
  });
}

void HostProgram::check(uint32_t number, void *const *buffers) {
  std::string text = failureOf(*exe, number, buffers[0], buffers[1], execution->rtol, execution->atol);
  if (text.empty())
    return;
  std::lock_guard<std::mutex> lock(checkMutex);
  execution->failedChecks.emplace(number, std::move(text));
}

absl::Status HostProgram::describeDeadlock() {
  std::string text = "the program cannot go on:";
  size_t named = 0;
  for (size_t device = 0; device != devices.size() && named != 8; ++device, ++named) {
    absl::StrAppend(&text, named ? ", " : " ", "device ", static_cast<size_t>(range.first) + device);
    if (devices[device].finished)
      absl::StrAppend(&text, " has finished");
    else
      absl::StrAppend(&text, " waits in ", describeStep(*exe, devices[device].step - 1));
  }
  if (named != devices.size())
    absl::StrAppend(&text, ", ...");
  return absl::InternalError(text);
}

} // namespace shardwright::runtime::host
