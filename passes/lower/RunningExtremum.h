#ifndef PASSES_LOWER_RUNNINGEXTREMUM_H
#define PASSES_LOWER_RUNNINGEXTREMUM_H

#include "passes/common/KernelGraph.h"

#include "mlir/IR/Builders.h"

namespace shardwright::lower {

/// The maximum or minimum of many floats, where not-a-number wins and -0 is below +0 (IEEE 754-2019 `maximum`), taken
/// apart so that each step is short: CPUs have an instruction that says which of two numbers is larger, and nothing of
/// the rest, which takes five more in a row. Three values run side by side: the extremum as comparisons see it, the
/// bits that all (of a minimum: any) elements have, whose sign is that of the result, and a not-a-number where there
/// was one. Scalars, or vectors of one number of lanes.
class RunningExtremum {
public:
  static constexpr unsigned kParts = 3;
  using Value = mlir::Value;
  using Values = llvm::SmallVector<Value, kParts>;

  /// Whether an accumulator is one whose running value nothing else needs, of floats whose kernel has both zeros.
  /// `nodes`: of its nest.
  static bool matches(const Nest &nest, const std::vector<const Node *> &nodes, const AccumulatorSpec &accumulator);
  /// What it runs over.
  static const Node *elementOf(const AccumulatorSpec &accumulator);

  RunningExtremum(mlir::OpBuilder &b, mlir::Location loc, const AccumulatorSpec &accumulator);

  Values begin(Value first) const;
  Values advance(mlir::ValueRange parts, Value element) const;
  /// As wide as the parts.
  Value finish(mlir::ValueRange parts) const;
  /// Of all lanes together.
  Value finishLanes(mlir::ValueRange parts) const;

private:
  mlir::OpBuilder &b;
  const mlir::Location loc;
  const bool isMaximum;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_RUNNINGEXTREMUM_H
