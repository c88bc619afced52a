#include "dialects/chlo/ChloOps.h"
#include "dialects/sharding/Shardings.h"
#include "passes/import/ComplexFunctions.h"
#include "passes/import/Passes.h"
#include "passes/import/TensorMath.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"

#include <limits>

using namespace mlir;

namespace shardwright {

namespace {

class ExpandChlo : public PassWrapper<ExpandChlo, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandChlo)

  llvm::StringRef getArgument() const override { return "expand-chlo"; }
  llvm::StringRef getDescription() const override { return "turns chlo operations into stablehlo operations"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<stablehlo::StablehloDialect>();
  }
  void runOnOperation() override;
};

using Values = SmallVector<Value, 2>;

} // namespace

//===-- Functions of floats ---------------------------------------------------------------------------------------===//

// The expansion of an operation that is a function of one float, and of one complex number; null where there is none.
struct Functions {
  TensorExpr (*ofFloat)(TensorExpr) = nullptr;
  ComplexParts (*ofComplex)(ComplexParts) = nullptr;
};

static TensorExpr atan(TensorExpr x) { return atan2(x, x.like(1.0)); }

static Functions functions(Operation *op) {
  return llvm::TypeSwitch<Operation *, Functions>(op)
      .Case<chlo::AcosOp>([](auto) {
        return Functions{acos, acos};
      })
      .Case<chlo::AcoshOp>([](auto) {
        return Functions{acosh, acosh};
      })
      .Case<chlo::AsinOp>([](auto) {
        return Functions{asin, asin};
      })
      .Case<chlo::AsinhOp>([](auto) {
        return Functions{asinh, asinh};
      })
      .Case<chlo::AtanOp>([](auto) {
        return Functions{atan, atan};
      })
      .Case<chlo::AtanhOp>([](auto) {
        return Functions{atanh, atanh};
      })
      .Case<chlo::BesselI1eOp>([](auto) { return Functions{besselI1e}; })
      .Case<chlo::CoshOp>([](auto) {
        return Functions{cosh, cosh};
      })
      .Case<chlo::DigammaOp>([](auto) { return Functions{digamma}; })
      .Case<chlo::ErfOp>([](auto) { return Functions{erf}; })
      .Case<chlo::ErfcOp>([](auto) { return Functions{erfc}; })
      .Case<chlo::ErfInvOp>([](auto) { return Functions{erfInv}; })
      .Case<chlo::LgammaOp>([](auto) { return Functions{lgamma}; })
      .Case<chlo::SinhOp>([](auto) {
        return Functions{sinh, sinh};
      })
      .Default(Functions());
}

// The type in which a function of this element type is computed: the next wider one, so that the roundings of its steps
// do not show in the result.
static Type computeType(Type element) {
  return element.getIntOrFloatBitWidth() < 32 ? Type(Float32Type::get(element.getContext()))
                                              : Float64Type::get(element.getContext());
}

// The error function and its inverse are on the way of every activation and every normal random number: their formulas
// for f32 need no wider type.
static bool isExactInF32(Operation *op) { return isa<chlo::ErfOp, chlo::ErfcOp, chlo::ErfInvOp>(op); }

static Value expandFunction(Operation *op, TensorExpr x, TensorExpr (*function)(TensorExpr)) {
  Type element = x.getElementType(), compute = element.isF32() && isExactInF32(op) ? element : computeType(element);
  return function(x.to(compute)).to(element).get();
}

static Value expandFunction(TensorExpr z, ComplexParts (*function)(ComplexParts)) {
  OpBuilder &b = z.getBuilder();
  Location loc = z.getLoc();
  Type part = cast<ComplexType>(z.getElementType()).getElementType(), wide = b.getF64Type();
  RankedTensorType type = z.getType().clone(part);
  TensorExpr re(b, loc, stablehlo::RealOp::create(b, loc, type, z.get()));
  TensorExpr im(b, loc, stablehlo::ImagOp::create(b, loc, type, z.get()));
  ComplexParts result = function({re.to(wide), im.to(wide)});
  return stablehlo::ComplexOp::create(b, loc, z.getType(), result.re.to(part).get(), result.im.to(part).get());
}

//===-- Bits ------------------------------------------------------------------------------------------------------===//

