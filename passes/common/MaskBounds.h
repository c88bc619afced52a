#ifndef PASSES_COMMON_MASKBOUNDS_H
#define PASSES_COMMON_MASKBOUNDS_H

#include "passes/common/ScoreSpace.h"

namespace shardwright::lower {

/// Columns from row + first to row + last, where these are known.
struct Band {
  std::optional<int64_t> first, last;
  /// Elements outside are at most this.
  double mask = -std::numeric_limits<double>::infinity();
};

/// The columns outside which a very low number stands instead of scores. Only where each row has a column inside, so
/// that none is masked as a whole.
Band maskBand(const ScoreSpace &space, mlir::Value scores);

} // namespace shardwright::lower

#endif // PASSES_COMMON_MASKBOUNDS_H
