#include "passes/lower/NodeEmitter.h"

#include "passes/lower/EmitOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower {

void NodeEmitter::setVectorLoop(std::optional<unsigned> loop, int64_t count) {
  vectorLoopId = count > 1 ? loop : std::nullopt;
  lanes = vectorLoopId ? count : 1;
  vectorMask = 0;
  for (unsigned l = 0; vectorLoopId && l < loops.mergedInto.size(); ++l)
    if (loops.mergedInto[l] == *vectorLoopId)
      vectorMask |= uint64_t{1} << l;
}

size_t NodeEmitter::depthOf(uint64_t loopsOfNode) const {
  size_t depth = 0;
  for (unsigned l = 0; l < loops.mergedInto.size(); ++l)
    if (loopsOfNode >> l & 1)
      if (auto it = loopDepth.find(loops.mergedInto[l]); it != loopDepth.end())
        depth = std::max(depth, it->second);
  return depth;
}

Value NodeEmitter::splat(OpBuilder &b, Value scalar) {
  return vector::BroadcastOp::create(b, loc, withLanes(scalar.getType(), lanes), scalar);
}

Value NodeEmitter::laneNumbers(OpBuilder &b, Type element, int64_t stride) {
  SmallVector<APInt> values;
  for (int64_t i = 0; i < lanes; ++i)
    values.push_back(APInt(element.getIntOrFloatBitWidth(), i * stride, true, true));
  return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(cast<ShapedType>(withLanes(element, lanes)), values));
}

Value NodeEmitter::get(const Node *node) {
  // An accumulator's or local's value is set where it comes to be.
  if (node->kind == NodeKind::Accumulator || node->kind == NodeKind::Local) {
    for (auto &scope : llvm::reverse(scopes))
      if (Value value = scope->values.lookup(node))
        return value;
    llvm_unreachable("an accumulator outside its nest");
  }
  Scope &scope = *scopes[depthOf(node->loops)];
  if (Value value = scope.values.lookup(node))
    return value;
  Value value = compute(node, scope.builder);
  scope.values[node] = value;
  return value;
}

Value NodeEmitter::getWide(const Node *node) {
  Value value = get(node);
  if (lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  Scope &scope = *scopes[std::min(depthOf(node->loops | vectorMask), scopes.size() - 1)];
  Value &wide = scope.wide[node];
  if (!wide)
    wide = splat(scope.builder, value);
  return wide;
}

Value NodeEmitter::compute(const Node *node, OpBuilder &b) {
  switch (node->kind) {
  case NodeKind::Constant:
    return emitConstant(b, loc, node->type, node->constant);
  case NodeKind::Load:
    return load(node, b);
  case NodeKind::Index:
    return indexValue(node, b);
  default:
    break;
  }
  Values operands;
  for (const Node *operand : node->operands)
    operands.push_back(isWide(node->loops) ? getWide(operand) : get(operand));
  return emitApply(b, loc, *node, operands);
}

Value NodeEmitter::combine(const AccumulatorSpec &acc, Opcode op, Value x, Value y) {
  Node node;
  node.kind = NodeKind::Apply;
  node.op = op;
  node.type = acc.running->type;
  node.operands = {acc.init, acc.init};
  return emitApply(here(), loc, node, {x, y});
}

NodeEmitter::Values NodeEmitter::advance(const AccumulatorSpec &acc, ValueRange parts) {
  return {isa<VectorType>(parts.front().getType()) ? getWide(acc.update) : get(acc.update)};
}

NodeEmitter::Values NodeEmitter::computePoint(const Nest &nest, ArrayRef<Value> running) {
  unsigned first = 0;
  for (const AccumulatorSpec &acc : nest.accumulators) {
    scopes.back()->values[acc.running] = running[first];
    first += partsOf(acc);
  }
  Values updates;
  for (const AccumulatorSpec &acc : nest.accumulators)
    updates.append(advance(acc, running.slice(updates.size(), partsOf(acc))));
  for (const Store &store : nest.stores) {
    lanes == 1 ? get(store.value) : getWide(store.value);
    if (store.guard)
      get(store.guard);
  }
  return updates;
}

} // namespace shardwright::lower
