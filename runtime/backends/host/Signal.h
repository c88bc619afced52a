#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SIGNAL_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SIGNAL_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace shardwright::runtime::host {

/// A mutex that is held for some ten instructions at a time: lock() tries again before it parks.
class BriefMutex {
public:
  void lock();
  void unlock() { mutex.unlock(); }

private:
  std::mutex mutex;
};
using BriefLock = std::unique_lock<BriefMutex>;

/// A condition variable for idle workers that spin before they park. Waking a thread takes longer than many a phase
/// between two collectives, so a waiter spins for about that long (competitive spinning: never more than twice the
/// best), and backs off once when notified: a short phase is then finished by the thread whose cache holds its data.
class Signal {
public:
  /// With the lock held under which something has changed: releases it, and wakes `wanted` of the waiting threads.
  void notify(BriefLock &lock, int64_t wanted);
  /// With the same lock held, which others get meanwhile: until it was notified.
  void wait(BriefLock &lock);

private:
  std::atomic<uint64_t> notified{0};
  int64_t spinning = 0, parked = 0;
  std::condition_variable_any wake;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SIGNAL_H
