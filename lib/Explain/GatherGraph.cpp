#include "lib/Explain/Gather.h"
#include "lib/Explain/Places.h"

#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/TripCount.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace shardwright::explanation {
namespace {

/// Made where it is wanted: in a picture it would only be in the way.
bool isLeftOut(mlir::Operation *op) {
  return llvm::isa<stablehlo::ConstantOp, stablehlo::IotaOp, spmd::AxisIndexOp>(op) ||
         op->hasTrait<mlir::OpTrait::IsTerminator>();
}

class GraphGatherer {
public:
  GraphGatherer(const Facts &facts, llvm::ArrayRef<mlir::Operation *> collectives, const estimate::Estimate *estimate) {
    for (auto [number, op] : llvm::enumerate(collectives))
      collectiveOf[op] = number;
    for (auto [number, value] : llvm::enumerate(facts.values))
      valueOf.try_emplace(keyOf(value.name), number);
    if (!estimate)
      return;
    for (auto [number, priced] : llvm::enumerate(estimate->ops))
      for (mlir::Operation *op : priced.fused)
        pricedOf.try_emplace(op, number);
  }

  void addRegion(mlir::Block &block, Region region) {
    size_t number = graph.regions.size();
    graph.regions.push_back(region);
    for (mlir::Operation &op : block)
      if (!isLeftOut(&op))
        addNode(&op, number);
    auto returns = llvm::dyn_cast<mlir::func::ReturnOp>(block.getTerminator());
    if (!returns)
      return;
    for (auto [index, value] : llvm::enumerate(returns.getOperands()))
      if (auto node = nodeOf.find(value.getDefiningOp()); value.getDefiningOp() && node != nodeOf.end())
        graph.nodes[node->second].returned.push_back(index);
  }

  Graph graph;

private:
  static std::string keyOf(const ValueName &name) { return name.name + "\n" + name.place.text() + "\n" + name.words; }

  std::optional<size_t> find(mlir::Value value) const {
    auto found = valueOf.find(keyOf(valueNameOf(value)));
    return found == valueOf.end() ? std::nullopt : std::optional(found->second);
  }

  void addNode(mlir::Operation *op, size_t region) {
    size_t number = graph.nodes.size();
    nodeOf[op] = number;
    Node node;
    node.op = op->getName().getStringRef().str();
    node.place = placeFrom(op->getLoc());
    node.region = region;
    if (op->getNumResults())
      node.value = find(op->getResult(0));
    if (auto collective = collectiveOf.find(op); collective != collectiveOf.end())
      node.collective = collective->second;
    if (auto priced = pricedOf.find(op); priced != pricedOf.end())
      node.priced = priced->second;
    addInputs(op, node);
    graph.nodes.push_back(std::move(node));
    if (!llvm::isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
      return;
    bool isLoop = llvm::isa<stablehlo::WhileOp>(op);
    for (mlir::Region &inner : op->getRegions())
      if (!isLoop || inner.getRegionNumber() == 1)
        addRegion(inner.front(), {number, isLoop ? tripCount(op) : std::nullopt});
  }

  /// What the op and its regions read.
  void addInputs(mlir::Operation *op, Node &node) {
    mlir::Block *block = op->getBlock();
    op->walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands()) {
        if (operand.getParentBlock() != block)
          continue;
        mlir::Operation *maker = operand.getDefiningOp();
        if (auto found = nodeOf.find(maker); maker && found != nodeOf.end()) {
          if (!llvm::is_contained(node.inputs, found->second))
            node.inputs.push_back(found->second);
        } else if (!maker && llvm::isa<mlir::func::FuncOp>(block->getParentOp())) {
          if (std::optional<size_t> value = find(operand); value && !llvm::is_contained(node.arguments, *value))
            node.arguments.push_back(*value);
        }
      }
    });
  }

  std::map<std::string, size_t> valueOf;
  llvm::DenseMap<mlir::Operation *, size_t> nodeOf, collectiveOf, pricedOf;
};

} // namespace

Graph gatherGraph(mlir::ModuleOp module, const Facts &facts, llvm::ArrayRef<mlir::Operation *> collectives,
                  const estimate::Estimate *estimate) {
  GraphGatherer gatherer(facts, collectives, estimate);
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (!function.isExternal())
      gatherer.addRegion(function.getBody().front(), {});
  return std::move(gatherer.graph);
}

} // namespace shardwright::explanation
