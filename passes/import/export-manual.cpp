#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/import/Passes.h"
#include "shardwright/Sharding/Meaning.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright {

namespace {

/// Turns collectives that name axes into ones that list devices.
class ManualExporter {
public:
  explicit ManualExporter(const Mesh &mesh) : mesh(mesh) {}

  LogicalResult exportOp(Operation *op);

private:
  int64_t device(int64_t position) const {
    return mesh.deviceOrder().empty() ? position : mesh.deviceOrder()[position];
  }
  DenseIntElementsAttr replicaGroups(Builder &builder, llvm::ArrayRef<AxisRef> axes) const;
  stablehlo::ChannelHandleAttr channel(MLIRContext *context) const {
    // Handles only tell collectives apart that run at the same time; type 1 is device to device.
    return stablehlo::ChannelHandleAttr::get(context, 1, 1);
  }
  void fillCombiner(OpBuilder &builder, Location loc, Region &region, ReductionKind kind, Type element);

  Operation *exportPermute(OpBuilder &builder, spmd::CollectivePermuteOp op);
  FailureOr<Operation *> exportAxisIndex(OpBuilder &builder, spmd::AxisIndexOp op);
  FailureOr<Operation *> replacement(OpBuilder &builder, Operation *op);

  const Mesh mesh;
};

class ExportManual : public PassWrapper<ExportManual, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExportManual)

  llvm::StringRef getArgument() const override { return "export-manual"; }
  llvm::StringRef getDescription() const override {
    return "turns collectives that name axes into ones that list devices";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<stablehlo::StablehloDialect>();
  }
  void runOnOperation() override;
};

} // namespace

DenseIntElementsAttr ManualExporter::replicaGroups(Builder &builder, llvm::ArrayRef<AxisRef> axes) const {
  std::vector<std::vector<int64_t>> lists = groups(mesh, axes);
  llvm::SmallVector<int64_t> devices;
  for (const std::vector<int64_t> &group : lists)
    for (int64_t position : group)
      devices.push_back(device(position));
  auto type = RankedTensorType::get({static_cast<int64_t>(lists.size()), static_cast<int64_t>(lists.front().size())},
                                    builder.getI64Type());
  return DenseIntElementsAttr::get(type, devices);
}

void ManualExporter::fillCombiner(OpBuilder &builder, Location loc, Region &region, ReductionKind kind, Type element) {
  OpBuilder::InsertionGuard guard(builder);
  auto scalar = RankedTensorType::get({}, element);
  Block *block = builder.createBlock(&region, region.end(), {scalar, scalar}, {loc, loc});
  ValueRange arguments = block->getArguments();
  static constexpr llvm::StringLiteral kOps[] = {"stablehlo.add",     "stablehlo.multiply", "stablehlo.maximum",
                                                 "stablehlo.minimum", "stablehlo.and",      "stablehlo.or",
                                                 "stablehlo.xor"};
  OperationState state(loc, kOps[static_cast<size_t>(kind)], arguments, scalar);
  stablehlo::ReturnOp::create(builder, loc, builder.create(state)->getResults());
}

Operation *ManualExporter::exportPermute(OpBuilder &builder, spmd::CollectivePermuteOp op) {
  llvm::SmallVector<int64_t> devices;
  for (const std::vector<int64_t> &group : groups(mesh, op.getAxes().getValue()))
    for (size_t pair = 0; pair < op.getNumPairs(); ++pair)
      devices.append({device(group[op.getSource(pair)]), device(group[op.getTarget(pair)])});
  auto type = RankedTensorType::get({static_cast<int64_t>(devices.size() / 2), 2}, builder.getI64Type());
  return stablehlo::CollectivePermuteOp::create(builder, op.getLoc(), op.getOutputs().front().getType(),
                                                op.getInputs().front(), DenseIntElementsAttr::get(type, devices),
                                                channel(op.getContext()));
}

/// `(partition_id / stride) % size`, which is what import-manual looks for.
FailureOr<Operation *> ManualExporter::exportAxisIndex(OpBuilder &builder, spmd::AxisIndexOp op) {
  Location loc = op.getLoc();
  if (!mesh.deviceOrder().empty())
    return op.emitOpError() << "on a mesh with a device order has no counterpart in StableHLO";
  // Along one axis, or several that lie next to each other, the index is one digit of the position.
  std::vector<int64_t> group = groups(mesh, op.getAxes().getValue()).front();
  int64_t size = group.size(), stride = size > 1 ? group[1] : 1;
  for (int64_t i = 0; i < size; ++i)
    if (group[i] != i * stride)
      return op.emitOpError() << "runs along axes that do not lie next to each other in the mesh; this has no "
                              << "counterpart in StableHLO";
  auto type = RankedTensorType::get({}, builder.getIntegerType(32, /*isSigned=*/false));
  auto constant = [&](int64_t value) -> Value {
    return stablehlo::ConstantOp::create(builder, loc,
                                         DenseElementsAttr::get(type, APInt(32, static_cast<uint64_t>(value))));
  };
  Value id = stablehlo::PartitionIdOp::create(builder, loc, type);
  Value quotient = stablehlo::DivOp::create(builder, loc, type, id, constant(stride));
  Value index = stablehlo::RemOp::create(builder, loc, type, quotient, constant(size));
  return stablehlo::ConvertOp::create(builder, loc, op.getType(), index).getOperation();
}

