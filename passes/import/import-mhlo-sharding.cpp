#include "dialects/sharding/BorderAttributes.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/import/Constraints.h"
#include "passes/import/HloSharding.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace shardwright {

namespace {

constexpr llvm::StringLiteral kName = "mhlo.sharding";

class HloImporter {
public:
  explicit HloImporter(ModuleOp module) : module(module) {}

  LogicalResult run();

private:
  LogicalResult collect();
  LogicalResult parse(Location loc, Attribute text);
  LogicalResult makeMesh();

  /// Null where the string says nothing: unknown, manual, or a program without a mesh.
  FailureOr<sharding::SpecAttr> convert(Location loc, const HloSharding &sharding, Type type,
                                        llvm::ArrayRef<int64_t> openDims = {});
  LogicalResult importFunction(func::FuncOp function);
  LogicalResult importOp(Operation *op);
  LogicalResult importConstraint(stablehlo::CustomCallOp op);
  LogicalResult importManualCall(func::CallOp call);
  LogicalResult addManualAxes(stablehlo::CustomCallOp border, int64_t rank, AxisList &axes);

  ModuleOp module;
  std::optional<Mesh> mesh;
  FlatSymbolRefAttr meshName;
  /// Every string of the module, parsed once.
  llvm::DenseMap<Attribute, std::vector<HloSharding>> parsed;
  /// The same in order of appearance.
  llvm::SmallVector<HloSharding> shardings;
  /// Where the first sharding over several devices stands, and over how many.
  std::optional<std::pair<Location, size_t>> firstTiled;
  bool found = false;
};

class ImportMhloSharding : public PassWrapper<ImportMhloSharding, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ImportMhloSharding)

  llvm::StringRef getArgument() const override { return "import-mhlo-sharding"; }
  llvm::StringRef getDescription() const override {
    return "turns shardings spelled as HLO text (mhlo.sharding) into the sharding dialect";
  }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<sharding::ShardingDialect>(); }
  void runOnOperation() override {
    if (failed(HloImporter(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace

static bool isTarget(Operation *op, llvm::StringRef target) {
  auto call = dyn_cast_or_null<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == target && call->getNumOperands() == 1 && call->getNumResults() == 1;
}

//===--- strings and the mesh ---===//

LogicalResult HloImporter::parse(Location loc, Attribute attribute) {
  found = true;
  auto text = dyn_cast<StringAttr>(attribute);
  if (!text)
    return emitError(loc) << "'" << kName << "' must be a string";
  if (parsed.contains(text))
    return success();
  absl::StatusOr<std::vector<HloSharding>> values = parseHloShardings(text.getValue());
  if (!values.ok())
    return emitError(loc) << "in '" << kName << "': " << std::string(values.status().message());
  for (const HloSharding &sharding : *values) {
    if (sharding.kind != HloSharding::Kind::Tiled || sharding.devices.size() == 1)
      continue;
    if (!firstTiled)
      firstTiled.emplace(loc, sharding.devices.size());
    if (firstTiled->second == sharding.devices.size())
      continue;
    InFlightDiagnostic diagnostic = emitError(loc) << "in '" << kName << "': a sharding over "
                                                   << sharding.devices.size() << " devices";
    diagnostic.attachNote(firstTiled->first) << "the first sharding is over " << firstTiled->second;
    return diagnostic;
  }
  shardings.append(values->begin(), values->end());
  parsed[text] = *std::move(values);
  return success();
}

LogicalResult HloImporter::collect() {
  LogicalResult result = success();
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (Attribute text = op->getAttr(kName); text && failed(parse(op->getLoc(), text)))
      result = failure();
    auto function = dyn_cast<func::FuncOp>(op);
    for (unsigned i = 0; function && i < function.getNumArguments(); ++i)
      if (Attribute text = function.getArgAttr(i, kName); text && failed(parse(function.getLoc(), text)))
        result = failure();
    for (unsigned i = 0; function && i < function.getNumResults(); ++i)
      if (Attribute text = function.getResultAttr(i, kName); text && failed(parse(function.getLoc(), text)))
        result = failure();
  });
  return result;
}

/// The program's own mesh if it has one; else the coarsest that every string can be spelled in.
LogicalResult HloImporter::makeMesh() {
  absl::StatusOr<Mesh> needed = meshOfHloShardings(shardings);
  if (!needed.ok())
    return module.emitError() << std::string(needed.status().message());
  if (sharding::MeshOp op = sharding::lookupMeshOp(module)) {
    mesh = op.getMesh().getValue();
    meshName = FlatSymbolRefAttr::get(op.getSymNameAttr());
    return success();
  }
  if (auto partitions = module->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
      needed->numDevices() == 1 && partitions && partitions.getInt() > 1)
    needed = Mesh::create({{"axis0", partitions.getInt()}});
  if (needed->numDevices() == 1)
    return success();
  mesh = *needed;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto op = sharding::MeshOp::create(builder, module.getLoc(), builder.getStringAttr("mesh"),
                                     sharding::MeshAttr::get(module.getContext(), *mesh), StringAttr());
  meshName = FlatSymbolRefAttr::get(SymbolTable(module).insert(op));
  return success();
}

FailureOr<sharding::SpecAttr> HloImporter::convert(Location loc, const HloSharding &sharding, Type type,
                                                   llvm::ArrayRef<int64_t> openDims) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!mesh || !tensor || sharding.kind == HloSharding::Kind::Unknown || sharding.kind == HloSharding::Kind::Manual)
    return sharding::SpecAttr();
  if (sharding.kind == HloSharding::Kind::Maximal &&
      failed(verifyMaximalDevice(loc, sharding.devices[0], sharding::lookupMeshOp(module, meshName))))
    return failure();
  absl::StatusOr<Sharding> value = toSharding(*mesh, sharding, tensor.getRank(), nullptr);
  if (!value.ok()) {
    InFlightDiagnostic diagnostic = emitError(loc) << "in '" << kName << "': " << std::string(value.status().message());
    // A mesh that was made of the strings stands nowhere.
    if (sharding::MeshOp op = sharding::lookupMeshOp(module, meshName); op && op.getLoc() != module.getLoc())
      diagnostic.attachNote(op.getLoc()) << "mesh @" << op.getSymName() << " is " << mesh->str();
    return diagnostic;
  }
  for (int64_t dim : openDims)
    if (dim >= 0 && dim < tensor.getRank())
      value->dims[dim].open = true;
  return sharding::SpecAttr::get(meshName, *value);
}

