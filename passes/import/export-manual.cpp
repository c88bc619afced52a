#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/import/Passes.h"
#include "shardwright/Sharding/Meaning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardwright {

namespace {

/// Turns collectives that name axes into ones that list devices.
class ManualExporter {
public:
  explicit ManualExporter(const Mesh &mesh) : mesh(mesh) {}

  void exportOp(Operation *op);

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

  int64_t parts(sharding::AxesAttr axes) const { return numParts(mesh, axes.getValue()); }

  Value exportPermute(OpBuilder &builder, spmd::CollectivePermuteOp op, Value input);
  Value exportAxisIndex(OpBuilder &builder, Location loc, llvm::ArrayRef<AxisRef> axes);
  Value exportSlice(OpBuilder &builder, spmd::SliceOp op);
  Value exportReduceScatter(OpBuilder &builder, spmd::ReduceScatterOp op, Value input, RankedTensorType type);
  Value exportAllToAll(OpBuilder &builder, spmd::AllToAllOp op, Value input, RankedTensorType type);
  llvm::SmallVector<Value> exportAllGather(OpBuilder &builder, spmd::AllGatherOp op);
  llvm::SmallVector<Value> replacements(OpBuilder &builder, Operation *op);

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

static RankedTensorType tensor(Value value) { return cast<RankedTensorType>(value.getType()); }

static RankedTensorType withLength(RankedTensorType type, int64_t dim, int64_t length) {
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape[dim] = length;
  return type.clone(shape);
}

/// Zeros behind the end of a dimension, as far as `length`.
static Value padTo(OpBuilder &b, Location loc, Value value, int64_t dim, int64_t length) {
  RankedTensorType type = tensor(value);
  if (type.getDimSize(dim) == length)
    return value;
  auto scalar = RankedTensorType::get({}, type.getElementType());
  Value zero = stablehlo::ConstantOp::create(b, loc, cast<ElementsAttr>(b.getZeroAttr(scalar)));
  llvm::SmallVector<int64_t> none(type.getRank(), 0), high(none);
  high[dim] = length - type.getDimSize(dim);
  return stablehlo::PadOp::create(b, loc, withLength(type, dim, length), value, zero, b.getDenseI64ArrayAttr(none),
                                  b.getDenseI64ArrayAttr(high), b.getDenseI64ArrayAttr(none));
}

/// A dimension without what is behind `length`.
static Value cutTo(OpBuilder &b, Location loc, Value value, int64_t dim, int64_t length) {
  RankedTensorType type = tensor(value);
  if (type.getDimSize(dim) == length)
    return value;
  RankedTensorType cut = withLength(type, dim, length);
  llvm::SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
  return stablehlo::SliceOp::create(b, loc, cut, value, b.getDenseI64ArrayAttr(starts),
                                    b.getDenseI64ArrayAttr(cut.getShape()), b.getDenseI64ArrayAttr(strides));
}

Value ManualExporter::exportPermute(OpBuilder &builder, spmd::CollectivePermuteOp op, Value input) {
  llvm::SmallVector<int64_t> devices;
  for (const std::vector<int64_t> &group : groups(mesh, op.getAxes().getValue()))
    for (size_t pair = 0; pair < op.getNumPairs(); ++pair)
      devices.append({device(group[op.getSource(pair)]), device(group[op.getTarget(pair)])});
  auto type = RankedTensorType::get({static_cast<int64_t>(devices.size() / 2), 2}, builder.getI64Type());
  return stablehlo::CollectivePermuteOp::create(builder, op.getLoc(), input.getType(), input,
                                                DenseIntElementsAttr::get(type, devices), channel(op.getContext()));
}

/// `(partition_id / stride) % size`, which is what import-manual looks for, where the axes lie next to each other;
/// else a table of all devices.
Value ManualExporter::exportAxisIndex(OpBuilder &builder, Location loc, llvm::ArrayRef<AxisRef> axes) {
  auto type = RankedTensorType::get({}, builder.getIntegerType(32, /*isSigned=*/false));
  auto result = RankedTensorType::get({}, builder.getI32Type());
  Value id = stablehlo::PartitionIdOp::create(builder, loc, type);
  std::vector<int64_t> group = groups(mesh, axes).front();
  int64_t size = group.size(), stride = size > 1 ? group[1] : 1;
  bool isDigit = mesh.deviceOrder().empty();
  for (int64_t i = 0; i < size; ++i)
    isDigit &= group[i] == i * stride;
  if (isDigit) {
    auto constant = [&](int64_t value) -> Value {
      return stablehlo::ConstantOp::create(builder, loc,
                                           DenseElementsAttr::get(type, APInt(32, static_cast<uint64_t>(value))));
    };
    Value quotient = stablehlo::DivOp::create(builder, loc, type, id, constant(stride));
    Value index = stablehlo::RemOp::create(builder, loc, type, quotient, constant(size));
    return stablehlo::ConvertOp::create(builder, loc, result, index);
  }
  llvm::SmallVector<int32_t> indices(mesh.numDevices());
  for (const std::vector<int64_t> &each : groups(mesh, axes))
    for (auto [index, position] : llvm::enumerate(each))
      indices[device(position)] = static_cast<int32_t>(index);
  auto all = RankedTensorType::get({mesh.numDevices()}, builder.getI32Type());
  auto one = RankedTensorType::get({1}, builder.getI32Type());
  Value table = stablehlo::ConstantOp::create(builder, loc, DenseIntElementsAttr::get(all, indices));
  Value entry =
      stablehlo::DynamicSliceOp::create(builder, loc, one, table, ValueRange{id}, builder.getDenseI64ArrayAttr({1}));
  return stablehlo::ReshapeOp::create(builder, loc, result, entry);
}

Value ManualExporter::exportSlice(OpBuilder &builder, spmd::SliceOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getResult().getType());
  const auto dim = static_cast<int64_t>(op.getDim());
  const int64_t block = type.getDimSize(dim);
  Value input = padTo(builder, loc, op.getInput(), dim, block * parts(op.getAxes()));
  auto scalar = RankedTensorType::get({}, builder.getI64Type());
  auto constant = [&](int64_t value) -> Value {
    return stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(scalar, value));
  };
  Value index =
      stablehlo::ConvertOp::create(builder, loc, scalar, exportAxisIndex(builder, loc, op.getAxes().getValue()));
  llvm::SmallVector<Value> starts(type.getRank(), constant(0));
  starts[dim] = stablehlo::MulOp::create(builder, loc, scalar, index, constant(block));
  return stablehlo::DynamicSliceOp::create(builder, loc, type, input, starts,
                                           builder.getDenseI64ArrayAttr(type.getShape()));
}

