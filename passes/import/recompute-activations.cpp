#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/Bytes.h"
#include "passes/common/PhasePass.h"
#include "passes/import/ForwardPass.h"
#include "passes/import/LayerCuts.h"
#include "passes/import/Passes.h"
#include "passes/import/RecomputeActivations.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <set>

using namespace mlir;

namespace shardwright {

llvm::StringRef str(KeptActivations keep) {
  switch (keep) {
  case KeptActivations::Products:
    return "products";
  case KeptActivations::UnbatchedProducts:
    return "unbatched-products";
  case KeptActivations::Layers:
    return "layers";
  }
  return "";
}

std::optional<KeptActivations> parseKeptActivations(llvm::StringRef text) {
  for (KeptActivations keep : kKeptActivations)
    if (text == str(keep))
      return keep;
  return std::nullopt;
}

namespace {

/// Whether a second execution gives the same and does nothing else.
bool isRecomputable(Operation *op) {
  if (isa<stablehlo::RngOp, stablehlo::RngBitGeneratorOp, stablehlo::CustomCallOp, stablehlo::WhileOp,
          stablehlo::CaseOp, stablehlo::IfOp, sharding::ManualOp>(op))
    return false;
  return isMemoryEffectFree(op);
}

bool hasBatchDims(Operation *op) {
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(op);
  return dot && !dot.getDotDimensionNumbers().getLhsBatchingDimensions().empty();
}

/// Of the result of an op of the forward pass; 0 where its readers, compiled, read what the op reads.
double storedBytes(Value result) {
  return isa<stablehlo::BroadcastInDimOp, stablehlo::ConvertOp, stablehlo::ReshapeOp, stablehlo::TransposeOp>(
             result.getDefiningOp())
             ? 0
             : static_cast<double>(bytesOf(result));
}

class ActivationRecomputer {
public:
  ActivationRecomputer(Block &block, KeptActivations keep) : block(block), forward(block), keep(keep) {}

  RecomputedActivations run() {
    findKept();
    // What is put in between has no number; the block is read by the numbers.
    for (size_t at = forward.size(); at < forward.ops().size(); ++at)
      if (!forward.ops()[at].op->hasTrait<OpTrait::IsTerminator>())
        readCopies(at);
    return done;
  }

private:
  void findKept() {
    if (keep == KeptActivations::Layers)
      keepBoundaries();
    for (size_t at = 0; at < forward.size(); ++at) {
      const ForwardPass::Op &op = forward.ops()[at];
      const bool isKeptProduct =
          isProduct(op.op) &&
          (keep == KeptActivations::Products || (keep == KeptActivations::UnbatchedProducts && !hasBatchDims(op.op)));
      for (Value result : op.op->getResults()) {
        const ForwardPass::Reads reads = forward.readsOf(result);
        if (!isRecomputable(op.op) || !op.beforeProduct || isKeptProduct || reads.isReturned)
          kept.insert(result);
        if (!op.ofArguments || !reads.firstBackward)
          continue;
        saved.insert(result);
        done.savedBytes += storedBytes(result);
        if (!kept.contains(result))
          done.freedBytes += storedBytes(result);
      }
    }
  }

  /// Those that cross a cut; behind the last cut, which the backward pass enters first, all.
  void keepBoundaries() {
    ForwardBytes bytes;
    std::vector<std::pair<size_t, Value>> crossing; // until, value: of those that are worth keeping
    std::vector<double> changes(forward.size() + 1);
    for (size_t at = 0; at < forward.size(); ++at) {
      const ForwardPass::Op &op = forward.ops()[at];
      double saved = 0;
      for (Value result : op.op->getResults()) {
        const auto size = static_cast<double>(bytesOf(result));
        const ForwardPass::Reads reads = forward.readsOf(result);
        if (op.ofArguments && op.beforeProduct && reads.firstBackward)
          saved += size;
        if (!op.ofProduct || !reads.lastForward)
          continue;
        changes[at] += size;
        changes[*reads.lastForward] -= size;
        crossing.push_back({*reads.lastForward, result});
      }
      bytes.saved.push_back(saved);
    }
    double sum = 0;
    for (size_t at = 0; at < forward.size(); ++at)
      bytes.crossing.push_back(sum += changes[at]);
    const std::vector<size_t> cuts = layerCuts(bytes);
    for (auto [until, value] : crossing) {
      auto cut = llvm::lower_bound(cuts, forward.numberOf(value.getDefiningOp()));
      if (cut != cuts.end() && *cut < until)
        kept.insert(value);
    }
    for (size_t at = cuts.empty() ? 0 : cuts.back() + 1; at < forward.size(); ++at)
      kept.insert_range(forward.ops()[at].op->getResults());
  }

