#include "runtime/backends/host/Signal.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace shardwright::runtime::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds kLookFor{50}, kMoment{2};
constexpr std::chrono::nanoseconds kGlance{250};
constexpr int kTries = 100;

/// Leaves the core's units to whoever shares them.
inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Whether it happens in that time.
template <typename Event> bool happens(const Event &event, std::chrono::nanoseconds within) {
  for (auto until = Clock::now() + within; Clock::now() < until; pause())
    if (event())
      return true;
  return event();
}

} // namespace

void BriefMutex::lockWhenFree() {
  for (int tries = 1;; ++tries) {
    if (tries % kTries == 0)
      std::this_thread::yield();
    else
      pause();
    if (!isHeld.load(std::memory_order_relaxed) && !isHeld.exchange(true, std::memory_order_acquire))
      return;
  }
}

void Signal::notify(BriefLock &lock, int64_t wanted, bool isUrgent) {
  const uint64_t number = notified.load(std::memory_order_relaxed) + 1;
  if (isUrgent)
    urgent.store(number, std::memory_order_relaxed);
  notified.store(number, std::memory_order_release);
  const int64_t sleepers = std::max<int64_t>(0, std::min(parked, wanted - spinning) - waking);
  spinning = 0; // they all see it
  waking += sleepers;
  lock.unlock();
  if (sleepers == 1)
    wake.notify_one();
  else if (sleepers > 1)
    wake.notify_all();
}

void Signal::wait(BriefLock &lock, const std::atomic<size_t> &own, int moments) {
  uint64_t seen = notified.load(std::memory_order_relaxed);
  auto isNotified = [&] { return notified.load(std::memory_order_acquire) != seen; };
  ++spinning;
  lock.unlock();
  bool comes = happens(isNotified, kLookFor);
  const bool isCounted = !comes;
  while (comes) {
    seen = notified.load(std::memory_order_acquire);
    const uint64_t before = drained.load(std::memory_order_acquire);
    auto isUrgent = [&] {
      return urgent.load(std::memory_order_acquire) >= seen || own.load(std::memory_order_acquire) != 0;
    };
    auto isDrained = [&] { return drained.load(std::memory_order_acquire) != before; };
    if (!happens([&] { return isUrgent() || isDrained(); }, moments * kMoment) || isUrgent())
      break;
    comes = happens(isNotified, kLookFor);
  }
  lock.lock();
  if (comes || isNotified())
    return;
  if (isCounted)
    --spinning;
  ++parked;
  while (!isNotified()) {
    wake.wait(lock);
    // It was another that was to be woken, and counts as if it were.
    if (!isNotified() && waking > 0)
      wake.notify_one();
  }
  --parked;
  waking = std::max<int64_t>(0, waking - 1);
}

void Signal::backOff(BriefLock &lock, const std::atomic<size_t> &own, int glances) {
  const uint64_t before = urgent.load(std::memory_order_relaxed);
  lock.unlock();
  auto isUrgent = [&] {
    return urgent.load(std::memory_order_acquire) != before || own.load(std::memory_order_acquire) != 0;
  };
  happens(isUrgent, glances * kGlance);
  lock.lock();
}

} // namespace shardwright::runtime::host
