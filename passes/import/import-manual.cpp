#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "dialects/stablehlo/reduction/Combiner.h"
#include "passes/import/Passes.h"
#include "passes/import/ReplicaGroups.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright {

static bool hasChannel(std::optional<stablehlo::ChannelHandleAttr> channel) {
  return channel && channel->getHandle() > 0;
}

namespace {

/// Turns the collectives of one manual region, which list devices, into ones that name axes.
class ManualImporter {
public:
  ManualImporter(sharding::MeshOp meshOp)
      : meshOp(meshOp), mesh(meshOp.getMesh().getValue()), name(FlatSymbolRefAttr::get(meshOp.getSymNameAttr())) {}

  /// Success and nothing done for other ops.
  LogicalResult importOp(Operation *op);

private:
  template <typename Collective> FailureOr<AxisList> axesOf(Collective op, bool flattened) {
    return axesOf(op, op.getReplicaGroups(), hasChannel(op.getChannelHandle()), flattened);
  }
  FailureOr<AxisList> axesOf(Operation *op, Attribute groups, bool channel, bool flattened);
  FailureOr<AxisList> axesOfMeshAxes(Operation *op, stablehlo::ReplicaGroupMeshAxesAttr groups);
  LogicalResult checkManual(Operation *op, llvm::ArrayRef<AxisRef> axes);

  /// Puts a collective in the place of every operand's result; the operand itself where there are no axes.
  void replaceEach(Operation *op, llvm::ArrayRef<AxisRef> axes,
                   llvm::function_ref<Operation *(OpBuilder &, Value, Type)> collective);

  LogicalResult importAllGather(stablehlo::AllGatherOp op);
  LogicalResult importAllReduce(stablehlo::AllReduceOp op);
  LogicalResult importReduceScatter(stablehlo::ReduceScatterOp op);
  LogicalResult importAllToAll(stablehlo::AllToAllOp op);
  LogicalResult importPermute(stablehlo::CollectivePermuteOp op);
  LogicalResult importPartitionId(stablehlo::PartitionIdOp op);
  void importCoordinate(Operation *remainder, int64_t stride);

  sharding::AxesAttr attr(llvm::ArrayRef<AxisRef> axes) {
    return sharding::AxesAttr::get(name.getContext(), AxisList(axes));
  }

  /// What is wrong with the devices that an op lists, with a note at the mesh that they are devices of.
  LogicalResult refuse(Operation *op, const absl::Status &status);

  sharding::MeshOp meshOp;
  const Mesh mesh;
  FlatSymbolRefAttr name;
};

class ImportManual : public PassWrapper<ImportManual, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ImportManual)

  llvm::StringRef getArgument() const override { return "import-manual"; }
  llvm::StringRef getDescription() const override {
    return "turns the collectives of manual regions, which list devices, into ones that name axes";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<spmd::SpmdDialect, stablehlo::StablehloDialect>();
  }
  void runOnOperation() override;
};

} // namespace

//===--- groups ---===//

/// Every manual axis of the regions around an op.
static AxisList manualAxes(Operation *op) {
  AxisList axes;
  for (auto region = op->getParentOfType<sharding::ManualOp>(); region;
       region = region->getParentOfType<sharding::ManualOp>())
    axes.append(region.getAxes().begin(), region.getAxes().end());
  return axes;
}

LogicalResult ManualImporter::refuse(Operation *op, const absl::Status &status) {
  InFlightDiagnostic diagnostic = op->emitError() << "'" << op->getName() << "': " << std::string(status.message());
  diagnostic.attachNote(meshOp.getLoc()) << "mesh @" << meshOp.getSymName() << " is " << mesh.str();
  return diagnostic;
}

LogicalResult ManualImporter::checkManual(Operation *op, llvm::ArrayRef<AxisRef> axes) {
  AxisList manual = manualAxes(op);
  for (const AxisRef &axis : axes) {
    if (llvm::any_of(manual, [&](const AxisRef &other) { return other.name == axis.name; }))
      continue;
    InFlightDiagnostic diagnostic = op->emitError() << "'" << op->getName() << "' runs along axis '" << axis.name.text()
                                                    << "', which is not manual here";
    diagnostic.attachNote(op->getParentOfType<sharding::ManualOp>().getLoc())
        << "make it a manual axis of this region, or leave the exchange to the compiler";
    return diagnostic;
  }
  return success();
}

