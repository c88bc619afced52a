#ifndef RUNTIME_BACKENDS_HOST_COLLECTIVES_H
#define RUNTIME_BACKENDS_HOST_COLLECTIVES_H

#include "runtime/backends/host/CollectivePlan.h"
#include "runtime/backends/host/TaskScheduler.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace shardwright::runtime::host {

/// The collectives of a program: where the members of a group meet, and what is done there. All that knows that they
/// are in one process is here.
class Collectives {
public:
  Collectives(const Executable &executable, TaskScheduler &scheduler);

  /// Nobody has arrived anywhere: after an execution that failed, which leaves members behind.
  void reset();

  /// What the device sends in a collective step, by the ring convention.
  uint64_t bytesSent(const Step &step, int64_t device) const {
    uint64_t bytes = 0;
    for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
      bytes += plans[step.index + pair].bytesSent(device);
    return bytes;
  }

  /// Where the members of one group meet for one collective step. Members come in the same order each time, so that the
  /// n-th arrivals of all belong together; the last one does the work while the others are parked, and releases them.
  struct alignas(64) Rendezvous {
    std::atomic<int64_t> arrived{0};
  };
  /// One group of one collective step.
  struct Group {
    const CollectivePlan *plan;
    uint32_t number;
    Rendezvous *rendezvous;

    /// In the order of the group.
    const std::vector<int64_t> &members() const { return plan->groups[number]; }
  };
  Group groupOf(uint32_t number, const Step &step, int64_t device) const {
    const CollectivePlan &plan = plans[step.index];
    const uint32_t group = plan.places[static_cast<size_t>(device)].group;
    return {&plan, group, &rendezvous[firstRendezvous[number] + group]};
  }

  /// A member arrives, its buffers ready. False: it waits for others, and belongs to the last of them from here on.
  static bool arrive(const Group &group) {
    const auto size = static_cast<int64_t>(group.members().size());
    return size == 1 || group.rendezvous->arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == size;
  }
  /// By the last one, where arrive() has said so: the data of all members. `buffers`: by device and step slot.
  void exchange(const Group &group, const Step &step, void *const *const *buffers, int worker);
  /// Then: the others go on.
  void release(const Group &group, int64_t device);

private:
  void exchangeOne(const CollectivePlan &plan, uint32_t group, uint32_t firstSlot, void *const *const *buffers,
                   int worker);

  struct Worker {
    std::vector<const void *> ins; ///< of the group that it completes a collective for
    std::vector<void *> outs;
  };

  TaskScheduler &scheduler;
  std::vector<CollectivePlan> plans;
  std::vector<uint32_t> firstRendezvous; ///< by step: into rendezvous, one for each group
  std::unique_ptr<Rendezvous[]> rendezvous;
  size_t numRendezvous = 0;
  std::vector<Worker> workers;
};

} // namespace shardwright::runtime::host

#endif // RUNTIME_BACKENDS_HOST_COLLECTIVES_H
