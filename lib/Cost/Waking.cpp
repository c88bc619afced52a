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

std::vector<double> wakingSeconds(const Device &device, int64_t numDevices, llvm::ArrayRef<WakingTask> tasks,
                                  bool repeats) {
  const double cores = coresOf(device, numDevices);
  if (cores <= 1 || device.wakeSeconds == 0)
    return {};
  double all = 0, numOfAll = 0;
  for (const WakingTask &task : tasks) {
    all += task.rendezvous == Rendezvous::None ? task.seconds : 0;
    numOfAll += task.rendezvous == Rendezvous::All;
  }
  std::vector<double> later;
  bool areParked = !repeats || numOfAll > 0;
  double alone = 0; // what one core has done since the others parked
  for (int trip = 0; trip < (repeats ? 2 : 1); ++trip) {
    later.assign(tasks.size(), 0);
    std::optional<size_t> last;
    double before = 0, work = 0; // before the first rendezvous, and since the last one
    auto wake = [&] {
      const double behind = tasks[*last].rendezvous == Rendezvous::All ? std::max(work, all / numOfAll) : work;
      if (!areParked)
        return;
      later[*last] = std::min(device.wakeSeconds - alone, behind * cores) * (1 - 1 / cores);
      alone += behind * cores;
      areParked = alone < device.wakeSeconds;
    };
    for (auto [number, task] : llvm::enumerate(tasks)) {
      if (task.rendezvous == Rendezvous::None) {
        work += task.seconds;
        continue;
      }
      if (last)
        wake();
      else
        before = work;
      if (task.rendezvous == Rendezvous::All)
        areParked = true, alone = 0;
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
