// Rewrites a per-device program into fewer kinds of operations before it becomes kernels and calls:
//   spmd.slice           the device's block index along the axes, times the block, and a dynamic_slice
//   dot_general          what one matrix product by strides can walk (PrepareProducts.cpp)
//   optimization_barrier its operands
//   broadcast_in_dim     of a constant that repeats one element: such a constant
//   bitcast_convert      between widths: shifts
//   add                  for GPUs, of parts with zeros for each other: a concatenate
//   convolution          of elements that the library does not multiply: of wider ones
//   dot_general          of floats of at most 8 bits: of bf16, into f32
#include "passes/lower/PrepareForHost.h"

#include "dialects/interfaces/TensorType.h"
#include "passes/common/TensorExpr.h"
#include "passes/lower/EmitByteFloat.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {

static void rewriteSlice(spmd::SliceOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  int64_t dim = op.getDim(), block = tensorType(op.getResult()).getDimSize(dim);
  Value input = op.getInput();
  RankedTensorType type = tensorType(input);
  int64_t parts = 0;
  Value blockIndex = spmd::AxisIndexOp::create(b, loc, op.getMeshAttr(), op.getAxesAttr());
  if (FailureOr<Mesh> mesh = sharding::lookupMesh(op); succeeded(mesh))
    parts = numParts(*mesh, op.getAxes().getValue());
  if (int64_t missing = block * parts - type.getDimSize(dim); missing > 0) {
    SmallVector<int64_t> zeros(type.getRank(), 0), high = zeros, shape(type.getShape());
    high[dim] = missing;
    shape[dim] += missing;
    auto zeroType = RankedTensorType::get({}, type.getElementType());
    Value zero = zeroConstant(b, loc, zeroType);
    type = RankedTensorType::get(shape, type.getElementType());
    input = stablehlo::PadOp::create(b, loc, type, input, zero, b.getDenseI64ArrayAttr(zeros),
                                     b.getDenseI64ArrayAttr(high), b.getDenseI64ArrayAttr(zeros));
  }
  TensorExpr index(b, loc, blockIndex);
  if (type.getDimSize(dim) > INT32_MAX)
    index = index.to(b.getI64Type());
  SmallVector<Value> starts(type.getRank(), index.like(0.0).get());
  starts[dim] = (index * static_cast<double>(block)).get();
  Value slice = stablehlo::DynamicSliceOp::create(b, loc, op.getResult().getType(), input, starts,
                                                  b.getDenseI64ArrayAttr(tensorType(op.getResult()).getShape()));
  op.replaceAllUsesWith(slice);
  op.erase();
}

/// Repeated elements are a constant, which is written where it is needed: no buffer of them waits for its next use.
static void foldFill(stablehlo::BroadcastInDimOp op) {
  auto constant = op.getOperand().getDefiningOp<stablehlo::ConstantOp>();
  RankedTensorType type = tensorType(op.getResult());
  if (!constant || !constant.getValue().isSplat() || isa<ComplexType>(type.getElementType()))
    return;
  OpBuilder b(op);
  auto value = cast<DenseElementsAttr>(constant.getValue());
  Value fill =
      stablehlo::ConstantOp::create(b, op.getLoc(), DenseElementsAttr::get(type, value.getSplatValue<Attribute>()));
  op.replaceAllUsesWith(fill);
  op.erase();
}

/// The bits of one element are those of several: the first has the lowest.
static void rewriteBitcast(stablehlo::BitcastConvertOp op) {
  Type from = tensorType(op.getOperand()).getElementType(), to = tensorType(op.getResult()).getElementType();
  if (!from.isIntOrFloat() || !to.isIntOrFloat())
    return;
  unsigned fromWidth = from.getIntOrFloatBitWidth(), toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return;
  OpBuilder b(op);
  auto bits = [&](unsigned width) { return b.getIntegerType(width, /*isSigned=*/false); };
  TensorExpr x = TensorExpr(b, op.getLoc(), op.getOperand()).bitsAs(bits(fromWidth));
  if (fromWidth > toWidth) {
    RankedTensorType type = tensorType(op.getResult()).clone(bits(fromWidth));
    int64_t last = type.getRank() - 1;
    auto all = llvm::to_vector(llvm::seq<int64_t>(0, last));
    TensorExpr spread = {b, op.getLoc(), stablehlo::BroadcastInDimOp::create(b, op.getLoc(), type, x.get(), all)};
    TensorExpr place = {b, op.getLoc(), stablehlo::IotaOp::create(b, op.getLoc(), type, b.getI64IntegerAttr(last))};
    x = spread.binary<stablehlo::ShiftRightLogicalOp>(place * toWidth).to(bits(toWidth));
  } else {
    RankedTensorType type = tensorType(op.getResult()).clone(bits(fromWidth));
    SmallVector<int64_t> starts(type.getRank() + 1, 0), limits(x.getType().getShape()), ones(type.getRank() + 1, 1);
    SmallVector<int64_t> column(limits);
    column.back() = 1;
    std::optional<TensorExpr> sum;
    for (unsigned i = 0; i < toWidth / fromWidth; ++i) {
      starts.back() = i;
      limits.back() = i + 1;
      Value piece =
          stablehlo::SliceOp::create(b, op.getLoc(), type.clone(column), x.get(), b.getDenseI64ArrayAttr(starts),
                                     b.getDenseI64ArrayAttr(limits), b.getDenseI64ArrayAttr(ones));
      TensorExpr part = {b, op.getLoc(), stablehlo::ReshapeOp::create(b, op.getLoc(), type, piece)};
      part = part.to(bits(toWidth));
      part = part.binary<stablehlo::ShiftLeftOp>(part.like(i * fromWidth));
      sum = sum ? sum->binary<stablehlo::OrOp>(part) : part;
    }
    x = *sum;
  }
  op.replaceAllUsesWith(x.bitsAs(to).get());
  op.erase();
}

