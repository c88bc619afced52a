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

Rendezvous rendezvousOf(int64_t members, int64_t numDevices) {
  return members <= 1 ? Rendezvous::None : members < numDevices ? Rendezvous::Groups : Rendezvous::All;
}

/// Indices of tasks in the order in which they run.
static std::vector<size_t> orderOf(llvm::ArrayRef<WakingTask> tasks) {
  std::vector<std::vector<size_t>> before(tasks.size());
  for (auto [number, task] : llvm::enumerate(tasks))
    if (task.runsBefore)
      before[*task.runsBefore].push_back(number);
  std::vector<size_t> order;
  for (auto [number, task] : llvm::enumerate(tasks)) {
    llvm::append_range(order, before[number]);
    if (!task.runsBefore)
      order.push_back(number);
  }
  return order;
}

std::vector<double> wakingSeconds(const Device &device, int64_t numDevices, llvm::ArrayRef<WakingTask> tasks,
                                  bool repeats) {
  const double cores = coresOf(device, numDevices);
  if (cores <= 1 || device.wakeSeconds == 0)
    return {};
  const std::vector<size_t> order = orderOf(tasks);
  std::vector<double> later;
  bool areParked = true;
  for (int trip = 0; trip < (repeats ? 2 : 1); ++trip) {
    later.assign(tasks.size(), 0);
    std::optional<size_t> last;
    double before = 0, work = 0; // before the first rendezvous, and since the last one
    auto wake = [&] {
      if (areParked)
        later[*last] = std::min(device.wakeSeconds, work * cores) * (1 - 1 / cores);
      areParked &= work * cores <= device.wakeSeconds;
    };
    for (size_t number : order) {
      const WakingTask &task = tasks[number];
      if (task.rendezvous == Rendezvous::None) {
        work += task.seconds;
        continue;
      }
      if (last)
        wake();
      else
        before = work;
      areParked |= task.rendezvous == Rendezvous::All;
      last = number;
      work = 0;
    }
    work += repeats ? before : 0;
    if (last)
      wake();
  }
  return later;
}

} // namespace shardwright
