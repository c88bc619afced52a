#include "lib/Planning/OpenProgram.h"
#include "lib/Planning/FunctionOf.h"

#include "dialects/sharding/Shardings.h"
#include "passes/partition/Passes.h"
#include "passes/propagate/Passes.h"
#include "shardwright/Plan/AxisRoles.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::planning {

bool decides(sharding::SpecAttr spec) {
  if (!spec)
    return false;
  const Sharding &sharding = spec.getValue();
  return sharding.isPartial() || !sharding.replicated.empty() ||
         llvm::any_of(sharding.dims, [](const DimSharding &dim) { return !dim.open || !dim.axes.empty(); });
}

namespace {

/// A copy in which each op's location refers to the op that it was copied from.
OwningOpRef<ModuleOp> copyWithSources(ModuleOp module) {
  OwningOpRef<ModuleOp> copy(module.clone());
  SmallVector<Operation *> sources;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { sources.push_back(op); });
  size_t next = 0;
  copy->walk<WalkOrder::PreOrder>([&](Operation *op) {
    Operation *source = sources[next++];
    op->setLoc(OpaqueLoc::get<Operation *>(source, source->getLoc()));
  });
  return copy;
}

/// Constraints that decide nothing would, once propagated, ask for what is replicated.
void dropIdleConstraints(ModuleOp module) {
  SmallVector<sharding::ConstraintOp> idle;
  module.walk([&](sharding::ConstraintOp op) {
    if (!decides(op.getSpec()))
      idle.push_back(op);
  });
  for (sharding::ConstraintOp op : idle) {
    op.getResult().replaceAllUsesWith(op.getInput());
    op.erase();
  }
}

LogicalResult propagate(ModuleOp module, const CostModel &costs, const PartitionOptions &choices) {
  dropIdleConstraints(module);
  PassManager passes(module.getContext());
  passes.enableVerifier(false);
  passes.addPass(createPropagateShardingsPass({}));
  buildPlacementPreparation(passes, choices, std::make_shared<SharedCostModel>(costs));
  return passes.run(module);
}

} // namespace

FailureOr<OpenProgram> OpenProgram::create(ModuleOp imported, const CostModel &costs, const PartitionOptions &choices) {
  OpenProgram open;
  open.source = functionOf(imported);
  open.propagated = copyWithSources(imported);
  if (failed(propagate(*open.propagated, costs, choices)))
    return failure();
  auto func = functionOf(*open.propagated);
  FailureOr<PlacementGraph> graph = buildPlacementGraph(func, costs, choices);
  if (failed(graph))
    return failure();
  open.graph = std::move(*graph);
  open.findOpen(func);
  open.findGroups();
  return open;
}

void OpenProgram::findOpen(func::FuncOp func) {
  llvm::DenseMap<Value, size_t> numbers;
  for (auto [number, value] : llvm::enumerate(graph.values))
    numbers.try_emplace(value, number);
  strategies.isFixed.assign(graph.values.size(), false);
  for (auto [carried, value] : llvm::enumerate(graph.loopCarried))
    strategies.isFixed[graph.program.loopCarried[carried].result] = isWritten(sourceOf(numbers.lookup(value)));
  for (unsigned result = 0; result < source.getNumResults(); ++result) {
    const bool isFixed = decides(sharding::getResultSpec(source, result));
    strategies.isFixedResult.push_back(isFixed);
    if (!isFixed)
      results.push_back(result);
  }
  for (BlockArgument argument : func.getArguments()) {
    const unsigned number = argument.getArgNumber();
    const size_t value = numbers.lookup(argument);
    all.push_back(value);
    strategies.isFixed[value] = decides(sharding::getSpec(source.getArgument(number)));
    if (!strategies.isFixed[value])
      open.push_back({number, value});
    auto result = source.getArgAttrOfType<IntegerAttr>(number, "tf.aliasing_output");
    if (result && !strategies.isFixedResult[static_cast<size_t>(result.getInt())])
      strategies.updated.push_back({value, static_cast<size_t>(result.getInt())});
  }
}

void OpenProgram::findGroups() {
  std::map<int64_t, SmallVector<size_t>> groups;
  source.walk([&](sharding::GroupOp group) {
    if (auto argument = dyn_cast<BlockArgument>(group.getInput());
        argument && argument.getOwner()->isEntryBlock() && argument.getOwner()->getParentOp() == source)
      groups[group.getGroupId()].push_back(argument.getArgNumber());
  });
  for (const auto &[id, members] : groups) {
    const auto *written = llvm::find_if(members, [&](size_t each) { return isWritten(source.getArgument(each)); });
    for (size_t member : members)
      leaders[member] = written != members.end() ? *written : *llvm::min_element(members);
  }
}

size_t OpenProgram::leaderOf(size_t argument) const {
  auto place = leaders.find(argument);
  return place == leaders.end() ? argument : place->second;
}

bool OpenProgram::isWritten(Value value) const { return value && decides(sharding::getSpec(value)); }

Value OpenProgram::sourceOf(size_t number) const {
  Value value = graph.values[number];
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *op = argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  auto *from = OpaqueLoc::getUnderlyingLocationOrNull<Operation *>(op->getLoc());
  if (!from || from->getName() != op->getName())
    return nullptr;
  if (argument)
    return from->getRegion(argument.getOwner()->getParent()->getRegionNumber()).getArgument(argument.getArgNumber());
  const unsigned result = cast<OpResult>(value).getResultNumber();
  return from->getResultTypes() == op->getResultTypes() ? from->getResult(result) : Value();
}

std::vector<size_t> OpenProgram::parameters() const {
  std::vector<size_t> parameters;
  for (auto [value, position] : strategies.updated)
    parameters.push_back(value);
  if (parameters.empty())
    for (size_t value : all)
      if (llvm::StringRef type = graph.program.values[value].type; !type.starts_with("i") && !type.starts_with("ui"))
        parameters.push_back(value);
  return parameters;
}

std::string OpenProgram::describe(const Mesh &mesh, const plan::Strategies::Decoded &plan) const {
  return plan::describeAxes(mesh, plan::axisRoles(mesh, plan.program, plan.plan, parameters()));
}

bool OpenProgram::isOpenLoopCarried(size_t carried) const {
  return !strategies.isFixed[graph.program.loopCarried[carried].result];
}

} // namespace shardwright::planning
