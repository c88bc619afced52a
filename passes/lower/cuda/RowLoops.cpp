#include "passes/lower/cuda/RowLoops.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/VectorPlan.h"
#include "passes/lower/cuda/CloneKernel.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <vector>

namespace shardwright::lower::cuda {

bool dependsOnRunning(const Node *node, llvm::DenseMap<const Node *, bool> &known) {
  if (!node)
    return false;
  if (auto it = known.find(node); it != known.end())
    return it->second;
  bool depends = node->kind == NodeKind::Accumulator || dependsOnRunning(node->guard, known);
  for (const Node *operand : node->operands)
    depends |= dependsOnRunning(operand, known);
  for (const auto &term : node->index.nodes)
    depends |= dependsOnRunning(term.first, known);
  return known[node] = depends;
}

namespace {

class LoopSharer {
public:
  explicit LoopSharer(const KernelGraph &kernel) : kernel(kernel), cloner(kernel, graph) {}

  std::optional<KernelGraph> run() {
    if (kernel.isSequential || !findGroups())
      return std::nullopt;
    graph.indexType = kernel.indexType;
    graph.buffers = kernel.buffers;
    cloner.place = [](unsigned buffer, IndexExpr offset) { return std::pair(buffer, std::move(offset)); };
    cloner.replace = [this](const Node *old, unsigned buffer, const IndexExpr &offset) {
      return storedBefore(old, buffer, offset);
    };
    for (unsigned l = 0; l != kernel.numOuter; ++l)
      cloner.loops[l] = graph.newLoop(kernel.loopExtents[l]);
    graph.numOuter = graph.loopExtents.size();
    for (current = 0; current != kernel.nests.size() && isPossible; ++current)
      addNest();
    if (!isPossible)
      return std::nullopt;
    dropKept();
    return std::move(graph);
  }

private:
  /// By nest: the first one of the same extents.
  bool findGroups() {
    bool areSeveral = false;
    std::map<std::vector<int64_t>, size_t> first;
    for (auto [n, nest] : llvm::enumerate(kernel.nests)) {
      std::vector<int64_t> extents;
      for (unsigned loop : nest.loops)
        extents.push_back(kernel.loopExtents[loop]);
      auto [it, isNew] = first.try_emplace(extents, n);
      areSeveral |= !isNew && !extents.empty();
      leader.push_back(it->second);
    }
    return areSeveral;
  }

  void addNest() {
    const Nest &old = kernel.nests[current];
    Nest made;
    uint64_t loops = (uint64_t{1} << graph.numOuter) - 1;
    for (auto [i, loop] : llvm::enumerate(old.loops)) {
      cloner.loops[loop] = leader[current] == current ? graph.newLoop(kernel.loopExtents[loop])
                                                      : cloner.loops.lookup(kernel.nests[leader[current]].loops[i]);
      made.loops.push_back(cloner.loops[loop].loops.front().first);
      loops |= uint64_t{1} << made.loops.back();
    }
    for (auto [k, acc] : llvm::enumerate(old.accumulators))
      cloner.nodes[acc.running] = graph.accumulator(acc.running->type, current, k, loops);
    for (const AccumulatorSpec &acc : old.accumulators)
      made.accumulators.push_back({cloner.node(acc.init), cloner.node(acc.running), cloner.node(acc.update), nullptr});
    for (const Store &store : old.stores)
      made.stores.push_back(
          {store.buffer, cloner.index(store.offset), cloner.node(store.value), cloner.node(store.guard)});
    for (auto [k, acc] : llvm::enumerate(old.accumulators))
      made.accumulators[k].result = cloner.nodes[acc.result] = graph.local(acc.result->type, current, k);
    for (const Store &store : made.stores)
      stores.push_back({current, store});
    graph.nests.push_back(std::move(made));
  }

  /// What an earlier nest has stored where the load is; null where none has stored to the buffer.
  const Node *storedBefore(const Node *old, unsigned buffer, const IndexExpr &offset) {
    const Store *found = nullptr;
    size_t nest = 0;
    for (const auto &[n, store] : stores)
      if (store.buffer == buffer && n != current) {
        isPossible &= !found;
        found = &store;
        nest = n;
      }
    if (!found)
      return nullptr;
    // A row's total is one thread's store: others would have to wait for it.
    isPossible &= leader[nest] == leader[current] && found->offset == offset && !found->guard &&
                  found->value->type == old->type && !dependsOnRunning(found->value, running);
    return found->value;
  }

  /// Rows that nobody loads any more.
  void dropKept() {
    llvm::DenseSet<unsigned> loaded;
    for (const Nest &nest : graph.nests)
      for (const Node *node : nodesOf(nest))
        if (node->kind == NodeKind::Load)
          loaded.insert(node->buffer);
    for (auto [number, buffer] : llvm::enumerate(graph.buffers))
      if (buffer.isKept && !loaded.contains(number)) {
        buffer.elements = 0;
        for (Nest &nest : graph.nests)
          llvm::erase_if(nest.stores, [&](const Store &store) { return store.buffer == number; });
      }
  }

  const KernelGraph &kernel;
  KernelGraph graph;
  Cloner cloner;
  std::vector<size_t> leader;
  std::vector<std::pair<size_t, Store>> stores; ///< with their nests, of the new kernel
  llvm::DenseMap<const Node *, bool> running;
  size_t current = 0;
  bool isPossible = true;
};

} // namespace

std::optional<KernelGraph> shareRowLoops(const KernelGraph &kernel) { return LoopSharer(kernel).run(); }

double registersBetweenNests(const KernelGraph &kernel, uint64_t rowLoops) {
  struct Life {
    size_t first, last;
  };
  llvm::DenseMap<const Node *, Life> lives;
  std::vector<const Node *> order;
  for (size_t n = 0; n != kernel.nests.size(); ++n) {
    // Down to what is known from earlier nests.
    std::vector<const Node *> work;
    llvm::DenseSet<const Node *> seen;
    auto add = [&](const Node *node) {
      if (node && seen.insert(node).second)
        work.push_back(node);
    };
    for (const AccumulatorSpec &acc : kernel.nests[n].accumulators)
      add(acc.update);
    for (const Store &store : kernel.nests[n].stores) {
      add(store.value);
      add(store.guard);
      for (const auto &term : store.offset.nodes)
        add(term.first);
    }
    while (!work.empty()) {
      const Node *node = work.back();
      work.pop_back();
      if ((node->loops & rowLoops) == 0)
        continue;
      auto [it, isNew] = lives.try_emplace(node, Life{n, n});
      it->second.last = n;
      if (isNew)
        order.push_back(node);
      if (!isNew && it->second.first != n)
        continue;
      for (const Node *operand : node->operands)
        add(operand);
      add(node->guard);
      for (const auto &term : node->index.nodes)
        add(term.first);
    }
  }
  double most = 0;
  for (size_t n = 1; n < kernel.nests.size(); ++n) {
    double registers = 0;
    for (const Node *node : order)
      if (const Life life = lives.lookup(node);
          life.first < n && life.last >= n && node->kind != NodeKind::Constant && node->kind != NodeKind::Index)
        registers += std::max(storageType(node->type).getIntOrFloatBitWidth(), 8u) / 32.0;
    most = std::max(most, registers);
  }
  return most;
}

} // namespace shardwright::lower::cuda
