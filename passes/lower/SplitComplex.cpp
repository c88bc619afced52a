// Complex values as pairs of real ones, so that kernels, products and collectives know real elements only. What moves
// elements does so with both parts, what carries values carries both, arithmetic is written out (ComplexMath.h).
#include "passes/lower/SplitComplex.h"

#include "passes/lower/ComplexMath.h"
#include "passes/lower/ExpandComplex.h"
#include "passes/lower/LibraryCalls.h"

#include "dialects/check/CheckOps.h"
#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdDialect.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Transforms/DialectConversion.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower {
namespace {

bool isComplex(Type type) { return isa<ComplexType>(getElementTypeOrSelf(type)); }

Type partOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.clone(cast<ComplexType>(tensor.getElementType()).getElementType());
}

struct PartTypes : TypeConverter {
  PartTypes() {
    addConversion([](Type type) { return type; });
    addConversion([](RankedTensorType type, SmallVectorImpl<Type> &parts) -> std::optional<LogicalResult> {
      if (!isComplex(type))
        return std::nullopt;
      parts.append(2, partOf(type));
      return success();
    });
  }
};

/// The real and the imaginary parts of a constant.
std::array<ElementsAttr, 2> partsOf(ElementsAttr constant) {
  auto value = cast<DenseElementsAttr>(constant);
  auto part = [&](llvm::function_ref<APFloat(const std::complex<APFloat> &)> take) {
    SmallVector<APFloat> numbers;
    if (value.isSplat())
      numbers.push_back(take(value.getSplatValue<std::complex<APFloat>>()));
    else
      for (const std::complex<APFloat> &number : value.getValues<std::complex<APFloat>>())
        numbers.push_back(take(number));
    return cast<ElementsAttr>(DenseElementsAttr::get(cast<RankedTensorType>(partOf(constant.getType())), numbers));
  };
  return {part([](const std::complex<APFloat> &number) { return number.real(); }),
          part([](const std::complex<APFloat> &number) { return number.imag(); })};
}

/// The operation with other operands and result types; its regions stay behind.
Operation *createLike(Operation *op, ArrayRef<Value> operands, ArrayRef<Type> types, OpBuilder &builder) {
  OperationState state(op->getLoc(), op->getName(), operands, types, op->getAttrs());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  return builder.create(state);
}

/// Each operand is one of those, in order, that become results or arguments of regions.
bool passesValuesOn(Operation *op) {
  if (auto reduce = dyn_cast<spmd::AllReduceOp>(op))
    return reduce.getKind().getValue() == ReductionKind::Sum;
  if (auto reduce = dyn_cast<spmd::ReduceScatterOp>(op))
    return reduce.getKind().getValue() == ReductionKind::Sum;
  return spmd::isCollective(op) ||
         isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp, stablehlo::ReturnOp, stablehlo::ReduceOp,
             stablehlo::ReduceWindowOp, stablehlo::ScatterOp, stablehlo::OptimizationBarrierOp>(op);
}

/// The parts of the result, if any, come from the same parts of operands.
bool movesElements(Operation *op) {
  return isa<stablehlo::SelectOp, stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp, stablehlo::ReshapeOp,
             stablehlo::TransposeOp, stablehlo::SliceOp, stablehlo::PadOp, stablehlo::ConcatenateOp,
             stablehlo::ReverseOp, stablehlo::DynamicSliceOp, stablehlo::DynamicUpdateSliceOp, stablehlo::GatherOp,
             spmd::SliceOp, spmd::DoneOp, check::ExpectEqOp, check::ExpectAlmostEqOp, check::ExpectCloseOp>(op);
}

bool canSplit(Operation *op) {
  return passesValuesOn(op) || movesElements(op) || isProduct(op) || complexUnary(op) || complexBinary(op) ||
         isa<stablehlo::ConstantOp, stablehlo::IotaOp, stablehlo::RealOp, stablehlo::ImagOp, stablehlo::ComplexOp,
             stablehlo::AbsOp, stablehlo::CompareOp, stablehlo::ConvertOp, stablehlo::FftOp, check::ExpectEqConstOp,
             check::ExpectAlmostEqConstOp>(op);
}

bool isRoutine(Operation *op) {
  return isa<stablehlo::CustomCallOp, stablehlo::CholeskyOp, stablehlo::TriangularSolveOp>(op);
}

using Parts = ArrayRef<ValueRange>;

