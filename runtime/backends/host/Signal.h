#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SIGNAL_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SIGNAL_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace shardwright::runtime::host {

/// Held for some ten instructions at a time: whoever finds it held tries again before it sleeps.
class BriefMutex {
public:
  void lock();
  void unlock() { mutex.unlock(); }

private:
  std::mutex mutex;
};
using BriefLock = std::unique_lock<BriefMutex>;

/// What threads wait for that have nothing to do. To be woken takes longer than many a phase between two collectives: a
/// thread keeps looking for about as long before it sleeps, so that it never loses more than twice what it had to. And
/// it lets a moment pass before it comes: what is over by then was done sooner by the thread whose caches hold the
/// data.
class Signal {
public:
  /// With the lock held under which something has changed: releases it, and calls so many of those who wait.
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
