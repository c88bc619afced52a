#ifndef PASSES_IMPORT_LAYERCUTS_H
#define PASSES_IMPORT_LAYERCUTS_H

#include <cstddef>
#include <vector>

namespace shardwright {

/// A forward pass of n ops, as bytes.
struct ForwardBytes {
  std::vector<double> crossing; ///< by op: of values that are live behind it, within the forward pass
  std::vector<double> saved;    ///< by op: of its results that the backward pass reads
};

/// Behind which ops to cut it into segments (ascending) so that what is kept at the cuts and what the largest segment
/// saves, which is live while the backward pass is in it, are least together (Chen et al. 2016, "Training deep nets
/// with sublinear memory cost", with bytes for equal layers). For each of a few bounds on what a segment saves, the
/// cheapest cuts are found by dynamic programming; O(n) a bound.
std::vector<size_t> layerCuts(const ForwardBytes &bytes);

} // namespace shardwright

#endif // PASSES_IMPORT_LAYERCUTS_H
