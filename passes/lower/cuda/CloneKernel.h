#ifndef PASSES_LOWER_CUDA_CLONEKERNEL_H
#define PASSES_LOWER_CUDA_CLONEKERNEL_H

#include "passes/common/KernelGraph.h"

#include <functional>
#include <utility>

namespace shardwright::lower::cuda {

/// Nodes of one kernel in another, whose loops and buffers are others. Accumulators and their results are set in
/// `nodes` by whoever clones their nest.
class Cloner {
public:
  Cloner(const KernelGraph &from, KernelGraph &to) : from(from), to(to) {}

  IndexExpr index(const IndexExpr &e);
  const Node *node(const Node *old);

  llvm::DenseMap<unsigned, IndexExpr> loops;
  llvm::DenseMap<const Node *, const Node *> nodes;
  const Node *guard = nullptr; ///< of every access
  std::function<std::pair<unsigned, IndexExpr>(unsigned buffer, IndexExpr offset)> place;
  /// What stands for a load of the new kernel, where it is no load; may be empty.
  std::function<const Node *(const Node *old, unsigned buffer, const IndexExpr &offset)> replace;

  /// Both conditions, either of which may be null: none.
  const Node *both(const Node *a, const Node *b) { return !a ? b : !b ? a : to.apply(Opcode::And, a->type, {a, b}); }

private:
  const Node *make(const Node *old);

  const KernelGraph &from;
  KernelGraph &to;
};

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_CLONEKERNEL_H