static RankedTensorType tensor(Value value) { return cast<RankedTensorType>(value.getType()); }

static LogicalResult takesOne(Operation *op) {
  if (op->getNumOperands() == 1)
    return success();
  return op->emitOpError() << "exchanges " << op->getNumOperands()
                           << " tensors at one time; this has no counterpart in "
                           << "StableHLO";
}

FailureOr<Operation *> ManualExporter::replacement(OpBuilder &builder, Operation *op) {
  using Result = FailureOr<Operation *>;
  MLIRContext *context = op->getContext();
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](spmd::AllGatherOp op) -> Result {
        for (auto [input, output] : llvm::zip_equal(op.getInputs(), op.getOutputs())) {
          int64_t whole = tensor(input).getDimSize(op.getDim()) * numParts(mesh, op.getAxes().getValue());
          if (whole != tensor(output).getDimSize(op.getDim()))
            return op.emitOpError() << "cuts " << whole << " to " << tensor(output).getDimSize(op.getDim())
                                    << "; this has no counterpart in StableHLO";
        }
        return stablehlo::AllGatherOp::create(builder, op.getLoc(), op.getResultTypes(), op.getInputs(),
                                              op.getDimAttr(), replicaGroups(builder, op.getAxes().getValue()),
                                              channel(context), builder.getUnitAttr())
            .getOperation();
      })
      .Case([&](spmd::AllReduceOp op) -> Result {
        auto result = stablehlo::AllReduceOp::create(builder, op.getLoc(), op.getResultTypes(), op.getInputs(),
                                                     replicaGroups(builder, op.getAxes().getValue()), channel(context),
                                                     builder.getUnitAttr());
        fillCombiner(builder, op.getLoc(), result.getComputation(), op.getKind().getValue(),
                     tensor(op.getOutputs().front()).getElementType());
        return result.getOperation();
      })
      .Case([&](spmd::ReduceScatterOp op) -> Result {
        if (failed(takesOne(op)))
          return failure();
        Value output = op.getOutputs().front();
        auto result = stablehlo::ReduceScatterOp::create(
            builder, op.getLoc(), output.getType(), op.getInputs().front(), op.getDimAttr(),
            replicaGroups(builder, op.getAxes().getValue()), channel(context), builder.getUnitAttr());
        fillCombiner(builder, op.getLoc(), result.getComputation(), op.getKind().getValue(),
                     tensor(output).getElementType());
        return result.getOperation();
      })
      .Case([&](spmd::AllToAllOp op) -> Result {
        return stablehlo::AllToAllOp::create(builder, op.getLoc(), op.getResultTypes(), op.getInputs(),
                                             op.getSplitDimAttr(), op.getConcatDimAttr(),
                                             builder.getI64IntegerAttr(numParts(mesh, op.getAxes().getValue())),
                                             replicaGroups(builder, op.getAxes().getValue()), channel(context))
            .getOperation();
      })
      .Case([&](spmd::CollectivePermuteOp op) -> Result {
        if (failed(takesOne(op)))
          return failure();
        return exportPermute(builder, op);
      })
      .Case([&](spmd::AxisIndexOp op) -> Result { return exportAxisIndex(builder, op); })
      .Default([](Operation *op) -> Result { return op->emitOpError() << "has no counterpart in StableHLO"; });
}

LogicalResult ManualExporter::exportOp(Operation *op) {
  OpBuilder builder(op);
  FailureOr<Operation *> result = replacement(builder, op);
  if (failed(result))
    return failure();
  op->replaceAllUsesWith(*result);
  op->erase();
  return success();
}

void ExportManual::runOnOperation() {
  llvm::SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) {
    if (isa<spmd::SpmdDialect>(op->getDialect()))
      ops.push_back(op);
  });
  if (ops.empty())
    return;
  // Each op has checked that the mesh is there.
  ManualExporter exporter(*sharding::lookupMesh(getOperation()));
  for (Operation *op : ops)
    if (failed(exporter.exportOp(op)))
      return signalPassFailure();
}

std::unique_ptr<Pass> createExportManualPass() { return std::make_unique<ExportManual>(); }

} // namespace shardwright
