// Rematerialisation without a search: one look at where most is alive in a block, in the order in which it is written.
// In a training step that is between the forward and the backward pass, and what is made again are normalised rows, the
// weights of a softmax, activations: they were kept for the gradient beside what they follow from.
#include "passes/lower/Recompute.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "passes/common/Bytes.h"
#include "passes/common/Donation.h"
#include "passes/lower/Interfaces.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// For an element, in cheap instructions: about what it takes to load and store it once more.
constexpr double kMaxRecomputePrice = 8;
/// Smaller buffers are not worth a kernel.
constexpr int64_t kMinBytes = 1024;

class BlockRecomputer {
public:
  BlockRecomputer(Block &block, const Fusion &fusion, bool donates) : block(block), fusion(fusion), donates(donates) {
    for (auto [position, op] : llvm::enumerate(block))
      positions[&op] = position;
  }
  bool run();

private:
  using Positions = SmallVector<unsigned, 2>;
  /// How a value is computed from buffers.
  struct Recipe {
    llvm::SetVector<Operation *> ops; ///< those without a buffer, then the one with
    llvm::SetVector<Value> from;
    double price = 0;
  };

  Operation *inBlock(Operation *op) const { return block.findAncestorOpInBlock(*op); }
  bool hasBuffer(Operation *op) const {
    return !fusion.inlined.contains(op) && !isa<stablehlo::ConstantOp>(op) && !isCopyOfBuffer(op, fusion);
  }
  void findReads();
  unsigned findPeak() const;
  bool addToRecipe(Operation *op, Recipe &recipe) const;
  bool isThere(Value value, unsigned until) const;
  std::optional<Recipe> worthwhile(Operation *op, unsigned peak) const;

  Block &block;
  const Fusion &fusion;
  const bool donates;
  llvm::DenseMap<Operation *, unsigned> positions;
  llvm::DenseMap<Value, Positions> reads; ///< by whom with a buffer, in order; through other names and what is inlined
  llvm::DenseSet<Value> remade;           ///< end sooner than `reads` says
};

} // namespace

void BlockRecomputer::findReads() {
  for (Operation &op : llvm::reverse(block)) {
    Positions readers;
    if (hasBuffer(&op))
      readers.push_back(positions[&op]);
    for (Value result : op.getResults()) {
      Positions &own = reads[result];
      llvm::sort(own);
      own.erase(llvm::unique(own), own.end());
      if (!hasBuffer(&op))
        readers.append(own);
    }
    auto read = [&](Value value) {
      if (value.getParentBlock() == &block)
        reads[value].append(readers);
    };
    llvm::for_each(op.getOperands(), read);
    for (Region &region : op.getRegions())
      region.walk([&](Operation *nested) { llvm::for_each(nested->getOperands(), read); });
  }
}

/// Where most is alive; who writes over what it reads does not need both.
unsigned BlockRecomputer::findPeak() const {
  std::vector<int64_t> change(positions.size() + 1, 0);
  SmallVector<Operation *> ops(positions.size());
  for (Operation &op : block)
    ops[positions.lookup(&op)] = &op;
  for (Operation &op : block) {
    if (!hasBuffer(&op))
      continue;
    for (Value result : op.getResults()) {
      const unsigned begin = positions.lookup(&op);
      ArrayRef<unsigned> own = reads.find(result)->second;
      unsigned end = own.empty() ? begin : own.back();
      change[begin] += bytesOf(result);
      change[std::max(begin + 1, isExpression(ops[end]) ? end : end + 1)] -= bytesOf(result);
    }
  }
  int64_t alive = 0, most = 0;
  unsigned peak = 0;
  for (unsigned position = 0; position < positions.size(); ++position) {
    alive += change[position];
    if (alive > most) {
      most = alive;
      peak = position;
    }
  }
  return peak;
}

