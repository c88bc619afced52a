#include "lib/Planning/ProgramParts.h"
#include "lib/Planning/FunctionOf.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/Bytes.h"
#include "passes/common/TripCount.h"
#include "passes/import/ForwardPass.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

using namespace mlir;

namespace shardwright::planning {
namespace {

Block &bodyOf(const Batch &batch) { return functionOf(batch.program()).getBody().front(); }

/// Equal of ops that do the same to values of the same types.
size_t kindOf(Operation *op) {
  return OperationEquivalence::computeHash(
      op, [](Value operand) { return hash_value(operand.getType()); }, OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
}

} // namespace

class PartsFinder {
public:
  explicit PartsFinder(const Batch &batch) : batch(batch), block(bodyOf(batch)), forward(block) {}

  std::optional<ProgramParts> find() {
    findWanted();
    for (Operation &op : block)
      op.walk([&](Operation *inner) { parts.parts[inner] = partOf(&op, inner); });
    if (!makesGradients() || !returnsWeights())
      return std::nullopt;
    if (!findLoops())
      findAlike();
    return std::move(parts);
  }

private:
  bool has(ValueRange values) const {
    return llvm::any_of(values, [&](Value value) { return batch.isIn(value); });
  }

  /// By number: that have the batch in them, or what such ops wait for.
  void findWanted() {
    wanted.assign(forward.ops().size(), false);
    for (const ForwardPass::Op &op : llvm::reverse(forward.ops())) {
      bool isHere = llvm::any_of(op.op->getUsers(), [&](Operation *user) { return isWanted(user); });
      op.op->walk([&](Operation *inner) {
        const bool isEnd = inner->getBlock() == &block && inner->hasTrait<OpTrait::IsTerminator>();
        isHere |= !isEnd && (has(inner->getOperands()) || has(inner->getResults()));
      });
      wanted[forward.numberOf(op.op)] = isHere;
    }
  }

  /// Of weights: a product of two values with the batch that sums over it, behind the forward pass.
  bool makesGradients() const {
    return llvm::any_of(parts.parts, [](const auto &each) {
      return each.second.pass == OpPart::Backward && each.second.sumsSamples && isProduct(each.first);
    });
  }

  /// Updated, or their gradients: of the same shape.
  bool returnsWeights() const {
    return llvm::any_of(batch.ofWeights(), [&](Value weight) {
      return isa<BlockArgument>(weight) && weight.getParentBlock() == &block &&
             llvm::any_of(block.getTerminator()->getOperands(), [&](Value returned) {
               auto type = dyn_cast<ShapedType>(returned.getType());
               return type && !batch.isIn(returned) && type.getShape() == cast<ShapedType>(weight.getType()).getShape();
             });
    });
  }

  bool isWanted(Operation *op) const { return wanted[forward.numberOf(op)]; }

  OpPart partOf(Operation *outer, Operation *op) const {
    OpPart part;
    part.pass = !isWanted(outer)                           ? OpPart::Update
                : forward.numberOf(outer) < forward.size() ? OpPart::Forward
                                                           : OpPart::Backward;
    // In loops what follows is not looked at: they sum in each iteration.
    part.sumsSamples = has(op->getOperands()) && !has(op->getResults()) &&
                       (op != outer || llvm::none_of(op->getUsers(), [&](Operation *user) { return isWanted(user); }));
    return part;
  }

  /// Loops with products of the batch; false where there are none of one length.
  bool findLoops() {
    std::vector<Operation *> loops;
    for (Operation &op : block)
      if (isa<stablehlo::WhileOp>(op) && holdsProduct(&op)) {
        const std::optional<int64_t> trips = tripCount(&op);
        if (!trips || *trips < 2 || (parts.numLayers > 1 && *trips != parts.numLayers))
          return parts.numLayers = 1, false;
        parts.numLayers = *trips;
        loops.push_back(&op);
      }
    for (Operation *loop : loops)
      loop->walk([&](Operation *op) { parts.parts[op].inLayers = 1; });
    if (!loops.empty())
      parts.handedOn = carriedBytes(loops.front());
    return !loops.empty();
  }

  bool holdsProduct(Operation *loop) const {
    return loop
        ->walk([&](Operation *op) {
          return isProduct(op) && has(op->getOperands()) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// What an iteration makes anew of what it is handed: not of what is written into piece by piece.
  double carriedBytes(Operation *op) const {
    auto loop = cast<stablehlo::WhileOp>(op);
    Block &body = loop.getBody().front();
    double bytes = 0;
    for (auto [argument, next] : llvm::zip_equal(body.getArguments(), body.getTerminator()->getOperands()))
      if (batch.isIn(argument) && next != argument && !next.getDefiningOp<stablehlo::DynamicUpdateSliceOp>())
        bytes += static_cast<double>(bytesOf(argument));
    return bytes;
  }

  void findAlike() {
    std::map<size_t, int64_t> counts, products; // by kind
    for (const ForwardPass::Op &op : forward.ops()) {
      ++counts[kindOf(op.op)];
      if (op.isProduct && forward.numberOf(op.op) < forward.size())
        ++products[kindOf(op.op)];
    }
    int64_t layers = 0;
    for (const auto &[kind, count] : products)
      if (count > 1)
        layers = std::gcd(layers, count);
    if (layers < 2)
      return;
    parts.numLayers = layers;
    for (const ForwardPass::Op &op : forward.ops()) {
      const int64_t count = counts[kindOf(op.op)];
      const double inLayers = static_cast<double>(count - count % layers) / static_cast<double>(count);
      op.op->walk([&](Operation *inner) { parts.parts[inner].inLayers = inLayers; });
    }
    parts.handedOn = leastCrossing();
  }

  /// The fewest bytes with the batch that are live, within the forward pass, between two of its products.
  double leastCrossing() const {
    std::vector<double> changes(forward.size() + 1);
    size_t first = forward.size(), last = 0;
    for (const ForwardPass::Op &op : llvm::ArrayRef(forward.ops()).take_front(forward.size())) {
      const size_t at = forward.numberOf(op.op);
      if (op.isProduct) {
        first = std::min(first, at);
        last = at;
      }
      for (Value result : op.op->getResults())
        if (const auto until = forward.readsOf(result).lastForward; until && batch.isIn(result)) {
          changes[at] += static_cast<double>(bytesOf(result));
          changes[*until] -= static_cast<double>(bytesOf(result));
        }
    }
    double live = 0, least = 0;
    for (size_t at = 0; at < last; ++at) {
      live += changes[at];
      if (at >= first && live > 0 && (least == 0 || live < least))
        least = live;
    }
    return least;
  }

  const Batch &batch;
  Block &block;
  ForwardPass forward;
  std::vector<bool> wanted;
  ProgramParts parts;
};

std::optional<ProgramParts> ProgramParts::of(const Batch &batch) { return PartsFinder(batch).find(); }

} // namespace shardwright::planning