/// Groups that name axes already.
FailureOr<AxisList> ManualImporter::axesOfMeshAxes(Operation *op, stablehlo::ReplicaGroupMeshAxesAttr groups) {
  AxisList axes;
  for (Attribute entry : groups.getAxes()) {
    auto axis = dyn_cast<stablehlo::AxisRefAttr>(entry);
    if (!axis)
      return op->emitError() << "expected an axis, not " << entry;
    AxisRef &ref = axes.emplace_back(AxisRef(axis.getName().getValue()));
    if (axis.getSize() != 0)
      ref.sub = SubAxis{axis.getPreSize(), axis.getSize()};
  }
  if (failed(sharding::verifyAxes(op, name, axes)))
    return failure();
  return axes;
}

/// `channel`: the op has a positive channel id. `flattened`: its groups are then of single devices.
FailureOr<AxisList> ManualImporter::axesOf(Operation *op, Attribute groups, bool channel, bool flattened) {
  AxisList axes;
  if (auto named = dyn_cast<stablehlo::ReplicaGroupMeshAxesAttr>(groups)) {
    FailureOr<AxisList> found = axesOfMeshAxes(op, named);
    if (failed(found))
      return failure();
    axes = *found;
  } else {
    auto values = cast<DenseIntElementsAttr>(groups);
    int64_t rows = values.getShapedType().getDimSize(0), columns = values.getShapedType().getDimSize(1);
    if (!channel && columns > 1)
      return op->emitError() << "'" << op->getName() << "' has no channel, so its groups are of replicas; a program "
                             << "here has one replica";
    if (!channel)
      return axes;
    if (!flattened || values.empty()) {
      // One group of everything: one replica's partitions, or no group given.
      for (const MeshAxis &axis : mesh.axes())
        axes.push_back(AxisRef(axis.name));
    } else {
      std::vector<std::vector<int64_t>> lists(rows);
      for (auto [index, value] : llvm::enumerate(values.getValues<int64_t>()))
        lists[index / columns].push_back(value);
      absl::StatusOr<AxisList> found = axesOfGroups(mesh, lists);
      if (!found.ok())
        return refuse(op, found.status());
      axes = *found;
    }
  }
  if (failed(checkManual(op, axes)))
    return failure();
  return axes;
}

//===--- reductions ---===//

/// The kind of a combiner: one commutative op on the two arguments.
static FailureOr<ReductionKind> kindOf(Operation *collective, Region &combiner) {
  Block &body = combiner.front();
  Operation *terminator = body.getTerminator();
  auto unknown = [&] {
    return collective->emitError() << "'" << collective->getName()
                                   << "' combines by something else than add, multiply, maximum, minimum, and, or, xor";
  };
  // Constraints on the scalars of a combiner say nothing.
  auto peeled = [](Value value) {
    while (auto constraint = value.getDefiningOp<sharding::ConstraintOp>())
      value = constraint.getInput();
    return value;
  };
  Operation *only = nullptr;
  for (Operation &op : body.without_terminator()) {
    if (isa<sharding::ConstraintOp>(op))
      continue;
    if (only)
      return unknown();
    only = &op;
  }
  if (!only || only->getNumOperands() != 2 || body.getNumArguments() != 2 || terminator->getNumOperands() != 1 ||
      peeled(terminator->getOperand(0)).getDefiningOp() != only)
    return unknown();
  Operation &op = *only;
  Value lhs = peeled(op.getOperand(0)), rhs = peeled(op.getOperand(1)), first = body.getArgument(0),
        second = body.getArgument(1);
  if (!(lhs == first && rhs == second) && !(lhs == second && rhs == first))
    return unknown();
  std::optional<ReductionKind> kind = stablehlo::reductionOf(&op);
  if (!kind)
    return unknown();
  return *kind;
}

//===--- collectives ---===//

void ManualImporter::replaceEach(Operation *op, llvm::ArrayRef<AxisRef> axes,
                                 llvm::function_ref<Operation *(OpBuilder &, Value, Type)> collective) {
  OpBuilder builder(op);
  for (auto [operand, result] : llvm::zip(op->getOperands(), op->getResults()))
    result.replaceAllUsesWith(axes.empty() ? operand : collective(builder, operand, result.getType())->getResult(0));
  op->erase();
}

LogicalResult ManualImporter::importAllGather(stablehlo::AllGatherOp op) {
  FailureOr<AxisList> axes = axesOf(op, op.getUseGlobalDeviceIds());
  if (failed(axes))
    return failure();
  replaceEach(op, *axes, [&](OpBuilder &builder, Value operand, Type type) {
    return spmd::AllGatherOp::create(builder, op.getLoc(), type, operand, op.getAllGatherDimAttr(), name, attr(*axes),
                                     nullptr);
  });
  return success();
}

