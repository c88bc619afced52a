// --prefetch-gathers: software pipelining by one iteration, of collectives alone.
#include "passes/lower/PrefetchGathers.h"

#include "passes/common/PhasePass.h"
#include "passes/common/TripCount.h"
#include "passes/lower/Passes.h"

#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardwright {
namespace lower {
namespace {

class LoopRotator {
public:
  explicit LoopRotator(stablehlo::WhileOp loop) : loop(loop), body(loop.getBody().front()) {}

  bool run();

private:
  Value next(BlockArgument argument) const { return body.getTerminator()->getOperand(argument.getArgNumber()); }
  /// The ops of the body that a value is made of, operands first, where all that they begin with is invariant or one
  /// of `counters`. False: something else is.
  using Ops = llvm::SetVector<Operation *>;
  bool collect(Value value, ArrayRef<BlockArgument> counters, Ops &ops, bool &usesCounter) const;
  bool collect(Operation *op, ArrayRef<BlockArgument> counters, Ops &ops, bool &usesCounter) const;
  void findCounters();
  void findGathers();
  stablehlo::WhileOp withCarried(ValueRange first);

  stablehlo::WhileOp loop;
  Block &body;
  SmallVector<BlockArgument> counters;
  SmallVector<Operation *> gathers;
  Ops made; ///< what they are made of, and they
};

} // namespace

bool LoopRotator::collect(Operation *op, ArrayRef<BlockArgument> counters, Ops &ops, bool &usesCounter) const {
  if (ops.contains(op))
    return true;
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return false;
  for (Value operand : op->getOperands())
    if (!collect(operand, counters, ops, usesCounter))
      return false;
  ops.insert(op);
  return true;
}

bool LoopRotator::collect(Value value, ArrayRef<BlockArgument> counters, Ops &ops, bool &usesCounter) const {
  if (value.getParentBlock() != &body)
    return true;
  if (Operation *op = value.getDefiningOp())
    return collect(op, counters, ops, usesCounter);
  auto argument = cast<BlockArgument>(value);
  const bool isCounter = llvm::is_contained(counters, argument);
  usesCounter |= isCounter;
  return isCounter || next(argument) == argument;
}

/// Integers that become others by themselves.
void LoopRotator::findCounters() {
  for (BlockArgument argument : body.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    Ops ops;
    bool usesCounter = false;
    if (type && type.getRank() == 0 && isa<IntegerType>(type.getElementType()) && next(argument) != argument &&
        collect(next(argument), argument, ops, usesCounter))
      counters.push_back(argument);
  }
}

void LoopRotator::findGathers() {
  for (auto gather : body.getOps<spmd::AllGatherOp>()) {
    Ops ops;
    bool usesCounter = false;
    if (spmd::isStarted(gather) || !collect(gather.getOperation(), counters, ops, usesCounter) || !usesCounter)
      continue;
    gathers.push_back(gather);
    made.insert(ops.begin(), ops.end());
  }
  // What others of them alone take need not be handed on.
  llvm::erase_if(gathers, [&](Operation *gather) {
    return llvm::all_of(gather->getUsers(), [&](Operation *user) { return made.contains(user); });
  });
}

/// The loop with more loop-carried values, which start as `first`; the old one is gone.
stablehlo::WhileOp LoopRotator::withCarried(ValueRange first) {
  OpBuilder b(loop);
  SmallVector<Value> operands(loop->getOperands());
  llvm::append_range(operands, first);
  OperationState state(loop->getLoc(), loop->getName(), operands, ValueRange(operands).getTypes(), loop->getAttrs());
  state.addRegion()->takeBody(loop.getCond());
  state.addRegion()->takeBody(loop.getBody());
  auto wider = cast<stablehlo::WhileOp>(b.create(state));
  for (Region &region : wider->getRegions())
    for (Value value : first)
      region.addArgument(value.getType(), value.getLoc());
  loop->replaceAllUsesWith(wider->getResults().take_front(loop->getNumResults()));
  loop->erase();
  return wider;
}

bool LoopRotator::run() {
  if (tripCount(loop).value_or(0) < 2)
    return false;
  findCounters();
  findGathers();
  if (gathers.empty())
    return false;
  // In front of the loop, for its first iteration.
  OpBuilder b(loop);
  IRMapping before;
  before.map(body.getArguments(), loop->getOperands());
  for (Operation *op : made)
    b.clone(*op, before);
  SmallVector<Value> first, gathered;
  for (Operation *gather : gathers)
    for (Value result : gather->getResults()) {
      gathered.push_back(result);
      first.push_back(before.lookup(result));
    }
  // In front of all else of an iteration, for the next one.
  b.setInsertionPointToStart(&body);
  IRMapping own, ahead;
  for (BlockArgument counter : counters) {
    Ops ops;
    bool usesCounter = false;
    collect(next(counter), counter, ops, usesCounter);
    for (Operation *op : ops)
      b.clone(*op, own);
    ahead.map(counter, own.lookupOrDefault(next(counter)));
  }
  for (Operation *op : made)
    b.clone(*op, ahead);
  SmallVector<Value> handedOn = llvm::map_to_vector(gathered, [&](Value value) { return ahead.lookup(value); });
  const unsigned numBefore = loop->getNumOperands();
  loop = withCarried(first);
  body.getTerminator()->insertOperands(numBefore, handedOn);
  for (auto [value, argument] : llvm::zip_equal(gathered, body.getArguments().drop_front(numBefore)))
    value.replaceAllUsesWith(argument);
  for (Operation *op : llvm::reverse(made))
    if (op->use_empty())
      op->erase();
  return true;
}

bool prefetchGathers(func::FuncOp function) {
  SmallVector<stablehlo::WhileOp> loops;
  function.walk([&](stablehlo::WhileOp loop) { loops.push_back(loop); });
  bool changed = false;
  for (stablehlo::WhileOp loop : loops) // those inside first
    changed |= LoopRotator(loop).run();
  return changed;
}

} // namespace lower

namespace {

class PrefetchGathersPass : public PhasePass<PrefetchGathersPass, ProgramForm::PerDevice> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrefetchGathersPass)

  StringRef getArgument() const final { return "prefetch-gathers"; }
  StringRef getDescription() const final {
    return "gather what the next iteration of a loop needs one iteration ahead";
  }
  void runOnProgram() override {
    if (auto function = getOperation().lookupSymbol<func::FuncOp>("main"))
      lower::prefetchGathers(function);
  }
};

} // namespace

void registerPrefetchGathersPass() { PassRegistration<PrefetchGathersPass>(); }

} // namespace shardwright
