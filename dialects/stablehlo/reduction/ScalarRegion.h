#ifndef DIALECTS_STABLEHLO_REDUCTION_SCALARREGION_H
#define DIALECTS_STABLEHLO_REDUCTION_SCALARREGION_H

#include "dialects/interfaces/ReferenceOpInterface.h"

#include "mlir/IR/Region.h"

#include "absl/status/statusor.h"

namespace shardwright::interp {

/// A region of scalars, as reduce, sort, scatter and map have: a list of scalar functions over numbered slots, the
/// block's arguments first. May use constants from outside, and nothing else.
class ScalarRegion {
public:
  /// Errors: an op that is not element-wise, several blocks.
  static absl::StatusOr<ScalarRegion> compile(mlir::Region &region);

  /// One element for each block argument in, one for each returned value out.
  std::vector<Element> operator()(llvm::ArrayRef<Element> arguments) const;

  /// The body is `return a + b` on floats: sums may be kept wide and rounded once.
  bool isFloatSum() const { return floatSum_; }

private:
  struct Step {
    ScalarFunction function;
    llvm::SmallVector<size_t, 3> operands;
    size_t result;
  };
  std::vector<Element> slots_; // constants in place
  std::vector<Step> steps_;
  std::vector<size_t> returned_;
  bool floatSum_ = false;
};

} // namespace shardwright::interp

#endif // DIALECTS_STABLEHLO_REDUCTION_SCALARREGION_H