static Value expandNextAfter(OpBuilder &builder, Location loc, Value from, Value towards) {
  TensorExpr x(builder, loc, from), y(builder, loc, towards);
  unsigned width = x.getElementType().getIntOrFloatBitWidth();
  Type integer = builder.getIntegerType(width);
  auto bits = [&](const APInt &value) { return builder.getIntegerAttr(integer, value); };
  TensorExpr xBits = x.bitsAs(integer), yBits = y.bitsAs(integer);
  auto both = [](TensorExpr a, TensorExpr b) { return a.binary<stablehlo::AndOp>(b); };
  TensorExpr magnitudeMask = xBits.like(bits(APInt::getSignedMaxValue(width)));
  TensorExpr signMask = xBits.like(bits(APInt::getSignMask(width)));
  TensorExpr zero = xBits.like(bits(APInt(width, 0))), one = xBits.like(bits(APInt(width, 1)));
  TensorExpr xMagnitude = both(xBits, magnitudeMask), yMagnitude = both(yBits, magnitudeMask);
  TensorExpr xSign = both(xBits, signMask), ySign = both(yBits, signMask);

  using stablehlo::ComparisonDirection;
  TensorExpr grows = both(xMagnitude.compare(ComparisonDirection::LT, yMagnitude), equal(xSign, ySign));
  TensorExpr step = select(grows, xBits + one, xBits - one);
  TensorExpr fromZero = ySign.binary<stablehlo::OrOp>(one);
  TensorExpr moved = select(equal(xMagnitude, zero), fromZero, step);
  TensorExpr same = select(equal(x, y), yBits, moved);
  TensorExpr result = same.bitsAs(x.getElementType());
  TensorExpr isNumber = both(equal(x, x), equal(y, y));
  return select(isNumber, result, x + y).get();
}

// By halves of 32 bits, none of whose sums overflows; a negative factor is 2^64 too large as an unsigned one.
static TensorExpr expandWideMulhi(TensorExpr a, TensorExpr b) {
  auto own = cast<IntegerType>(a.getElementType());
  auto bits = IntegerType::get(own.getContext(), 64, IntegerType::Unsigned);
  TensorExpr x = a.bitsAs(bits), y = b.bitsAs(bits);
  auto high = [](TensorExpr t) { return t.binary<stablehlo::ShiftRightLogicalOp>(t.like(32.0)); };
  auto low = [](TensorExpr t) { return t.binary<stablehlo::AndOp>(t.like(double(UINT32_MAX))); };
  TensorExpr middle = high(x) * low(y) + high(low(x) * low(y));
  TensorExpr other = low(x) * high(y) + low(middle);
  TensorExpr result = high(x) * high(y) + high(middle) + high(other);
  if (!own.isUnsigned()) {
    TensorExpr zero = x.like(0.0);
    result = result - select(a < 0.0, y, zero) - select(b < 0.0, x, zero);
  }
  return result.bitsAs(own);
}

static Value expandMulhi(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  TensorExpr a(builder, loc, lhs), b(builder, loc, rhs);
  auto narrow = cast<IntegerType>(a.getElementType());
  unsigned width = narrow.getWidth();
  if (width > 32)
    return expandWideMulhi(a, b).get();
  auto wide = IntegerType::get(builder.getContext(), 2 * width, narrow.getSignedness());
  TensorExpr product = a.to(wide) * b.to(wide);
  return product.binary<stablehlo::ShiftRightLogicalOp>(product.like(width)).to(narrow).get();
}

//===-- Broadcasting ----------------------------------------------------------------------------------------------===//

// The operand in the shape of the result; `dims` says where its dimensions go, by default to the minor ones.
static Value broadcastTo(OpBuilder &builder, Location loc, Value operand, ArrayRef<int64_t> shape,
                         std::optional<ArrayRef<int64_t>> dims) {
  auto type = cast<RankedTensorType>(operand.getType());
  if (type.getShape() == shape)
    return operand;
  auto minor = llvm::to_vector(llvm::seq<int64_t>(shape.size() - type.getRank(), shape.size()));
  bool useDims = dims && type.getRank() == static_cast<int64_t>(dims->size());
  return stablehlo::BroadcastInDimOp::create(builder, loc, RankedTensorType::get(shape, type.getElementType()), operand,
                                             useDims ? *dims : ArrayRef<int64_t>(minor));
}

