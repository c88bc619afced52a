#include "passes/lower/cuda/LoadConditions.h"

#include "passes/lower/VectorPlan.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace shardwright::lower::cuda {
namespace {

using Conditions = llvm::SmallVector<Condition, 2>;

/// Conditions meet where nodes are used: backwards through the kernel, users first.
class Meeting {
public:
  explicit Meeting(const KernelGraph &kernel) : kernel(kernel) {}

  llvm::DenseMap<const Node *, Conditions> run() {
    llvm::SmallVector<const Node *> nodes;
    for (const Nest &nest : kernel.nests) {
      for (const Node *node : nodesOf(nest))
        nodes.push_back(node);
      for (const AccumulatorSpec &acc : nest.accumulators) {
        use(acc.init, {});
        use(acc.update, {});
      }
      for (const Store &store : nest.stores) {
        for (const auto &term : store.offset.nodes)
          use(term.first, {});
        use(store.value, {});
        use(store.guard, {});
      }
    }
    // Operands have smaller numbers.
    llvm::sort(nodes, [](const Node *a, const Node *b) { return a->id > b->id; });
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    llvm::DenseMap<const Node *, Conditions> result;
    for (const Node *node : nodes) {
      const Conditions own = known.lookup(node).value_or(Conditions());
      pass(node, own);
      if (node->kind == NodeKind::Load && !own.empty())
        result[node] = own;
    }
    return result;
  }

private:
  void pass(const Node *node, const Conditions &own) {
    const bool isChoice = node->kind == NodeKind::Apply && node->op == Opcode::Select && isOfIndices(node->operands[0]);
    for (auto [i, operand] : llvm::enumerate(node->operands)) {
      Conditions there = own;
      if (isChoice && i != 0 && !llvm::is_contained(there, Condition(node->operands[0], i == 1)))
        there.push_back({node->operands[0], i == 1});
      use(operand, there);
    }
    for (const auto &term : node->index.nodes)
      use(term.first, own);
    use(node->guard, own);
  }

  void use(const Node *node, const Conditions &under) {
    if (!node)
      return;
    std::optional<Conditions> &all = known[node];
    if (!all) {
      all = under;
      return;
    }
    llvm::erase_if(*all, [&](const Condition &each) { return !llvm::is_contained(under, each); });
  }

  bool isOfIndices(const Node *node) {
    auto [it, isNew] = ofIndices.try_emplace(node, false);
    if (!isNew)
      return it->second;
    bool result = node->kind == NodeKind::Constant || node->kind == NodeKind::Index || node->kind == NodeKind::Apply;
    for (const Node *operand : node->operands)
      result = result && isOfIndices(operand);
    for (const auto &term : node->index.nodes)
      result = result && isOfIndices(term.first);
    return ofIndices[node] = result;
  }

  const KernelGraph &kernel;
  llvm::DenseMap<const Node *, std::optional<Conditions>> known;
  llvm::DenseMap<const Node *, bool> ofIndices;
};

} // namespace

llvm::DenseMap<const Node *, Conditions> conditionsOfLoads(const KernelGraph &kernel) { return Meeting(kernel).run(); }

} // namespace shardwright::lower::cuda
