#include "passes/partition/LiveBytes.h"

#include "passes/common/Bytes.h"
#include "passes/partition/PlacementGraph.h"

#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/SetVector.h"

#include <numeric>

using namespace mlir;

namespace shardwright {

bool LiveBytes::hasBuffer(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &block)
    return false;
  if (isMadeAnywhere(op) || isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp>(op))
    return false;
  return !op->hasTrait<stablehlo::Elementwise>() || !value.hasOneUse() ||
         value.getUsers().begin()->getBlock() != &block || value.getUsers().begin()->hasTrait<OpTrait::IsTerminator>();
}

/// Results may lie over operands.
static bool isInPlace(Operation *op) { return op->hasTrait<stablehlo::Elementwise>() || isa<spmd::AllReduceOp>(op); }

LiveBytes::LiveBytes(Block &block) : block(block) {
  for (Operation &op : block)
    positions.try_emplace(&op, positions.size());
  alive.assign(positions.size(), 0);
  llvm::DenseMap<Operation *, size_t> firstUse;
  for (Operation &op : llvm::reverse(block)) {
    size_t at = positions.lookup(&op), first = positions.size() - 1, last = at + 1;
    for (Operation *user : op.getUsers()) {
      Operation *here = block.findAncestorOpInBlock(*user);
      first = std::min(first, firstUse.lookup(here));
      last = std::max(last, readUntil.lookup(here));
    }
    bool buffers = op.getNumResults() == 0 || llvm::any_of(op.getResults(), [&](Value v) { return hasBuffer(v); });
    readUntil[&op] = buffers ? at + !isInPlace(&op) : last;
    firstUse[&op] = buffers ? at : std::max(at, first);
    bool isLate = op.getNumRegions() == 0 && llvm::all_of(op.getOperands(), [&](Value operand) {
                    return !operand.getDefiningOp() || operand.getParentBlock() != &block;
                  });
    // What nobody reads is alive nowhere.
    size_t begin = isLate ? std::max(at, first) : at;
    for (Value result : op.getResults())
      if (hasBuffer(result))
        spans[result] = {begin, std::max(begin, last)};
  }
  // Spans are as long as the block may be: what begins and ends is counted, and added up once.
  for (auto &[value, span] : spans) {
    if (span.begin >= span.end)
      continue;
    int64_t bytes = bytesOf(value);
    alive[span.begin] += bytes;
    if (span.end < alive.size())
      alive[span.end] -= bytes;
  }
  std::partial_sum(alive.begin(), alive.end(), alive.begin());
  peak = *llvm::max_element(alive);
}

LiveBytes::Spans LiveBytes::spansWith(ArrayRef<Operation *> moved, size_t place) const {
  Spans changed;
  auto spanOf = [&](Value value) -> Span * {
    auto known = spans.find(value);
    return known == spans.end() ? nullptr : &changed.try_emplace(value, known->second).first->second;
  };
  llvm::SetVector<Operation *> all(moved.begin(), moved.end());
  for (size_t next = 0; next < all.size(); ++next) {
    for (Value operand : all[next]->getOperands())
      if (Span *span = spanOf(operand))
        span->end = std::max(span->end, place + !isInPlace(all[next]));
    for (Value result : all[next]->getResults())
      if (Span *span = spanOf(result))
        *span = {place, std::max(span->end, place)};
    for (Operation *user : all[next]->getUsers())
      if (Operation *here = block.findAncestorOpInBlock(*user); positions.lookup(here) < place)
        all.insert(here);
  }
  return changed;
}

bool LiveBytes::move(ArrayRef<Operation *> moved, size_t place) {
  Spans changed = spansWith(moved, place);
  size_t begin = alive.size(), end = 0;
  for (auto &[value, span] : changed) {
    begin = std::min({begin, span.begin, spans[value].begin});
    end = std::max({end, span.end, spans[value].end});
  }
  if (begin >= end)
    return true;
  std::vector<int64_t> added(end - begin + 1, 0);
  auto count = [&](const Span &span, int64_t bytes) {
    added[span.begin - begin] += bytes;
    added[span.end - begin] -= bytes;
  };
  for (auto &[value, span] : changed) {
    count(span, bytesOf(value));
    count(spans[value], -bytesOf(value));
  }
  int64_t more = 0;
  for (size_t at = begin; at < end; ++at) {
    more += added[at - begin];
    added[at - begin] = more;
    if (more > 0 && alive[at] + more > peak)
      return false;
  }
  for (size_t at = begin; at < end; ++at)
    alive[at] += added[at - begin];
  for (auto &[value, span] : changed)
    spans[value] = span;
  return true;
}

} // namespace shardwright
