#include "passes/lower/SinkOperations.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "passes/common/Bytes.h"
#include "passes/lower/KernelPlan.h"

#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// What kernels are not joined across.
bool isHeavy(Operation *op) {
  return isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp, stablehlo::CustomCallOp, stablehlo::SortOp>(op) ||
         op->getNumRegions() != 0 || spmd::isCollective(op);
}

class Sinker {
public:
  explicit Sinker(Block &block) : block(block) {
    unsigned count = 0;
    for (Operation &op : block) {
      segments[&op] = count;
      count += isHeavy(&op) && !isa<stablehlo::ReduceOp>(op);
    }
  }

  void run() {
    SmallVector<Operation *> ops;
    for (Operation &op : llvm::reverse(block))
      ops.push_back(&op);
    for (Operation *op : ops)
      if (isElementwise(op) && op->getNumResults() == 1)
        sink(op);
  }

private:
  /// The first that uses any of what the op computes; null where nothing in the block does.
  Operation *firstUser(Operation *op) {
    Operation *first = nullptr;
    for (Operation *user : op->getUsers())
      if (Operation *own = block.findAncestorOpInBlock(*user); own && (!first || own->isBeforeInBlock(first)))
        first = own;
    return first;
  }

  void sink(Operation *op) {
    Operation *first = firstUser(op);
    if (!first || !isElementwise(first) || segments.lookup(first) == segments.lookup(op))
      return;
    // With what is computed for it alone, users first.
    llvm::SetVector<Operation *> moved;
    moved.insert(op);
    llvm::SetVector<Value> read;
    for (size_t i = 0; i != moved.size(); ++i)
      for (Value operand : moved[i]->getOperands()) {
        Operation *maker = operand.getDefiningOp();
        const bool isOwn = maker && maker->getBlock() == &block && isElementwise(maker) &&
                           maker->getNumResults() == 1 &&
                           llvm::all_of(maker->getUsers(), [&](Operation *user) { return moved.contains(user); });
        if (isOwn)
          moved.insert(maker);
        else
          read.insert(operand);
      }
    int64_t bytes = -bytesOf(op->getResult(0));
    for (Value value : read)
      if (!isAliveAt(value, first, moved))
        bytes += bytesOf(value);
    if (bytes > 0)
      return;
    Operation *place = first;
    for (Operation *each : moved) { // a maker may be used by several of them
      each->moveBefore(firstAmong(each, place));
      segments[each] = segments.lookup(first);
    }
  }

  Operation *firstAmong(Operation *op, Operation *place) {
    Operation *first = firstUser(op);
    return first && first->isBeforeInBlock(place) ? first : place;
  }

  /// Whether the value is there anyway when `place` runs.
  bool isAliveAt(Value value, Operation *place, const llvm::SetVector<Operation *> &but) const {
    if (value.getDefiningOp<stablehlo::ConstantOp>() || value.getParentBlock() != &block)
      return true;
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      Operation *own = block.findAncestorOpInBlock(*user);
      return !own || (!but.contains(own) && !own->isBeforeInBlock(place));
    });
  }

  Block &block;
  llvm::DenseMap<Operation *, unsigned> segments; ///< heavy operations in front
};

} // namespace

void sinkOperations(func::FuncOp function) {
  SmallVector<Block *> blocks;
  forRunBlocks(function, [&](Block &block) { blocks.push_back(&block); });
  for (Block *block : blocks)
    Sinker(*block).run();
}

} // namespace shardwright::lower
