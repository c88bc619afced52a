#ifndef PASSES_LOWER_MASKBOUNDS_H
#define PASSES_LOWER_MASKBOUNDS_H

#include "passes/lower/ScoreSpace.h"

namespace shardwright::lower {

/// Columns from row + first to row + last, where these are known.
struct Band {
  std::optional<int64_t> first, last;
};

/// The columns outside which scores are masked: a number so low that the exponential of its difference to any other is
/// zero stands there, or is added. Only where each row has a column inside, so that none is masked as a whole.
Band maskBand(const ScoreSpace &space, mlir::Value scores);

} // namespace shardwright::lower

#endif // PASSES_LOWER_MASKBOUNDS_H
