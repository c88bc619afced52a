#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/Limits.h"
#include "passes/import/Constraints.h"
#include "passes/import/Passes.h"
#include "passes/import/UniteMeshes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardwright {

namespace {

class NormalizeMeshes : public PassWrapper<NormalizeMeshes, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NormalizeMeshes)

  llvm::StringRef getArgument() const override { return "normalize-meshes"; }
  llvm::StringRef getDescription() const override {
    return "leaves one mesh, without axes of size 1, in which all meshes of the module are expressed";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<stablehlo::StablehloDialect>();
  }
  void runOnOperation() override;
};

/// Rewrites everything that speaks of a mesh of the module as speaking of one that is all of them.
class MeshMerger {
public:
  MeshMerger(ModuleOp module, llvm::ArrayRef<sharding::MeshOp> used) : module(module), used(used) {}

  LogicalResult run();

private:
  LogicalResult unite();
  InFlightDiagnostic conflict(sharding::MeshOp mesh);
  /// The number of the mesh of that name among the used ones.
  std::optional<size_t> numberOf(Attribute name);
  AxisList map(size_t mesh, llvm::ArrayRef<AxisRef> axes);
  Sharding map(size_t mesh, Sharding sharding);
  void mapAxesOf(Operation *op);
  void mapDevicesOf(sharding::ManualOp region);

  ModuleOp module;
  llvm::ArrayRef<sharding::MeshOp> used;
  MeshUnion all;
  /// Each of `used` that has a sub-axis which the union cannot express.
  llvm::SetVector<size_t> inexpressible;
};

} // namespace

/// The meshes that something uses; the first of all where nothing uses any.
static llvm::SmallVector<sharding::MeshOp> usedMeshes(ModuleOp module) {
  llvm::SmallVector<sharding::MeshOp> all(module.getOps<sharding::MeshOp>()), used;
  if (all.size() < 2)
    return all;
  llvm::copy_if(all, std::back_inserter(used),
                [&](sharding::MeshOp mesh) { return !SymbolTable::symbolKnownUseEmpty(mesh, module); });
  if (used.empty())
    used.push_back(all.front());
  return used;
}

/// A region without manual axes is an ordinary part of the program; its shardings become constraints.
static void inlineManual(sharding::ManualOp op) {
  OpBuilder builder(op);
  Block &body = op.getBody().front();
  for (auto [index, argument] : llvm::enumerate(body.getArguments()))
    argument.replaceAllUsesWith(constrain(builder, op.getLoc(), op.getInputs()[index], op.getInSpec(index)));
  Operation *terminator = body.getTerminator();
  llvm::SmallVector<Value> outputs(terminator->getOperands());
  terminator->erase();
  op->getBlock()->getOperations().splice(Block::iterator(op), body.getOperations());
  for (auto [index, output] : llvm::enumerate(outputs))
    op.getResult(index).replaceAllUsesWith(constrain(builder, op.getLoc(), output, op.getOutSpec(index)));
  op.erase();
}

/// The mesh that a region's manual axes belong to.
static FlatSymbolRefAttr meshNameOf(sharding::ManualOp op) {
  return op.getNumOperands()  ? op.getInSpec(0).getMesh()
         : op.getNumResults() ? op.getOutSpec(0).getMesh()
                              : FlatSymbolRefAttr();
}

std::optional<size_t> MeshMerger::numberOf(Attribute name) {
  auto symbol = dyn_cast_or_null<FlatSymbolRefAttr>(name);
  auto found =
      llvm::find_if(used, [&](sharding::MeshOp mesh) { return symbol && mesh.getSymName() == symbol.getValue(); });
  return found == used.end() ? std::nullopt : std::optional<size_t>(found - used.begin());
}

AxisList MeshMerger::map(size_t mesh, llvm::ArrayRef<AxisRef> axes) {
  AxisList result;
  for (const AxisRef &axis : axes) {
    std::optional<AxisList> parts = all.map(mesh, axis);
    if (!parts)
      inexpressible.insert(mesh);
    else
      result.append(parts->begin(), parts->end());
  }
  return result;
}