struct Split : ConversionPattern {
  Split(const TypeConverter &types, MLIRContext *context)
      : ConversionPattern(types, MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, Parts operands, ConversionPatternRewriter &rewriter) const override {
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
      return splitConstant(constant, rewriter);
    if (auto iota = dyn_cast<stablehlo::IotaOp>(op))
      return splitIota(iota, rewriter);
    if (isa<stablehlo::RealOp, stablehlo::ImagOp, stablehlo::ComplexOp>(op))
      return splitParts(op, operands, rewriter);
    if (auto fft = dyn_cast<stablehlo::FftOp>(op))
      return splitFourier(fft, operands[0], rewriter);
    if (isRoutine(op))
      return splitRoutine(op, operands, rewriter);
    if (passesValuesOn(op))
      return passParts(op, operands, rewriter);
    if (isa<check::ExpectEqConstOp, check::ExpectAlmostEqConstOp>(op))
      return splitCheck(op, operands[0], rewriter);
    if (movesElements(op))
      return moveParts(op, operands, rewriter);
    if (isProduct(op))
      return multiplyParts(op, operands, rewriter);
    return splitArithmetic(op, operands, rewriter);
  }

private:
  static SmallVector<Value> flattened(Parts operands) {
    SmallVector<Value> flat;
    for (ValueRange parts : operands)
      llvm::append_range(flat, parts);
    return flat;
  }

  static void replaceByParts(Operation *op, ValueRange parts, ConversionPatternRewriter &rewriter) {
    SmallVector<SmallVector<Value>> results;
    size_t next = 0;
    for (Type type : op->getResultTypes()) {
      const size_t count = isComplex(type) ? 2 : 1;
      results.emplace_back(parts.slice(next, count));
      next += count;
    }
    rewriter.replaceOpWithMultiple(op, std::move(results));
  }

  static LogicalResult splitConstant(stablehlo::ConstantOp constant, ConversionPatternRewriter &rewriter) {
    SmallVector<Value> parts;
    for (ElementsAttr part : partsOf(constant.getValue()))
      parts.push_back(stablehlo::ConstantOp::create(rewriter, constant.getLoc(), part));
    rewriter.replaceOpWithMultiple(constant, {parts});
    return success();
  }

  static LogicalResult splitCheck(Operation *op, ValueRange parts, ConversionPatternRewriter &rewriter) {
    for (auto [part, want] : llvm::zip(parts, partsOf(op->getAttrOfType<ElementsAttr>("value"))))
      createLike(op, part, {}, rewriter)->setAttr("value", want);
    rewriter.eraseOp(op);
    return success();
  }

  static LogicalResult splitIota(stablehlo::IotaOp iota, ConversionPatternRewriter &rewriter) {
    TensorExpr re(rewriter, iota.getLoc(), createLike(iota, {}, partOf(iota.getType()), rewriter)->getResult(0));
    SmallVector<Value> parts = {re.get(), re.like(0.0).get()};
    rewriter.replaceOpWithMultiple(iota, {parts});
    return success();
  }

  static LogicalResult splitParts(Operation *op, Parts operands, ConversionPatternRewriter &rewriter) {
    SmallVector<Value> parts;
    if (isa<stablehlo::ComplexOp>(op))
      parts = {operands[0].front(), operands[1].front()};
    else
      parts = {isa<stablehlo::RealOp>(op) ? operands[0].front() : operands[0].back()};
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }

