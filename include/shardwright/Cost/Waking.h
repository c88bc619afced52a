#ifndef SHARDWRIGHT_COST_WAKING_H
#define SHARDWRIGHT_COST_WAKING_H

#include "shardwright/Topology/Topology.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace shardwright {

/// By how much the cores of a device are later behind a rendezvous of all devices that has enough to do behind it: see
/// below.
double mostWakingSeconds(const Device &device, int64_t numDevices);

/// Which devices wait for each other at once: a collective's group; of a loop or a branch, of any that is inside.
enum class Rendezvous : uint8_t { None, Groups, All };
/// Of a collective over groups of so many members. Nobody waits for itself.
Rendezvous rendezvousOf(int64_t members, int64_t numDevices);

/// What runs in a block, one after the other.
struct WakingTask {
  double seconds = 0;
  Rendezvous rendezvous = Rendezvous::None;
};

/// Seconds by which each task of a block takes longer because cores sleep. At a rendezvous of all devices all cores but
/// one run out of work, and then the devices have one core until the others come: those wait until there has been work
/// for a while (Device::wakeSeconds). A rendezvous of groups leaves the devices of other groups to run: it neither
/// sends cores to sleep nor keeps away those that sleep. Lowering, which keeps memory small, moves work from one side
/// of a rendezvous to the other: behind one of all devices lies at least its share of the block's work. At the start of
/// a block that repeats, cores are as at the end of a trip; of another they are there until the first rendezvous. What
/// takes longer is the rendezvous in front. Empty where nothing takes longer. Linear.
std::vector<double> wakingSeconds(const Device &device, int64_t numDevices, llvm::ArrayRef<WakingTask> tasks,
                                  bool repeats);

} // namespace shardwright

#endif // SHARDWRIGHT_COST_WAKING_H
