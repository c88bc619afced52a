#ifndef RUNTIME_COMMUNICATOR_H
#define RUNTIME_COMMUNICATOR_H

#include "absl/status/status.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/// Between the members of a group of devices, wherever they are. A backend's devices come together in their own way,
/// and hand what they have to a communicator, which is all that knows how it gets to the others.
namespace shardwright::runtime {

namespace host {
class CollectivePlan;
}

/// The devices of a program that are in this process: positions first to first + count - 1 of the mesh. What belongs to
/// one of them is counted from 0 on.
struct DeviceRange {
  int64_t first = 0, count = 0;
};

/// One group in one step of collectives.
struct GroupStep {
  uint32_t step;  ///< of the executable
  uint32_t group; ///< of the plans
  int tag;        ///< a number that no other group of the program has, the same in all processes
  std::vector<const host::CollectivePlan *> plans; ///< the collectives of the step, all over the same axes
  const std::vector<int64_t> *devices;             ///< the members in this process, in the order of the group
  bool hasAllDevices; ///< all devices here wait for the exchange: while it goes on, there is nothing else to do
};

/// Where those members have their buffers: for each collective of the step one to read and one to write.
struct MemberBuffers {
  void *const *const *rows; ///< by device
  const int64_t *devices;
  uint32_t firstSlot;

  void *in(size_t member, size_t pair) const { return rows[devices[member]][firstSlot + 2 * pair]; }
  void *out(size_t member, size_t pair) const { return rows[devices[member]][firstSlot + 2 * pair + 1]; }
};

/// What a communicator does for one GroupStep: planned when a program is loaded, then started once in each execution
/// that comes there, when all members in this process have.
class Exchange {
public:
  virtual ~Exchange() = default;
  /// True: done. False: it goes on by itself, and what plan() was given is called when it is done. `worker`: who asks.
  virtual bool start(const MemberBuffers &buffers, int worker) = 0;
};

/// Who looks after messages: a thread that passes by between two steps, one that has nothing else to do, or one where
/// no thread of the process has.
enum class Looker { Passing, Idle, AllIdle };

class Communicator {
public:
  virtual ~Communicator() = default;
  /// `finished` is called from whatever thread is the last to do something for the exchange.
  virtual std::unique_ptr<Exchange> plan(const GroupStep &what, std::function<void()> finished) = 0;
  /// Whether there is an exchange that has been started and whose finished() has not returned.
  virtual bool isBusy() const { return false; }
  /// Goes on with what has been started, from any thread. False: nothing was to be done.
  virtual bool poll(Looker) { return false; }
  /// Not OK: a member has failed somewhere, and no exchange will be done any more.
  virtual bool hasFailed() const { return false; }
  virtual absl::Status status() const { return absl::OkStatus(); }
  /// A member has failed here: all processes are told, if this is the first failure.
  virtual void abort(const absl::Status &) {}
};

} // namespace shardwright::runtime

#endif // RUNTIME_COMMUNICATOR_H
