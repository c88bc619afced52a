#include "passes/lower/BlockGraph.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "passes/common/Bytes.h"
#include "passes/lower/MatmulShape.h"
#include "shardwright/Fusion/ProductPlan.h"

#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

bool isSplatConstant(Operation *op) {
  auto constant = dyn_cast_or_null<stablehlo::ConstantOp>(op);
  return constant && constant.getValue().isSplat();
}

/// What kernels read and make are tensors; of anything else nothing is asked.
int64_t sizeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : 0;
}

double bytesOfElement(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? static_cast<double>(elementBytes(value)) : 0;
}

class Builder {
public:
  explicit Builder(const LoweringOptions &choices) : choices(choices) {}

  BlockGraph build(Block &block) {
    for (Operation &op : block.without_terminator())
      add(&op);
    for (Value value : block.getTerminator()->getOperands())
      result.graph.values[idOf(value)].isHeld = true;
    if (choices.target.traits.anyProductLayout)
      result.graph.leaveLayoutsToProducts();
    else if (choices.target.traits.plansProducts)
      fusion::planProducts(result.graph);
    return std::move(result);
  }

private:
  fusion::ValueId idOf(Value value) {
    auto [place, isNew] = ids.try_emplace(value, result.values.size());
    if (isNew) {
      result.values.push_back(value);
      fusion::ValueId id = result.graph.addValue(sizeOf(value), bytesOfElement(value));
      result.graph.values[id].isSplat = isSplatConstant(value.getDefiningOp());
    }
    return place->second;
  }

  void add(Operation *op) {
    fusion::Node node = nodeOf(op);
    node.keepsLayout = isa<spmd::AllReduceOp>(op);
    bool isRepetition =
        !choices.target.traits.anyProductLayout && !choices.target.traits.plansProducts && isRepetitionForProducts(op);
    node.isForProducts = isRepetition || (choices.target.traits.roundingProducts && isRoundingForProducts(op));
    for (auto [use, operand] : llvm::zip_equal(node.uses, op->getOperands())) {
      use.value = idOf(operand);
      if (isRepetition) {
        use.form = fusion::Use::Form::ForProducts;
        use.evaluations = static_cast<double>(sizeOf(operand));
      }
    }
    for (Region &region : op->getRegions())
      region.walk([&](Operation *nested) {
        for (Value value : nested->getOperands())
          if (!region.isAncestor(value.getParentRegion()))
            node.captured.push_back(idOf(value));
      });
    for (Value value : op->getResults())
      node.results.push_back(idOf(value));
    result.graph.addNode(std::move(node));
    result.ops.push_back(op);
  }

  const LoweringOptions &choices;
  BlockGraph result;
  llvm::DenseMap<Value, fusion::ValueId> ids;
};

} // namespace

BlockGraph graphOf(Block &block, const LoweringOptions &choices) { return Builder(choices).build(block); }

} // namespace shardwright::lower
