#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SIGNAL_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SIGNAL_H

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex> // std::unique_lock

namespace shardwright::runtime::host {

/// A mutex that is held for some ten instructions at a time: lock() looks again and again, and leaves its core to
/// others now and then, for whoever holds it may have lost its own. To unlock it is one store.
class BriefMutex {
public:
  void lock() {
    if (isHeld.exchange(true, std::memory_order_acquire))
      lockWhenFree();
  }
  void unlock() { isHeld.store(false, std::memory_order_release); }

private:
  void lockWhenFree();

  std::atomic<bool> isHeld{false};
};
using BriefLock = std::unique_lock<BriefMutex>;

/// A condition variable for idle workers that spin before they park. Waking a thread takes longer than many a phase
/// between two collectives, so a waiter spins for about that long (competitive spinning: never more than twice the
/// best). When notified it backs off for some moments: a phase that ends before is finished by the thread whose cache
/// holds its data, and only what has been there for that long is worth another one.
class Signal {
public:
  /// With the lock held under which something has changed: releases it, and wakes `wanted` of the waiting threads.
  void notify(BriefLock &lock, int64_t wanted) { notify(lock, wanted, /*isUrgent=*/false); }
  /// The same of what only a waiter can go on with: nobody backs off.
  void notifyNow(BriefLock &lock, int64_t wanted) { notify(lock, wanted, /*isUrgent=*/true); }
  /// Changes with every notification.
  uint64_t count() const { return notified.load(std::memory_order_acquire); }
  /// With the same lock held: nothing is left of what was notified of. Who backs off waits for the next news.
  void noteDrained() { drained.store(drained.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
  /// With the same lock held, which others get meanwhile: until it was notified, and so many moments, none where there
  /// is something of its `own`.
  void wait(BriefLock &lock, const std::atomic<size_t> &own, int moments = 1);
  /// The same for so many eighths of a moment, notified or not; what is urgent or its own ends them.
  void backOff(BriefLock &lock, const std::atomic<size_t> &own, int glances);

private:
  void notify(BriefLock &lock, int64_t wanted, bool isUrgent);

  std::atomic<uint64_t> notified{0}, drained{0};
  std::atomic<uint64_t> urgent{0}; ///< the last of `notified` that was
  int64_t spinning = 0, parked = 0;
  int64_t waking = 0; ///< of those that are parked: told so already
  std::condition_variable_any wake;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SIGNAL_H
