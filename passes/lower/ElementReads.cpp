#include "passes/lower/ElementReads.h"
#include "passes/common/TensorType.h"

#include "passes/lower/OpTable.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {

bool isCopyOfBuffer(Operation *op, const Fusion &fusion) {
  return isa<stablehlo::ReshapeOp>(op) && !fusion.inlined.contains(op) && !fusion.isInlined(op->getOperand(0));
}

/// Whether the operand's dimensions are the result's first ones, but for those of one element.
static bool broadcastsRows(stablehlo::BroadcastInDimOp broadcast) {
  ArrayRef<int64_t> from = tensorShape(broadcast.getOperand()), to = tensorShape(broadcast.getResult());
  SmallVector<int64_t> taken;
  for (auto [size, dim] : llvm::zip(from, broadcast.getBroadcastDimensions()))
    if (size != 1)
      taken.push_back(dim);
  size_t next = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(to.size()) && next < taken.size(); ++d)
    if (to[d] != 1 && taken[next++] != d)
      return false;
  return next == taken.size();
}

static bool keepsOrder(stablehlo::TransposeOp transpose) {
  SmallVector<int64_t> moved;
  for (int64_t dim : transpose.getPermutation())
    if (tensorShape(transpose.getOperand())[dim] != 1)
      moved.push_back(dim);
  return llvm::is_sorted(moved);
}

/// By how much the offset of the element computed is divided to get the one read; 0 for other places.
static int64_t divisorOf(OpOperand &use) {
  Operation *user = use.getOwner();
  int64_t own = elementsOf(use.get());
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(user))
    return use.getOperandNumber() < reduce.getInputs().size() ? 1 : elementsOf(reduce.getInputs().front());
  if (user->getNumResults() == 0 || own == 0)
    return 0;
  int64_t computed = elementsOf(user->getResult(0));
  if (own == 1)
    return computed;
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(user))
    return broadcastsRows(broadcast) ? computed / own : 0;
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(user))
    return keepsOrder(transpose) ? 1 : 0;
  if (isa<stablehlo::ReshapeOp, stablehlo::BitcastConvertOp>(user))
    return own == computed ? 1 : 0;
  return isElementwise(user) ? 1 : 0;
}

SmallVector<ElementRead> elementReads(Operation *root, const Fusion &fusion, double *price) {
  SmallVector<ElementRead> reads;
  llvm::DenseSet<std::pair<Value, int64_t>> known;
  llvm::DenseSet<std::pair<Operation *, int64_t>> seen;
  llvm::DenseSet<Operation *> priced;
  double sum = 0;
  // Operations of the kernel, each with the divisor under which it is computed.
  SmallVector<std::pair<Operation *, int64_t>> open = {{root, 1}};
  while (!open.empty()) {
    auto [op, divisor] = open.pop_back_val();
    if (!seen.insert({op, divisor}).second)
      continue;
    if (priced.insert(op).second)
      sum += elementPrice(op);
    SmallVector<std::pair<Operation *, int64_t>> inner;
    auto add = [&](Value value, int64_t at) {
      while (value.getDefiningOp() && isCopyOfBuffer(value.getDefiningOp(), fusion))
        value = value.getDefiningOp()->getOperand(0);
      if (fusion.isInlined(value))
        inner.push_back({value.getDefiningOp(), at});
      else if (known.insert({value, at}).second)
        reads.push_back({value, at});
    };
    for (OpOperand &use : op->getOpOperands())
      add(use.get(), divisor * divisorOf(use));
    for (Region &region : op->getRegions())
      region.walk([&](Operation *nested) {
        for (Value value : nested->getOperands())
          if (!region.isAncestor(value.getParentRegion()))
            add(value, 0);
      });
    open.append(inner.rbegin(), inner.rend());
  }
  if (price)
    *price = sum;
  return reads;
}

} // namespace shardwright::lower
