#ifndef PASSES_COMMON_SCORESPACE_H
#define PASSES_COMMON_SCORESPACE_H

#include "passes/common/AttentionForm.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace shardwright::lower {

/// Dimensions of a tensor as those of a space, -1 where there is one element.
using Dims = llvm::SmallVector<int>;

/// All that is computed, element by element, of a matrix product and of others over the same space: its dimensions are
/// those of the product's result. `isValid` where nothing but reductions over the columns and matrix products use it.
struct ScoreSpace {
  explicit ScoreSpace(stablehlo::DotGeneralOp product);

  stablehlo::DotGeneralOp product;
  llvm::SmallVector<int64_t> extents;
  int row = -1, column = -1; ///< dimensions of the space
  llvm::MapVector<mlir::Value, Dims> values;
  llvm::SetVector<mlir::Operation *> products, reductions;
  llvm::SmallVector<mlir::OpOperand *> consumers; ///< operands of matrix products
  bool isValid = false;

  /// A value's dimensions, where it spans rows and columns.
  bool spans(const Dims &dims) const;
  /// Those of an operand of an operation whose result has `dims`; nothing where elements do not correspond.
  static std::optional<Dims> operandDims(mlir::Operation *op, unsigned operand, const Dims &dims);

private:
  bool choose();
  bool visit(mlir::Value value, const Dims &dims);
  bool visitUsers(mlir::Value value);
  bool visitOperands(mlir::Operation *op, const Dims &dims);
  bool dependsOnProduct(mlir::Value value, const Dims &dims);
  bool isProduct(stablehlo::DotGeneralOp dot, const Dims &dims) const;
  llvm::SmallVector<mlir::Value> work;
  llvm::DenseMap<mlir::Value, bool> depends;
};

/// What a dot_general reads: dimensions of its operand as those of its result, -1 where they are summed.
Dims operandOfDot(stablehlo::DotGeneralOp dot, bool isLhs, const Dims &result);

/// A reduction by one opcode without more: add or maximum.
bool isReduction(stablehlo::ReduceOp reduce, bool isMaximum);

} // namespace shardwright::lower

#endif // PASSES_COMMON_SCORESPACE_H
