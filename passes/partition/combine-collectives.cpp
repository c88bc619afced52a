// Which collectives become one is decided in Fusion/Sequence.h; here the operations move and are joined.
#include "passes/common/Bytes.h"
#include "passes/partition/Passes.h"
#include "passes/partition/PlacementGraph.h"
#include "shardwright/Fusion/Sequence.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/OpCosts.h"
#include "passes/common/PricedPass.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardwright {
namespace {

class BlockCombiner {
public:
  /// `limit`: the most bytes that a combined collective holds; 0: what it sends in the time that it takes to start.
  BlockCombiner(Block &block, const CostModel &costs, int64_t limit) : block(block), costs(costs), fixedLimit(limit) {}

  void run() {
    for (Operation &op : block)
      add(&op);
    sequence.connect();
    fusion::CombinedCollectives combined = fusion::combineCollectives(sequence);
    for (uint32_t position : combined.order)
      ops[position]->moveBefore(&block, block.end());
    for (ArrayRef<uint32_t> group : combined.groups)
      combine(llvm::map_to_vector(group, [&](uint32_t position) { return ops[position]; }));
  }

private:
  void add(Operation *op) {
    fusion::Sequence::Op added;
    for (Value operand : op->getOperands())
      added.reads.push_back(numberOf(operand));
    added.numOperands = added.reads.size();
    for (Region &region : op->getRegions())
      region.walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (operand.getParentBlock() == &block)
            added.reads.push_back(numberOf(operand));
      });
    for (Value result : op->getResults())
      added.results.push_back(numberOf(result));
    added.isInPlace = op->hasTrait<stablehlo::Elementwise>() || isa<spmd::AllReduceOp>(op);
    added.hasRegions = op->getNumRegions() > 0;
    added.isEnd = op->hasTrait<OpTrait::IsTerminator>();
    added.stays = added.isEnd || (added.hasRegions && !isa<stablehlo::ReduceOp>(op)) || !isMemoryEffectFree(op);
    added.isCollective = spmd::isCollective(op) && !spmd::isStarted(op);
    if (added.isCollective) {
      added.limit = limitOf(op);
      // One that an op needs because it runs whole stays alone: that is told of a single value.
      if (!op->hasAttr(spmd::kWholeForAttr))
        added.kind = kinds.try_emplace(kindOf(op), kinds.size()).first->second;
    }
    sequence.ops.push_back(std::move(added));
    ops.push_back(op);
  }

  uint32_t numberOf(Value value) {
    auto [place, isNew] = numbers.try_emplace(value, sequence.values.size());
    if (isNew) {
      fusion::Sequence::Value added;
      added.bytes = bytesOf(value);
      if (Operation *op = value.getDefiningOp()) {
        added.isMade = isMadeAnywhere(op);
        added.isView = isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp>(op);
        added.isElementwise = op->hasTrait<stablehlo::Elementwise>();
      }
      sequence.values.push_back(std::move(added));
    }
    return place->second;
  }

  int64_t limitOf(Operation *op) {
    if (fixedLimit)
      return fixedLimit;
    auto [place, isNew] = limits.try_emplace(kindOf(op), 0);
    if (isNew)
      place->second = costs.bytesOfStart(costs.collective(CollectiveOpWork(op).work()));
    return place->second;
  }

  /// All that two collectives must have in common.
  static Attribute kindOf(Operation *op) {
    SmallVector<Attribute> parts{StringAttr::get(op->getContext(), op->getName().getStringRef()),
                                 TypeAttr::get(cast<RankedTensorType>(op->getOperand(0).getType()).getElementType())};
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.erase("cause");
    parts.push_back(attributes.getDictionary(op->getContext()));
    return ArrayAttr::get(op->getContext(), parts);
  }

  /// In the place of the first: what the others read stands in front of their place, what reads any of them behind
  /// it.
  void combine(ArrayRef<Operation *> group) {
    SmallVector<Value> operands;
    SmallVector<Type> types;
    SmallVector<Location> locations;
    llvm::SetVector<StringRef> causes;
    for (Operation *op : group) {
      llvm::append_range(operands, op->getOperands());
      llvm::append_range(types, op->getResultTypes());
      locations.push_back(op->getLoc());
      if (auto cause = op->getAttrOfType<StringAttr>("cause"))
        causes.insert(cause.getValue());
    }
    OpBuilder builder(group.front());
    OperationState state(builder.getFusedLoc(locations), group.front()->getName(), operands, types);
    state.addAttributes(group.front()->getAttrDictionary().getValue());
    Operation *together = builder.create(state);
    if (!causes.empty())
      together->setAttr("cause", builder.getStringAttr(llvm::join(causes, "; ")));
    unsigned next = 0;
    for (Operation *op : group) {
      for (Value result : op->getResults())
        result.replaceAllUsesWith(together->getResult(next++));
      op->erase();
    }
  }

  Block &block;
  const CostModel &costs;
  const int64_t fixedLimit;
  llvm::DenseMap<Attribute, int64_t> limits;
  llvm::DenseMap<Attribute, int64_t> kinds;
  llvm::DenseMap<Value, uint32_t> numbers;
  fusion::Sequence sequence;
  SmallVector<Operation *> ops; ///< by position
};

struct CombineCollectivesPass : PricedPass<CombineCollectivesPass, ProgramForm::PerDevice> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CombineCollectivesPass)
  CombineCollectivesPass() = default;
  CombineCollectivesPass(const CombineCollectivesPass &other) : PricedPass(other) {}

  StringRef getArgument() const override { return "combine-collectives"; }
  StringRef getDescription() const override {
    return "small collectives that do the same over the same devices, and may wait for each other, become one";
  }

  void runOnProgram() override {
    const CostModel *costs = costsOfProgram();
    if (!costs) // without axes there are no collectives
      return;
    getOperation().walk([&](Block *block) {
      if (llvm::count_if(*block, [](Operation &op) { return spmd::isCollective(&op); }) > 1)
        BlockCombiner(*block, *costs, bytes).run();
    });
  }

  // Beyond what is sent in the time that one takes to start, joining others saves little, and waiting for them keeps
  // memory.
  Option<int64_t> bytes{*this, "bytes", llvm::cl::init(0),
                        llvm::cl::desc("the most that a combined collective holds of operands, or of results "
                                       "(default: what it sends in the time that it takes to start)")};
};

} // namespace

std::unique_ptr<Pass> createCombineCollectivesPass(std::shared_ptr<SharedCostModel> costs) {
  return pricedBy(std::make_unique<CombineCollectivesPass>(), std::move(costs));
}

} // namespace shardwright