/// Whether the operation, and what is inlined into it, is computed element by element.
bool BlockRecomputer::addToRecipe(Operation *op, Recipe &recipe) const {
  if (!isElementwise(op) && !isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp>(op))
    return false;
  recipe.price += elementPrice(op);
  for (Value operand : op->getOperands()) {
    if (!fusion.isInlined(operand) || operand.getDefiningOp<stablehlo::ConstantOp>())
      recipe.from.insert(operand);
    else if (!recipe.ops.contains(operand.getDefiningOp()) && !addToRecipe(operand.getDefiningOp(), recipe))
      return false;
  }
  recipe.ops.insert(op);
  return recipe.price <= kMaxRecomputePrice;
}

/// Whether the value is in memory at least until then, whatever is done with what follows from it.
bool BlockRecomputer::isThere(Value value, unsigned until) const {
  while (value.getDefiningOp() && isCopyOfBuffer(value.getDefiningOp(), fusion))
    value = value.getDefiningOp()->getOperand(0);
  if (value.getParentBlock() != &block || value.getDefiningOp<stablehlo::ConstantOp>())
    return true;
  if (remade.contains(value))
    return false;
  auto argument = dyn_cast<BlockArgument>(value);
  auto function = dyn_cast<func::FuncOp>(block.getParentOp());
  if (argument && function && !(donates && isDonated(function, argument.getArgNumber())))
    return true;
  auto own = reads.find(value);
  return own != reads.end() && !own->second.empty() && own->second.back() >= until;
}

std::optional<BlockRecomputer::Recipe> BlockRecomputer::worthwhile(Operation *op, unsigned peak) const {
  if (!hasBuffer(op) || op->getNumResults() != 1 || positions.lookup(op) >= peak)
    return std::nullopt;
  Value value = op->getResult(0);
  ArrayRef<unsigned> own = reads.find(value)->second;
  const unsigned *late = llvm::lower_bound(own, peak);
  if (late == own.begin() || late == own.end() || *late == peak || bytesOf(value) < kMinBytes)
    return std::nullopt;
  // Who stands before and has no buffer may be read before and after.
  for (Operation *user : value.getUsers())
    if (Operation *before = inBlock(user); positions.lookup(before) < peak && !hasBuffer(before))
      if (ArrayRef<unsigned> through = reads.find(before->getResult(0))->second;
          !through.empty() && through.back() > peak)
        return std::nullopt;
  Recipe recipe;
  if (!addToRecipe(op, recipe) || !llvm::all_of(recipe.from, [&](Value from) { return isThere(from, *late); }))
    return std::nullopt;
  return recipe;
}

bool BlockRecomputer::run() {
  findReads();
  const unsigned peak = findPeak();
  std::vector<std::pair<Operation *, Recipe>> chosen;
  for (Operation &op : block)
    if (std::optional<Recipe> recipe = worthwhile(&op, peak)) {
      remade.insert(op.getResult(0));
      chosen.push_back({&op, std::move(*recipe)});
    }
  for (auto &[op, recipe] : chosen) {
    auto isLate = [&](Operation *user) { return positions.lookup(inBlock(user)) > peak; };
    Operation *first = nullptr;
    for (Operation *user : op->getResult(0).getUsers())
      if (isLate(user) && (!first || positions.lookup(inBlock(user)) < positions.lookup(first)))
        first = inBlock(user);
    OpBuilder builder(first);
    IRMapping again;
    for (Operation *part : recipe.ops)
      builder.clone(*part, again);
    op->getResult(0).replaceUsesWithIf(again.lookup(op->getResult(0)),
                                       [&](OpOperand &use) { return isLate(use.getOwner()); });
  }
  return !chosen.empty();
}

bool recompute(func::FuncOp function, const Fusion &fusion, bool donates) {
  bool any = false;
  function.walk([&](Operation *op) {
    if (isa<func::FuncOp, stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
      for (Region &region : op->getRegions())
        for (Block &part : region)
          any |= BlockRecomputer(part, fusion, donates).run();
  });
  return any;
}

} // namespace shardwright::lower