/// A reduction along dimensions of one element each is its operation on every element and the initial value, which
/// other kernels take up: a kernel of its own is a launch, which takes as long as a row of thousands.
static void rewriteSingleReduction(stablehlo::ReduceOp op) {
  if (op.getInputs().size() != 1)
    return;
  auto from = cast<RankedTensorType>(op.getInputs().front().getType());
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  Block &body = op.getBody().front();
  Operation &combine = body.front();
  if (from.getNumElements() != type.getNumElements() || body.getOperations().size() != 2 ||
      combine.getNumOperands() != 2 || combine.getNumResults() != 1 || combine.getNumRegions() != 0 ||
      combine.getResult(0).getType() != RankedTensorType::get({}, type.getElementType()) ||
      body.getTerminator()->getOperand(0) != combine.getResult(0) ||
      !llvm::all_of(combine.getOperands(), [&](Value operand) { return operand.getParentBlock() == &body; }))
    return;
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value elements = op.getInputs().front(), initial = op.getInitValues().front();
  if (from != type)
    elements = stablehlo::ReshapeOp::create(b, loc, type, elements);
  initial = stablehlo::BroadcastInDimOp::create(b, loc, type, initial, b.getDenseI64ArrayAttr({}));
  SmallVector<Value> operands;
  for (Value operand : combine.getOperands())
    operands.push_back(operand == body.getArgument(0) ? initial : elements);
  OperationState state(loc, combine.getName(), operands, {type}, combine.getAttrs());
  op.getResult(0).replaceAllUsesWith(b.create(state)->getResult(0));
  op.erase();
}

/// Where zeros are added around a value along one dimension alone: that dimension.
static std::optional<size_t> paddedDim(stablehlo::PadOp pad) {
  auto zero = pad ? pad.getPaddingValue().getDefiningOp<stablehlo::ConstantOp>() : stablehlo::ConstantOp();
  if (!zero || !pad->hasOneUse() || !matchPattern(zero.getOperation(), m_AnyZeroFloat()))
    return std::nullopt;
  std::optional<size_t> dim;
  for (size_t d = 0; d != pad.getEdgePaddingLow().size(); ++d) {
    if (pad.getInteriorPadding()[d] != 0)
      return std::nullopt;
    if (pad.getEdgePaddingLow()[d] == 0 && pad.getEdgePaddingHigh()[d] == 0)
      continue;
    if (dim)
      return std::nullopt;
    dim = d;
  }
  return dim;
}

/// The sum of two parts with zeros for each other, which gradients of slices are, is both beside each other: each
/// element is computed once, where it is stored. But for the sign of a zero.
static void joinPaddedParts(stablehlo::AddOp op) {
  auto first = op.getLhs().getDefiningOp<stablehlo::PadOp>(), second = op.getRhs().getDefiningOp<stablehlo::PadOp>();
  const std::optional<size_t> dim = paddedDim(first);
  if (!dim || paddedDim(second) != dim)
    return;
  if (first.getEdgePaddingLow()[*dim] != 0)
    std::swap(first, second);
  auto size = [&](stablehlo::PadOp pad) {
    return tensorType(pad.getOperand()).getDimSize(static_cast<unsigned>(*dim));
  };
  if (first.getEdgePaddingLow()[*dim] != 0 || second.getEdgePaddingLow()[*dim] != size(first) ||
      first.getEdgePaddingHigh()[*dim] != size(second) || second.getEdgePaddingHigh()[*dim] != 0)
    return;
  OpBuilder b(op);
  Value joined = stablehlo::ConcatenateOp::create(b, op.getLoc(), op.getType(),
                                                  ValueRange{first.getOperand(), second.getOperand()},
                                                  b.getI64IntegerAttr(static_cast<int64_t>(*dim)));
  op.replaceAllUsesWith(joined);
  op.erase();
  first.erase();
  second.erase();
}

