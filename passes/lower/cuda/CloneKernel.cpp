#include "passes/lower/cuda/CloneKernel.h"

namespace shardwright::lower::cuda {

IndexExpr Cloner::index(const IndexExpr &e) {
  IndexExpr result = IndexExpr::number(e.constant);
  for (auto [loop, coefficient] : e.loops)
    result = to.add(result, to.scale(loops.lookup(loop), coefficient));
  for (auto [term, coefficient] : e.nodes)
    result = to.add(result, to.scale(to.fromNode(node(term)), coefficient));
  return result;
}

const Node *Cloner::node(const Node *old) {
  if (!old)
    return nullptr;
  if (const Node *known = nodes.lookup(old))
    return known;
  const Node *made = make(old);
  nodes[old] = made;
  return made;
}

const Node *Cloner::make(const Node *old) {
  switch (old->kind) {
  case NodeKind::Constant:
    return to.constant(old->type, old->constant);
  case NodeKind::Index:
    return to.indexValue(old->type, index(old->index));
  case NodeKind::Load: {
    const uint64_t known = from.loopsOf(old->index) | (old->guard ? old->guard->loops : 0);
    uint64_t varies = 0;
    for (unsigned l = 0; l != from.loopExtents.size(); ++l)
      if ((old->loops & ~known) >> l & 1)
        varies |= to.loopsOf(loops.lookup(l));
    auto [buffer, offset] = place(old->buffer, index(old->index));
    if (replace)
      if (const Node *other = replace(old, buffer, offset))
        return other;
    return to.load(buffer, offset, both(guard, node(old->guard)), varies);
  }
  default:
    break;
  }
  llvm::SmallVector<const Node *> operands;
  for (const Node *operand : old->operands)
    operands.push_back(node(operand));
  return to.apply(old->op, old->type, operands, old->constant);
}

} // namespace shardwright::lower::cuda
