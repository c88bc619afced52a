#include "passes/common/OpForms.h"

#include "passes/common/OpTable.h"

#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright {

using fusion::OpForm;
using Kind = OpForm::Kind;

/// Whether one operation that can work on vectors combines elements.
static bool isSimple(stablehlo::ReduceOp reduce) {
  Block &body = reduce.getBody().front();
  return body.getOperations().size() == 2 &&
         isa<stablehlo::AddOp, stablehlo::MulOp, stablehlo::MaxOp, stablehlo::MinOp, stablehlo::AndOp, stablehlo::OrOp>(
             body.front()) &&
         llvm::all_of(body.front().getOperands(), [](Value operand) { return isa<BlockArgument>(operand); });
}

/// Dimensions of a gather's result that are dimensions of its operand.
static void addDims(stablehlo::GatherOp gather, OpForm &form) {
  llvm::append_range(form.dims, gather.getDimensionNumbers().getOffsetDims());
}

/// Factors of the dimensions of a product's operands, as its sharding rule numbers them.
static void addFactors(stablehlo::DotGeneralOp dot, OpForm &form) {
  form.kind = Kind::Product;
  auto numbers = dot.getDotDimensionNumbers();
  auto rankOf = [](Value value) { return cast<ShapedType>(value.getType()).getRank(); };
  const int64_t lhs = rankOf(dot.getLhs()), rhs = rankOf(dot.getRhs());
  form.leading = static_cast<unsigned>(lhs);
  form.dims.assign(lhs + rhs, -1);
  auto name = [&](ArrayRef<int64_t> dims, int64_t offset, int64_t factor) {
    for (auto [number, dim] : llvm::enumerate(dims))
      form.dims[offset + dim] = factor + static_cast<int64_t>(number);
  };
  name(numbers.getLhsBatchingDimensions(), 0, 0);
  name(numbers.getRhsBatchingDimensions(), lhs, 0);
  const int64_t contracted = rankOf(dot.getResult());
  name(numbers.getLhsContractingDimensions(), 0, contracted);
  name(numbers.getRhsContractingDimensions(), lhs, contracted);
  auto next = static_cast<int64_t>(numbers.getLhsBatchingDimensions().size());
  for (int64_t &factor : form.dims)
    if (factor < 0)
      factor = next++;
}

static Kind expressionKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, Kind>(op)
      .Case([](stablehlo::ConstantOp) { return Kind::Splat; })
      .Case([](stablehlo::BroadcastInDimOp) { return Kind::Broadcast; })
      .Case([](stablehlo::TransposeOp) { return Kind::Transpose; })
      .Case([](stablehlo::ReshapeOp) { return Kind::Reshape; })
      .Case([](stablehlo::SliceOp) { return Kind::Slice; })
      .Case([](stablehlo::DynamicSliceOp) { return Kind::DynamicSlice; })
      .Case([](stablehlo::GatherOp) { return Kind::Gather; })
      .Case([](stablehlo::PadOp) { return Kind::Pad; })
      .Case([](stablehlo::ConcatenateOp) { return Kind::Concatenate; })
      .Case([](stablehlo::BitcastConvertOp) { return Kind::Elementwise; })
      .Default([](Operation *op) { return isElementwise(op) ? Kind::Elementwise : Kind::Made; });
}

/// Of floats, where it is not a sum or a product on vectors.
static Function reductionOf(stablehlo::ReduceOp reduce) {
  if (!isSimple(reduce))
    return Function::ReduceGeneral;
  return isa<stablehlo::MaxOp, stablehlo::MinOp>(reduce.getBody().front().front()) ? Function::ReduceMaximum
                                                                                   : Function::None;
}

/// As it is called in measured devices; a power by a constant is a few products.
static void setFunction(Operation *op, OpForm &form) {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
  const auto *name = reduce ? &kFunctionNames[static_cast<size_t>(reductionOf(reduce))]
                            : llvm::find(kFunctionNames, op->getName().stripDialect());
  auto isOf = [&](auto test) {
    return llvm::any_of(llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()),
                        [&](Type type) { return test(getElementTypeOrSelf(type)); });
  };
  if (name == std::end(kFunctionNames) || !isOf([](Type type) { return isa<FloatType, ComplexType>(type); }) ||
      (isa<stablehlo::PowOp>(op) && form.price < opcodePrice(Opcode::Power, /*isFloat=*/true)))
    return;
  form.function = static_cast<Function>(name - std::begin(kFunctionNames));
  form.functionType = isOf([](Type type) { return isa<ComplexType>(type); }) ? MathType::Complex
                      : isOf([](Type type) { return type.isF64(); })         ? MathType::F64
                                                                             : MathType::F32;
}

fusion::OpForm formOf(Operation *op) {
  OpForm form;
  form.price = elementPrice(op);
  setFunction(op, form);
  form.hasRegions = op->getNumRegions() > 0;
  form.isPointwise = op->hasTrait<stablehlo::Elementwise>();
  form.hasEffects = !isMemoryEffectFree(op);
  form.isComplex =
      llvm::any_of(op->getResultTypes(), [](Type type) { return isa<ComplexType>(getElementTypeOrSelf(type)); });
  if (isIndexComputation(op) && op->getNumResults() == 1 && isa<RankedTensorType>(op->getResult(0).getType()))
    form.kind = expressionKind(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](stablehlo::BroadcastInDimOp op) { llvm::append_range(form.dims, op.getBroadcastDimensions()); })
      .Case([&](stablehlo::TransposeOp op) { llvm::append_range(form.dims, op.getPermutation()); })
      .Case([&](stablehlo::GatherOp op) { addDims(op, form); })
      .Case([&](stablehlo::ReduceOp op) {
        form.kind = Kind::Reduction;
        llvm::append_range(form.dims, op.getDimensions());
        form.leading = op.getInputs().size();
        form.isSimple = isSimple(op);
      })
      .Case([&](stablehlo::ReduceWindowOp op) {
        form.kind = Kind::Window;
        for (int64_t size : op.getWindowDimensions())
          form.points *= static_cast<double>(size);
      })
      .Case([&](stablehlo::ScatterOp op) {
        form.kind = Kind::Scatter;
        form.leading = op.getInputs().size();
      })
      .Case([&](stablehlo::DynamicUpdateSliceOp) { form.kind = Kind::Update; })
      .Case([&](stablehlo::DotGeneralOp op) { addFactors(op, form); })
      .Case([&](spmd::AxisIndexOp) { form.kind = Kind::Index; })
      .Case([&](stablehlo::ConstantOp) { form.kind = form.kind == Kind::Splat ? Kind::Splat : Kind::Constant; });
  return form;
}

fusion::Node nodeOf(Operation *op) {
  auto shapesOf = [](ValueRange values) {
    SmallVector<ArrayRef<int64_t>> shapes;
    for (Value value : values) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      shapes.push_back(type && type.hasStaticShape() ? type.getShape() : ArrayRef<int64_t>());
    }
    return shapes;
  };
  return fusion::nodeOf(formOf(op), shapesOf(op->getOperands()), shapesOf(op->getResults()));
}

} // namespace shardwright
