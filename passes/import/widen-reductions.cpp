#include "dialects/interfaces/TensorType.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/import/Passes.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace shardwright {
namespace {

struct WidenReductions : PassWrapper<WidenReductions, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WidenReductions)

  StringRef getArgument() const override { return "widen-reductions"; }
  StringRef getDescription() const override {
    return "reductions by functions (log of a sum of exponentials), and those of f8, f6 and f4, accumulate in a wider "
           "type";
  }
  void runOnOperation() override;
};

/// The type that a chain of roundings of this one is kept in; null: it is wide already, or no float.
Type widerType(Type type) {
  if (type.isF32())
    return Float64Type::get(type.getContext());
  bool isNarrow = isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 16;
  return isNarrow ? Type(Float32Type::get(type.getContext())) : Type();
}

/// Floats of at most 8 bits: step by step, a sum of them stands still after a few terms.
bool isByteFloat(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() <= 8;
}

Type widened(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  Type wide = widerType(tensor.getElementType());
  return wide ? tensor.clone(wide) : type;
}

bool isFunction(Operation &op) {
  return isa<stablehlo::ExpOp, stablehlo::Expm1Op, stablehlo::LogOp, stablehlo::Log1pOp, stablehlo::LogisticOp,
             stablehlo::PowOp, stablehlo::SqrtOp, stablehlo::RsqrtOp, stablehlo::TanhOp, stablehlo::SineOp,
             stablehlo::CosineOp>(op);
}

/// Ops whose meaning does not depend on how wide their floats are.
bool keepsItsMeaning(Operation &op) {
  return isFunction(op) || isa<stablehlo::AddOp, stablehlo::SubtractOp, stablehlo::MulOp, stablehlo::DivOp,
                               stablehlo::MaxOp, stablehlo::MinOp, stablehlo::NegOp, stablehlo::AbsOp,
                               stablehlo::CompareOp, stablehlo::SelectOp, stablehlo::AndOp, stablehlo::OrOp,
                               stablehlo::NotOp, stablehlo::IsFiniteOp, stablehlo::ConstantOp, stablehlo::ReturnOp>(op);
}

Value convert(OpBuilder &builder, Value value, Type type) {
  return value.getType() == type ? value : stablehlo::ConvertOp::create(builder, value.getLoc(), type, value);
}

/// Everything in the body that is a float is a wider one.
void widenBody(Block &body) {
  for (BlockArgument argument : body.getArguments())
    argument.setType(widened(argument.getType()));
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator())) {
    if (!isa<stablehlo::ConstantOp>(op)) {
      for (Value result : op.getResults())
        result.setType(widened(result.getType()));
      continue;
    }
    OpBuilder builder(op.getContext());
    builder.setInsertionPointAfter(&op);
    if (Value wide = convert(builder, op.getResult(0), widened(op.getResult(0).getType())); wide != op.getResult(0))
      op.getResult(0).replaceAllUsesExcept(wide, wide.getDefiningOp());
  }
}

/// What is a narrow float is a wider one, rounded for those who use it.
void widenResults(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type narrow = result.getType(), wide = widened(narrow);
    if (narrow == wide)
      continue;
    result.setType(wide);
    Value rounded = convert(builder, result, narrow);
    if (sharding::SpecAttr spec = sharding::getSpec(result))
      sharding::setSpec(rounded, spec);
    result.replaceAllUsesExcept(rounded, rounded.getDefiningOp());
  }
}

void widen(Operation *op) {
  Block &body = op->getRegion(0).front();
  auto isNarrow = [](Type type) { return widened(type) != type; };
  auto addsUp = [](Operation &inner) {
    return isa<stablehlo::AddOp, stablehlo::MulOp>(inner) && isByteFloat(inner.getResult(0));
  };
  if (!llvm::any_of(body, [&](Operation &inner) { return isFunction(inner) || addsUp(inner); }) ||
      !llvm::all_of(body, keepsItsMeaning) || !llvm::any_of(op->getResultTypes(), isNarrow))
    return;
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    operand.set(convert(builder, operand.get(), widened(operand.get().getType())));
  widenBody(body);
  widenResults(op);
}

} // namespace

void WidenReductions::runOnOperation() {
  getOperation().walk([](Operation *op) {
    if (isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp>(op))
      widen(op);
    else if (isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op) && isByteFloat(op->getResult(0)))
      widenResults(op);
  });
}

std::unique_ptr<Pass> createWidenReductionsPass() { return std::make_unique<WidenReductions>(); }

} // namespace shardwright
