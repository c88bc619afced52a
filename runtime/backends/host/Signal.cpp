#include "runtime/backends/host/Signal.h"

#include <algorithm>
#include <chrono>

namespace shardwright::runtime::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds kLookFor{50}, kMoment{2};
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

void BriefMutex::lock() {
  for (int tries = 0; tries != kTries; ++tries, pause())
    if (mutex.try_lock())
      return;
  mutex.lock();
}

void Signal::notify(BriefLock &lock, int64_t wanted, bool isUrgent) {
  const uint64_t number = notified.load(std::memory_order_relaxed) + 1;
  if (isUrgent)
    urgent.store(number, std::memory_order_relaxed);
  notified.store(number, std::memory_order_release);
  const int64_t sleepers = std::min(parked, wanted - spinning);
  spinning = 0; // they all see it
  lock.unlock();
  if (sleepers == 1)
    wake.notify_one();
  else if (sleepers > 1)
    wake.notify_all();
}

void Signal::wait(BriefLock &lock, int moments) {
  uint64_t seen = notified.load(std::memory_order_relaxed);
  auto isNotified = [&] { return notified.load(std::memory_order_acquire) != seen; };
  ++spinning;
  lock.unlock();
  bool comes = happens(isNotified, kLookFor);
  const bool isCounted = !comes;
  while (comes) {
    seen = notified.load(std::memory_order_acquire);
    const uint64_t before = drained.load(std::memory_order_acquire);
    auto isUrgent = [&] { return urgent.load(std::memory_order_acquire) >= seen; };
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
  wake.wait(lock, isNotified);
  --parked;
}

void Signal::backOff(BriefLock &lock, int moments) {
  const uint64_t before = urgent.load(std::memory_order_relaxed);
  lock.unlock();
  happens([&] { return urgent.load(std::memory_order_acquire) != before; }, moments * kMoment);
  lock.lock();
}

} // namespace shardwright::runtime::host