//===--- carriers ---===//

LogicalResult HloImporter::importFunction(func::FuncOp function) {
  sharding::BorderAttributes border(function);
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (Attribute text = function.getArgAttr(i, kName)) {
      Location loc = function.isExternal() ? function.getLoc() : function.getArgument(i).getLoc();
      FailureOr<sharding::SpecAttr> spec = convert(loc, parsed[text].front(), function.getArgumentTypes()[i]);
      if (failed(spec))
        return failure();
      border.arguments[i].erase(kName);
      if (*spec)
        border.arguments[i].set(sharding::kSpecAttr, *spec);
    }
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (Attribute text = function.getResultAttr(i, kName)) {
      FailureOr<sharding::SpecAttr> spec =
          convert(function.getLoc(), parsed[text].front(), function.getResultTypes()[i]);
      if (failed(spec))
        return failure();
      border.results[i].erase(kName);
      if (*spec)
        border.results[i].set(sharding::kSpecAttr, *spec);
    }
  border.writeTo(function);
  return success();
}

/// `unspecified_dims=[0,2]` in the configuration: dimensions that stay open.
static llvm::SmallVector<int64_t> unspecifiedDims(stablehlo::CustomCallOp op) {
  llvm::SmallVector<int64_t> dims;
  auto config = op->getAttrOfType<StringAttr>("backend_config");
  llvm::StringRef text = config ? config.getValue() : "";
  if (!text.consume_front("unspecified_dims=["))
    return dims;
  int64_t dim;
  while (!text.consumeInteger(10, dim)) {
    dims.push_back(dim);
    text.consume_front(",");
  }
  return dims;
}

