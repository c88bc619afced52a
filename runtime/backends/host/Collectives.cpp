#include "runtime/backends/host/Collectives.h"

#include <algorithm>

namespace shardwright::runtime::host {

Collectives::Collectives(const Executable &executable, TaskScheduler &scheduler)
    : scheduler(scheduler), workers(static_cast<size_t>(scheduler.workers())) {
  for (const Collective &collective : executable.collectives)
    plans.emplace_back(executable, collective);
  size_t largestGroup = 1;
  for (const Step &step : executable.steps) {
    firstRendezvous.push_back(static_cast<uint32_t>(numRendezvous));
    if (step.kind != StepKind::Collective)
      continue;
    numRendezvous += plans[step.index].groups.size();
    largestGroup = std::max(largestGroup, plans[step.index].groups.front().size());
  }
  rendezvous.reset(new Rendezvous[numRendezvous]);
  for (Worker &worker : workers) {
    worker.ins.resize(largestGroup);
    worker.outs.resize(largestGroup);
  }
}

void Collectives::reset() {
  for (size_t i = 0; i != numRendezvous; ++i)
    rendezvous[i].arrived.store(0, std::memory_order_relaxed);
}

void Collectives::exchange(const Group &group, const Step &step, void *const *const *buffers, int worker) {
  for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
    exchangeOne(plans[step.index + pair], group.number, step.firstSlot + 2 * pair, buffers, worker);
}

void Collectives::exchangeOne(const CollectivePlan &plan, uint32_t group, uint32_t firstSlot,
                              void *const *const *buffers, int worker) {
  const std::vector<int64_t> &members = plan.groups[group];
  Worker &own = workers[static_cast<size_t>(worker)];
  for (size_t m = 0; m != members.size(); ++m) {
    void *const *slots = buffers[members[m]] + firstSlot;
    own.ins[m] = slots[0];
    own.outs[m] = slots[1];
  }
  auto run = [&](int64_t begin, int64_t end, int) {
    plan.runUnits(group, own.ins.data(), own.outs.data(), begin, end);
  };
  if (plan.bytesTouched() >= kShareBytes)
    scheduler.share(plan.numUnits(), worker, run);
  else
    run(0, plan.numUnits(), worker);
}

void Collectives::release(const Group &group, int64_t device) {
  const std::vector<int64_t> &members = group.members();
  if (members.size() == 1)
    return;
  group.rendezvous->arrived.store(0, std::memory_order_relaxed); // the release below publishes it
  scheduler.release(members.data(), static_cast<int64_t>(members.size()), device);
}

} // namespace shardwright::runtime::host
