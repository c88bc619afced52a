#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/import/Constraints.h"
#include "passes/import/Passes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace shardwright {

namespace {
class NormalizeMeshes : public PassWrapper<NormalizeMeshes, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NormalizeMeshes)

  llvm::StringRef getArgument() const override { return "normalize-meshes"; }
  llvm::StringRef getDescription() const override { return "leaves one mesh, without axes of size 1"; }
  void runOnOperation() override;

private:
  LogicalResult mergeMeshes(llvm::ArrayRef<sharding::MeshOp> used);
};
} // namespace

/// Without axes of size 1, and without a device order that is the identity.
static Mesh normalized(const Mesh &mesh) {
  std::vector<MeshAxis> axes;
  llvm::copy_if(mesh.axes(), std::back_inserter(axes), [](const MeshAxis &axis) { return axis.size != 1; });
  std::vector<int64_t> order(mesh.deviceOrder());
  if (llvm::is_sorted(order))
    order.clear();
  return *Mesh::create(std::move(axes), std::move(order));
}

static Sharding normalized(const Mesh &mesh, Sharding sharding) {
  for (DimSharding &dim : sharding.dims)
    dim.axes = canonicalize(mesh, dim.axes);
  llvm::erase_if(sharding.partial, [&](const PartialAxis &partial) { return partial.axis.size(mesh) == 1; });
  llvm::erase_if(sharding.replicated, [&](const AxisRef &axis) { return axis.size(mesh) == 1; });
  return sharding;
}

/// The meshes that something uses; the first of all where nothing uses any.
static llvm::SmallVector<sharding::MeshOp> usedMeshes(ModuleOp module) {
  llvm::SmallVector<sharding::MeshOp> all(module.getOps<sharding::MeshOp>()), used;
  llvm::copy_if(all, std::back_inserter(used),
                [&](sharding::MeshOp mesh) { return !SymbolTable::symbolKnownUseEmpty(mesh, module); });
  if (used.empty() && !all.empty())
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

void NormalizeMeshes::runOnOperation() {
  ModuleOp module = getOperation();
  llvm::SmallVector<sharding::MeshOp> used = usedMeshes(module);
  if (!used.empty() && failed(mergeMeshes(used)))
    return signalPassFailure();
  llvm::SmallVector<sharding::ManualOp> automatic;
  module.walk([&](sharding::ManualOp op) {
    if (op.getAxes().empty())
      automatic.push_back(op);
  });
  for (sharding::ManualOp op : automatic)
    inlineManual(op);
}

LogicalResult NormalizeMeshes::mergeMeshes(llvm::ArrayRef<sharding::MeshOp> used) {
  ModuleOp module = getOperation();
  sharding::MeshOp kept = used.front();
  Mesh mesh = normalized(kept.getMesh().getValue());
  for (sharding::MeshOp other : llvm::drop_begin(used)) {
    if (normalized(other.getMesh().getValue()) == mesh)
      continue;
    InFlightDiagnostic diagnostic = other.emitError()
                                    << "mesh @" << other.getSymName() << " is " << other.getMesh().getValue().str()
                                    << ", but a program has one mesh";
    diagnostic.attachNote(kept.getLoc()) << "mesh @" << kept.getSymName() << " is " << kept.getMesh().getValue().str();
    return failure();
  }

  auto keptName = FlatSymbolRefAttr::get(kept.getSymNameAttr());
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](sharding::SpecAttr spec) -> std::optional<Attribute> {
    sharding::MeshOp own = sharding::lookupMeshOp(module, spec.getMesh());
    return sharding::SpecAttr::get(keptName, normalized(own.getMesh().getValue(), spec.getValue()));
  });
  replacer.addReplacement([&](sharding::AxesAttr axes) -> std::optional<Attribute> {
    // Which mesh these axes belong to does not matter: all agree on axes that have more than one device.
    AxisList list;
    llvm::copy_if(axes.getValue(), std::back_inserter(list),
                  [&](const AxisRef &axis) { return mesh.find(axis.name).has_value(); });
    return sharding::AxesAttr::get(axes.getContext(), list);
  });
  replacer.addReplacement([&](stablehlo::ReplicaGroupMeshAxesAttr groups) -> std::optional<Attribute> {
    auto name = dyn_cast<FlatSymbolRefAttr>(groups.getMesh());
    sharding::MeshOp own = name ? sharding::lookupMeshOp(module, name) : sharding::MeshOp();
    llvm::SmallVector<Attribute> axes;
    llvm::copy_if(groups.getAxes(), std::back_inserter(axes), [&](Attribute entry) {
      auto axis = dyn_cast<stablehlo::AxisRefAttr>(entry);
      std::optional<size_t> index =
          own && axis ? own.getMesh().getValue().find(axis.getName().getValue()) : std::nullopt;
      return !index || own.getMesh().getValue().axes()[*index].size != 1;
    });
    return stablehlo::ReplicaGroupMeshAxesAttr::get(groups.getContext(), groups.getMesh(),
                                                    ArrayAttr::get(groups.getContext(), axes));
  });
  replacer.addReplacement([&](FlatSymbolRefAttr name) -> std::optional<Attribute> {
    return sharding::lookupMeshOp(module, name) ? keptName : name;
  });
  for (Operation &op : *module.getBody())
    if (!isa<sharding::MeshOp>(op))
      replacer.recursivelyReplaceElementsIn(&op, /*replaceAttrs=*/true);
  kept.setMeshAttr(sharding::MeshAttr::get(module.getContext(), mesh));
  for (auto other : llvm::make_early_inc_range(module.getOps<sharding::MeshOp>()))
    if (other != kept)
      other.erase();
  return success();
}

std::unique_ptr<Pass> createNormalizeMeshesPass() { return std::make_unique<NormalizeMeshes>(); }

} // namespace shardwright