Sharding MeshMerger::map(size_t mesh, Sharding sharding) {
  for (DimSharding &dim : sharding.dims)
    dim.axes = canonicalize(all.mesh(), map(mesh, dim.axes));
  std::vector<PartialAxis> partial;
  for (const PartialAxis &entry : sharding.partial)
    for (const AxisRef &axis : map(mesh, entry.axis))
      partial.push_back({axis, entry.kind});
  sharding.partial = std::move(partial);
  AxisList replicated = map(mesh, sharding.replicated);
  sharding.replicated.assign(replicated.begin(), replicated.end());
  return sharding;
}

/// Lists of axes do not say whose they are: the op does.
void MeshMerger::mapAxesOf(Operation *op) {
  auto region = dyn_cast<sharding::ManualOp>(op);
  llvm::StringRef name = region ? "manual_axes" : "axes";
  auto axes = op->getAttrOfType<sharding::AxesAttr>(name);
  if (!axes)
    return;
  if (std::optional<size_t> mesh = numberOf(region ? Attribute(meshNameOf(region)) : op->getAttr("mesh")))
    op->setAttr(name, sharding::AxesAttr::get(op->getContext(), map(*mesh, axes.getValue())));
  else if (region)
    op->setAttr(name, sharding::AxesAttr::get(op->getContext(), AxisList()));
}

/// Inside a region over a reordered mesh, device numbers are those of the devices that stand in for its own.
void MeshMerger::mapDevicesOf(sharding::ManualOp region) {
  std::optional<size_t> mesh = numberOf(meshNameOf(region));
  if (!mesh || !all.isReordered(*mesh))
    return;
  const int64_t count = all.mesh().numDevices();
  region.walk([&](Operation *op) {
    if (op->getParentOfType<sharding::ManualOp>() != region)
      return;
    for (llvm::StringRef name : {"replica_groups", "source_target_pairs"})
      if (auto devices = op->getAttrOfType<DenseIntElementsAttr>(name)) {
        llvm::SmallVector<int64_t> mapped(devices.getValues<int64_t>());
        for (int64_t &device : mapped)
          if (device >= 0 && device < count) // others are reported with the groups
            device = all.device(*mesh, device);
        op->setAttr(name, DenseIntElementsAttr::get(cast<ShapedType>(devices.getType()), llvm::ArrayRef(mapped)));
      }
    if (auto id = dyn_cast<stablehlo::PartitionIdOp>(op)) {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      Location loc = op->getLoc();
      auto scalarType = cast<RankedTensorType>(id.getType());
      Type element = scalarType.getElementType();
      llvm::SmallVector<APInt> own(count, APInt(element.getIntOrFloatBitWidth(), 0));
      for (int64_t device = 0; device < count; ++device)
        own[all.device(*mesh, device)] = APInt(element.getIntOrFloatBitWidth(), device);
      auto type = RankedTensorType::get({count}, element);
      Value table = stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, llvm::ArrayRef(own)));
      Value slice = stablehlo::DynamicSliceOp::create(builder, loc, type.clone(llvm::ArrayRef<int64_t>{1}), table,
                                                      id->getResults(), llvm::ArrayRef<int64_t>{1});
      Value scalar = stablehlo::ReshapeOp::create(builder, loc, scalarType, slice);
      id->getResult(0).replaceAllUsesExcept(scalar, slice.getDefiningOp());
    }
  });
}

InFlightDiagnostic MeshMerger::conflict(sharding::MeshOp mesh) {
  sharding::MeshOp first = used[all.first()];
  InFlightDiagnostic diagnostic = mesh.emitError()
                                  << "mesh @" << mesh.getSymName() << " is " << mesh.getMesh().getValue().str()
                                  << ", which does not fit the program's other mesh";
  diagnostic.attachNote(first.getLoc()) << "mesh @" << first.getSymName() << " is " << first.getMesh().getValue().str();
  return diagnostic;
}

