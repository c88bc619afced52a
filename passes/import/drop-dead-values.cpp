// What nothing observable follows from is removed, through loops too: a value that a loop carries only for itself (the
// stack of something that was differentiated and not used, say) costs memory, time and bytes at every iteration.
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/CustomCalls.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace shardwright {
namespace {

/// The values of a function that its results or something with an effect follow from, and the operations to run for it;
/// also constraints that nothing reads, which speak of their operand, where that is live.
class Live {
public:
  explicit Live(func::FuncOp function);

  bool contains(Value value) const { return values.contains(value); }
  bool contains(Operation *op) const { return ops.contains(op); }

private:
  void add(Value value);
  void add(Operation *op);
  void follow(Value value);

  llvm::DenseSet<Value> values;
  llvm::DenseSet<Operation *> ops;
  llvm::SmallVector<Value> work;
};

/// Whether results come one by one from the operands of the regions' terminators.
bool forwards(Operation *op) { return isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op); }

Live::Live(func::FuncOp function) {
  function.walk([&](Operation *op) {
    if (isHostCallback(op))
      return; // Python does not run here: a callback that gives the program nothing is dropped
    bool isEnd = op->hasTrait<OpTrait::IsTerminator>();
    bool hasOwnEffect = !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() && !isMemoryEffectFree(op);
    if (isEnd ? op->getParentOp() == function : op != function && (hasOwnEffect || op->getNumResults() == 0))
      add(op);
  });
  while (!work.empty())
    follow(work.pop_back_val());
  function.walk([&](sharding::ConstraintOp constraint) {
    if (constraint->use_empty() && contains(constraint.getInput()))
      ops.insert(constraint);
  });
}

void Live::add(Value value) {
  if (values.insert(value).second)
    work.push_back(value);
}

void Live::add(Operation *op) {
  if (!ops.insert(op).second)
    return;
  if (Operation *parent = op->getParentOp(); parent && !isa<func::FuncOp>(parent))
    add(parent);
  if (auto loop = dyn_cast<stablehlo::WhileOp>(op)) {
    for (Value going : loop.getCond().front().getTerminator()->getOperands())
      add(going);
    return;
  }
  for (Value operand : op->getOperands())
    add(operand);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!forwards(op) && block.mightHaveTerminator())
        for (Value result : block.getTerminator()->getOperands())
          add(result);
}

void Live::follow(Value value) {
  auto result = dyn_cast<OpResult>(value);
  Operation *owner = result ? result.getOwner() : value.getParentBlock()->getParentOp();
  if (isa<func::FuncOp>(owner))
    return;
  add(owner);
  if (!forwards(owner))
    return;
  unsigned number = result ? result.getResultNumber() : cast<BlockArgument>(value).getArgNumber();
  if (auto loop = dyn_cast<stablehlo::WhileOp>(owner)) {
    add(loop->getOperand(number));
    add(loop->getResult(number));
    add(loop.getBody().front().getTerminator()->getOperand(number));
  } else if (result) {
    for (Region &region : owner->getRegions())
      add(region.front().getTerminator()->getOperand(number));
  }
}

class Sweep {
public:
  explicit Sweep(const Live &live) : live(live) {}

  void run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      bool isEnd = op.hasTrait<OpTrait::IsTerminator>();
      if (isEnd || live.contains(&op)) {
        if (forwards(&op))
          narrow(&op);
        else
          for (Region &region : op.getRegions())
            for (Block &inner : region)
              run(inner);
      } else {
        op.erase();
      }
    }
  }

private:
  /// Leaves the results that are live, and what comes to them.
  void narrow(Operation *op) {
    bool isLoop = isa<stablehlo::WhileOp>(op);
    llvm::BitVector dead(op->getNumResults());
    for (OpResult result : op->getResults())
      dead[result.getResultNumber()] = !live.contains(result);
    for (auto [number, region] : llvm::enumerate(op->getRegions())) {
      Block &block = region.front();
      bool isCondition = isLoop && number == 0;
      if (!isCondition)
        block.getTerminator()->eraseOperands(dead);
      run(block);
      if (isLoop)
        block.eraseArguments(dead);
    }
    if (dead.none())
      return;
    if (isLoop)
      op->eraseOperands(dead);
    OperationState state(op->getLoc(), op->getName());
    state.operands = llvm::to_vector(op->getOperands());
    state.attributes = op->getAttrs();
    llvm::SmallVector<Value> left;
    llvm::SmallVector<sharding::SpecAttr> specs;
    for (OpResult result : op->getResults())
      if (!dead[result.getResultNumber()]) {
        left.push_back(result);
        state.types.push_back(result.getType());
        specs.push_back(sharding::getSpec(result));
      }
    state.attributes.erase(sharding::kSpecsAttr);
    for (Region &region : op->getRegions())
      state.addRegion()->takeBody(region);
    OpBuilder builder(op);
    Operation *narrowed = builder.create(state);
    for (auto [from, to, spec] : llvm::zip(left, narrowed->getResults(), specs)) {
      from.replaceAllUsesWith(to);
      if (spec)
        sharding::setSpec(to, spec);
    }
    op->erase();
  }

  const Live &live;
};

/// Says which callbacks go, and why: once for each place in the source, however often its function was called.
void warnOfCallbacks(func::FuncOp function, const Live &live) {
  llvm::DenseSet<Location> warned;
  function.walk([&](Operation *op) {
    if (!isHostCallback(op) || live.contains(op) || isMemoryEffectFree(op))
      return;
    Location loc = op->getLoc();
    while (auto call = dyn_cast<CallSiteLoc>(loc))
      loc = call.getCallee();
    if (!warned.insert(loc).second)
      return;
    auto call = dyn_cast<stablehlo::CustomCallOp>(op);
    if (call && call.getCallTargetName() == kInspectSharding)
      emitWarning(loc) << describeHostCallback(op)
                       << " is dropped: no Python runs here; `shardwright explain --at` shows how a value is sharded";
    else
      emitWarning(loc)
          << describeHostCallback(op)
          << " is dropped: it calls back into Python, which does not run here, and no result follows from it";
  });
}

/// Tokens order effects of one run; a caller has none to give and none to take.
void dropBorderTokens(func::FuncOp function) {
  Block &body = function.getBody().front();
  Operation *end = body.getTerminator();
  auto isToken = [](Type type) { return isa<stablehlo::TokenType>(type); };
  llvm::BitVector arguments(function.getNumArguments()), results(function.getNumResults());
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    arguments[index] = isToken(type);
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    results[index] = isToken(type);
  if (results.any()) {
    end->eraseOperands(results);
    (void)function.eraseResults(results);
  }
  if (arguments.none())
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (unsigned index : arguments.set_bits()) {
    Value argument = body.getArgument(index);
    argument.replaceAllUsesWith(stablehlo::CreateTokenOp::create(builder, argument.getLoc(), argument.getType()));
  }
  (void)function.eraseArguments(arguments);
}

class DropDeadValues : public PassWrapper<DropDeadValues, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DropDeadValues)

  llvm::StringRef getArgument() const override { return "drop-dead-values"; }
  llvm::StringRef getDescription() const override {
    return "removes what no result and no effect follows from: also tokens, and callbacks into Python";
  }

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      dropBorderTokens(function);
      Live live(function);
      warnOfCallbacks(function, live);
      Sweep(live).run(function.getBody().front());
    }
  }
};

} // namespace

std::unique_ptr<Pass> createDropDeadValuesPass() { return std::make_unique<DropDeadValues>(); }

} // namespace shardwright