Value ManualExporter::exportReduceScatter(OpBuilder &builder, spmd::ReduceScatterOp op, Value input,
                                          RankedTensorType type) {
  const auto dim = static_cast<int64_t>(op.getDim());
  input = padTo(builder, op.getLoc(), input, dim, type.getDimSize(dim) * parts(op.getAxes()));
  auto result = stablehlo::ReduceScatterOp::create(builder, op.getLoc(), type, input, op.getDimAttr(),
                                                   replicaGroups(builder, op.getAxes().getValue()),
                                                   channel(op.getContext()), builder.getUnitAttr());
  fillCombiner(builder, op.getLoc(), result.getComputation(), op.getKind().getValue(), type.getElementType());
  return result.getResult();
}

Value ManualExporter::exportAllToAll(OpBuilder &builder, spmd::AllToAllOp op, Value input, RankedTensorType type) {
  const auto split = static_cast<int64_t>(op.getSplitDim()), concat = static_cast<int64_t>(op.getConcatDim());
  const int64_t count = parts(op.getAxes());
  Location loc = op.getLoc();
  input = padTo(builder, loc, input, split, llvm::divideCeil(tensor(input).getDimSize(split), count) * count);
  RankedTensorType whole = withLength(tensor(input), split, tensor(input).getDimSize(split) / count);
  whole = withLength(whole, concat, whole.getDimSize(concat) * count);
  auto result = stablehlo::AllToAllOp::create(
      builder, loc, TypeRange{whole}, ValueRange{input}, op.getSplitDimAttr(), op.getConcatDimAttr(),
      builder.getI64IntegerAttr(count), replicaGroups(builder, op.getAxes().getValue()), channel(op.getContext()));
  return cutTo(builder, loc, result->getResult(0), concat, type.getDimSize(concat));
}