LogicalResult HloImporter::importConstraint(stablehlo::CustomCallOp op) {
  Attribute text = op->getAttr(kName);
  if (!text)
    return op.emitError() << "custom call @Sharding without '" << kName << "'";
  const HloSharding &sharding = parsed[text].front();
  FailureOr<sharding::SpecAttr> spec = convert(op.getLoc(), sharding, op->getResult(0).getType(), unspecifiedDims(op));
  if (failed(spec))
    return failure();
  if (sharding.group && sharding.groupIsOneWay)
    return op.emitError() << "'shard_like " << *sharding.group << "' is not supported; use shard_as";
  OpBuilder builder(op);
  Value value = op->getOperand(0);
  if (*spec)
    value = sharding::ConstraintOp::create(builder, op.getLoc(), value, *spec);
  if (sharding.group)
    sharding::GroupOp::create(builder, op.getLoc(), value, builder.getI64IntegerAttr(*sharding.group));
  op->getResult(0).replaceAllUsesWith(value);
  op.erase();
  return success();
}

LogicalResult HloImporter::importOp(Operation *op) {
  if (isTarget(op, "Sharding"))
    return importConstraint(cast<stablehlo::CustomCallOp>(op));
  if (isTarget(op, "SPMDFullToShardShape") || isTarget(op, "SPMDShardToFullShape"))
    return op->emitError() << "the borders of a manual region are understood around one call of its body only; export "
                           << "the program with Shardy";
  Attribute text = op->getAttr(kName);
  if (!text)
    return success();
  const std::vector<HloSharding> &values = parsed[text];
  // The one sharding of an op without results speaks of no value.
  if (op->getNumResults() == 0 && values.size() == 1) {
    op->removeAttr(kName);
    return success();
  }
  if (values.size() != op->getNumResults())
    return op->emitError() << "'" << kName << "' has " << values.size() << " shardings for " << op->getNumResults()
                           << " results";
  llvm::SmallVector<Attribute> specs;
  for (auto [sharding, result] : llvm::zip(values, op->getResults())) {
    FailureOr<sharding::SpecAttr> spec = convert(op->getLoc(), sharding, result.getType());
    if (failed(spec))
      return failure();
    if (*spec) {
      specs.push_back(*spec);
    } else if (mesh) {
      auto tensor = dyn_cast<RankedTensorType>(result.getType());
      specs.push_back(sharding::SpecAttr::get(meshName, Sharding::open(tensor ? tensor.getRank() : 0)));
    }
  }
  op->removeAttr(kName);
  if (!specs.empty())
    op->setAttr(sharding::kSpecsAttr, ArrayAttr::get(op->getContext(), specs));
  return success();
}

//===--- manual regions ---===//

/// The manual axes of a border: all of the mesh, or those of the grid's manual dimensions.
LogicalResult HloImporter::addManualAxes(stablehlo::CustomCallOp border, int64_t rank, AxisList &axes) {
  Attribute text = border->getAttr(kName);
  if (!text || !mesh)
    return border.emitError() << "a manual region without '" << kName << "' or without devices";
  const HloSharding &sharding = parsed[text].front();
  AxisList own;
  if (sharding.kind == HloSharding::Kind::Manual)
    for (const MeshAxis &axis : mesh->axes())
      own.push_back(AxisRef(axis.name));
  else if (absl::StatusOr<Sharding> value = toSharding(*mesh, sharding, rank, &own); !value.ok())
    return border.emitError() << "in '" << kName << "': " << std::string(value.status().message());
  if (axes.empty())
    axes = own;
  if (axes != own)
    return border.emitError() << "the borders of a manual region disagree on its axes";
  return success();
}

