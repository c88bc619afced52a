#include "passes/common/MaskBounds.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"

#include <algorithm>
#include <cstdlib>

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Masks are at most this.
constexpr double kMasked = -1e9;
/// Indices and what is added to them stay below this.
constexpr int64_t kMostIndex = int64_t{1} << 30;

struct Affine {
  int64_t row = 0, column = 0, constant = 0;
};

Band intersection(Band x, Band y) {
  Band both = x;
  if (y.first)
    both.first = std::max(*y.first, x.first.value_or(*y.first));
  if (y.last)
    both.last = std::min(*y.last, x.last.value_or(*y.last));
  both.mask = std::max(x.mask, y.mask);
  return both;
}

std::optional<Attribute> splatOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
      auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
      return elements && elements.isSplat() ? std::optional(elements.getSplatValue<Attribute>()) : std::nullopt;
    }
    if (!isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return std::nullopt;
}

class Finder {
public:
  explicit Finder(const ScoreSpace &space) : space(space) {}

  Band masked(Value value, const Dims &dims) {
    Operation *op = value.getDefiningOp();
    if (!op || ++steps > kMostSteps)
      return {};
    if (auto select = dyn_cast<stablehlo::SelectOp>(op)) {
      const bool keepsTrue = isLow(select.getOnFalse()), keepsFalse = isLow(select.getOnTrue());
      if (keepsTrue == keepsFalse)
        return {};
      std::optional<Dims> from = ScoreSpace::operandDims(op, 0, dims);
      Band kept = from ? holds(select.getPred(), *from, keepsTrue) : Band();
      Value other = keepsTrue ? select.getOnTrue() : select.getOnFalse();
      kept.mask = *splatNumber(keepsTrue ? select.getOnFalse() : select.getOnTrue());
      return intersection(kept, masked(other, dims));
    }
    if (isa<stablehlo::ConvertOp>(op) && !isa<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType())))
      return {};
    return through(op, dims, [&](Value operand, const Dims &from) { return masked(operand, from); });
  }

private:
  static constexpr int kMostSteps = 200;

  template <typename Next> Band through(Operation *op, const Dims &dims, Next next) {
    if (!isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::ConvertOp>(op))
      return {};
    std::optional<Dims> from = ScoreSpace::operandDims(op, 0, dims);
    return from ? next(op->getOperand(0), *from) : Band();
  }

  static std::optional<double> splatNumber(Value value) {
    std::optional<Attribute> splat = splatOf(value);
    auto number = splat ? dyn_cast<FloatAttr>(*splat) : FloatAttr();
    return number ? std::optional(number.getValueAsDouble()) : std::nullopt;
  }
  static bool isLow(Value value) {
    std::optional<double> number = splatNumber(value);
    return number && *number <= kMasked;
  }

  /// Where a predicate has this value.
  Band holds(Value predicate, const Dims &dims, bool wanted) {
    Operation *op = predicate.getDefiningOp();
    if (!op || ++steps > kMostSteps)
      return {};
    if (isa<stablehlo::NotOp>(op))
      return holds(op->getOperand(0), dims, !wanted);
    if (wanted ? isa<stablehlo::AndOp>(op) : isa<stablehlo::OrOp>(op))
      return intersection(holds(op->getOperand(0), dims, wanted), holds(op->getOperand(1), dims, wanted));
    if (auto compare = dyn_cast<stablehlo::CompareOp>(op))
      return compared(compare, dims, wanted);
    if (isa<stablehlo::ConvertOp>(op))
      return {};
    return through(op, dims, [&](Value operand, const Dims &from) { return holds(operand, from, wanted); });
  }

  Band compared(stablehlo::CompareOp compare, const Dims &dims, bool wanted) {
    using Direction = stablehlo::ComparisonDirection;
    std::optional<Affine> left = affine(compare.getLhs(), dims), right = affine(compare.getRhs(), dims);
    if (!left || !right)
      return {};
    const int64_t column = left->column - right->column, row = left->row - right->row;
    const int64_t constant = left->constant - right->constant;
    Direction direction = compare.getComparisonDirection();
    if (direction == Direction::EQ || direction == Direction::NE || row != -column || (column != 1 && column != -1))
      return {};
    // column - row + constant, or its opposite, compared with 0.
    bool isUpper = direction == Direction::LE || direction == Direction::LT,
         isStrict = direction == Direction::LT || direction == Direction::GT;
    if (!wanted) {
      isUpper = !isUpper;
      isStrict = !isStrict;
    }
    Band band;
    const int64_t at = column == 1 ? -constant : constant;
    if (isUpper == (column == 1))
      band.last = at - isStrict;
    else
      band.first = at + isStrict;
    return band;
  }

  std::optional<Affine> affine(Value value, const Dims &dims) {
    auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(value.getType()));
    Operation *op = value.getDefiningOp();
    if (!op || !type || type.isUnsigned() || type.getWidth() < 32 || ++steps > kMostSteps)
      return std::nullopt;
    Affine found;
    if (std::optional<Attribute> splat = splatOf(value)) {
      found.constant = cast<IntegerAttr>(*splat).getValue().getSExtValue();
      return std::abs(found.constant) < kMostIndex ? std::optional(found) : std::nullopt;
    }
    if (auto iota = dyn_cast<stablehlo::IotaOp>(op)) {
      const int at = dims[iota.getIotaDimension()];
      if (at >= 0 && at != space.row && at != space.column)
        return std::nullopt;
      found.row = at >= 0 && at == space.row;
      found.column = at >= 0 && at == space.column;
      return found;
    }
    if (isa<stablehlo::AddOp, stablehlo::SubtractOp>(op)) {
      std::optional<Affine> x = affine(op->getOperand(0), dims), y = affine(op->getOperand(1), dims);
      if (!x || !y)
        return std::nullopt;
      const int64_t sign = isa<stablehlo::AddOp>(op) ? 1 : -1;
      found = {x->row + sign * y->row, x->column + sign * y->column, x->constant + sign * y->constant};
      return std::abs(found.constant) < kMostIndex ? std::optional(found) : std::nullopt;
    }
    if (!isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::ConvertOp>(op))
      return std::nullopt;
    std::optional<Dims> from = ScoreSpace::operandDims(op, 0, dims);
    return from ? affine(op->getOperand(0), *from) : std::nullopt;
  }

  const ScoreSpace &space;
  int steps = 0;
};

} // namespace

Band maskBand(const ScoreSpace &space, Value scores) {
  Band band = Finder(space).masked(scores, space.values.lookup(scores));
  const int64_t rows = space.extents[static_cast<size_t>(space.row)];
  const int64_t columns = space.extents[static_cast<size_t>(space.column)];
  const bool leavesSome = (!band.last || *band.last >= 0) && (!band.first || *band.first + rows <= columns) &&
                          (!band.first || !band.last || *band.first <= *band.last);
  return leavesSome ? band : Band();
}

} // namespace shardwright::lower
