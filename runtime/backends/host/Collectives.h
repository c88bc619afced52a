#ifndef RUNTIME_BACKENDS_HOST_COLLECTIVES_H
#define RUNTIME_BACKENDS_HOST_COLLECTIVES_H

#include "runtime/Communicator.h"
#include "runtime/backends/host/CollectivePlan.h"
#include "runtime/backends/host/InProcess.h"
#include "runtime/backends/host/TaskScheduler.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace shardwright::runtime::host {

/// The collectives of a program: where those members of a group that are in this process meet, and which communicator
/// does what is to be done there.
class Collectives {
public:
  /// `outside`: of groups with members in other processes; null: there are none. `finished`: an exchange that
  /// somebody else has gone on with is done.
  Collectives(const Executable &executable, TaskScheduler &scheduler, DeviceRange devices, Communicator *outside,
              const std::function<void(uint32_t step, uint32_t group)> &finished);

  /// Nobody has arrived anywhere: after an execution that failed, which leaves members behind.
  void reset();

  /// What the device sends in a collective step, by the ring convention.
  uint64_t bytesSent(const Step &step, int64_t device) const {
    uint64_t bytes = 0;
    for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
      bytes += plans[step.index + pair].bytesSent(range.first + device);
    return bytes;
  }

  /// Where the members of one group meet for one collective step. Members come in the same order each time, so that the
  /// n-th arrivals of all belong together; the last one starts the work while the others are parked.
  struct alignas(64) Rendezvous {
    std::atomic<int64_t> arrived{0};
    int64_t size = 0;                  ///< members here,
    const int64_t *devices = nullptr;  ///< in the order of the group
    std::unique_ptr<int64_t[]> parked; ///< of a Start, for finish()
    std::unique_ptr<Exchange> exchange;
  };
  /// One group of one collective step.
  struct Group {
    Rendezvous *rendezvous;

    const int64_t *begin() const { return rendezvous->devices; }
    const int64_t *end() const { return rendezvous->devices + rendezvous->size; }
  };
  Group groupOf(uint32_t number, const Step &step, int64_t device) const {
    return groupAt(number, plans[step.index].places[static_cast<size_t>(range.first + device)].group);
  }
  Group groupAt(uint32_t number, uint32_t group) const { return {&rendezvous[firstRendezvous[number] + group]}; }

  /// A member arrives, its buffers ready. False: it waits for others, and belongs to the last of them from here on.
  static bool arrive(const Group &group) {
    Rendezvous &where = *group.rendezvous;
    return where.size == 1 || where.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == where.size;
  }
  /// By the last one, where arrive() has said so: the data of all members. `buffers`: by device and step slot. False:
  /// all of them wait now, until `finished`.
  static bool exchange(const Group &group, const Step &step, void *const *const *buffers, int worker) {
    return group.rendezvous->exchange->start({buffers, group.begin(), step.firstSlot}, worker);
  }
  /// Then: the others than `device` go on; -1: all.
  void release(const Group &group, int64_t device);

  // Of a Start step, arrive() and exchange() in the same way, but that nobody waits there.
  void noteStart(uint32_t number, int64_t device) { stateOf(number, device).store(State::Started); }
  /// Whether it is done for the device, which otherwise is parked until it is.
  bool awaitStart(uint32_t number, int64_t device) {
    State started = State::Started;
    return !stateOf(number, device).compare_exchange_strong(started, State::Awaited);
  }
  /// The exchange is done: those that wait for it already go on. `released`: is told of each before.
  template <typename Told> void finish(uint32_t number, const Group &group, const Told &released) {
    Rendezvous &where = *group.rendezvous;
    where.arrived.store(0, std::memory_order_relaxed); // what follows publishes it
    int64_t count = 0;
    for (int64_t member : group)
      if (stateOf(number, member).exchange(State::Done) == State::Awaited) {
        released(member);
        where.parked[count++] = member;
      }
    if (count != 0) // else all may be here again
      scheduler.release(where.parked.get(), count, -1);
  }

private:
  enum class State : uint8_t { Started, Awaited, Done };
  std::atomic<State> &stateOf(uint32_t number, int64_t device) {
    return states[static_cast<size_t>(firstState[number] + device)];
  }

  TaskScheduler &scheduler;
  const DeviceRange range;
  InProcess inProcess;
  std::vector<CollectivePlan> plans;
  std::vector<std::vector<std::vector<int64_t>>> membersHere; ///< by plan and group
  std::vector<uint32_t> firstRendezvous;                      ///< by step: into rendezvous, one for each group
  std::unique_ptr<Rendezvous[]> rendezvous;
  size_t numRendezvous = 0;
  std::vector<int64_t> firstState; ///< by step: into states, one for each device
  std::unique_ptr<std::atomic<State>[]> states;
};

} // namespace shardwright::runtime::host

#endif // RUNTIME_BACKENDS_HOST_COLLECTIVES_H