LogicalResult MeshMerger::unite() {
  llvm::SmallVector<Mesh> meshes;
  for (sharding::MeshOp op : used)
    meshes.push_back(op.getMesh().getValue());
  size_t culprit = 0;
  absl::StatusOr<MeshUnion> united = MeshUnion::create(meshes, culprit);
  if (!united.ok()) {
    absl::string_view why = united.status().message();
    return conflict(used[culprit]) << ": " << llvm::StringRef(why.data(), why.size())
                                   << "; use one mesh, or meshes of the same devices whose sizes refine one another";
  }
  all = *std::move(united);
  sharding::MeshOp first = used[all.first()];
  for (size_t index = 0; index < used.size(); ++index)
    if (all.isReordered(index)) {
      sharding::MeshOp op = used[index];
      InFlightDiagnostic warning = op.emitWarning() << "the device order of mesh @" << op.getSymName()
                                                    << " is none that the axes of mesh @" << first.getSymName()
                                                    << " express: what it places is placed in that mesh's order";
      warning.attachNote(first.getLoc()) << "mesh @" << first.getSymName() << " is " << meshes[all.first()].str();
    }
  return success();
}

LogicalResult MeshMerger::run() {
  if (failed(unite()))
    return failure();
  sharding::MeshOp kept = used[all.first()];
  auto keptName = FlatSymbolRefAttr::get(kept.getSymNameAttr());
  // As long as names tell the meshes apart.
  module.walk([&](Operation *op) {
    if (auto region = dyn_cast<sharding::ManualOp>(op))
      mapDevicesOf(region);
    mapAxesOf(op);
  });
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](sharding::SpecAttr spec) -> std::optional<Attribute> {
    return sharding::SpecAttr::get(keptName, map(*numberOf(spec.getMesh()), spec.getValue()));
  });
  replacer.addReplacement([&](stablehlo::ReplicaGroupMeshAxesAttr groups) -> std::optional<Attribute> {
    std::optional<size_t> mesh = numberOf(groups.getMesh());
    if (!mesh)
      return groups;
    llvm::SmallVector<Attribute> axes;
    for (Attribute entry : groups.getAxes()) {
      auto axis = dyn_cast<stablehlo::AxisRefAttr>(entry);
      if (!axis)
        return groups;
      AxisRef ref(axis.getName().getValue());
      if (axis.getSize() != 0)
        ref.sub = SubAxis{axis.getPreSize(), axis.getSize()};
      for (const AxisRef &part : map(*mesh, ref))
        axes.push_back(stablehlo::AxisRefAttr::get(groups.getContext(),
                                                   StringAttr::get(groups.getContext(), part.name.text()),
                                                   part.preSize(), part.sub ? part.sub->size : 0));
    }
    return stablehlo::ReplicaGroupMeshAxesAttr::get(groups.getContext(), keptName,
                                                    ArrayAttr::get(groups.getContext(), axes));
  });
  replacer.addReplacement(
      [&](FlatSymbolRefAttr name) -> std::optional<Attribute> { return numberOf(name) ? keptName : name; });
  for (Operation &op : *module.getBody())
    if (!isa<sharding::MeshOp>(op))
      replacer.recursivelyReplaceElementsIn(&op, /*replaceAttrs=*/true);
  for (size_t index : inexpressible)
    return conflict(used[index]) << ": a sharding splits one of its axes where no axis of all meshes begins";
  kept.setMeshAttr(sharding::MeshAttr::get(module.getContext(), all.mesh()));
  for (auto other : llvm::make_early_inc_range(module.getOps<sharding::MeshOp>()))
    if (other != kept)
      other.erase();
  return success();
}

void NormalizeMeshes::runOnOperation() {
  ModuleOp module = getOperation();
  llvm::SmallVector<sharding::MeshOp> used = usedMeshes(module);
  // However it was written: here the devices are listed for the first time.
  for (sharding::MeshOp mesh : used)
    if (int64_t devices = mesh.getMesh().getValue().numDevices(); devices > kMaxDevices) {
      mesh.emitError() << "the mesh has " << devices << " devices, and at most " << kMaxDevices << " are supported";
      return signalPassFailure();
    }
  if (!used.empty() && failed(MeshMerger(module, used).run()))
    return signalPassFailure();
  llvm::SmallVector<sharding::ManualOp> automatic;
  module.walk([&](sharding::ManualOp op) {
    if (op.getAxes().empty())
      automatic.push_back(op);
  });
  for (sharding::ManualOp op : automatic)
    inlineManual(op);
}

std::unique_ptr<Pass> createNormalizeMeshesPass() { return std::make_unique<NormalizeMeshes>(); }

} // namespace shardwright
