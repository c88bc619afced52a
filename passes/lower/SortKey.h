#ifndef PASSES_LOWER_SORTKEY_H
#define PASSES_LOWER_SORTKEY_H

#include "dialects/stablehlo/StablehloOps.h"

#include <optional>

namespace shardwright::lower {

/// What a comparator that orders by one number compares: `f(lhs...) < f(rhs...)`, in a total order.
struct SortKey {
  mlir::Value key; ///< f of the arguments of one side, in the comparator
  bool ofLhs;      ///< which side
  bool descending;
};

/// Nothing where the comparator is not of that form: two keys, or floats in an order in which NaN has no place.
std::optional<SortKey> sortKey(stablehlo::SortOp sort);

/// How many of the first elements of each line are read of the results: fewer than there are behind a top-k.
int64_t numWanted(stablehlo::SortOp sort);

} // namespace shardwright::lower

#endif // PASSES_LOWER_SORTKEY_H
