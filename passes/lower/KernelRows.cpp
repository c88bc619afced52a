// Kernels of several operations, in passes over rows.
#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"
#include "passes/lower/KernelBuilder.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {

using Kind = KernelGroup::Kind;

/// Computing a value again costs less than keeping it for a later pass, up to this price.
constexpr double kCheap = 6;
/// A row that is kept between passes lies on the stack.
constexpr int64_t kMaxKeptColumns = 4096;

static double priceOf(const Node *node, llvm::DenseSet<const Node *> &seen) {
  if (!seen.insert(node).second || node->kind == NodeKind::Local)
    return 0;
  double price = node->kind == NodeKind::Apply  ? opcodePrice(node->op, isa<FloatType>(node->type))
                 : node->kind == NodeKind::Load ? 1
                                                : 0;
  for (const Node *operand : node->operands)
    price += priceOf(operand, seen);
  for (auto [term, coefficient] : node->index.nodes)
    price += priceOf(term, seen);
  return price;
}

/// What the group has computed of a value, for use at the point or in the row that is being built.
const Node *KernelBuilder::groupNode(Value value) {
  if (!rows)
    return nullptr;
  auto it = rows->computed.find(value);
  if (it == rows->computed.end())
    return nullptr;
  const Rows::Computed &known = it->second;
  llvm::DenseSet<const Node *> seen;
  bool isAtHand = known.kind != Kind::Point || known.pass == rows->pass;
  if (isAtHand || (!known.isStored && (priceOf(known.node, seen) <= kCheap || rows->columns > kMaxKeptColumns)))
    return known.node;
  // Computed in an earlier pass: read it from where it was stored, or keep the row for the purpose.
  if (known.isStored)
    return graph.load(bufferOf(value), rows->point, nullptr);
  auto [kept, isNew] = rows->kept.try_emplace(value, graph.buffers.size());
  if (isNew) {
    buffers.push_back({Value(), /*isWritten=*/false});
    graph.buffers.push_back({known.node->type, rows->columns, /*isKept=*/true});
    rows->nests[known.pass].stores.push_back({kept->second, rows->inRow, known.node});
  }
  return graph.load(kept->second, rows->inRow, nullptr);
}

LogicalResult KernelBuilder::buildMember(const KernelGroup::Member &member, Nest &nest, Nest &rowStores) {
  Value result = member.op->getResult(0);
  bool isRow = member.kind != Kind::Point;
  const Node *node = nullptr;
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(member.op)) {
    Value input = reduce.getInputs().front();
    const Node *element = build(input, graph.delinearize(rows->point, tensorShape(input)), nullptr);
    if (!element)
      return failure();
    auto results = accumulate(nest, reduce.getInitValues(), reduce.getBody(), {element});
    if (failed(results))
      return failure();
    node = results->front();
  } else {
    node = buildOp(member.op, graph.delinearize(isRow ? rows->row : rows->point, tensorShape(result)), nullptr);
  }
  if (!node)
    return failure();
  rows->computed[result] = {node, member.kind, member.pass, member.isStored};
  if (member.isStored)
    (isRow ? rowStores : nest).stores.push_back({writtenBuffer(result), isRow ? rows->row : rows->point, node});
  return success();
}

LogicalResult KernelBuilder::buildGroup(const KernelGroup &group) {
  Rows state;
  rows = &state;
  state.columns = group.columns;
  SmallVector<unsigned> rowLoops;
  int64_t extent = group.elements;
  SmallVector<int64_t> strides = {1};
  llvm::append_range(strides, group.strides);
  for (int64_t stride : llvm::reverse(strides)) {
    IndexExpr loop = graph.newLoop(extent / stride);
    extent = stride;
    if (loop.loops.empty())
      continue;
    state.point = graph.add(state.point, graph.scale(loop, stride));
    if (stride < group.columns) {
      state.inRow = graph.add(state.inRow, graph.scale(loop, stride));
      rowLoops.push_back(loop.loops.front().first);
    } else {
      state.row = graph.add(state.row, graph.scale(loop, stride / group.columns));
      graph.numOuter = graph.loopExtents.size();
    }
  }
  unsigned passes = 0;
  for (const KernelGroup::Member &member : group.members)
    passes = std::max(passes, member.pass + 1);
  Nest rowStores;
  for (; state.pass < passes; ++state.pass) {
    // What was built for an earlier pass must not be found: it may have to be read from memory now.
    memo.clear();
    Nest nest;
    llvm::append_range(nest.loops, rowLoops);
    for (const KernelGroup::Member &member : group.members)
      if (member.pass == state.pass && failed(buildMember(member, nest, rowStores)))
        return failure();
    state.nests.push_back(std::move(nest));
  }
  state.nests.push_back(std::move(rowStores));
  for (Nest &nest : state.nests)
    if (!nest.accumulators.empty() || !nest.stores.empty())
      graph.nests.push_back(std::move(nest));
  rows = nullptr;
  return success();
}

} // namespace shardwright::lower
