#include "dialects/stablehlo/indexing/Indexing.h"

using namespace mlir;

namespace shardwright::stablehlo {

using fusion::OpForm;
using Kind = OpForm::Kind;

namespace {
struct DynamicSliceModel : KernelOpInterface::ExternalModel<DynamicSliceModel, DynamicSliceOp> {
  OpRole getRole(Operation *) const { return OpRole::Expression; }
  void describe(Operation *, OpForm &form) const { form.kind = Kind::DynamicSlice; }
  int64_t getFlops(Operation *) const { return 0; }
};

struct GatherModel : KernelOpInterface::ExternalModel<GatherModel, GatherOp> {
  OpRole getRole(Operation *) const { return OpRole::Expression; }
  double getElementPrice(Operation *) const { return 3; }
  /// Dimensions of its result that are dimensions of its operand.
  void describe(Operation *op, OpForm &form) const {
    form.kind = Kind::Gather;
    llvm::append_range(form.dims, cast<GatherOp>(op).getDimensionNumbers().getOffsetDims());
  }
  int64_t getFlops(Operation *) const { return 0; }
};

struct DynamicUpdateSliceModel : KernelOpInterface::ExternalModel<DynamicUpdateSliceModel, DynamicUpdateSliceOp> {
  void describe(Operation *, OpForm &form) const { form.kind = Kind::Update; }
  int64_t getFlops(Operation *) const { return 0; }
};

struct ScatterModel : KernelOpInterface::ExternalModel<ScatterModel, ScatterOp> {
  void describe(Operation *op, OpForm &form) const {
    form.kind = Kind::Scatter;
    form.leading = cast<ScatterOp>(op).getInputs().size();
  }
};
} // namespace

void attachIndexingKernels(MLIRContext &context) {
  DynamicSliceOp::attachInterface<DynamicSliceModel>(context);
  GatherOp::attachInterface<GatherModel>(context);
  DynamicUpdateSliceOp::attachInterface<DynamicUpdateSliceModel>(context);
  ScatterOp::attachInterface<ScatterModel>(context);
  attachKernels<StepModel, TorchIndexSelectOp>(context); // import writes a gather for it
}

} // namespace shardwright::stablehlo
