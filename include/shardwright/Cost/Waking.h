#ifndef SHARDWRIGHT_COST_WAKING_H
#define SHARDWRIGHT_COST_WAKING_H

#include "shardwright/Topology/Topology.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace shardwright {

/// By how much the cores of a device are later behind a rendezvous that has enough to do behind it: see below.
double mostWakingSeconds(const Device &device, int64_t numDevices);

/// What runs in a block, one after the other.
struct WakingTask {
  double seconds = 0;
  /// All cores wait for each other there: a collective, a loop that sends, the start of a step.
  bool isRendezvous = false;
};

/// Seconds by which each task of a block takes longer because cores sleep: at a rendezvous the cores wait for each
/// other, and until the others are back from it the devices have one. They are so much later than with all of them:
/// with the first of what they do up to the next rendezvous or, where the block repeats, to the next trip's. Empty
/// where nothing takes longer. Linear.
std::vector<double> wakingSeconds(const Device &device, int64_t numDevices, llvm::ArrayRef<WakingTask> tasks,
                                  bool repeats);

} // namespace shardwright

#endif // SHARDWRIGHT_COST_WAKING_H
