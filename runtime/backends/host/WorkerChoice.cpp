#include "runtime/backends/host/WorkerChoice.h"

#include <algorithm>

namespace shardwright::runtime::host {
namespace {

/// What takes longer is not tried on one worker, which may take as many times as long as there are cores.
constexpr std::chrono::milliseconds kLong{20};
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
  tried = numAll = numOne = 0;
}

void WorkerChoice::note(Duration time) {
  const bool wasAlone = isAloneIn(tried);
  if (tried++ < kCold)
    return;
  (wasAlone ? one[static_cast<size_t>(numOne++)] : all[static_cast<size_t>(numAll++)]) = time;
  const Duration least = *std::min_element(all.begin(), all.begin() + numAll);
  if (wasAlone ? time > 2 * least : numOne == 0 && numAll > 1 && least > kLong)
    return decide(/*isAlone=*/false);
  if (tried < kTrials)
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
  tried = kTrials;
}

} // namespace shardwright::runtime::host
