#include "dialects/stablehlo/reduction/Reduction.h"

using namespace mlir;

namespace shardwright::stablehlo {

using fusion::OpForm;

/// Whether one operation that can work on vectors combines elements.
static bool isSimple(ReduceOp reduce) {
  Block &body = reduce.getBody().front();
  return body.getOperations().size() == 2 && isa<AddOp, MulOp, MaxOp, MinOp, AndOp, OrOp>(body.front()) &&
         llvm::all_of(body.front().getOperands(), [](Value operand) { return isa<BlockArgument>(operand); });
}

/// Of floats, where it is not a sum or a product on vectors.
static Function functionOf(ReduceOp reduce) {
  if (!isSimple(reduce))
    return Function::ReduceGeneral;
  return isa<MaxOp, MinOp>(reduce.getBody().front().front()) ? Function::ReduceMaximum : Function::None;
}

static void describeReduction(ReduceOp op, OpForm &form) {
  setFunction(op, functionOf(op), form);
  form.kind = OpForm::Kind::Reduction;
  llvm::append_range(form.dims, op.getDimensions());
  form.leading = op.getInputs().size();
  form.isSimple = isSimple(op);
}
static void describeReduction(ReduceWindowOp op, OpForm &form) {
  form.kind = OpForm::Kind::Window;
  for (int64_t size : op.getWindowDimensions())
    form.points *= static_cast<double>(size);
}

namespace {
template <typename OpT> struct ReductionModel : KernelOpInterface::ExternalModel<ReductionModel<OpT>, OpT> {
  void describe(Operation *op, OpForm &form) const { describeReduction(cast<OpT>(op), form); }
};

/// Its body computes the element.
struct MapModel : KernelOpInterface::ExternalModel<MapModel, MapOp> {
  OpRole getRole(Operation *) const { return OpRole::Elementwise; }
  double getElementPrice(Operation *) const { return 10; }
  void describe(Operation *, OpForm &form) const { form.isPointwise = true; }
};
} // namespace

void attachReductionKernels(MLIRContext &context) {
  attachKernels<ReductionModel, ReduceOp, ReduceWindowOp>(context);
  attachKernels<StepModel, SelectAndScatterOp, SortOp>(context);
  MapOp::attachInterface<MapModel>(context);
}

} // namespace shardwright::stablehlo
