// --decompose-collectives: which ops, and the pass.
#include "passes/lower/DecomposeCollectives.h"

#include "passes/common/Bytes.h"
#include "passes/common/PhasePass.h"
#include "passes/lower/DecomposeGather.h"
#include "passes/lower/DecomposeScatter.h"
#include "passes/lower/Passes.h"

using namespace mlir;

namespace shardwright {
namespace lower {

/// Calls `visit` with what decomposes the op, if it has something to do.
template <typename Visit> static bool withDecomposer(Operation *op, const DecomposeOptions &options, Visit visit) {
  if (bytesOf(op->getOperands()) < options.leastBytes && bytesOf(op->getResults()) < options.leastBytes)
    return false;
  auto apply = [&](auto decomposer) {
    const bool matches = decomposer.match();
    if (matches)
      visit(decomposer);
    return matches;
  };
  if (auto gather = dyn_cast<spmd::AllGatherOp>(op))
    return apply(GatherDecomposer(gather, options));
  if (auto scatter = dyn_cast<spmd::ReduceScatterOp>(op))
    return apply(ScatterDecomposer(scatter, options));
  return false;
}

bool isDecomposable(Operation *collective, const DecomposeOptions &options) {
  return withDecomposer(collective, options, [](auto &) {});
}

bool decomposeCollective(Operation *collective, const DecomposeOptions &options) {
  return withDecomposer(collective, options, [](auto &decomposer) { decomposer.rewrite(); });
}

SmallVector<Operation *> decomposedOps(Operation *collective, const DecomposeOptions &options) {
  SmallVector<Operation *> ops;
  withDecomposer(collective, options, [&](auto &decomposer) { ops = decomposer.ops(); });
  return ops;
}

bool decomposeCollectives(func::FuncOp function, const DecomposeOptions &options) {
  SmallVector<Operation *> collectives;
  function.walk([&](Operation *op) {
    if (isa<spmd::AllGatherOp, spmd::ReduceScatterOp>(op))
      collectives.push_back(op);
  });
  bool changed = false;
  for (Operation *collective : collectives)
    changed |= decomposeCollective(collective, options);
  return changed;
}

} // namespace lower

namespace {

class DecomposeCollectivesPass : public PhasePass<DecomposeCollectivesPass, ProgramForm::PerDevice> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DecomposeCollectivesPass)
  DecomposeCollectivesPass() = default;
  DecomposeCollectivesPass(const DecomposeCollectivesPass &other) : PhasePass(other) {}

  StringRef getArgument() const final { return "decompose-collectives"; }
  StringRef getDescription() const final { return "gathers and reductions next to products become rings of chunks"; }
  void runOnProgram() override {
    if (directions != 1 && directions != 2) {
      getOperation().emitError() << "directions is " << directions.getValue()
                                 << ": chunks travel in 1 direction, or in 2";
      return signalPassFailure();
    }
    if (pieces < 0 || pieces > lower::kMostProducts) {
      getOperation().emitError() << "pieces is " << pieces.getValue() << ": a block has from 1 to "
                                 << lower::kMostProducts << " pieces, and 0 makes a ring";
      return signalPassFailure();
    }
    lower::DecomposeOptions options;
    options.pieces = pieces;
    options.bothWays = directions == 2;
    options.contracting = contracting;
    options.leastBytes = leastBytes;
    options.mostDevices = mostDevices;
    if (auto function = getOperation().lookupSymbol<func::FuncOp>("main"))
      lower::decomposeCollectives(function, options);
  }

private:
  Option<int64_t> directions{*this, "directions", llvm::cl::init(1),
                             llvm::cl::desc("1, or 2: half of what is sent goes each way round the ring")};
  Option<int64_t> pieces{*this, "pieces", llvm::cl::init(0),
                         llvm::cl::desc("instead of a ring: so many collectives, of a piece of each block")};
  Option<bool> contracting{*this, "contracting", llvm::cl::init(true),
                           llvm::cl::desc("also of products that sum over the gathered dimension")};
  Option<int64_t> leastBytes{*this, "least-bytes", llvm::cl::init(0),
                             llvm::cl::desc("of what is gathered or reduced, on a device")};
  Option<int64_t> mostDevices{*this, "most-devices", llvm::cl::init(16),
                              llvm::cl::desc("of a group: a ring has as many products")};
};

} // namespace

void registerDecomposeCollectivesPass() { PassRegistration<DecomposeCollectivesPass>(); }

} // namespace shardwright
