#ifndef SHARDWRIGHT_LIB_RESHARD_CANONICAL_H
#define SHARDWRIGHT_LIB_RESHARD_CANONICAL_H

#include "lib/Reshard/State.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardwright::reshard {

/// An array with the lengths left out that make no difference: those that `devices` divides become `devices`. Their
/// blocks are whole numbers of smallest blocks however they are split over so many, so all bytes grow as the lengths
/// do.
struct Shortened {
  llvm::SmallVector<int64_t, 6> shape;
  int64_t elementBytes;
  /// The bytes of every step are those for this array times this.
  int64_t scale = 1;
};
Shortened shorten(llvm::ArrayRef<int64_t> shape, int64_t elementBytes, int64_t devices);

struct CanonicalForm {
  /// The bytes of every step are those of the problem left times this.
  int64_t scale = 1;
  llvm::SmallVector<int64_t, 8> places; ///< by atom
};
/// Strips a problem of what makes no difference to the price of its cheapest path: the names of axes, the order of
/// dimensions, which kinds of combination these are, and how long the dimensions are that every splitting divides
/// evenly. `placeOf`: of an atom; atoms of one place and size are equal to whoever prices the path, others are told
/// apart. All problems about one array and the same atoms number them in the same order of kinds.
CanonicalForm canonicalize(Problem &problem, llvm::function_ref<int64_t(const AxisRef &)> placeOf);

/// All that `problem` says, without names: problems of one key are one.
using ProblemKey = std::vector<int64_t>;
ProblemKey keyOf(const Problem &problem);
/// The same without the ends.
ProblemKey arrayKeyOf(const Problem &problem);

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_CANONICAL_H