static bool isByteFloat(Type type) { return byteFloat(type) != nullptr; }

/// Operands of an op converted to one type, and its result back from another.
static void changeTypes(Operation *op, Type operandType, Type resultType) {
  OpBuilder b(op);
  for (OpOperand &operand : op->getOpOperands())
    operand.set(TensorExpr(b, op->getLoc(), operand.get()).to(operandType).get());
  Value result = op->getResult(0);
  Type out = tensorType(result).getElementType();
  result.setType(tensorType(result).clone(resultType));
  b.setInsertionPointAfter(op);
  Value converted = TensorExpr(b, op->getLoc(), result).to(out).get();
  if (converted != result)
    result.replaceAllUsesExcept(converted, converted.getDefiningOp());
}

/// The library multiplies elements of one type into that type, and bf16, bytes and halves of words into words.
static void widenConvolution(stablehlo::ConvolutionOp op) {
  Type lhs = tensorType(op.getLhs()).getElementType(), rhs = tensorType(op.getRhs()).getElementType();
  Type out = tensorType(op.getResult()).getElementType();
  bool isKnown = lhs == out
                     ? !isByteFloat(out) && (!out.isInteger() || out.getIntOrFloatBitWidth() >= 32)
                     : ((lhs.isInteger(8) || lhs.isSignlessInteger(16)) && out.isSignlessInteger(32)) ||
                           (lhs.isUnsignedInteger(8) && out.isUnsignedInteger(32)) || (lhs.isBF16() && out.isF32());
  if (lhs == rhs && isKnown)
    return;
  Builder b(op.getContext());
  Type wide = out.isInteger() && out.getIntOrFloatBitWidth() < 32 ? b.getI32Type()
              : isByteFloat(out)                                  ? b.getF32Type()
                                                                  : out;
  changeTypes(op, wide, wide);
}

/// Floats of at most 8 bits are multiplied as bf16, which holds all of them (powers of two alone: as f32, for not every
/// processor multiplies subnormal numbers of bf16), and summed as f32.
static void widenProduct(stablehlo::DotGeneralOp op) {
  Type lhs = tensorType(op.getLhs()).getElementType(), rhs = tensorType(op.getRhs()).getElementType();
  Type out = tensorType(op.getResult()).getElementType();
  if (!isByteFloat(lhs) && !isByteFloat(rhs) && !isByteFloat(out))
    return;
  Builder b(op.getContext());
  auto fits = [](Type type) { return type.isBF16() || (isByteFloat(type) && !isa<Float8E8M0FNUType>(type)); };
  Type wide = lhs.isF64() || rhs.isF64() || out.isF64() ? Type(b.getF64Type())
              : fits(lhs) && fits(rhs)                  ? Type(b.getBF16Type())
                                                        : b.getF32Type();
  changeTypes(op, wide, isByteFloat(out) ? b.getF32Type() : out);
}

void prepareOperations(func::FuncOp function, const LoweringOptions &choices) {
  SmallVector<stablehlo::DotGeneralOp> dots;
  function.walk([&](Operation *op) {
    if (auto slice = dyn_cast<spmd::SliceOp>(op)) {
      rewriteSlice(slice);
    } else if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op); broadcast && choices.fills) {
      foldFill(broadcast);
    } else if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op); reduce && choices.target.cuda()) {
      rewriteSingleReduction(reduce);
    } else if (auto sum = dyn_cast<stablehlo::AddOp>(op); sum && choices.target.cuda()) {
      joinPaddedParts(sum);
    } else if (auto bitcast = dyn_cast<stablehlo::BitcastConvertOp>(op)) {
      rewriteBitcast(bitcast);
    } else if (auto convolution = dyn_cast<stablehlo::ConvolutionOp>(op)) {
      if (!choices.target.traits.anyProductLayout)
        widenConvolution(convolution);
    } else if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
      if (!choices.target.traits.byteFloatProducts)
        widenProduct(dot);
      dots.push_back(dot);
    }
  });
  if (choices.target.traits.anyProductLayout)
    return;
  if (choices.productTransposes && !choices.target.traits.plansProducts)
    for (stablehlo::DotGeneralOp dot : dots)
      moveTransposeToProduct(dot);
  for (stablehlo::DotGeneralOp dot : dots)
    prepareProduct(dot, choices);
}

void dropBarriers(func::FuncOp function) {
  function.walk([](stablehlo::OptimizationBarrierOp barrier) {
    barrier.replaceAllUsesWith(barrier.getOperand());
    barrier.erase();
  });
}

} // namespace shardwright::lower