LogicalResult ManualImporter::importAllReduce(stablehlo::AllReduceOp op) {
  FailureOr<AxisList> axes = axesOf(op, op.getUseGlobalDeviceIds());
  FailureOr<ReductionKind> kind = kindOf(op, op.getComputation());
  if (failed(axes) || failed(kind))
    return failure();
  replaceEach(op, *axes, [&](OpBuilder &builder, Value operand, Type type) {
    return spmd::AllReduceOp::create(builder, op.getLoc(), type, operand,
                                     sharding::KindAttr::get(op.getContext(), *kind), name, attr(*axes), nullptr);
  });
  return success();
}

LogicalResult ManualImporter::importReduceScatter(stablehlo::ReduceScatterOp op) {
  FailureOr<AxisList> axes = axesOf(op, op.getUseGlobalDeviceIds());
  FailureOr<ReductionKind> kind = kindOf(op, op.getComputation());
  if (failed(axes) || failed(kind))
    return failure();
  replaceEach(op, *axes, [&](OpBuilder &builder, Value operand, Type type) {
    return spmd::ReduceScatterOp::create(builder, op.getLoc(), type, operand, op.getScatterDimensionAttr(),
                                         sharding::KindAttr::get(op.getContext(), *kind), name, attr(*axes), nullptr);
  });
  return success();
}

LogicalResult ManualImporter::importAllToAll(stablehlo::AllToAllOp op) {
  FailureOr<AxisList> axes = axesOf(op, /*flattened=*/true);
  if (failed(axes))
    return failure();
  replaceEach(op, *axes, [&](OpBuilder &builder, Value operand, Type type) {
    return spmd::AllToAllOp::create(builder, op.getLoc(), type, operand, op.getSplitDimensionAttr(),
                                    op.getConcatDimensionAttr(), name, attr(*axes), nullptr);
  });
  return success();
}

LogicalResult ManualImporter::importPermute(stablehlo::CollectivePermuteOp op) {
  if (!hasChannel(op.getChannelHandle()))
    return op.emitError() << "'" << op->getName() << "' has no channel, so its pairs are of replicas; a program here "
                          << "has one replica";
  llvm::SmallVector<int64_t> devices(cast<DenseIntElementsAttr>(op.getSourceTargetPairs()).getValues<int64_t>());
  absl::StatusOr<AxisPairs> found = axesOfPairs(mesh, devices, manualAxes(op));
  if (!found.ok())
    return refuse(op, found.status());
  if (failed(checkManual(op, found->axes)))
    return failure();
  OpBuilder builder(op);
  Operation *permute =
      spmd::CollectivePermuteOp::create(builder, op.getLoc(), op.getType(), op.getOperand(),
                                        builder.getDenseI64ArrayAttr(found->pairs), name, attr(found->axes), nullptr);
  op->replaceAllUsesWith(permute);
  op.erase();
  return success();
}

//===--- process ids ---===//

static std::optional<int64_t> constantOf(Value value) {
  DenseIntElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
    return std::nullopt;
  return elements.getSplatValue<APInt>().getSExtValue();
}

/// `(partition_id / stride) % size`, the way JAX writes an axis index. The usual conversion to i32 goes with it.
void ManualImporter::importCoordinate(Operation *remainder, int64_t stride) {
  std::optional<int64_t> size = constantOf(remainder->getOperand(1));
  if (!size || !mesh.deviceOrder().empty())
    return;
  std::optional<AxisList> axes = axesOfDigit(mesh, stride, *size);
  if (!axes)
    return;
  OpBuilder builder(remainder);
  Value index = spmd::AxisIndexOp::create(builder, remainder->getLoc(), name, attr(*axes));
  for (Operation *user : llvm::make_early_inc_range(remainder->getResult(0).getUsers()))
    if (isa<stablehlo::ConvertOp>(user) && user->getResult(0).getType() == index.getType()) {
      user->getResult(0).replaceAllUsesWith(index);
      user->erase();
    }
  if (!remainder->use_empty()) {
    Type type = remainder->getResult(0).getType();
    remainder->getResult(0).replaceAllUsesWith(
        stablehlo::ConvertOp::create(builder, remainder->getLoc(), type, index).getResult());
  }
}