llvm::SmallVector<Value> ManualExporter::exportAllGather(OpBuilder &builder, spmd::AllGatherOp op) {
  const auto dim = static_cast<int64_t>(op.getDim());
  llvm::SmallVector<Type> types;
  for (Value input : op.getInputs())
    types.push_back(withLength(tensor(input), dim, tensor(input).getDimSize(dim) * parts(op.getAxes())));
  auto gather = stablehlo::AllGatherOp::create(builder, op.getLoc(), types, op.getInputs(), op.getDimAttr(),
                                               replicaGroups(builder, op.getAxes().getValue()),
                                               channel(op.getContext()), builder.getUnitAttr());
  llvm::SmallVector<Value> results;
  for (auto [whole, output] : llvm::zip_equal(gather->getResults(), op.getOutputs()))
    results.push_back(cutTo(builder, op.getLoc(), whole, dim, tensor(output).getDimSize(dim)));
  return results;
}

/// What takes several operands at one time here and one in StableHLO becomes several.
template <typename Op, typename Export> static llvm::SmallVector<Value> exportEach(Op op, Export &&exportOne) {
  llvm::SmallVector<Value> results;
  for (auto [input, output] : llvm::zip_equal(op.getInputs(), op.getOutputs()))
    results.push_back(exportOne(input, tensor(output)));
  return results;
}

llvm::SmallVector<Value> ManualExporter::replacements(OpBuilder &builder, Operation *op) {
  using Results = llvm::SmallVector<Value>;
  return llvm::TypeSwitch<Operation *, Results>(op)
      .Case([&](spmd::AllGatherOp op) { return exportAllGather(builder, op); })
      .Case([&](spmd::AllReduceOp op) {
        auto result = stablehlo::AllReduceOp::create(builder, op.getLoc(), op.getResultTypes(), op.getInputs(),
                                                     replicaGroups(builder, op.getAxes().getValue()),
                                                     channel(op.getContext()), builder.getUnitAttr());
        fillCombiner(builder, op.getLoc(), result.getComputation(), op.getKind().getValue(),
                     tensor(op.getOutputs().front()).getElementType());
        return Results(result->getResults());
      })
      .Case([&](spmd::ReduceScatterOp op) {
        return exportEach(
            op, [&](Value input, RankedTensorType type) { return exportReduceScatter(builder, op, input, type); });
      })
      .Case([&](spmd::AllToAllOp op) {
        return exportEach(op,
                          [&](Value input, RankedTensorType type) { return exportAllToAll(builder, op, input, type); });
      })
      .Case([&](spmd::CollectivePermuteOp op) {
        return exportEach(op, [&](Value input, RankedTensorType) { return exportPermute(builder, op, input); });
      })
      .Case([&](spmd::SliceOp op) { return Results{exportSlice(builder, op)}; })
      .Case(
          [&](spmd::AxisIndexOp op) { return Results{exportAxisIndex(builder, op.getLoc(), op.getAxes().getValue())}; })
      .Case([&](spmd::DoneOp op) { return Results{op.getInput()}; });
}

void ManualExporter::exportOp(Operation *op) {
  OpBuilder builder(op);
  op->replaceAllUsesWith(replacements(builder, op));
  op->erase();
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
    exporter.exportOp(op);
}

std::unique_ptr<Pass> createExportManualPass() { return std::make_unique<ExportManual>(); }

} // namespace shardwright
