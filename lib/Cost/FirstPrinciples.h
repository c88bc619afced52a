#ifndef LIB_COST_FIRSTPRINCIPLES_H
#define LIB_COST_FIRSTPRINCIPLES_H

#include "shardwright/Cost/Collective.h"

namespace shardwright {

/// Seconds of one way to do a collective: `latency` + bytes x `secondsPerByte`.
struct Algorithm {
  std::string name;
  double latency = 0;
  double secondsPerByte = 0;
  /// The formula with its numbers, where asked for.
  std::string formula;

  double seconds(double bytes) const { return latency + bytes * secondsPerByte; }
};

/// Every way to do `op` over the group: ring, tree, in-network, direct, hierarchical. None for a group of one.
/// `derive`: with formulas.
std::vector<Algorithm> algorithms(llvm::ArrayRef<Level> levels, double launchSeconds, CollectiveKind op,
                                  const GroupAssignment &group, llvm::StringRef pattern, bool derive = true);

/// The quickest for so many bytes.
const Algorithm &quickest(llvm::ArrayRef<Algorithm> algorithms, double bytes);

/// Seconds a byte of the busiest link at full speed, whatever the algorithm.
double linkBound(llvm::ArrayRef<Level> levels, CollectiveKind op, const GroupAssignment &group,
                 llvm::StringRef pattern);

/// Mean number of links between two devices of a torus, a device itself counting as one of the other ends.
double meanHops(const Level &torus);

} // namespace shardwright

#endif // LIB_COST_FIRSTPRINCIPLES_H