  /// The op of the forward pass that makes a value which is to be computed again; nothing where it is kept.
  std::optional<size_t> makerOf(Value value) const {
    Operation *maker = value.getDefiningOp();
    if (!maker || value.getParentBlock() != &block || kept.contains(value))
      return std::nullopt;
    const size_t at = forward.numberOf(maker);
    return at < forward.size() && forward.ops()[at].op == maker && forward.ops()[at].ofArguments ? std::optional(at)
                                                                                                 : std::nullopt;
  }

  /// Lets an op of the backward pass read copies instead of what is not kept.
  void readCopies(size_t at) {
    const ForwardPass::Op &reader = forward.ops()[at];
    OpBuilder builder(reader.op);
    reader.op->walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands()) {
        if (makerOf(operand.get())) {
          copy(operand.get(), builder);
          operand.set(copies.lookup(operand.get()));
        } else if ((reader.isProduct || reader.beforeProduct) && copies.contains(operand.get())) {
          // What it is brought into for the copies (weights, gathered once more) serves it, too.
          operand.set(copies.lookup(operand.get()));
        }
      }
    });
  }

  /// Computes a value again, with what that takes and was not computed again yet.
  void copy(Value wanted, OpBuilder &builder) {
    llvm::SmallVector<Value> open = {wanted};
    std::set<size_t> makers;
    llvm::SetVector<Value> starts;
    while (!open.empty()) {
      Value value = open.pop_back_val();
      if (copies.contains(value))
        continue;
      std::optional<size_t> maker = makerOf(value);
      if (maker && makers.insert(*maker).second)
        forward.ops()[*maker].op->walk([&](Operation *inner) { llvm::append_range(open, inner->getOperands()); });
      else if (!maker && isOfArguments(value))
        starts.insert(value);
    }
    for (Value start : starts) {
      if (start.getDefiningOp() && !saved.contains(start))
        done.freedBytes -= storedBytes(start);
      copies.map(
          start,
          stablehlo::OptimizationBarrierOp::create(builder, wanted.getLoc(), start.getType(), start)->getResult(0));
    }
    for (size_t maker : makers) {
      Operation *op = forward.ops()[maker].op;
      builder.clone(*op, copies);
      ++done.ops;
      if (isProduct(op))
        done.productFlops += static_cast<double>(flops(op));
    }
  }

  /// Whether a value of the block is one that is kept and not the same in every execution.
  bool isOfArguments(Value value) const {
    if (value.getParentBlock() != &block)
      return false;
    Operation *maker = value.getDefiningOp();
    return !maker || forward.ops()[forward.numberOf(maker)].ofArguments;
  }

  Block &block;
  const ForwardPass forward;
  const KeptActivations keep;
  llvm::DenseSet<Value> kept;
  llvm::DenseSet<Value> saved; ///< of the forward pass, read by the backward pass
  IRMapping copies;            ///< also of what is kept: behind a barrier
  RecomputedActivations done;
};

void remarkOnLoops(Block &block) {
  for (Operation &op : block)
    if (isa<stablehlo::WhileOp>(op) && op.walk([](Operation *inner) {
                                           return isProduct(inner) ? WalkResult::interrupt() : WalkResult::advance();
                                         }).wasInterrupted())
      op.emitRemark("what the iterations of this loop leave for a backward pass stays as the program has it: "
                    "activations are computed again outside of loops only");
}

class RecomputeActivations : public PhasePass<RecomputeActivations, ProgramForm::Canonical> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RecomputeActivations)

  RecomputeActivations() = default;
  RecomputeActivations(const RecomputeActivations &other) : PhasePass(other) {}

  llvm::StringRef getArgument() const override { return "recompute-activations"; }
  llvm::StringRef getDescription() const override {
    return "computes values of the forward pass again where the backward pass reads them";
  }
  void runOnProgram() override {
    std::optional<KeptActivations> keep = parseKeptActivations(keepText);
    if (!keep) {
      getOperation().emitError() << "option 'keep' of --recompute-activations: '" << keepText
                                 << "' is none; there are products, unbatched-products, layers";
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        remarkOnLoops(function.getBody().front());
    recomputeActivations(getOperation(), *keep);
  }

  Option<std::string> keepText{*this, "keep", llvm::cl::init("layers"),
                               llvm::cl::desc("what is not computed again: products, unbatched-products, layers")};
};

} // namespace

RecomputedActivations recomputeActivations(ModuleOp module, KeptActivations keep) {
  RecomputedActivations done;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      done = ActivationRecomputer(function.getBody().front(), keep).run();
  return done;
}

std::unique_ptr<Pass> createRecomputeActivationsPass() { return std::make_unique<RecomputeActivations>(); }

} // namespace shardwright
