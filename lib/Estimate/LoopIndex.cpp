#include "lib/Estimate/LoopIndex.h"

#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/TripCount.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace shardwright::estimate {
namespace {

/// An index is a few additions and a select; what is deeper is none.
constexpr unsigned kMaxDepth = 16;

std::optional<int64_t> constant(mlir::Value value) {
  auto op = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = op ? llvm::dyn_cast<mlir::DenseIntElementsAttr>(op.getValue()) : nullptr;
  if (!elements || !elements.isSplat() || elements.getElementType().getIntOrFloatBitWidth() > 64)
    return std::nullopt;
  return elements.getSplatValue<llvm::APInt>().getSExtValue();
}

bool holds(stablehlo::ComparisonDirection direction, int64_t a, int64_t b) {
  using Direction = stablehlo::ComparisonDirection;
  switch (direction) {
  case Direction::EQ:
    return a == b;
  case Direction::NE:
    return a != b;
  case Direction::GE:
    return a >= b;
  case Direction::GT:
    return a > b;
  case Direction::LE:
    return a <= b;
  case Direction::LT:
    return a < b;
  }
  return false;
}

std::optional<int64_t> sum(int64_t a, int64_t b) {
  int64_t result;
  return llvm::AddOverflow(a, b, result) ? std::nullopt : std::optional(result);
}

std::optional<int64_t> product(int64_t a, int64_t b) {
  int64_t result;
  return llvm::MulOverflow(a, b, result) ? std::nullopt : std::optional(result);
}

} // namespace

LoopIndex::LoopIndex(mlir::Operation *loop) : loop(loop), trips_(tripCount(loop)) {}

/// A loop-carried value that starts at a constant and grows by a constant.
std::optional<int64_t> LoopIndex::counterAt(unsigned argument, int64_t iteration) const {
  mlir::Block &body = loop->getRegion(1).front();
  std::optional<int64_t> start = constant(loop->getOperand(argument));
  auto add = body.getTerminator()->getOperand(argument).getDefiningOp<stablehlo::AddOp>();
  if (!start || !add)
    return std::nullopt;
  mlir::Value counter = body.getArgument(argument);
  mlir::Value other = add.getLhs() == counter ? add.getRhs() : add.getLhs();
  std::optional<int64_t> step = constant(other);
  if (!step || (add.getLhs() != counter && add.getRhs() != counter))
    return std::nullopt;
  std::optional<int64_t> moved = product(*step, iteration);
  return moved ? sum(*start, *moved) : std::nullopt;
}

std::optional<int64_t> LoopIndex::at(mlir::Value scalar, int64_t iteration, unsigned depth) const {
  if (std::optional<int64_t> known = constant(scalar))
    return known;
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(scalar))
    return argument.getOwner() == &loop->getRegion(1).front() ? counterAt(argument.getArgNumber(), iteration)
                                                              : std::nullopt;
  mlir::Operation *op = scalar.getDefiningOp();
  if (depth == 0 || op->getNumRegions())
    return std::nullopt;
  llvm::SmallVector<int64_t, 3> operands;
  for (mlir::Value operand : op->getOperands()) {
    std::optional<int64_t> value = at(operand, iteration, depth - 1);
    if (!value)
      return std::nullopt;
    operands.push_back(*value);
  }
  using Result = std::optional<int64_t>;
  return llvm::TypeSwitch<mlir::Operation *, Result>(op)
      .Case([&](stablehlo::AddOp) { return sum(operands[0], operands[1]); })
      .Case([&](stablehlo::SubtractOp) { return operands[1] == INT64_MIN ? Result() : sum(operands[0], -operands[1]); })
      .Case([&](stablehlo::MulOp) { return product(operands[0], operands[1]); })
      .Case([&](stablehlo::MaxOp) { return std::max(operands[0], operands[1]); })
      .Case([&](stablehlo::MinOp) { return std::min(operands[0], operands[1]); })
      .Case([&](stablehlo::SelectOp) { return operands[0] ? operands[1] : operands[2]; })
      .Case([&](stablehlo::CompareOp compare) {
        return holds(compare.getComparisonDirection(), operands[0], operands[1]) ? -1 : 0;
      })
      .Case<stablehlo::ConvertOp, stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(
          [&](mlir::Operation *) { return operands[0]; })
      .Default([](mlir::Operation *) { return Result(); });
}

std::optional<LoopIndex::Affine> LoopIndex::affine(mlir::Value scalar) const {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(scalar.getType());
  if (!trips_ || *trips_ < 1 || !type || !type.hasStaticShape() || type.getNumElements() != 1 ||
      !type.getElementType().isInteger())
    return std::nullopt;
  std::optional<int64_t> first = at(scalar, 0, kMaxDepth);
  if (!first || *trips_ == 1)
    return first ? std::optional(Affine{1, *first}) : std::nullopt;
  std::optional<int64_t> second = at(scalar, 1, kMaxDepth), last = at(scalar, *trips_ - 1, kMaxDepth);
  if (!second || !last)
    return std::nullopt;
  Affine found{*second - *first, *first};
  // What turns around on the way is not affine.
  for (int64_t middle : {*trips_ / 4, *trips_ / 2, *trips_ - 1})
    if (at(scalar, middle, kMaxDepth) != found.scale * middle + found.offset)
      return std::nullopt;
  return found;
}

} // namespace shardwright::estimate
