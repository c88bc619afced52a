#include "dialects/sdy/SdyOps.h"
#include "dialects/sharding/BorderAttributes.h"
#include "dialects/sharding/Shardings.h"
#include "passes/import/Constraints.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright {

namespace {

class SdyImporter {
public:
  explicit SdyImporter(ModuleOp module) : module(module), symbols(module) {}

  LogicalResult run();

private:
  void importMeshes();
  FlatSymbolRefAttr addMesh(sdy::MeshAttr mesh, StringRef name, Location loc, Operation *before);
  /// The sharding of a value of type `type`. Null where it says nothing: on an empty or a maximal mesh in a program
  /// that has no other.
  FailureOr<sharding::SpecAttr> convert(Operation *op, Location loc, sdy::ShardingAttr sharding, Type type);
  FailureOr<sharding::SpecAttr> convertMaximal(Location loc, int64_t device, Type type);
  FailureOr<ArrayAttr> convert(Operation *op, llvm::ArrayRef<sdy::ShardingAttr> shardings, TypeRange types);

  LogicalResult importFunction(func::FuncOp function);
  LogicalResult importAttributes(Operation *op);
  LogicalResult importOp(Operation *op);
  LogicalResult importManual(sdy::ManualComputationOp op);
  LogicalResult importNamed(sdy::NamedComputationOp op);
  template <typename NewOp> LogicalResult importAs(Operation *op, sdy::ShardingAttr sharding);

