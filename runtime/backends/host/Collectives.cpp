#include "runtime/backends/host/Collectives.h"

namespace shardwright::runtime::host {

Collectives::Collectives(const Executable &executable, TaskScheduler &scheduler, DeviceRange devices,
                         Communicator *outside, const std::function<void(uint32_t, uint32_t)> &finished)
    : scheduler(scheduler), range(devices), inProcess(scheduler) {
  for (const Collective &collective : executable.collectives) {
    plans.emplace_back(executable, collective);
    membersHere.push_back(plans.back().membersIn(range));
  }
  int64_t numStates = 0;
  for (const Step &step : executable.steps) {
    firstRendezvous.push_back(static_cast<uint32_t>(numRendezvous));
    firstState.push_back(numStates);
    if (step.isCollective())
      numRendezvous += plans[step.index].groups.size();
    if (step.kind == StepKind::Start)
      numStates += range.count;
  }
  rendezvous.reset(new Rendezvous[numRendezvous]);
  states.reset(new std::atomic<State>[static_cast<size_t>(numStates)]);
  for (uint32_t number = 0; number != executable.steps.size(); ++number) {
    const Step &step = executable.steps[number];
    if (!step.isCollective())
      continue;
    for (uint32_t group = 0; group != plans[step.index].groups.size(); ++group) {
      const std::vector<int64_t> &here = membersHere[step.index][group];
      if (here.empty())
        continue;
      const bool isStart = step.kind == StepKind::Start;
      const bool hasAll = !isStart && static_cast<int64_t>(here.size()) == range.count;
      GroupStep what{number, group, static_cast<int>(firstRendezvous[number] + group), {}, &here, hasAll};
      for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
        what.plans.push_back(&plans[step.index + pair]);
      const bool isHere = here.size() == plans[step.index].groups[group].size();
      Communicator &communicator = isHere ? inProcess : *outside;
      Rendezvous &where = *groupAt(number, group).rendezvous;
      where.size = static_cast<int64_t>(here.size());
      where.devices = here.data();
      if (isStart)
        where.parked.reset(new int64_t[here.size()]);
      where.exchange = communicator.plan(what, [finished, number, group] { finished(number, group); });
    }
  }
}

void Collectives::reset() {
  for (size_t i = 0; i != numRendezvous; ++i)
    rendezvous[i].arrived.store(0, std::memory_order_relaxed);
}

void Collectives::release(const Group &group, int64_t device) {
  Rendezvous &where = *group.rendezvous;
  if (where.size == 1 && *where.devices == device)
    return;
  where.arrived.store(0, std::memory_order_relaxed); // the release below publishes it
  scheduler.release(where.devices, where.size, device);
}

} // namespace shardwright::runtime::host