  LogicalResult passParts(Operation *op, Parts operands, ConversionPatternRewriter &rewriter) const {
    SmallVector<Type> types;
    if (failed(typeConverter->convertTypes(op->getResultTypes(), types)))
      return failure();
    Operation *carried = createLike(op, flattened(operands), types, rewriter);
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), carried->getRegions())) {
      rewriter.inlineRegionBefore(from, to, to.end());
      if (failed(rewriter.convertRegionTypes(&to, *typeConverter)))
        return failure();
    }
    replaceByParts(op, carried->getResults(), rewriter);
    return success();
  }

  /// Of a call that succeeds at routineCall(). A routine that says by one more result whether it succeeded does so.
  LogicalResult splitRoutine(Operation *op, Parts operands, ConversionPatternRewriter &rewriter) const {
    FailureOr<RoutineCall> call = routineCall(op);
    SmallVector<Type> types;
    if (failed(call) || failed(typeConverter->convertTypes(op->getResultTypes(), types)))
      return failure();
    if (isa<stablehlo::CholeskyOp>(op)) {
      auto matrix = cast<RankedTensorType>(types.front());
      types.push_back(RankedTensorType::get(matrix.getShape().drop_back(2), rewriter.getI32Type()));
    }
    Operation *routine =
        createLibraryCall(rewriter, op->getLoc(), types, call->name, flattened(operands), call->parameters);
    replaceByParts(op, routine->getResults(), rewriter);
    return success();
  }

  static LogicalResult moveParts(Operation *op, Parts operands, ConversionPatternRewriter &rewriter) {
    SmallVector<Value> parts;
    for (int part = 0; part < 2; ++part) {
      SmallVector<Value> own;
      for (ValueRange operand : operands)
        own.push_back(operand[operand.size() == 2 ? part : 0]);
      SmallVector<Type> types = llvm::map_to_vector(op->getResultTypes(), partOf);
      llvm::append_range(parts, createLike(op, own, types, rewriter)->getResults());
    }
    if (parts.empty())
      rewriter.eraseOp(op);
    else
      rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }

  static LogicalResult multiplyParts(Operation *op, Parts operands, ConversionPatternRewriter &rewriter) {
    ValueRange a = operands[0], b = operands[1];
    auto product = [&](Value lhs, Value rhs) -> TensorExpr {
      Operation *real = createLike(op, {lhs, rhs}, partOf(op->getResultTypes()[0]), rewriter);
      return {rewriter, op->getLoc(), real->getResult(0)};
    };
    SmallVector<Value> parts = {(product(a[0], b[0]) - product(a[1], b[1])).get(),
                                (product(a[0], b[1]) + product(a[1], b[0])).get()};
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }

  LogicalResult splitFourier(stablehlo::FftOp fft, ValueRange parts, ConversionPatternRewriter &rewriter) const {
    bool isInverse = fft.getFftType() == stablehlo::FftType::IFFT || fft.getFftType() == stablehlo::FftType::IRFFT;
    int64_t numDims = fft.getFftLength().size(), numInputs = parts.size();
    SmallVector<Type> types;
    if (failed(typeConverter->convertType(fft.getType(), types)))
      return failure();
    Operation *call = createLibraryCall(rewriter, fft.getLoc(), types, "fft", parts, {numInputs, numDims, isInverse});
    rewriter.replaceOpWithMultiple(fft, {SmallVector<Value>(call->getResults())});
    return success();
  }

  static LogicalResult splitArithmetic(Operation *op, Parts operands, ConversionPatternRewriter &rewriter) {
    auto real = [&](Value value) { return TensorExpr(rewriter, op->getLoc(), value); };
    auto expr = [&](ValueRange parts) { return ComplexExpr{real(parts.front()), real(parts.back())}; };
    Type part = getElementTypeOrSelf(operands[0].front().getType());
    Type compute = part.isF32() && isWidened(op) ? rewriter.getF64Type() : part;
    auto wide = [&](ValueRange parts) {
      ComplexExpr z = expr(parts);
      return ComplexExpr{z.re.to(compute), z.im.to(compute)};
    };
    auto replace = [&](ComplexExpr result) {
      SmallVector<Value> parts = {result.re.to(part).get(), result.im.to(part).get()};
      rewriter.replaceOpWithMultiple(op, {parts});
      return success();
    };
    if (std::optional<ComplexUnary> unary = complexUnary(op))
      return replace((*unary)(wide(operands[0])));
    if (std::optional<ComplexBinary> binary = complexBinary(op))
      return replace((*binary)(wide(operands[0]), wide(operands[1])));
    if (isa<stablehlo::AbsOp>(op)) {
      rewriter.replaceOp(op, abs(wide(operands[0])).to(part).get());
      return success();
    }
    if (auto compare = dyn_cast<stablehlo::CompareOp>(op)) {
      ComplexExpr a = expr(operands[0]), b = expr(operands[1]);
      stablehlo::ComparisonDirection direction = compare.getComparisonDirection();
      TensorExpr re = a.re.compare(direction, b.re), im = a.im.compare(direction, b.im);
      bool isEqual = direction == stablehlo::ComparisonDirection::EQ;
      rewriter.replaceOp(op, (isEqual ? re.binary<stablehlo::AndOp>(im) : re.binary<stablehlo::OrOp>(im)).get());
      return success();
    }
    return splitConvert(cast<stablehlo::ConvertOp>(op), operands[0], rewriter);
  }

  static LogicalResult splitConvert(stablehlo::ConvertOp op, ValueRange from, ConversionPatternRewriter &rewriter) {
    auto to = [&](Value part, Type element) { return TensorExpr(rewriter, op.getLoc(), part).to(element); };
    if (!isComplex(op.getType())) {
      rewriter.replaceOp(op, to(from.front(), getElementTypeOrSelf(op.getType())).get());
      return success();
    }
    Type element = getElementTypeOrSelf(partOf(op.getType()));
    TensorExpr re = to(from.front(), element);
    SmallVector<Value> parts = {re.get(), from.size() == 2 ? to(from.back(), element).get() : re.like(0.0).get()};
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }
};

/// The type in which the two parts of each element follow each other, along the last dimension.
RankedTensorType interleaved(RankedTensorType type) {
  SmallVector<int64_t> shape(type.getShape());
  if (shape.empty())
    shape.push_back(1);
  shape.back() *= 2;
  return RankedTensorType::get(shape, getElementTypeOrSelf(partOf(type)));
}

