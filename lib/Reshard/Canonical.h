#ifndef SHARDWRIGHT_LIB_RESHARD_CANONICAL_H
#define SHARDWRIGHT_LIB_RESHARD_CANONICAL_H

#include "lib/Reshard/State.h"

namespace shardwright::reshard {

/// A problem stripped of what makes no difference to the price of its cheapest path: the names of axes, the order of
/// dimensions, which kinds of combination these are, and how long the dimensions are that every splitting divides
/// evenly. Blocks are then whole numbers of smallest blocks, so all bytes grow as the lengths do.
struct CanonicalProblem {
  Problem problem;
  /// The bytes of every step are those of `problem`'s times this.
  int64_t scale;
};
CanonicalProblem canonicalize(const Problem &problem);

/// All that `problem` says, without names: problems of one key are one.
using ProblemKey = std::vector<int64_t>;
ProblemKey keyOf(const Problem &problem);

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_CANONICAL_H
