#include "dialects/stablehlo/local/LocalContext.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace shardwright {

/// Ops whose regions hold tensor code of the global program; other regions (reducers, comparators) are scalar and stay
/// as they are.
static bool hasGlobalRegions(Operation *op) {
  return isa<ModuleOp, func::FuncOp, stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp, sharding::ManualOp>(op);
}

LocalContext::LocalContext(ModuleOp module, const CostModel &costs, ReshardCache &reshards, FlatSymbolRefAttr meshName)
    : costs(costs), mesh(costs.mesh()), meshName(meshName), reshards(reshards) {
  size_t ops = 0;
  module.walk([&](Operation *) { ++ops; });
  values.reserve(ops); // large to move
  for (auto func : module.getOps<func::FuncOp>()) {
    for (Block &block : func.getBody())
      enterBlock(block);
  }
}

void LocalContext::enter(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return;
  Info info{Sharding::closed(type.getRank()), Shape(type.getShape()), type};
  if (sharding::SpecAttr spec = sharding::getSpec(value))
    info.sharding = spec.getValue().placement(mesh);
  info.local = RankedTensorType::get(info.sharding.localShape(mesh, info.shape), type.getElementType());
  values.try_emplace(value, std::move(info));
}

void LocalContext::enterBlock(Block &block) {
  for (BlockArgument arg : block.getArguments())
    enter(arg);
  for (Operation &op : block) {
    for (Value result : op.getResults())
      enter(result);
    if (hasGlobalRegions(&op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          enterBlock(inner);
  }
}

} // namespace shardwright
