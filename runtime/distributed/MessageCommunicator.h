#ifndef RUNTIME_DISTRIBUTED_MESSAGECOMMUNICATOR_H
#define RUNTIME_DISTRIBUTED_MESSAGECOMMUNICATOR_H

#include "runtime/Communicator.h"
#include "runtime/distributed/ProcessGroup.h"
#include "runtime/distributed/Transport.h"
#include "shardwright/Runtime/Executable.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace shardwright::runtime {

class MessageExchange;

/// Groups of devices in several processes, over messages. Whoever is idle looks after them (poll()); while all workers
/// compute, a thread of its own does.
class MessageCommunicator : public Communicator {
public:
  using Deadline = std::chrono::duration<double>;

  /// `deadline`: how long an exchange may wait for another process; zero: for ever.
  /// `holdFor`: where cores are shared with other processes, zero.
  MessageCommunicator(ProcessGroup &group, Transport &transport, int64_t devicesPerProcess, Deadline deadline,
                      std::chrono::nanoseconds holdFor);
  ~MessageCommunicator() override;

  std::unique_ptr<Exchange> plan(const GroupStep &what, std::function<void()> finished) override;
  bool isBusy() const override { return busy.load(std::memory_order_acquire) != 0; }
  bool poll(Looker who) override;
  bool hasFailed() const override { return group.hasFailed(); }
  absl::Status status() const override { return group.status(); }
  void abort(const absl::Status &status) override { group.fail(status); }

  int rank() const { return group.rank(); }
  /// What the steps of the program are called that runs; while it does.
  void setProgram(const Executable *executable);

private:
  friend class MessageExchange;
  using Clock = std::chrono::steady_clock;

  /// Memory for messages, kept for the next exchange.
  struct Staging {
    std::unique_ptr<uint8_t[]> memory;
    uint64_t bytes = 0;
  };
  Staging takeStaging(uint64_t bytes);
  void giveStaging(Staging staging);

  /// With the transport's lock held: the owners of what is done; -1: failed.
  int look(void **owners);
  void note(void *const *owners, int count);
  void complete(MessageExchange &exchange);
  void fail();
  void tick();
  bool isRecent(const std::atomic<int64_t> &tick) const;
  void checkDeadline(int64_t now);
  std::string describe();

  ProcessGroup &group;
  Transport &transport;
  const int64_t devicesPerProcess;
  const Deadline deadline;

  std::mutex transportMutex;
  std::mutex mutex; ///< of what follows
  std::vector<Staging> stagings;
  std::vector<MessageExchange *> exchanges; ///< all
  const Executable *program = nullptr;
  std::condition_variable closed;
  bool closing = false;

  const int tries; ///< to see an exchange through before its devices are parked
  std::atomic<int64_t> busy{0};
  std::atomic<int64_t> ticks{1};
  // Ticks: when somebody last looked who has nothing else to do, and when nobody had.
  std::atomic<int64_t> idleAt{0}, allIdleAt{0};
  std::atomic<uint64_t> polls{0};
  std::atomic<int64_t> lastStep{-1};
  std::thread ticker;
};

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_MESSAGECOMMUNICATOR_H