Value readPart(OpBuilder &builder, Value pairs, RankedTensorType type, int64_t part) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(pairs.getType()).getShape();
  SmallVector<int64_t> starts(shape.size(), 0), limits(shape), strides(shape.size(), 1), half(shape);
  starts.back() = std::min(part, shape.back()); // a dimension without elements begins at its end
  strides.back() = 2;
  half.back() /= 2;
  Type sliced = cast<RankedTensorType>(pairs.getType()).clone(half);
  Value slice = stablehlo::SliceOp::create(builder, pairs.getLoc(), sliced, pairs, builder.getDenseI64ArrayAttr(starts),
                                           builder.getDenseI64ArrayAttr(limits), builder.getDenseI64ArrayAttr(strides));
  if (type.getRank() != 0)
    return slice;
  return stablehlo::ReshapeOp::create(builder, pairs.getLoc(), partOf(type), slice);
}

Value writeParts(OpBuilder &builder, Location loc, Value whole) {
  auto type = cast<RankedTensorType>(whole.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(1);
  RankedTensorType pairs = interleaved(type), column = pairs.clone(shape);
  shape.back() = 2;
  Value re = stablehlo::RealOp::create(builder, loc, partOf(type), whole);
  Value im = stablehlo::ImagOp::create(builder, loc, partOf(type), whole);
  Value columns[] = {stablehlo::ReshapeOp::create(builder, loc, column, re),
                     stablehlo::ReshapeOp::create(builder, loc, column, im)};
  Value joined = stablehlo::ConcatenateOp::create(builder, loc, pairs.clone(shape), columns,
                                                  builder.getI64IntegerAttr(type.getRank()));
  return stablehlo::ReshapeOp::create(builder, loc, pairs, joined);
}

/// Arguments and results in the form that the caller has them in; their shardings would be those of other types.
void interleaveInterface(func::FuncOp function) {
  Block &body = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments()) {
    if (!isComplex(argument.getType()))
      continue;
    auto type = cast<RankedTensorType>(argument.getType());
    for (StringRef stale : {sharding::kSpecAttr, spmd::kGlobalTypeAttr})
      function.removeArgAttr(argument.getArgNumber(), stale);
    auto uses = llvm::map_to_vector(argument.getUses(), [](OpOperand &use) { return &use; });
    argument.setType(interleaved(type));
    Value re = readPart(builder, argument, type, 0), im = readPart(builder, argument, type, 1);
    auto whole = stablehlo::ComplexOp::create(builder, argument.getLoc(), type, re, im);
    for (OpOperand *use : uses)
      use->set(whole);
  }
  Operation *exit = body.getTerminator();
  builder.setInsertionPoint(exit);
  for (OpOperand &result : exit->getOpOperands()) {
    if (!isComplex(result.get().getType()))
      continue;
    for (StringRef stale : {sharding::kSpecAttr, spmd::kGlobalTypeAttr})
      function.removeResultAttr(result.getOperandNumber(), builder.getStringAttr(stale));
    result.set(writeParts(builder, exit->getLoc(), result.get()));
  }
  function.setType(builder.getFunctionType(body.getArgumentTypes(), exit->getOperandTypes()));
}

bool usesComplex(Operation *op) {
  auto any = [](TypeRange types) { return llvm::any_of(types, isComplex); };
  return any(op->getOperandTypes()) || any(op->getResultTypes()) ||
         llvm::any_of(op->getRegions(), [&](Region &region) { return any(region.getArgumentTypes()); });
}

} // namespace

LogicalResult splitComplex(func::FuncOp function) {
  expandComplex(function);
  bool isNeeded = false;
  WalkResult checked = function.walk([&](Operation *op) {
    if (!usesComplex(op))
      return WalkResult::advance();
    isNeeded = true;
    if (isa<func::FuncOp, func::ReturnOp>(op) || canSplit(op))
      return WalkResult::advance();
    if (isRoutine(op)) {
      FailureOr<RoutineCall> call = routineCall(op);
      if (failed(call))
        return WalkResult::interrupt();
      if (!call->name.empty())
        return WalkResult::advance();
    }
    auto call = dyn_cast<stablehlo::CustomCallOp>(op);
    op->emitError() << "'" << op->getName() << "'" << (call ? " to @" + call.getCallTargetName().str() : std::string())
                    << " cannot be compiled for the host with complex elements";
    return WalkResult::interrupt();
  });
  if (checked.wasInterrupted())
    return failure();
  if (!isNeeded)
    return success();
  interleaveInterface(function);
  PartTypes types;
  ConversionTarget target(*function.getContext());
  target.markUnknownOpDynamicallyLegal([](Operation *op) { return !usesComplex(op); });
  RewritePatternSet patterns(function.getContext());
  patterns.add<Split>(types, function.getContext());
  return applyPartialConversion(function, target, std::move(patterns));
}

} // namespace shardwright::lower