/// A call between borders, as JAX writes shard_map without Shardy: each operand enters, each result leaves.
LogicalResult HloImporter::importManualCall(func::CallOp call) {
  llvm::SmallVector<stablehlo::CustomCallOp> entries, exits;
  for (Value operand : call.getOperands()) {
    if (!isTarget(operand.getDefiningOp(), "SPMDFullToShardShape"))
      return success();
    entries.push_back(operand.getDefiningOp<stablehlo::CustomCallOp>());
  }
  llvm::SmallVector<Operation *> marks;
  for (Value result : call.getResults()) {
    Operation *mark = result.hasOneUse() ? *result.getUsers().begin() : nullptr;
    if (isTarget(mark, "Sharding") && mark->getResult(0).hasOneUse()) {
      marks.push_back(mark);
      mark = *mark->getResult(0).getUsers().begin();
    }
    if (!isTarget(mark, "SPMDShardToFullShape"))
      return success();
    exits.push_back(cast<stablehlo::CustomCallOp>(mark));
  }
  AxisList axes;
  llvm::SmallVector<Value> inputs;
  llvm::SmallVector<Attribute> in, out;
  for (stablehlo::CustomCallOp entry : entries) {
    Value input = entry->getOperand(0);
    auto type = cast<RankedTensorType>(input.getType());
    Attribute text = isTarget(input.getDefiningOp(), "Sharding") ? input.getDefiningOp()->getAttr(kName) : Attribute();
    if (!text)
      return entry.emitError() << "the operand of a manual region has no sharding";
    if (failed(addManualAxes(entry, type.getRank(), axes)))
      return failure();
    FailureOr<sharding::SpecAttr> spec = convert(entry.getLoc(), parsed[text].front(), type, unspecifiedDims(entry));
    if (failed(spec) || !*spec)
      return failure();
    inputs.push_back(input);
    in.push_back(withUnusedManualAxes(*spec, axes));
  }
  for (stablehlo::CustomCallOp exit : exits) {
    Attribute text = exit->getAttr(kName);
    auto type = cast<RankedTensorType>(exit->getResult(0).getType());
    if (!text || axes.empty())
      return exit.emitError() << "the result of a manual region has no sharding";
    FailureOr<sharding::SpecAttr> spec = convert(exit.getLoc(), parsed[text].front(), type, unspecifiedDims(exit));
    if (failed(spec) || !*spec)
      return failure();
    out.push_back(withUnusedManualAxes(*spec, axes));
  }
  OpBuilder builder(call);
  llvm::SmallVector<Type> results;
  for (stablehlo::CustomCallOp exit : exits)
    results.push_back(exit->getResult(0).getType());
  auto manual = sharding::ManualOp::create(builder, call.getLoc(), results, inputs, builder.getArrayAttr(in),
                                           builder.getArrayAttr(out), sharding::AxesAttr::get(call.getContext(), axes));
  llvm::SmallVector<Location> locs(call->getNumOperands(), call.getLoc());
  Block *body = builder.createBlock(&manual.getBody(), {}, call->getOperandTypes(), locs);
  for (auto [exit, result] : llvm::zip(exits, manual.getResults()))
    exit->getResult(0).replaceAllUsesWith(result);
  for (Operation *op : exits)
    op->erase();
  for (Operation *mark : marks)
    mark->erase();
  call->moveBefore(body, body->end());
  call->setOperands(body->getArguments());
  builder.setInsertionPointToEnd(body);
  sharding::ReturnOp::create(builder, call.getLoc(), call.getResults());
  for (Operation *entry : entries)
    if (entry->use_empty())
      entry->erase();
  return success();
}

LogicalResult HloImporter::run() {
  if (failed(collect()))
    return failure();
  if (!found)
    return success();
  if (failed(makeMesh()))
    return failure();
  llvm::SmallVector<func::CallOp> calls;
  module.walk([&](func::CallOp call) {
    if (call->getNumOperands() > 0)
      calls.push_back(call);
  });
  for (func::CallOp call : calls)
    if (failed(importManualCall(call)))
      return failure();
  llvm::SmallVector<Operation *> ops;
  module.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (auto function = dyn_cast<func::FuncOp>(op); function && failed(importFunction(function)))
      return failure();
    if (failed(importOp(op)))
      return failure();
  }
  return success();
}

std::unique_ptr<Pass> createImportMhloShardingPass() { return std::make_unique<ImportMhloSharding>(); }

} // namespace shardwright
