#include "passes/common/TripCount.h"

#include "dialects/sharding/ShardingOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/TypeUtilities.h"

namespace shardwright {
namespace {

using stablehlo::ComparisonDirection;
using Wide = __int128; // no sum or product of two constants goes round

/// The value that another is, sharded in some way.
mlir::Value source(mlir::Value value) {
  while (auto *op = value.getDefiningOp()) {
    if (!llvm::isa<sharding::ConstraintOp, sharding::ReshardOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

std::optional<int64_t> integerConstant(mlir::Value value) {
  auto constant = source(value).getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? llvm::dyn_cast<mlir::DenseIntElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || !elements.isSplat())
    return std::nullopt;
  auto number = elements.getSplatValue<llvm::APInt>();
  if (!elements.getElementType().isUnsignedInteger())
    return number.getSExtValue();
  return number.ule(INT64_MAX) ? std::optional(static_cast<int64_t>(number.getZExtValue())) : std::nullopt;
}

/// What a value of the loop's condition is in every iteration: a constant, or a loop-carried value that starts as a
/// constant and is handed on unchanged.
std::optional<int64_t> invariant(mlir::Operation *loop, mlir::Value value) {
  value = source(value);
  auto iterArg = llvm::dyn_cast<mlir::BlockArgument>(value);
  if (!iterArg)
    return integerConstant(value);
  mlir::Block &body = loop->getRegion(1).front();
  unsigned number = iterArg.getArgNumber();
  if (iterArg.getOwner() != &loop->getRegion(0).front() ||
      source(body.getTerminator()->getOperand(number)) != body.getArgument(number))
    return std::nullopt;
  return integerConstant(loop->getOperand(number));
}

/// By how much the body changes a loop-carried value.
std::optional<int64_t> step(mlir::Operation *loop, unsigned number) {
  mlir::Block &body = loop->getRegion(1).front();
  mlir::Value counter = body.getArgument(number), next = source(body.getTerminator()->getOperand(number));
  if (auto add = next.getDefiningOp<stablehlo::AddOp>()) {
    if (source(add.getLhs()) == counter)
      return integerConstant(add.getRhs());
    return source(add.getRhs()) == counter ? integerConstant(add.getLhs()) : std::nullopt;
  }
  auto subtract = next.getDefiningOp<stablehlo::SubtractOp>();
  if (!subtract || source(subtract.getLhs()) != counter)
    return std::nullopt;
  std::optional<int64_t> amount = integerConstant(subtract.getRhs());
  return amount ? std::optional(-*amount) : std::nullopt;
}

/// Smallest n >= 0 with start + n * step at or beyond limit; step is not 0.
Wide stepsTo(Wide start, Wide limit, Wide step) {
  if (step < 0)
    return stepsTo(-start, -limit, -step);
  return start >= limit ? Wide(0) : (limit - start + step - 1) / step;
}

/// How often the body runs while numbers do not end.
std::optional<Wide> unboundedCount(ComparisonDirection direction, Wide start, Wide limit, Wide by) {
  switch (direction) {
  case ComparisonDirection::LT:
    return by > 0 ? std::optional(stepsTo(start, limit, by)) : std::nullopt;
  case ComparisonDirection::LE:
    return by > 0 ? std::optional(stepsTo(start, limit + 1, by)) : std::nullopt;
  case ComparisonDirection::GT:
    return by < 0 ? std::optional(stepsTo(start, limit, by)) : std::nullopt;
  case ComparisonDirection::GE:
    return by < 0 ? std::optional(stepsTo(start, limit - 1, by)) : std::nullopt;
  case ComparisonDirection::NE:
    return by != 0 && (limit - start) % by == 0 && (limit - start) / by >= 0 ? std::optional((limit - start) / by)
                                                                             : std::nullopt;
  case ComparisonDirection::EQ:
    return std::nullopt;
  }
  return std::nullopt;
}

bool isRepresentable(Wide number, mlir::IntegerType type) {
  const unsigned width = type.getWidth();
  const bool isUnsigned = type.isUnsignedInteger();
  return number >= (isUnsigned ? Wide(0) : -(Wide(1) << (width - 1))) &&
         number < Wide(1) << (isUnsigned ? width : width - 1);
}

} // namespace

std::optional<int64_t> tripCount(mlir::Operation *loop) {
  mlir::Block &condition = loop->getRegion(0).front();
  auto compare = source(condition.getTerminator()->getOperand(0)).getDefiningOp<stablehlo::CompareOp>();
  auto counter = compare ? llvm::dyn_cast<mlir::BlockArgument>(source(compare.getLhs())) : mlir::BlockArgument();
  if (!counter || counter.getOwner() != &condition)
    return std::nullopt;
  std::optional<int64_t> start = integerConstant(loop->getOperand(counter.getArgNumber()));
  std::optional<int64_t> limit = invariant(loop, compare.getRhs()), by = step(loop, counter.getArgNumber());
  if (!start || !limit || !by)
    return std::nullopt;
  std::optional<Wide> count = unboundedCount(compare.getComparisonDirection(), *start, *limit, *by);
  auto type = llvm::dyn_cast<mlir::IntegerType>(mlir::getElementTypeOrSelf(counter.getType()));
  // A counter that goes round counts on.
  if (!count || !type || !isRepresentable(*start + *count * *by, type) || *count > INT64_MAX)
    return std::nullopt;
  return static_cast<int64_t>(*count);
}

double iterationsAround(mlir::Operation *op) {
  double iterations = 1;
  for (auto loop = op->getParentOfType<stablehlo::WhileOp>(); loop; loop = loop->getParentOfType<stablehlo::WhileOp>())
    iterations *= static_cast<double>(tripCount(loop).value_or(1));
  return iterations;
}

} // namespace shardwright