  ModuleOp module;
  SymbolTable symbols;
  /// Every distinct mesh that is one, in order of appearance.
  llvm::MapVector<sdy::MeshAttr, FlatSymbolRefAttr> meshes;
};

class ImportSdy : public PassWrapper<ImportSdy, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ImportSdy)

  llvm::StringRef getArgument() const override { return "import-sdy"; }
  llvm::StringRef getDescription() const override {
    return "turns JAX's spelling of shardings into the sharding dialect";
  }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<sharding::ShardingDialect>(); }
  void runOnOperation() override {
    if (failed(SdyImporter(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace

//===--- meshes and shardings ---===//

FlatSymbolRefAttr SdyImporter::addMesh(sdy::MeshAttr mesh, StringRef name, Location loc, Operation *before) {
  OpBuilder builder(module.getContext());
  before ? builder.setInsertionPoint(before) : builder.setInsertionPointToStart(module.getBody());
  // The mesh op's verifier has accepted it.
  Mesh value = *Mesh::create(mesh.getValue().axes, mesh.getValue().deviceIds);
  auto op = sharding::MeshOp::create(builder, loc, name, sharding::MeshAttr::get(module.getContext(), value), nullptr);
  return FlatSymbolRefAttr::get(before ? op.getSymNameAttr() : symbols.insert(op));
}

void SdyImporter::importMeshes() {
  for (auto op : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>())) {
    const sdy::MeshText &mesh = op.getMesh().getValue();
    if (!mesh.isEmpty() && !mesh.isMaximal())
      meshes.insert({op.getMesh(), addMesh(op.getMesh(), op.getSymName(), op.getLoc(), op)});
  }
}

/// A whole value on one device: every device of the program computes it, so it is replicated.
FailureOr<sharding::SpecAttr> SdyImporter::convertMaximal(Location loc, int64_t device, Type type) {
  if (meshes.empty())
    return sharding::SpecAttr();
  sharding::MeshOp mesh = sharding::lookupMeshOp(module, meshes.front().second);
  if (failed(verifyMaximalDevice(loc, device, mesh)))
    return failure();
  auto tensor = dyn_cast<RankedTensorType>(type);
  return sharding::SpecAttr::get(meshes.front().second, Sharding::closed(tensor ? tensor.getRank() : 0));
}

FailureOr<sharding::SpecAttr> SdyImporter::convert(Operation *op, Location loc, sdy::ShardingAttr sharding, Type type) {
  sdy::MeshAttr mesh = sdy::resolveMesh(op, sharding.getMeshOrRef());
  if (mesh.getValue().isMaximal())
    return convertMaximal(loc, mesh.getValue().deviceIds[0], type);
  if (mesh.getValue().isEmpty()) {
    // A placeholder for whatever mesh the program has.
    if (meshes.empty())
      return sharding::SpecAttr();
    return sharding::SpecAttr::get(meshes.front().second, sharding.getValue());
  }
  auto found = meshes.find(mesh);
  if (found != meshes.end())
    return sharding::SpecAttr::get(found->second, sharding.getValue());
  absl::StatusOr<Mesh> value = Mesh::create(mesh.getValue().axes, mesh.getValue().deviceIds);
  if (!value.ok()) {
    absl::string_view message = value.status().message();
    emitError(loc) << "in the mesh of a sharding: " << StringRef(message.data(), message.size());
    return failure();
  }
  FlatSymbolRefAttr name = addMesh(mesh, "mesh", loc, nullptr);
  meshes.insert({mesh, name});
  return sharding::SpecAttr::get(name, sharding.getValue());
}

FailureOr<ArrayAttr> SdyImporter::convert(Operation *op, llvm::ArrayRef<sdy::ShardingAttr> shardings, TypeRange types) {
  llvm::SmallVector<Attribute> specs;
  // The one sharding of an op without results speaks of no value.
  for (auto [sharding, type] : llvm::zip_first(shardings.take_front(types.size()), types)) {
    FailureOr<sharding::SpecAttr> spec = convert(op, op->getLoc(), sharding, type);
    if (failed(spec))
      return failure();
    if (!*spec)
      return ArrayAttr();
    specs.push_back(*spec);
  }
  return ArrayAttr::get(module.getContext(), specs);
}

//===--- carriers ---===//

LogicalResult SdyImporter::importFunction(func::FuncOp function) {
  sharding::BorderAttributes border(function);
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto sharding = function.getArgAttrOfType<sdy::ShardingAttr>(i, sdy::kShardingAttr);
    if (!sharding)
      continue;
    Location loc = function.isExternal() ? function.getLoc() : function.getArgument(i).getLoc();
    FailureOr<sharding::SpecAttr> spec = convert(function, loc, sharding, function.getArgumentTypes()[i]);
    if (failed(spec))
      return failure();
    border.arguments[i].erase(sdy::kShardingAttr);
    if (*spec)
      border.arguments[i].set(sharding::kSpecAttr, *spec);
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    auto sharding = function.getResultAttrOfType<sdy::ShardingAttr>(i, sdy::kShardingAttr);
    if (!sharding)
      continue;
    FailureOr<sharding::SpecAttr> spec = convert(function, function.getLoc(), sharding, function.getResultTypes()[i]);
    if (failed(spec))
      return failure();
    border.results[i].erase(sdy::kShardingAttr);
    if (*spec)
      border.results[i].set(sharding::kSpecAttr, *spec);
  }
  border.writeTo(function);
  return success();
}

LogicalResult SdyImporter::importAttributes(Operation *op) {
  if (auto rule = op->getAttrOfType<sdy::RuleAttr>(sdy::kRuleAttr)) {
    op->setAttr(sharding::kRuleAttr, sharding::RuleAttr::get(op->getContext(), rule.getValue()));
    op->removeAttr(sdy::kRuleAttr);
  }
  auto shardings = op->getAttrOfType<sdy::ShardingPerValueAttr>(sdy::kShardingAttr);
  if (!shardings)
    return success();
  FailureOr<ArrayAttr> specs = convert(op, shardings.getShardings(), op->getResultTypes());
  if (failed(specs))
    return failure();
  op->removeAttr(sdy::kShardingAttr);
  if (*specs && !specs->empty())
    op->setAttr(sharding::kSpecsAttr, *specs);
  return success();
}

//===--- ops ---===//

/// A constraint, or a collective on a global array, which leaves the array as it is: it is a change of sharding.
template <typename NewOp> LogicalResult SdyImporter::importAs(Operation *op, sdy::ShardingAttr sharding) {
  FailureOr<sharding::SpecAttr> spec = convert(op, op->getLoc(), sharding, op->getResult(0).getType());
  if (failed(spec))
    return failure();
  OpBuilder builder(op);
  Value value = op->getOperand(0);
  // Kept even where it is open: a constraint is a place where propagation may put something.
  if (*spec)
    value = NewOp::create(builder, op->getLoc(), value, *spec);
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return success();
}

static ArrayAttr withUnusedManualAxes(ArrayAttr specs, llvm::ArrayRef<AxisRef> manual) {
  llvm::SmallVector<Attribute> result;
  for (auto spec : specs.getAsRange<sharding::SpecAttr>())
    result.push_back(withUnusedManualAxes(spec, manual));
  return ArrayAttr::get(specs.getContext(), result);
}

LogicalResult SdyImporter::importManual(sdy::ManualComputationOp op) {
  for (Type type :
       llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes())))
    if (!isa<RankedTensorType>(type))
      return op.emitError() << "a value of type " << type << " cannot enter or leave a manual region";
  FailureOr<ArrayAttr> in = convert(op, op.getInShardings().getShardings(), op->getOperandTypes());
  FailureOr<ArrayAttr> out = convert(op, op.getOutShardings().getShardings(), op->getResultTypes());
  if (failed(in) || failed(out))
    return failure();
  if (!*in || !*out)
    return op.emitError() << "a manual region needs a mesh, and this program has none";
  llvm::ArrayRef<AxisRef> manual = op.getManualAxes().getValue();
  OpBuilder builder(op);
  auto result = sharding::ManualOp::create(builder, op.getLoc(), op->getResultTypes(), op.getInputs(),
                                           withUnusedManualAxes(*in, manual), withUnusedManualAxes(*out, manual),
                                           sharding::AxesAttr::get(op.getContext(), AxisList(manual)));
  result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  result.getBody().takeBody(op.getBody());
  Operation *terminator = result.getBody().front().getTerminator();
  builder.setInsertionPoint(terminator);
  sharding::ReturnOp::create(builder, terminator->getLoc(), terminator->getOperands());
  terminator->erase();
  op->replaceAllUsesWith(result->getResults());
  op.erase();
  return success();
}