LogicalResult ManualImporter::importPartitionId(stablehlo::PartitionIdOp op) {
  llvm::SmallVector<Operation *> quotients, remainders;
  llvm::SmallVector<int64_t> strides;
  auto addRemainders = [&](Value dividend, int64_t stride) {
    for (Operation *user : dividend.getUsers())
      if (isa<stablehlo::RemOp>(user) && user->getOperand(0) == dividend) {
        remainders.push_back(user);
        strides.push_back(stride);
      }
  };
  addRemainders(op, 1);
  for (Operation *user : op->getUsers())
    if (isa<stablehlo::DivOp>(user) && user->getOperand(0) == op)
      if (std::optional<int64_t> stride = constantOf(user->getOperand(1))) {
        quotients.push_back(user);
        addRemainders(user->getResult(0), *stride);
      }
  for (auto [remainder, stride] : llvm::zip(remainders, strides))
    importCoordinate(remainder, stride);
  for (Operation *dead : llvm::concat<Operation *>(remainders, quotients)) {
    Operation *constant = dead->getOperand(1).getDefiningOp();
    if (dead->use_empty())
      dead->erase();
    if (isa_and_nonnull<stablehlo::ConstantOp>(constant) && constant->use_empty())
      constant->erase();
  }
  if (op.use_empty()) {
    op.erase();
    return success();
  }
  // What is not an axis index is arithmetic over the whole position.
  AxisList all;
  for (const MeshAxis &axis : mesh.axes())
    all.push_back(AxisRef(axis.name));
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value index = spmd::AxisIndexOp::create(builder, loc, name, attr(all));
  if (!mesh.deviceOrder().empty()) {
    auto scalar = cast<RankedTensorType>(index.getType());
    auto table = RankedTensorType::get({mesh.numDevices()}, builder.getI32Type());
    llvm::SmallVector<int32_t> order(mesh.deviceOrder().begin(), mesh.deviceOrder().end());
    Value devices = stablehlo::ConstantOp::create(builder, loc, table, DenseIntElementsAttr::get(table, order));
    Value slice = stablehlo::DynamicSliceOp::create(builder, loc, RankedTensorType::get({1}, builder.getI32Type()),
                                                    devices, ValueRange{index}, llvm::ArrayRef<int64_t>{1});
    index = stablehlo::ReshapeOp::create(builder, loc, scalar, slice);
  }
  op->getResult(0).replaceAllUsesWith(stablehlo::ConvertOp::create(builder, loc, op.getType(), index).getResult());
  op.erase();
  return success();
}

LogicalResult ManualImporter::importOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](stablehlo::AllGatherOp op) { return importAllGather(op); })
      .Case([&](stablehlo::AllReduceOp op) { return importAllReduce(op); })
      .Case([&](stablehlo::ReduceScatterOp op) { return importReduceScatter(op); })
      .Case([&](stablehlo::AllToAllOp op) { return importAllToAll(op); })
      .Case([&](stablehlo::CollectivePermuteOp op) { return importPermute(op); })
      .Case([&](stablehlo::PartitionIdOp op) { return importPartitionId(op); })
      .Case([&](stablehlo::ReplicaIdOp op) {
        OpBuilder builder(op);
        auto type = cast<RankedTensorType>(op.getType());
        auto zero = DenseElementsAttr::get(type, builder.getZeroAttr(type.getElementType()));
        op->replaceAllUsesWith(stablehlo::ConstantOp::create(builder, op.getLoc(), type, zero));
        op.erase();
        return success();
      })
      .Case<stablehlo::CollectiveBroadcastOp, stablehlo::CollectiveReduceOp, stablehlo::CrossReplicaSumOp>(
          [&](auto op) { return op.emitError() << "'" << op->getName() << "' is not supported in a manual region"; })
      .Default([](Operation *) { return success(); });
}

void ImportManual::runOnOperation() {
  llvm::SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) {
    if ((op->hasTrait<stablehlo::Collective>() || isa<stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(op)) &&
        op->getParentOfType<sharding::ManualOp>())
      ops.push_back(op);
  });
  if (ops.empty())
    return;
  sharding::MeshOp mesh = sharding::lookupMeshOp(getOperation());
  if (!mesh) {
    ops.front()->emitError() << "'" << ops.front()->getName() << "' in a program without a mesh";
    return signalPassFailure();
  }
  ManualImporter importer(mesh);
  for (Operation *op : ops)
    if (failed(importer.importOp(op)))
      return signalPassFailure();
}

std::unique_ptr<Pass> createImportManualPass() { return std::make_unique<ImportManual>(); }

} // namespace shardwright