// Whether the operation has become one of stablehlo with the same name and broadcast operands.
static Value expandBroadcast(OpBuilder &builder, Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (!name.consume_front("broadcast_"))
    return nullptr;
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<ArrayRef<int64_t>> dims;
  if (auto attribute = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions"))
    dims = attribute.asArrayRef();
  Values operands;
  for (Value operand : op->getOperands())
    operands.push_back(broadcastTo(builder, op->getLoc(), operand, result.getShape(), dims));
  if (auto compare = dyn_cast<chlo::BroadcastCompareOp>(op)) {
    stablehlo::ComparisonTypeAttr type;
    if (std::optional<stablehlo::ComparisonType> given = compare.getCompareType())
      type = stablehlo::ComparisonTypeAttr::get(op->getContext(), *given);
    return stablehlo::CompareOp::create(builder, op->getLoc(), result, operands[0], operands[1],
                                        compare.getComparisonDirection(), type);
  }
  TensorExpr first(builder, op->getLoc(), operands[0]);
  if (name == "next_after")
    return expandNextAfter(builder, op->getLoc(), operands[0], operands[1]);
  if (name == "zeta" || name == "polygamma") {
    Type element = first.getElementType(), compute = computeType(element);
    TensorExpr second(builder, op->getLoc(), operands[1]);
    return (name == "zeta" ? zeta : polygamma)(first.to(compute), second.to(compute)).to(element).get();
  }
  OperationState state(op->getLoc(), ("stablehlo." + name).str(), operands, {result}, {});
  return builder.create(state)->getResult(0);
}

//===-- Others ----------------------------------------------------------------------------------------------------===//

// Sorts values and their positions together, largest first; the sort is stable, so equal values keep their order.
static Values expandTopK(OpBuilder &builder, chlo::TopKOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getOperand().getType();
  int64_t dim = type.getRank() - 1;
  Type element = type.getElementType(), index = op.getIndices().getType().getElementType();
  RankedTensorType indexType = type.clone(index);
  Value positions = stablehlo::IotaOp::create(builder, loc, indexType, dim);
  auto sort = stablehlo::SortOp::create(builder, loc, TypeRange{type, indexType},
                                        ValueRange{op.getOperand(), positions}, dim, /*is_stable=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    auto value = RankedTensorType::get({}, element), position = RankedTensorType::get({}, index);
    Block *block = builder.createBlock(&sort.getComparator(), {}, {value, value, position, position},
                                       SmallVector<Location>(4, loc));
    auto order = stablehlo::isFloat(element)       ? stablehlo::ComparisonType::TOTALORDER
                 : stablehlo::isSignedInt(element) ? stablehlo::ComparisonType::SIGNED
                                                   : stablehlo::ComparisonType::UNSIGNED;
    Value before = stablehlo::CompareOp::create(
        builder, loc, RankedTensorType::get({}, builder.getI1Type()), block->getArgument(0), block->getArgument(1),
        stablehlo::ComparisonDirection::GT, stablehlo::ComparisonTypeAttr::get(builder.getContext(), order));
    stablehlo::ReturnOp::create(builder, loc, before);
  }
  SmallVector<int64_t> start(type.getRank(), 0), limit(type.getShape()), strides(type.getRank(), 1);
  limit.back() = op.getK();
  Values results;
  for (auto [sorted, result] : llvm::zip(sort.getResults(), op->getResults()))
    results.push_back(stablehlo::SliceOp::create(builder, loc, result.getType(), sorted, start, limit, strides));
  return results;
}

static Value expandConj(OpBuilder &builder, chlo::ConjOp op) {
  TensorExpr x(builder, op.getLoc(), op.getOperand());
  auto part = [&](auto create) { return TensorExpr(builder, op.getLoc(), create()); };
  auto complex = dyn_cast<ComplexType>(x.getElementType());
  RankedTensorType partType = complex ? x.getType().clone(complex.getElementType()) : x.getType();
  TensorExpr real = part([&] { return stablehlo::RealOp::create(builder, op.getLoc(), partType, x.get()); });
  if (!complex)
    return real.get();
  TensorExpr imag = part([&] { return stablehlo::ImagOp::create(builder, op.getLoc(), partType, x.get()); });
  return stablehlo::ComplexOp::create(builder, op.getLoc(), x.getType(), real.get(), (-imag).get());
}

static Value expandInfinity(TensorExpr x, double infinity) { return equal(x, x.like(infinity)).get(); }

static Value expandOne(OpBuilder &builder, Operation *op) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Location loc = op->getLoc();
  auto expr = [&](unsigned i) { return TensorExpr(builder, loc, op->getOperand(i)); };
  if (op->getNumOperands() == 1) {
    Functions function = functions(op);
    bool isComplex = stablehlo::isComplex(expr(0).getElementType());
    if (isComplex && function.ofComplex)
      return expandFunction(expr(0), function.ofComplex);
    if (!isComplex && function.ofFloat)
      return expandFunction(op, expr(0), function.ofFloat);
  }
  if (Value broadcast = expandBroadcast(builder, op))
    return broadcast;
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<chlo::SquareOp>([&](auto) { return (expr(0) * expr(0)).get(); })
      .Case<chlo::TanOp>([&](auto) { return expr(0).unary<stablehlo::TanOp>().get(); })
      .Case<chlo::ConjOp>([&](chlo::ConjOp conj) { return expandConj(builder, conj); })
      .Case<chlo::IsInfOp>([&](auto) { return expandInfinity(abs(expr(0)), infinity); })
      .Case<chlo::IsPosInfOp>([&](auto) { return expandInfinity(expr(0), infinity); })
      .Case<chlo::IsNegInfOp>([&](auto) { return expandInfinity(expr(0), -infinity); })
      .Case<chlo::NextAfterOp>(
          [&](auto) { return expandNextAfter(builder, loc, op->getOperand(0), op->getOperand(1)); })
      .Case<chlo::MulhiOp>([&](auto) { return expandMulhi(builder, loc, op->getOperand(0), op->getOperand(1)); })
      .Case<chlo::ZetaOp, chlo::PolygammaOp>([&](auto) {
        Type element = expr(0).getElementType(), compute = computeType(element);
        auto function = isa<chlo::ZetaOp>(op) ? zeta : polygamma;
        return function(expr(0).to(compute), expr(1).to(compute)).to(element).get();
      })
      .Case<chlo::ConstantOp>(
          [&](chlo::ConstantOp constant) { return stablehlo::ConstantOp::create(builder, loc, constant.getValue()); })
      .Case<chlo::ConstantLikeOp>(
          [&](chlo::ConstantLikeOp constant) { return expr(0).like(cast<TypedAttr>(constant.getValue())).get(); })
      .Default([](auto) { return Value(); });
}

//===-- The pass --------------------------------------------------------------------------------------------------===//

// What was said of the operation is said of the operations that now make its results.
static void copyAttributes(Operation *op, ArrayRef<Value> results) {
  for (auto [index, result] : llvm::enumerate(results)) {
    Operation *maker = result.getDefiningOp();
    for (NamedAttribute attribute : op->getDiscardableAttrs()) {
      Attribute value = attribute.getValue();
      if (auto specs = dyn_cast<ArrayAttr>(value); specs && attribute.getName() == sharding::kSpecsAttr)
        value = ArrayAttr::get(op->getContext(), specs[index]);
      maker->setDiscardableAttr(attribute.getName(), value);
    }
  }
}

static LogicalResult expand(Operation *op) {
  for (Type type :
       llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()), SmallVector<Type>(op->getResultTypes())))
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && !tensor.hasStaticShape())
      return op->emitOpError() << "has a dynamic shape: " << tensor;
  OpBuilder builder(op);
  Values results;
  if (auto topK = dyn_cast<chlo::TopKOp>(op))
    results = expandTopK(builder, topK);
  else if (Value result = expandOne(builder, op))
    results = {result};
  if (results.empty())
    return op->emitOpError() << "is not supported on " << op->getOperandTypes()
                             << ": express it in stablehlo operations before exporting";
  copyAttributes(op, results);
  op->replaceAllUsesWith(results);
  op->erase();
  return success();
}

void ExpandChlo::runOnOperation() {
  SmallVector<Operation *> work;
  getOperation().walk([&](Operation *op) {
    if (isa_and_nonnull<chlo::ChloDialect>(op->getDialect()))
      work.push_back(op);
  });
  bool failed = false;
  for (Operation *op : work)
    failed |= mlir::failed(expand(op));
  if (failed)
    signalPassFailure();
}

std::unique_ptr<Pass> createExpandChloPass() { return std::make_unique<ExpandChlo>(); }

} // namespace shardwright
