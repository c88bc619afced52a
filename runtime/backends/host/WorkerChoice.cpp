#include "runtime/backends/host/WorkerChoice.h"

#include <algorithm>

namespace shardwright::runtime::host {
namespace {

/// What takes longer is not tried on one worker, which may take as many times as long as there are cores.
constexpr std::chrono::milliseconds kLong{20};
/// What runs first finds cold caches; and for so long, workers that have just become idle still look for work, and
/// those that are to come back wake up.
constexpr std::chrono::microseconds kUnrest{100};
/// Executions from one trial to the next.
constexpr uint32_t kDecidedFor = 1024;
/// Times as long as in the trial: something else is computed.
constexpr int kMuchLonger = 4;

} // namespace

void WorkerChoice::done(Duration time) {
  if (isTrying())
    return note(time);
  // A loop may run longer than when both were tried.
  if (++passed < kDecidedFor && (!alone || time <= longest))
    return;
  passed = 0;
  phase = counted = numAll = numOne = 0;
  inPhase = {};
}

void WorkerChoice::note(Duration time) {
  const bool counts = inPhase >= kUnrest, isOne = isAloneIn(phase);
  inPhase += time;
  if (isOne && (counts || time >= kUnrest) && time > 2 * *std::min_element(all.begin(), all.begin() + numAll))
    return decide(/*isAlone=*/false);
  if (!counts)
    return;
  (isOne ? one[static_cast<size_t>(numOne++)] : all[static_cast<size_t>(numAll++)]) = time;
  if (++counted < kCounted[phase])
    return;
  if (phase == 0 && *std::min_element(all.begin(), all.begin() + numAll) > kLong)
    return decide(/*isAlone=*/false);
  counted = 0;
  inPhase = {};
  if (++phase < kPhases)
    return;
  // One that was interrupted says nothing.
  auto typical = [](auto &times) {
    std::sort(times.begin(), times.end());
    return times[1] + times[2];
  };
  const Duration ofOne = typical(one);
  longest = kMuchLonger * ofOne / 2;
  decide(ofOne < typical(all));
}

void WorkerChoice::decide(bool isAlone) {
  alone = isAlone;
  phase = kPhases;
}

} // namespace shardwright::runtime::host
