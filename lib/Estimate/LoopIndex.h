#ifndef LIB_ESTIMATE_LOOPINDEX_H
#define LIB_ESTIMATE_LOOPINDEX_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace shardwright::estimate {

/// The integers of a `stablehlo.while` with a known trip count that follow from its counters.
class LoopIndex {
public:
  explicit LoopIndex(mlir::Operation *loop);

  /// In iteration t: scale * t + offset.
  struct Affine {
    int64_t scale, offset;
    bool operator==(const Affine &other) const { return scale == other.scale && offset == other.offset; }
  };
  /// Nothing for what does not follow from counters and constants, or is not affine.
  std::optional<Affine> affine(mlir::Value scalar) const;
  std::optional<int64_t> trips() const { return trips_; }

private:
  std::optional<int64_t> at(mlir::Value scalar, int64_t iteration, unsigned depth) const;
  std::optional<int64_t> counterAt(unsigned argument, int64_t iteration) const;

  mlir::Operation *loop;
  std::optional<int64_t> trips_;
};

} // namespace shardwright::estimate

#endif // LIB_ESTIMATE_LOOPINDEX_H
