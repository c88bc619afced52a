#include "passes/common/OpCosts.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "passes/common/Bytes.h"
#include "passes/common/ProductUnits.h"
#include "shardwright/Cost/Work.h"

#include <cmath>

namespace shardwright {
namespace {

int64_t dim(mlir::Value value, int64_t d) { return llvm::cast<mlir::RankedTensorType>(value.getType()).getDimSize(d); }

int64_t groupSize(mlir::Operation *op, sharding::AxesAttr axes) {
  mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(op);
  return mlir::succeeded(mesh) ? numParts(*mesh, axes.getValue()) : 1;
}

} // namespace

/// Bytes of one operand's buffer: what is gathered, scattered, exchanged, combined or sent, with what pads it.
static int64_t bufferBytesOf(mlir::Operation *op, mlir::Value input, mlir::Value output) {
  auto exchange = llvm::dyn_cast<spmd::AllToAllOp>(op);
  return std::llround(bufferBytes(*spmd::collectiveKind(op),
                                  groupSize(op, op->getAttrOfType<sharding::AxesAttr>("axes")),
                                  static_cast<double>(bytesOf(input)), static_cast<double>(bytesOf(output)),
                                  exchange ? dim(input, exchange.getSplitDim()) : 1));
}

CollectiveOpWork::CollectiveOpWork(mlir::Operation *op)
    : kind(*spmd::collectiveKind(op)), axes(op->getAttrOfType<sharding::AxesAttr>("axes").getValue()),
      type(rateType(mlir::getElementTypeOrSelf(op->getOperand(0)))) {
  if (auto permute = llvm::dyn_cast<spmd::CollectivePermuteOp>(op))
    for (size_t pair = 0; pair < permute.getNumPairs(); ++pair)
      pairs.push_back({permute.getSource(pair), permute.getTarget(pair)});
  for (auto [input, output] : llvm::zip_equal(op->getOperands(), op->getResults()))
    buffer += static_cast<double>(bufferBytesOf(op, input, output));
  if (op->hasAttr(spmd::kBidirectionalAttr)) {
    pattern = kBidirectionalRing;
    part = 0.5;
    buffer /= part;
  }
}

int64_t bytesSent(mlir::Operation *op) {
  if (!spmd::isCollective(op))
    return 0;
  int64_t n = groupSize(op, op->getAttrOfType<sharding::AxesAttr>("axes")), bytes = 0;
  for (auto [input, output] : llvm::zip_equal(op->getOperands(), op->getResults())) {
    int64_t buffer = bufferBytesOf(op, input, output);
    bytes += llvm::isa<spmd::CollectivePermuteOp>(op) ? buffer
             : llvm::isa<spmd::AllReduceOp>(op)       ? 2 * (n - 1) * buffer / n
                                                      : buffer / n * (n - 1);
  }
  return bytes;
}

int64_t peakBytes(mlir::Block &block) {
  llvm::DenseMap<mlir::Value, mlir::Operation *> lastUse;
  for (mlir::Operation &op : block)
    op.walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands())
        if (operand.getParentBlock() == &block)
          lastUse[operand] = &op;
    });
  int64_t live = 0, peak = 0;
  for (mlir::BlockArgument argument : block.getArguments())
    live += bytesOf(argument);
  peak = live;
  for (mlir::Operation &op : block) {
    int64_t inside = 0;
    for (mlir::Region &region : op.getRegions())
      for (mlir::Block &inner : region)
        inside = std::max(inside, peakBytes(inner));
    for (mlir::Value result : op.getResults())
      live += bytesOf(result);
    peak = std::max(peak, live + inside);
    llvm::SmallPtrSet<void *, 4> freed;
    op.walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands())
        if (lastUse.lookup(operand) == &op && freed.insert(operand.getAsOpaquePointer()).second)
          live -= bytesOf(operand);
    });
    for (mlir::Value result : op.getResults())
      if (result.use_empty())
        live -= bytesOf(result);
  }
  return peak;
}

} // namespace shardwright
