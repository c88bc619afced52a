#ifndef PASSES_PROPAGATE_PASSES_H
#define PASSES_PROPAGATE_PASSES_H

#include "shardwright/Propagation/Graph.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Value.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <optional>
#include <vector>

namespace shardwright {

/// A value in words and a place, which outlive it.
struct DescribedValue {
  /// `argument #0`, `result #1 of stablehlo.dot_general`, `result #0 of the function`.
  std::string words;
  mlir::Location place;
  unsigned number = 0; ///< of the result or argument
};

/// Who gave a value an axis.
struct ShardingOrigin {
  DescribedValue value;
  unsigned dim;
  AxisRef axis;
  /// The op that passed it on, `the function`, or, where the author wrote the axis, `its annotation` or
  /// `the constraint on it`.
  std::string through;
  mlir::Location throughPlace;
  /// The neighbouring value that had it.
  DescribedValue from;
  /// The author wrote the axis, at the value or in a constraint on it.
  bool isWritten = false;
};

struct PropagateOptions {
  StrategyKind strategy = StrategyKind::UserPriority;
  /// Filled, where given, with the origin of every axis: first those that the author wrote, then those that propagation
  /// added, in the order of the decisions.
  std::vector<ShardingOrigin> *origins = nullptr;
  /// Say the origin of each axis that propagation added as a remark at its value.
  bool remarks = false;
};

/// The whole phase: constants split, constraints applied, shardings propagated and closed, markers removed. With
/// another strategy than user-priority, only that one's fixed point: it closes nothing and removes nothing.
mlir::LogicalResult propagateShardings(mlir::ModuleOp module, const PropagateOptions &options = {});

/// `--even-interface`: axes of arguments and results that do not divide a dimension, or are parts of axes, are dropped:
/// for callers whose arrays have parts of equal length only, where propagation has chosen.
std::unique_ptr<mlir::Pass> createEvenInterfacePass();

/// Gives every use of a constant expression (constant, iota, and what is computed element by element or reshaped from
/// them alone) its own copy, so that users do not bind one another.
void splitConstants(mlir::ModuleOp module);
/// Merges equal ones with equal shardings again.
void mergeConstants(mlir::ModuleOp module);
/// Values that a constraint gave its sharding to, and where that constraint is.
using PinnedValues = llvm::DenseMap<mlir::Value, mlir::Location>;
/// A closed and uncontested constraint also pins its operand; later uses of the operand read the constraint.
PinnedValues applyConstraints(mlir::ModuleOp module);
/// Every tensor has a closed sharding and no marker of propagation is left.
mlir::LogicalResult verifyPropagated(mlir::ModuleOp module);
/// Attaches each op's rule as `sharding.rule`.
void annotateShardingRules(mlir::ModuleOp module, bool conservative);

std::unique_ptr<mlir::Pass> createAnnotateShardingRulesPass();
std::unique_ptr<mlir::Pass> createApplyConstraintsPass();
std::unique_ptr<mlir::Pass> createPropagateShardingsPass(const PropagateOptions &options = {});
std::unique_ptr<mlir::Pass> createSplitConstantsPass();
std::unique_ptr<mlir::Pass> createVerifyPropagatedPass();

void registerPropagatePasses();

} // namespace shardwright

#endif // PASSES_PROPAGATE_PASSES_H
