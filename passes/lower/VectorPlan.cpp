#include "passes/lower/VectorPlan.h"

#include "passes/lower/EmitOps.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <functional>

namespace shardwright::lower {

static void visit(const Node *node, llvm::DenseSet<const Node *> &seen, std::vector<const Node *> &order) {
  if (!node || !seen.insert(node).second)
    return;
  for (const Node *operand : node->operands)
    visit(operand, seen, order);
  for (auto [term, coefficient] : node->index.nodes)
    visit(term, seen, order);
  visit(node->guard, seen, order);
  order.push_back(node);
}

std::vector<const Node *> nodesOf(const Nest &nest) {
  llvm::DenseSet<const Node *> seen;
  std::vector<const Node *> order;
  for (const AccumulatorSpec &acc : nest.accumulators) {
    visit(acc.init, seen, order);
    visit(acc.update, seen, order);
  }
  for (const Store &store : nest.stores) {
    for (auto [term, coefficient] : store.offset.nodes)
      visit(term, seen, order);
    visit(store.value, seen, order);
    visit(store.guard, seen, order);
  }
  return order;
}

/// Whether a load and a store of a later nest stay within the same elements at each point of the outer loops, and those
/// differ from point to point: then all is read there before it is written over.
static bool walkSameRow(const KernelGraph &kernel, const IndexExpr &load, const IndexExpr &store, int64_t elements) {
  using Loops = llvm::SmallVector<std::pair<int64_t, int64_t>>; // coefficients; extents, or ids of outer loops
  auto split = [&](const IndexExpr &e, Loops &outer, Loops &inner) {
    int64_t points = 1;
    for (auto [id, coefficient] : e.loops) {
      points *= kernel.loopExtents[id];
      if (id < kernel.numOuter)
        outer.push_back({coefficient, id});
      else
        inner.push_back({coefficient, kernel.loopExtents[id]});
    }
    llvm::sort(outer);
    llvm::sort(inner);
    return points;
  };
  Loops loadOuter, loadInner, storeOuter, storeInner;
  split(load, loadOuter, loadInner);
  return load.nodes.empty() && store.nodes.empty() && load.constant == store.constant &&
         split(store, storeOuter, storeInner) == elements && loadOuter == storeOuter && loadInner == storeInner &&
         llvm::all_of(llvm::seq(0u, kernel.numOuter), [&](unsigned id) {
           return kernel.loopExtents[id] == 1 ||
                  llvm::any_of(storeOuter, [&](auto loop) { return loop.second == static_cast<int64_t>(id); });
         });
}

bool mayBeInPlace(const KernelGraph &kernel, unsigned read, unsigned written) {
  const Buffer &from = kernel.buffers[read], &to = kernel.buffers[written];
  if (kernel.isSequential || from.elements != to.elements ||
      storageType(from.type).getIntOrFloatBitWidth() != storageType(to.type).getIntOrFloatBitWidth())
    return false;
  const Store *store = nullptr;
  size_t writer = 0;
  for (auto [n, nest] : llvm::enumerate(kernel.nests))
    for (const Store &other : nest.stores)
      if (other.buffer == written) {
        if (store)
          return false;
        store = &other;
        writer = n;
      }
  if (!store || !store->offset.nodes.empty())
    return false;
  for (auto [n, nest] : llvm::enumerate(kernel.nests))
    for (const Node *node : nodesOf(nest))
      if (node->kind == NodeKind::Load && node->buffer == read &&
          (n > writer || !(node->index == store->offset ||
                           (n < writer && walkSameRow(kernel, node->index, store->offset, to.elements)))))
        return false;
  return true;
}

int64_t coefficientOf(const IndexExpr &e, unsigned loop) {
  for (auto [id, coefficient] : e.loops)
    if (id == loop)
      return coefficient;
  return 0;
}

/// Every index expression that a kernel evaluates.
static std::vector<const IndexExpr *> indicesOf(const KernelGraph &kernel,
                                                const std::vector<std::vector<const Node *>> &nodes) {
  std::vector<const IndexExpr *> all;
  for (const auto &list : nodes)
    for (const Node *node : list)
      if (node->kind == NodeKind::Load || node->kind == NodeKind::Index)
        all.push_back(&node->index);
  for (const Nest &nest : kernel.nests)
    for (const Store &store : nest.stores)
      all.push_back(&store.offset);
  return all;
}

static llvm::SmallVector<LoopPlan::MergedLoop, 4> mergeLoops(const KernelGraph &kernel, llvm::ArrayRef<unsigned> loops,
                                                             const std::vector<const IndexExpr *> &indices,
                                                             llvm::SmallVectorImpl<unsigned> &mergedInto) {
  llvm::SmallVector<LoopPlan::MergedLoop, 4> merged;
  for (unsigned minor : loops) {
    int64_t extent = kernel.loopExtents[minor];
    bool joins = !merged.empty() && llvm::all_of(indices, [&](const IndexExpr *e) {
      return coefficientOf(*e, merged.back().id) == coefficientOf(*e, minor) * extent;
    });
    if (!joins) {
      merged.push_back({minor, extent});
      continue;
    }
    for (unsigned &into : mergedInto)
      if (into == merged.back().id)
        into = minor;
    merged.back() = {minor, merged.back().extent * extent};
  }
  return merged;
}

/// Whether different values of the loop (and nothing else) give different elements to store to, in a fixed step.
static bool storesAlong(const Nest &nest, unsigned loop, uint64_t loopMask) {
  return llvm::all_of(nest.stores, [&](const Store &store) {
    return coefficientOf(store.offset, loop) != 0 &&
           llvm::all_of(store.offset.nodes, [&](const auto &term) { return (term.first->loops & loopMask) == 0; });
  });
}

/// As many as the loop has points, a power of two, and at most `most`.
static int64_t lanesFor(int64_t extent, int64_t most) {
  int64_t lanes = 1;
  while (lanes < extent && lanes < most)
    lanes *= 2;
  return lanes;
}

/// The price of a nest with `lanes` points of `loop` at a time, per point. What is the same at all points is computed
/// once.
static double pricePerPoint(const std::vector<const Node *> &nodes, const Nest &nest, unsigned loop, uint64_t loopMask,
                            int64_t extent, int64_t most) {
  int64_t lanes = lanesFor(extent, most);
  double perVector = static_cast<double>(llvm::divideCeil(extent, lanes)) / extent;
  double price = 0;
  auto accessPrice = [&](const IndexExpr &e) {
    int64_t stride = coefficientOf(e, loop);
    bool isFixed = llvm::all_of(e.nodes, [&](const auto &term) { return (term.first->loops & loopMask) == 0; });
    return isFixed && (stride == 0 || stride == 1) ? perVector : 1.5;
  };
  for (const Node *node : nodes)
    if (node->loops != 0)
      price += node->kind == NodeKind::Load ? accessPrice(node->index) : perVector;
  for (const Store &store : nest.stores)
    price += accessPrice(store.offset);
  return price;
}

bool combinesAlone(const Nest &nest, const std::vector<const Node *> &nodes, const AccumulatorSpec &acc) {
  if (!laneReduction(acc) || llvm::any_of(nest.stores, [&](const Store &store) { return store.value == acc.update; }))
    return false;
  return llvm::none_of(nodes, [&](const Node *node) {
    return llvm::is_contained(node->operands, acc.update) || node->guard == acc.running ||
           (acc.update != node && llvm::is_contained(node->operands, acc.running)) ||
           llvm::any_of(node->index.nodes, [&](const auto &term) { return term.first == acc.running; });
  });
}

bool isDivisible(const Nest &nest, const std::vector<const Node *> &nodes, unsigned loop, uint64_t loopMask) {
  return storesAlong(nest, loop, loopMask) &&
         llvm::all_of(nest.accumulators, [&](const AccumulatorSpec &acc) { return combinesAlone(nest, nodes, acc); });
}

/// Values of a kernel whose every point is written out once for each lane: more would not fit into the code cache.
constexpr size_t kMaxTileNodes = 64;

/// Chooses `tile` for a plan with vectors along the outer loops.
static void planTile(const KernelGraph &kernel, const std::vector<std::vector<const Node *>> &nodes, int64_t most,
                     LoopPlan &plan) {
  int64_t lanes = plan.lanes.front();
  unsigned vector = plan.outer.back().id;
  llvm::DenseSet<const Node *> seen;
  for (const auto &list : nodes)
    seen.insert(list.begin(), list.end());
  bool pointwise = llvm::all_of(kernel.nests, [](const Nest &nest) { return nest.loops.empty(); });
  if (!pointwise || lanes != most || seen.size() > kMaxTileNodes)
    return;
  auto isWritten = [&](unsigned buffer) {
    return llvm::any_of(kernel.nests, [&](const Nest &nest) {
      return llvm::any_of(nest.stores, [&](const Store &store) { return store.buffer == buffer; });
    });
  };
  for (const LoopPlan::MergedLoop &loop : llvm::drop_end(plan.outer)) {
    if (loop.extent < lanes)
      continue;
    llvm::SmallVector<const Node *, 4> turned;
    for (const auto &list : nodes)
      for (const Node *node : list)
        if (node->kind == NodeKind::Load && node->index.nodes.empty() && !node->guard && !isWritten(node->buffer) &&
            coefficientOf(node->index, loop.id) == 1 && std::abs(coefficientOf(node->index, vector)) > 1 &&
            storageType(node->type).getIntOrFloatBitWidth() <= 32 && !llvm::is_contained(turned, node))
          turned.push_back(node);
    if (turned.size() > plan.turned.size()) {
      plan.tile = loop.id;
      plan.turned = turned;
    }
  }
}

LoopPlan planLoops(const KernelGraph &kernel, LoopChoices choices) {
  LoopPlan plan;
  std::vector<std::vector<const Node *>> nodes;
  for (const Nest &nest : kernel.nests)
    nodes.push_back(nodesOf(nest));
  std::vector<const IndexExpr *> indices = indicesOf(kernel, nodes);
  for (unsigned l = 0; l < kernel.loopExtents.size(); ++l)
    plan.mergedInto.push_back(l);
  llvm::SmallVector<unsigned, 8> outer;
  for (unsigned l = 0; l < kernel.numOuter; ++l)
    outer.push_back(l);
  plan.outer = mergeLoops(kernel, outer, indices, plan.mergedInto);
  for (const Nest &nest : kernel.nests)
    plan.nests.push_back(mergeLoops(kernel, nest.loops, indices, plan.mergedInto));

  auto maskOf = [&](unsigned loop) {
    uint64_t mask = 0;
    for (unsigned l = 0; l < plan.mergedInto.size(); ++l)
      if (plan.mergedInto[l] == loop)
        mask |= uint64_t{1} << l;
    return mask;
  };
  double outerPrice = 0, nestPrice = 0;
  plan.isSequential = kernel.isSequential;
  if (!choices.vectors) {
    plan.lanes.assign(kernel.nests.size(), 1);
    return plan;
  }
  bool outerLegal = !plan.outer.empty() && !kernel.isSequential;
  llvm::SmallVector<int64_t, 4> nestLanes;
  for (auto [n, nest] : llvm::enumerate(kernel.nests)) {
    double points = 1;
    for (const auto &loop : plan.nests[n])
      points *= loop.extent;
    if (outerLegal) {
      uint64_t mask = maskOf(plan.outer.back().id);
      outerLegal &= storesAlong(nest, plan.outer.back().id, mask);
      outerPrice +=
          points * pricePerPoint(nodes[n], nest, plan.outer.back().id, mask, plan.outer.back().extent, choices.lanes);
    }
    int64_t lanes = 1;
    if (!plan.nests[n].empty()) {
      const auto &inner = plan.nests[n].back();
      uint64_t mask = maskOf(inner.id);
      if (isDivisible(nest, nodes[n], inner.id, mask)) {
        lanes = lanesFor(inner.extent, choices.lanes);
        nestPrice += points * pricePerPoint(nodes[n], nest, inner.id, mask, inner.extent, choices.lanes) +
                     6.0 * nest.accumulators.size() * (points / inner.extent);
      }
    }
    if (lanes == 1)
      nestPrice += points * (nodes[n].size() + nest.stores.size());
    nestLanes.push_back(lanes);
  }
  if (outerLegal && (outerPrice <= nestPrice || llvm::all_of(nestLanes, [](int64_t l) { return l == 1; }))) {
    plan.vector = LoopPlan::Vector::Outer;
    plan.lanes.assign(kernel.nests.size(), lanesFor(plan.outer.back().extent, choices.lanes));
    if (choices.tiles)
      planTile(kernel, nodes, choices.lanes, plan);
  } else {
    plan.vector = LoopPlan::Vector::Nests;
    plan.lanes = nestLanes;
  }
  return plan;
}

} // namespace shardwright::lower
