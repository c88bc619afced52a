#include "dialects/stablehlo/shape/Shape.h"

using namespace mlir;

namespace shardwright::stablehlo {

using fusion::OpForm;
using Kind = OpForm::Kind;

static void addDims(Operation *, OpForm &) {}
static void addDims(BroadcastInDimOp op, OpForm &form) { llvm::append_range(form.dims, op.getBroadcastDimensions()); }
static void addDims(TransposeOp op, OpForm &form) { llvm::append_range(form.dims, op.getPermutation()); }

namespace {
/// Each element of the result is one of the operands', at a computed place. `price`: of finding out which.
template <typename OpT, Kind kind, int price = 0>
struct MovingModel : KernelOpInterface::ExternalModel<MovingModel<OpT, kind, price>, OpT> {
  OpRole getRole(Operation *) const { return OpRole::Expression; }
  double getElementPrice(Operation *) const { return price; }
  void describe(Operation *op, OpForm &form) const {
    form.kind = kind;
    addDims(cast<OpT>(op), form);
  }
  int64_t getFlops(Operation *) const { return 0; }
};

struct ConcatenateModel : KernelOpInterface::ExternalModel<ConcatenateModel, ConcatenateOp> {
  OpRole getRole(Operation *) const { return OpRole::Expression; }
  /// Each operand but one is asked for the place.
  double getElementPrice(Operation *op) const { return 2 * op->getNumOperands(); }
  void describe(Operation *, OpForm &form) const { form.kind = Kind::Concatenate; }
  int64_t getFlops(Operation *) const { return 0; }
};

/// One that repeats an element is part of its consumers' kernels; any other lies in memory.
struct ConstantModel : KernelOpInterface::ExternalModel<ConstantModel, ConstantOp> {
  OpRole getRole(Operation *op) const {
    return cast<ConstantOp>(op).getValue().isSplat() ? OpRole::Expression : OpRole::Other;
  }
  void describe(Operation *op, OpForm &form) const {
    form.kind = getRole(op) == OpRole::Expression ? Kind::Splat : Kind::Constant;
  }
  int64_t getFlops(Operation *) const { return 0; }
};

/// Of bits: kernels compute an element of it from the same of its operand.
struct BitcastModel : KernelOpInterface::ExternalModel<BitcastModel, BitcastConvertOp> {
  OpRole getRole(Operation *) const { return OpRole::Expression; }
  void describe(Operation *, OpForm &form) const { form.kind = Kind::Elementwise; }
};

/// Repeats along new major dimensions; import writes broadcast_in_dim for it.
struct BroadcastModel : KernelOpInterface::ExternalModel<BroadcastModel, BroadcastOp> {
  OpRole getRole(Operation *) const { return OpRole::Expression; }
};
} // namespace

template <typename OpT, Kind kind, int price = 0> static void attachMoving(MLIRContext &context) {
  OpT::template attachInterface<MovingModel<OpT, kind, price>>(context);
}

void attachShapeKernels(MLIRContext &context) {
  ConstantOp::attachInterface<ConstantModel>(context);
  attachMoving<IotaOp, Kind::Made>(context);
  attachMoving<BroadcastInDimOp, Kind::Broadcast>(context);
  BroadcastOp::attachInterface<BroadcastModel>(context);
  attachMoving<ReshapeOp, Kind::Reshape>(context);
  BitcastConvertOp::attachInterface<BitcastModel>(context);
  attachMoving<TransposeOp, Kind::Transpose>(context);
  attachMoving<ReverseOp, Kind::Made>(context);
  attachMoving<SliceOp, Kind::Slice>(context);
  attachMoving<PadOp, Kind::Pad, 1>(context);
  ConcatenateOp::attachInterface<ConcatenateModel>(context);
}

} // namespace shardwright::stablehlo
