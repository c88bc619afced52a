// Attention as routines that keep scores in registers, where that takes no longer than steps.
#include "passes/lower/FuseAttention.h"

#include "passes/common/AttentionMatch.h"
#include "passes/lower/KernelIR.h"
#include "passes/lower/LibraryCalls.h"

#include "dialects/exec/ExecOps.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <utility>
#include <vector>

using namespace mlir;

namespace shardwright::lower {
namespace {

class Fuser {
public:
  Fuser(func::FuncOp function, const cost::AttentionRates &rates, bool writesKernels)
      : function(function), rates(rates), writesKernels(writesKernels), indexType(indexTypeOf(function)) {}

  void fuse(stablehlo::DotGeneralOp product);

  std::vector<FusedCall> calls;
  llvm::DenseSet<Block *> unordered; ///< blocks in which something is used before it is made

private:
  exec::KernelOp kernelOf(ScoreGraph &graph, Location loc);
  void replace(AttentionMatch &found, Value value, Value by);
  void emit(AttentionMatch &found, ScoreGraph &graph, Operation *place);

  func::FuncOp function;
  const cost::AttentionRates &rates;
  const bool writesKernels;
  const Type indexType;
  std::map<std::string, exec::KernelOp> kernels; ///< by their text
};

/// Layers have one kernel together.
exec::KernelOp Fuser::kernelOf(ScoreGraph &graph, Location loc) {
  auto module = function->getParentOfType<ModuleOp>();
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  exec::KernelOp made = writeKernel(b, loc, "attention", graph.graph);
  std::string text;
  llvm::raw_string_ostream(text) << made;
  exec::KernelOp &known = kernels[text];
  if (known) {
    made->erase();
  } else {
    known = made;
    known.setSymName("attention" + std::to_string(kernels.size() - 1));
  }
  return known;
}

void Fuser::replace(AttentionMatch &found, Value value, Value by) {
  for (ScoreGraph &graph : found.graphs)
    llvm::replace(graph.inputs, value, by);
  value.replaceAllUsesWith(by);
}

void Fuser::emit(AttentionMatch &found, ScoreGraph &graph, Operation *place) {
  Location loc = graph.outputs.front().getLoc();
  OpBuilder b(place);
  auto call = createLibraryCall(b, loc, ValueRange(graph.outputs).getTypes(), kAttentionCall, graph.inputs,
                                graph.form.parameters());
  if (writesKernels)
    call->setAttr(kLibraryKernelAttr, FlatSymbolRefAttr::get(kernelOf(graph, loc)));
  calls.push_back({call, {}});
  for (Operation *op : found.computedBy(graph))
    calls.back().computes.push_back(op->getLoc());
  for (auto [output, made] : llvm::zip_equal(graph.outputs, call.getResults()))
    replace(found, output, made);
}

void Fuser::fuse(stablehlo::DotGeneralOp product) {
  std::optional<AttentionMatch> found = matchAttention(product, indexType);
  if (!found || !found->paysOff(rates))
    return;
  if (!found->isInOrder)
    unordered.insert(product->getBlock());
  for (const RowDot &dot : found->rowDots) {
    OpBuilder b(dot.result.value.getDefiningOp());
    replace(*found, dot.result.value, dot.build(b, dot.result.value.getLoc()));
  }
  for (auto [graph, place] : llvm::zip_equal(found->graphs, found->places))
    emit(*found, graph, place);
}

} // namespace

namespace {

/// What uses something before it is made goes right behind what makes it, in the order in which it was: a collective of
/// a gradient begins when its kernel ends, whatever else the block holds. Linear but for what waits at a time.
void sortBehindMakers(Block &block) {
  llvm::DenseSet<Operation *> there;
  llvm::SmallVector<Operation *, 8> late;
  auto isReady = [&](Operation &op) {
    return !op.walk([&](Operation *inner) {
                const bool isMissing = llvm::any_of(inner->getOperands(), [&](Value operand) {
                  Operation *maker = operand.getDefiningOp();
                  return maker && maker->getBlock() == &block && !there.contains(maker);
                });
                return isMissing ? WalkResult::interrupt() : WalkResult::advance();
              }).wasInterrupted();
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isReady(op)) {
      late.push_back(&op);
      continue;
    }
    there.insert(&op);
    Operation *last = &op;
    llvm::erase_if(late, [&](Operation *waiting) {
      if (!isReady(*waiting))
        return false;
      waiting->moveAfter(std::exchange(last, waiting));
      there.insert(waiting);
      return true;
    });
  }
}

} // namespace

std::vector<FusedCall> fuseAttention(func::FuncOp function, const LoweringOptions &choices, bool writesKernels) {
  const std::optional<cost::AttentionRates> &rates = choices.target.traits.attention;
  if (!rates || !choices.fusion)
    return {};
  eraseDead(function);
  SmallVector<stablehlo::DotGeneralOp> products;
  function.walk([&](stablehlo::DotGeneralOp dot) { products.push_back(dot); });
  Fuser fuser(function, *rates, writesKernels);
  for (stablehlo::DotGeneralOp product : products)
    fuser.fuse(product);
  if (fuser.calls.empty())
    return {};
  eraseDead(function);
  function.walk([&](Block *block) {
    if (fuser.unordered.contains(block))
      sortBehindMakers(*block);
  });
  return std::move(fuser.calls);
}

} // namespace shardwright::lower
