#include "shardwright/Cost/Waking.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

namespace shardwright {

static double coresOf(const Device &device, int64_t numDevices) {
  return std::min(device.sharedCores, static_cast<double>(numDevices));
}

double mostWakingSeconds(const Device &device, int64_t numDevices) {
  const double cores = coresOf(device, numDevices);
  return cores > 1 ? device.wakeSeconds * (1 - 1 / cores) : 0;
}

std::vector<double> wakingSeconds(const Device &device, int64_t numDevices, llvm::ArrayRef<WakingTask> tasks,
                                  bool repeats) {
  const double cores = coresOf(device, numDevices);
  if (cores <= 1 || device.wakeSeconds == 0)
    return {};
  std::vector<double> later(tasks.size());
  std::optional<size_t> rendezvous;
  double before = 0, work = 0; // before the first rendezvous, and since the last one
  auto wake = [&](double until) { later[*rendezvous] = std::min(device.wakeSeconds, until * cores) * (1 - 1 / cores); };
  for (auto [number, task] : llvm::enumerate(tasks)) {
    if (!task.isRendezvous) {
      work += task.seconds;
      continue;
    }
    if (rendezvous)
      wake(work);
    else
      before = work;
    rendezvous = number;
    work = 0;
  }
  if (rendezvous)
    wake(repeats ? work + before : work);
  return later;
}

} // namespace shardwright
