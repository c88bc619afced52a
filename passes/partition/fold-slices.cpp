#include "dialects/interfaces/TensorType.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/PhasePass.h"
#include "passes/common/TensorExpr.h"
#include "passes/partition/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardwright {
namespace {

struct FoldSlicesPass : PhasePass<FoldSlicesPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FoldSlicesPass)

  StringRef getArgument() const override { return "fold-slices"; }
  StringRef getDescription() const override {
    return "what pads or joins slices along a split dimension reads what they are slices of";
  }
  void runOnProgram() override;
};

/// OP is `value` from now on; the slices that nobody else reads go with it.
void replace(Operation *op, Value value) {
  op->getResult(0).replaceAllUsesWith(value);
  SetVector<Operation *> slices;
  for (Value operand : op->getOperands())
    if (operand.getDefiningOp<stablehlo::SliceOp>())
      slices.insert(operand.getDefiningOp());
  op->erase();
  for (Operation *slice : slices)
    if (slice->use_empty())
      slice->erase();
}

bool isSplit(sharding::SpecAttr spec, int64_t dim) { return spec && !spec.getValue().dims[dim].axes.empty(); }

/// Makes ops whose results all are sharded as `spec` says.
class Maker {
public:
  Maker(Operation *op, sharding::SpecAttr spec)
      : builder(op), loc(op->getLoc()), type(tensorType(op->getResult(0))), spec(spec) {}

  Value pad(Value value, Value outside, ArrayRef<int64_t> low, ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
    return withSpec(stablehlo::PadOp::create(builder, loc, type, value, outside, low, high, interior));
  }
  Value select(Value condition, Value onTrue, Value onFalse) {
    return withSpec(stablehlo::SelectOp::create(builder, loc, type, condition, onTrue, onFalse));
  }
  Value spread(Value scalar) {
    return withSpec(stablehlo::BroadcastInDimOp::create(builder, loc, type, scalar, ArrayRef<int64_t>()));
  }
  /// A scalar zero of the type's elements.
  Value zero() { return zeroConstant(builder, loc, type.clone(ArrayRef<int64_t>{})); }
  /// Where elements lie before `bound` along a dimension.
  Value isBefore(int64_t dim, int64_t bound) {
    const bool isLong = type.getDimSize(dim) > INT32_MAX;
    Type index = builder.getIntegerType(isLong ? 64 : 32);
    TensorExpr position(builder, loc, withSpec(stablehlo::IotaOp::create(builder, loc, type.clone(index), dim)));
    return withSpec(
        position.compare(stablehlo::ComparisonDirection::LT, position.like(static_cast<double>(bound))).get());
  }

private:
  Value withSpec(Value value) {
    sharding::setSpec(value, spec);
    return value;
  }

  OpBuilder builder;
  Location loc;
  RankedTensorType type;
  sharding::SpecAttr spec;
};

/// A padding of what a slice leaves of a tensor is one of the tensor, with negative edges. What is cut off and padded
/// again is masked, where nothing moves otherwise: a mask and a shift are no less than a slice and a padding.
void padWhole(stablehlo::PadOp pad) {
  auto slice = pad.getOperand().getDefiningOp<stablehlo::SliceOp>();
  sharding::SpecAttr spec = sharding::getSpec(pad->getResult(0));
  if (!slice || llvm::any_of(slice.getStrides(), [](int64_t stride) { return stride != 1; }))
    return;
  const RankedTensorType type = tensorType(pad);
  SmallVector<int64_t> low(pad.getEdgePaddingLow()), high(pad.getEdgePaddingHigh());
  SmallVector<int64_t> masksFront, masksBack;
  bool reads = false;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    const int64_t before = slice.getStartIndices()[dim];
    const int64_t behind = tensorType(slice.getOperand()).getDimSize(dim) - slice.getLimitIndices()[dim];
    if (before == 0 && behind == 0)
      continue;
    if (pad.getInteriorPadding()[dim] != 0)
      return;
    if (before > 0 && low[dim] > 0)
      masksFront.push_back(dim);
    if (behind > 0 && high[dim] > 0)
      masksBack.push_back(dim);
    low[dim] -= before;
    high[dim] -= behind;
    reads |= isSplit(spec, dim);
  }
  auto isZero = [](int64_t edge) { return edge == 0; };
  const bool stays = llvm::all_of(low, isZero) && llvm::all_of(high, isZero);
  if (!reads || (!stays && !(masksFront.empty() && masksBack.empty())))
    return;
  Maker make(pad, spec);
  Value outside = pad.getPaddingValue();
  Value result = make.pad(slice.getOperand(), outside, low, high, pad.getInteriorPadding());
  for (int64_t dim : masksFront)
    result = make.select(make.isBefore(dim, pad.getEdgePaddingLow()[dim]), make.spread(outside), result);
  for (int64_t dim : masksBack)
    result = make.select(make.isBefore(dim, type.getDimSize(dim) - pad.getEdgePaddingHigh()[dim]), result,
                         make.spread(outside));
  replace(pad, result);
}

/// A rotation: the two parts of a tensor along a dimension, exchanged.
void rotateWhole(stablehlo::ConcatenateOp join) {
  if (join->getNumOperands() != 2)
    return;
  const int64_t dim = join.getDimension();
  auto first = join->getOperand(0).getDefiningOp<stablehlo::SliceOp>();
  auto second = join->getOperand(1).getDefiningOp<stablehlo::SliceOp>();
  sharding::SpecAttr spec = sharding::getSpec(join->getResult(0));
  const RankedTensorType type = tensorType(join);
  if (!first || !second || first.getOperand() != second.getOperand() || tensorType(first.getOperand()) != type ||
      !isSplit(spec, dim))
    return;
  // As long as the whole in all but this dimension, the slices leave nothing out there.
  const int64_t length = type.getDimSize(dim), turn = first.getStartIndices()[dim];
  if (first.getStrides()[dim] != 1 || second.getStrides()[dim] != 1 || first.getLimitIndices()[dim] != length ||
      second.getStartIndices()[dim] != 0 || second.getLimitIndices()[dim] != turn)
    return;
  Maker make(join, spec);
  Value zero = make.zero();
  auto shifted = [&](int64_t by) {
    SmallVector<int64_t> low(type.getRank(), 0), high(type.getRank(), 0), interior(type.getRank(), 0);
    low[dim] = by;
    high[dim] = -by;
    return make.pad(first.getOperand(), zero, low, high, interior);
  };
  Value front = shifted(-turn), back = shifted(length - turn);
  replace(join, make.select(make.isBefore(dim, length - turn), front, back));
}

} // namespace

void FoldSlicesPass::runOnProgram() {
  getOperation().walk(padWhole);
  getOperation().walk(rotateWhole);
}

std::unique_ptr<Pass> createFoldSlicesPass() { return std::make_unique<FoldSlicesPass>(); }

} // namespace shardwright
