#ifndef SHARDWRIGHT_LIB_RESHARD_ESTIMATE_H
#define SHARDWRIGHT_LIB_RESHARD_ESTIMATE_H

#include "lib/Reshard/State.h"

#include <map>

namespace shardwright::reshard {

/// A lower bound on the bytes that one device must still send: what it must receive, on average over the devices.
///
/// Whatever a device's target block holds that its block does not must reach it once, and no step brings more than it
/// sends. A value that is partial where the target is not must in addition hear of other summands for every element.
class Estimate {
public:
  explicit Estimate(const Problem &problem) : problem(problem), targetBytes(problem.localBytes(problem.target)) {}

  int64_t operator()(const State &state, int64_t localBytes);

private:
  /// Average share of a device's target block, along one dimension, that lies in its block under `list`.
  double heldAlready(size_t dim, const Atoms &list);

  const Problem &problem;
  int64_t targetBytes;
  std::map<std::pair<size_t, Atoms>, double> shares;
};

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_ESTIMATE_H
