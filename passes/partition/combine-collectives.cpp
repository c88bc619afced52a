// Several small collectives take hardly longer than one: most of their time is until the first byte arrives. Those that
// do the same over the same devices, and may wait for each other, become one of several operands.
//
// A collective may wait until something needs its result that cannot wait itself: its deadline. Collectives alike whose
// times from position to deadline overlap meet at the earliest deadline among them; what reads their results and stands
// in front of it moves behind. So nothing else moves, and no collective is done before its place in the program. Who
// waits holds its operands, and who is served early its results: nobody joins where more would be alive than anyway at
// the peak.
#include "passes/common/Bytes.h"
#include "passes/partition/LiveBytes.h"
#include "passes/partition/Passes.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/OpCosts.h"
#include "passes/common/PricedPass.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardwright {
namespace {

/// What a collective holds of its operands or its results, whichever is more.
int64_t heldBy(Operation *op) { return std::max(bytesOf(op->getOperands()), bytesOf(op->getResults())); }

class BlockCombiner {
public:
  /// `limit`: the most bytes that a combined collective holds; 0: what it sends in the time that it takes to start.
  BlockCombiner(Block &block, const CostModel &costs, int64_t limit)
      : block(block), costs(costs), fixedLimit(limit), alive(block) {
    for (Operation &op : block) {
      positions[&op] = ops.size();
      ops.push_back(&op);
    }
  }

  void run() {
    for (Operation *op : ops)
      if (spmd::isCollective(op))
        mostWaiting = std::max(mostWaiting, limitOf(op));
    findDeadlines();
    llvm::MapVector<Attribute, SmallVector<Operation *>> alike;
    for (Operation *op : ops)
      if (mayJoin(op))
        alike[kindOf(op)].push_back(op);
    for (auto &[kind, collectives] : alike)
      meet(collectives);
    if (groups.empty())
      return;
    reorder();
    for (ArrayRef<Operation *> group : groups)
      combine(group);
  }

private:
  int64_t limitOf(Operation *op) const {
    if (fixedLimit)
      return fixedLimit;
    auto [place, isNew] = limits.try_emplace(kindOf(op), 0);
    if (isNew)
      place->second = costs.bytesOfStart(costs.collective(CollectiveOpWork(op).work()));
    return place->second;
  }

  /// One that an op needs because it runs whole stays alone: that is told of a single value.
  bool mayJoin(Operation *op) const {
    return spmd::isCollective(op) && !op->hasAttr(spmd::kWholeForAttr) && heldBy(op) <= limitOf(op);
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

  //===--- How long each may wait ---===//

  /// Small arithmetic may wait with what it reads: little is kept in memory by it.
  bool mayWait(Operation *op) const {
    return !spmd::isCollective(op) && (op->getNumRegions() == 0 || isa<stablehlo::ReduceOp>(op)) &&
           !op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(op) &&
           bytesOf(op->getOperands()) + bytesOf(op->getResults()) <= mostWaiting;
  }

  /// The first position at which someone cannot wait any longer for an op's results.
  void findDeadlines() {
    for (Operation *op : llvm::reverse(ops)) {
      size_t deadline = ops.size() - 1;
      for (Operation *user : op->getUsers()) {
        Operation *here = block.findAncestorOpInBlock(*user);
        deadline = std::min(deadline, mayWait(here) ? deadlines.lookup(here) : positions.lookup(here));
      }
      deadlines[op] = deadline;
    }
  }

  //===--- Who meets where ---===//

  /// Each in turn, the most urgent first, is joined by those that are there before its deadline, in the order of the
  /// program, until there is no more room; but by none where that would be the peak.
  void meet(ArrayRef<Operation *> collectives) {
    SmallVector<Operation *> waiting(collectives);
    llvm::stable_sort(waiting, [&](Operation *a, Operation *b) { return deadlines.lookup(a) < deadlines.lookup(b); });
    llvm::SmallPtrSet<Operation *, 16> gone;
    for (Operation *urgent : waiting) {
      if (gone.contains(urgent))
        continue;
      size_t place = deadlines.lookup(urgent);
      SmallVector<Operation *> group;
      int64_t room = limitOf(urgent) - heldBy(urgent);
      for (Operation *op : collectives) {
        if (gone.contains(op) || op == urgent || positions.lookup(op) >= place || heldBy(op) > room)
          continue;
        // The first to join brings about that the urgent one waits.
        SmallVector<Operation *, 2> moved{op};
        if (group.empty())
          moved.push_back(urgent);
        if (!alive.move(moved, place))
          continue;
        room -= heldBy(op);
        group.push_back(op);
      }
      gone.insert(urgent);
      gone.insert(group.begin(), group.end());
      if (group.empty())
        continue;
      group.push_back(urgent);
      llvm::sort(group, [&](Operation *a, Operation *b) { return positions.lookup(a) < positions.lookup(b); });
      for (Operation *op : group)
        groupPlaces[op] = place;
      groups.push_back(std::move(group));
    }
  }

  /// What reads something that moves, and stands in front of its new place, moves there too, behind it.
  void reorder() {
    for (Operation *op : ops)
      if (size_t place = groupPlaces.lookup(op))
        for (Operation *user : op->getUsers())
          if (Operation *here = block.findAncestorOpInBlock(*user); positions.lookup(here) < place)
            groupPlaces[here] = std::max(groupPlaces.lookup(here), place);
    // (position, 1) for what stays, (place, 0) for what moves in front of it.
    auto place = [&](Operation *op) {
      auto place = groupPlaces.find(op);
      return place == groupPlaces.end() ? std::pair(positions.lookup(op), 1) : std::pair(place->second, 0);
    };
    llvm::stable_sort(ops, [&](Operation *a, Operation *b) { return place(a) < place(b); });
    for (Operation *op : ops)
      op->moveBefore(&block, block.end());
  }

  //===--- One for all ---===//

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
  int64_t mostWaiting = 0;
  mutable llvm::DenseMap<Attribute, int64_t> limits; ///< by kindOf()
  LiveBytes alive;
  SmallVector<Operation *> ops;
  DenseMap<Operation *, size_t> positions, deadlines;
  SmallVector<SmallVector<Operation *>> groups;
  /// In front of which position an op is done that does not stay where it is.
  DenseMap<Operation *, size_t> groupPlaces;
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
    FailureOr<Mesh> mesh = sharding::lookupMesh(getOperation());
    if (failed(mesh)) // no axes, no collectives
      return;
    const CostModel *costs = costsOn(*mesh);
    if (!costs)
      return signalPassFailure();
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
