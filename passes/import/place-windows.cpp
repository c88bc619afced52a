// A scatter of one window to a place that is known is no scatter: the window, padded to the shape of the operand, is
// combined with it where it lies. Where the window is most of the operand that costs what copying the operand would,
// and every device can do it on its block with its neighbours' elements: `u.at[1:-1, 1:-1].set(...)` of a stencil.
#include "dialects/interfaces/TensorType.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "dialects/stablehlo/reduction/Combiner.h"
#include "passes/common/TensorExpr.h"
#include "passes/import/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace shardwright {

namespace {

class PlaceWindows : public PassWrapper<PlaceWindows, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlaceWindows)

  llvm::StringRef getArgument() const override { return "place-windows"; }
  llvm::StringRef getDescription() const override {
    return "makes padding of a scatter of one large window to a place that is known";
  }
  void runOnOperation() override;
};

/// A box of the operand.
struct Window {
  SmallVector<int64_t> start, sizes;
};

/// The elements of a list of integers that is put together from constants.
std::optional<SmallVector<int64_t>> knownElements(Value list) {
  Operation *op = list.getDefiningOp();
  if (auto constant = dyn_cast_or_null<stablehlo::ConstantOp>(op)) {
    SmallVector<int64_t> elements;
    for (const APInt &element : cast<DenseIntElementsAttr>(constant.getValue()).getValues<APInt>())
      elements.push_back(element.getSExtValue());
    return elements;
  }
  if (isa_and_nonnull<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(op) &&
      tensorType(op->getOperand(0)).getNumElements() == tensorType(list).getNumElements())
    return knownElements(op->getOperand(0));
  if (!isa_and_nonnull<stablehlo::ConcatenateOp>(op) || tensorType(list).getRank() != 1)
    return std::nullopt;
  SmallVector<int64_t> all;
  for (Value part : op->getOperands()) {
    std::optional<SmallVector<int64_t>> elements = knownElements(part);
    if (!elements)
      return std::nullopt;
    all.append(*elements);
  }
  return all;
}

/// Where the one window of a scatter lies, if that is known and inside the operand.
std::optional<Window> windowOf(stablehlo::ScatterOp scatter) {
  stablehlo::ScatterDimensionNumbersAttr numbers = scatter.getScatterDimensionNumbers();
  ArrayRef<int64_t> indexed = numbers.getScatterDimsToOperandDims();
  if (scatter.getInputs().size() != 1 || !numbers.getInputBatchingDims().empty() ||
      tensorType(scatter.getScatterIndices()).getNumElements() != static_cast<int64_t>(indexed.size()))
    return std::nullopt;
  std::optional<SmallVector<int64_t>> index = knownElements(scatter.getScatterIndices());
  if (!index)
    return std::nullopt;
  ArrayRef<int64_t> shape = tensorType(scatter.getInputs()[0]).getShape();
  ArrayRef<int64_t> update = tensorType(scatter.getUpdates()[0]).getShape();
  Window window;
  window.start.assign(shape.size(), 0);
  for (auto [dim, start] : llvm::zip(indexed, *index))
    window.start[dim] = start;
  const int64_t *next = numbers.getUpdateWindowDims().begin();
  for (int64_t dim = 0; dim < static_cast<int64_t>(shape.size()); ++dim) {
    window.sizes.push_back(llvm::is_contained(numbers.getInsertedWindowDims(), dim) ? 1 : update[*next++]);
    if (window.start[dim] < 0 || window.start[dim] + window.sizes[dim] > shape[dim])
      return std::nullopt;
  }
  return window;
}

/// Where elements of the type lie in the window; null: everywhere.
Value inside(OpBuilder &b, Location loc, RankedTensorType type, const Window &window) {
  const bool isLong = llvm::any_of(type.getShape(), [](int64_t size) { return size > (int64_t{1} << 30); });
  Value all;
  auto demand = [&](TensorExpr position, stablehlo::ComparisonDirection direction, int64_t bound) {
    Value holds = position.compare(direction, position.like(static_cast<double>(bound))).get();
    all = all ? stablehlo::AndOp::create(b, loc, all, holds) : holds;
  };
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    const int64_t start = window.start[dim], end = start + window.sizes[dim];
    if (window.sizes[dim] == type.getDimSize(dim))
      continue;
    TensorExpr position(b, loc, stablehlo::IotaOp::create(b, loc, type.clone(b.getIntegerType(isLong ? 64 : 32)), dim));
    if (start > 0)
      demand(position, stablehlo::ComparisonDirection::GE, start);
    if (end < type.getDimSize(dim))
      demand(position, stablehlo::ComparisonDirection::LT, end);
  }
  return all;
}

void place(stablehlo::ScatterOp scatter) {
  Value operand = scatter.getInputs()[0], update = scatter.getUpdates()[0];
  RankedTensorType type = tensorType(operand);
  Block &body = scatter.getUpdateComputation().front();
  const bool replaces = body.getTerminator()->getOperand(0) == body.getArgument(1);
  if (2 * tensorType(update).getNumElements() < type.getNumElements() ||
      (!replaces && !stablehlo::combinerOf(scatter.getUpdateComputation())))
    return;
  std::optional<Window> window = windowOf(scatter);
  if (!window)
    return;
  OpBuilder b(scatter);
  Location loc = scatter.getLoc();
  SmallVector<int64_t> high, interior(type.getRank(), 0);
  for (auto [size, start, length] : llvm::zip(type.getShape(), window->start, window->sizes))
    high.push_back(size - start - length);
  if (tensorType(update).getShape() != ArrayRef(window->sizes))
    update = stablehlo::ReshapeOp::create(b, loc, type.clone(window->sizes), update);
  Value zero = zeroConstant(b, loc, type.clone(ArrayRef<int64_t>{}));
  Value result = stablehlo::PadOp::create(b, loc, type, update, zero, window->start, high, interior);
  if (!replaces) {
    OperationState combine(loc, body.front().getName(), {operand, result}, {type}, body.front().getAttrs());
    result = b.create(combine)->getResult(0);
  }
  if (Value mask = inside(b, loc, type, *window))
    result = stablehlo::SelectOp::create(b, loc, type, mask, result, operand);
  result.getDefiningOp()->setDiscardableAttrs(scatter->getDiscardableAttrDictionary());
  scatter.getResult(0).replaceAllUsesWith(result);
  scatter.erase();
}

} // namespace

void PlaceWindows::runOnOperation() { getOperation().walk(place); }

std::unique_ptr<Pass> createPlaceWindowsPass() { return std::make_unique<PlaceWindows>(); }

} // namespace shardwright