/// Inlines the region, its shardings as constraints.
LogicalResult SdyImporter::importNamed(sdy::NamedComputationOp op) {
  OpBuilder builder(op);
  Block &body = op.getBody().front();
  llvm::SmallVector<Value> inputs(op.getInputs()), outputs(body.getTerminator()->getOperands());
  if (op.getInShardings()) {
    FailureOr<ArrayAttr> specs = convert(op, op.getInShardings()->getShardings(), op->getOperandTypes());
    if (failed(specs))
      return failure();
    for (unsigned i = 0; *specs && i < inputs.size(); ++i)
      inputs[i] = constrain(builder, op.getLoc(), inputs[i], cast<sharding::SpecAttr>((*specs)[i]));
  }
  for (auto [argument, input] : llvm::zip(body.getArguments(), inputs))
    argument.replaceAllUsesWith(input);
  outputs.assign(body.getTerminator()->operand_begin(), body.getTerminator()->operand_end());
  body.getTerminator()->erase();
  op->getBlock()->getOperations().splice(Block::iterator(op), body.getOperations());
  if (op.getOutShardings()) {
    FailureOr<ArrayAttr> specs = convert(op, op.getOutShardings()->getShardings(), op->getResultTypes());
    if (failed(specs))
      return failure();
    for (unsigned i = 0; *specs && i < outputs.size(); ++i)
      outputs[i] = constrain(builder, op.getLoc(), outputs[i], cast<sharding::SpecAttr>((*specs)[i]));
  }
  op->replaceAllUsesWith(outputs);
  op.erase();
  return success();
}

static void replaceByOperand(Operation *op) {
  op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  op->erase();
}

LogicalResult SdyImporter::importOp(Operation *op) {
  OpBuilder builder(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](sdy::ShardingConstraintOp op) { return importAs<sharding::ConstraintOp>(op, op.getSharding()); })
      .Case<sdy::ReshardOp, sdy::AllGatherOp, sdy::AllSliceOp, sdy::ReduceScatterOp, sdy::ShardedToUnreducedOp,
            sdy::AllToAllOp, sdy::CollectivePermuteOp, sdy::AllReduceOp, sdy::ReplicatedToUnreducedOp>(
          [&](auto op) { return importAs<sharding::ReshardOp>(op, op.getSharding()); })
      .Case([&](sdy::ShardingGroupOp op) {
        sharding::GroupOp::create(builder, op.getLoc(), op.getInput(), op.getGroupIdAttr());
        op.erase();
        return success();
      })
      .Case([&](sdy::PropagationBarrierOp op) {
        auto barrier = sharding::BarrierOp::create(builder, op.getLoc(), op.getType(), op.getInput(),
                                                   sdy::kDirections[op.getAllowedDirection()].lower());
        op->replaceAllUsesWith(barrier);
        op.erase();
        return success();
      })
      .Case([&](sdy::ConstantOp op) {
        OperationState state(op.getLoc(), "stablehlo.constant");
        state.addAttribute("value", op.getValue());
        state.addTypes(op.getType());
        op->replaceAllUsesWith(builder.create(state));
        op.erase();
        return success();
      })
      .Case([&](sdy::DataFlowEdgeOp op) {
        if (op.getSharding())
          return importAs<sharding::ConstraintOp>(op, *op.getSharding());
        replaceByOperand(op);
        return success();
      })
      .Case([&](sdy::FuncDataFlowEdgeOp op) {
        replaceByOperand(op);
        return success();
      })
      .Case([&](sdy::ManualComputationOp op) { return importManual(op); })
      .Case([&](sdy::NamedComputationOp op) { return importNamed(op); })
      .Default([](Operation *) { return success(); });
}

LogicalResult SdyImporter::run() {
  importMeshes();
  // Inner ops first: a region is moved only when what it holds is done.
  llvm::SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (op != module)
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto function = dyn_cast<func::FuncOp>(op); function && failed(importFunction(function)))
      return failure();
    if (isa<sdy::MeshOp>(op))
      continue;
    if (failed(importAttributes(op)) || failed(importOp(op)))
      return failure();
  }
  for (auto mesh : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>()))
    mesh.erase();
  return success();
}

std::unique_ptr<Pass> createImportSdyPass() { return std::make_unique<ImportSdy>(); }

} // namespace shardwright
