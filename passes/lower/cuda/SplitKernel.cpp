#include "passes/lower/cuda/SplitKernel.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/cuda/CloneKernel.h"
#include "passes/lower/cuda/ThreadPlan.h"

#include "mlir/IR/BuiltinAttributes.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace shardwright::lower::cuda {
namespace {

/// Steps of a thread from which on another launch costs less.
constexpr int64_t kLongSteps = 32;
/// Elements of a part whose threads lie along a row, those of a column, and those that a thread reduces in order.
constexpr int64_t kRowPart = 1 << 13, kColumnPart = 128, kOrderedPart = 64;
/// Threads of a row and of a column, as planThreads() has them.
constexpr int64_t kRowTeam = 512, kColumnTeam = 16;

/// How the loops of a nest are divided: the outermost become parts as wholes, the next one by a count.
struct Division {
  size_t whole = 0;            ///< loops that are parts
  int64_t count = 1, rest = 1; ///< of the loop behind them: parts, and points of each
  bool isUneven = false;       ///< the last parts have fewer
  int64_t parts = 1;           ///< in all
};

Division divide(llvm::ArrayRef<int64_t> extents, int64_t wanted) {
  constexpr int64_t kAligned = 8; // points whose accesses may be one
  Division d;
  while (d.whole != extents.size() && d.parts * extents[d.whole] <= wanted)
    d.parts *= extents[d.whole++];
  if (d.whole == extents.size())
    return d;
  const int64_t extent = extents[d.whole], most = std::min(2 * (wanted / d.parts), extent);
  const bool isAligned = d.whole + 1 == extents.size() && extent % kAligned == 0;
  for (int64_t count = most; count > 1 && d.count == 1; --count)
    if (extent % count == 0 && (!isAligned || extent / count % kAligned == 0))
      d.count = count;
  if (d.parts * d.count * 4 < wanted && most > 1) {
    d.rest = llvm::alignTo(llvm::divideCeil(extent, most), isAligned ? kAligned : 1);
    d.count = llvm::divideCeil(extent, d.rest);
    d.isUneven = d.count * d.rest != extent;
  } else {
    d.rest = extent / d.count;
  }
  d.parts *= d.count;
  return d;
}

class Splitter {
public:
  explicit Splitter(const KernelGraph &kernel) : kernel(kernel) {
    for (unsigned l = 0; l != kernel.numOuter; ++l)
      points *= kernel.loopExtents[l];
    for (const Nest &nest : kernel.nests)
      nodes.push_back(nodesOf(nest));
  }

  std::optional<SplitKernel> run() {
    if (kernel.isSequential || llvm::any_of(kernel.loopExtents, [](int64_t extent) { return extent <= 0; }))
      return std::nullopt;
    const ThreadPlan plan = planThreads(kernel);
    int64_t steps = 0;
    for (const Nest &nest : kernel.nests)
      steps += pointsOf(nest);
    const int64_t threads = plan.blocks * plan.threads;
    if (plan.owners > 1 || threads * 2 > kFullThreads || points * steps < kLongSteps * threads * plan.lanes)
      return std::nullopt;
    bool isWorthwhile = false;
    for (size_t n = 0; n != kernel.nests.size(); ++n) {
      if (!isSeparable(n))
        return std::nullopt;
      divisions.push_back(divisionOf(n, plan));
      isWorthwhile |= divisions.back().parts > 1;
    }
    if (!isWorthwhile)
      return std::nullopt;
    addTemporaries();
    for (size_t n = 0; n != kernel.nests.size();)
      n = addNest(n);
    return std::move(split);
  }

private:
  int64_t pointsOf(const Nest &nest) const {
    int64_t count = 1;
    for (unsigned loop : nest.loops)
      count *= kernel.loopExtents[loop];
    return count;
  }

  /// What the node's value is computed from, itself too, down to where `stops` says so.
  template <typename Stops> static void visit(const Node *node, llvm::DenseSet<const Node *> &seen, Stops stops) {
    if (!node || !seen.insert(node).second || stops(node))
      return;
    for (const Node *operand : node->operands)
      visit(operand, seen, stops);
    for (auto [term, coefficient] : node->index.nodes)
      visit(term, seen, stops);
    visit(node->guard, seen, stops);
  }
  static bool dependsOn(const Node *node, const llvm::DenseSet<const Node *> &on) {
    llvm::DenseSet<const Node *> seen;
    visit(node, seen, [](const Node *) { return false; });
    return llvm::any_of(seen, [&](const Node *each) { return on.contains(each); });
  }
  static llvm::DenseSet<const Node *> runningOf(const Nest &nest) {
    llvm::DenseSet<const Node *> running;
    for (const AccumulatorSpec &acc : nest.accumulators)
      running.insert(acc.running);
    return running;
  }

  /// Whether points of the nest's loops are independent but for what they accumulate, and that can be told from one
  /// point's element.
  bool isSeparable(size_t n) {
    const Nest &nest = kernel.nests[n];
    if (nest.loops.empty())
      return true;
    const llvm::DenseSet<const Node *> running = runningOf(nest);
    for (const Store &store : nest.stores) {
      if (dependsOn(store.value, running) || dependsOn(store.guard, running))
        return false;
      for (unsigned loop : nest.loops)
        if (coefficientOf(store.offset, loop) == 0)
          return false;
      for (const auto &term : store.offset.nodes)
        if ((term.first->loops & loopsOf(nest)) != 0)
          return false;
      for (const Node *node : nodes[n])
        if (node->kind == NodeKind::Load && node->buffer == store.buffer && !(node->index == store.offset))
          return false;
    }
    for (const AccumulatorSpec &acc : nest.accumulators) {
      // A partial result of such a type may not hold what stands for nothing.
      if (llvm::isa<mlir::FloatType>(acc.running->type) && acc.running->type.getIntOrFloatBitWidth() < 16)
        return false;
      if (!isSum(nest, acc) && !hasElement(nest, acc))
        return false;
    }
    return true;
  }
  uint64_t loopsOf(const Nest &nest) const {
    uint64_t mask = 0;
    for (unsigned loop : nest.loops)
      mask |= uint64_t{1} << loop;
    return mask;
  }

  /// An accumulator that nothing else looks at, of an operation whose order does not matter.
  static bool isSum(const Nest &nest, const AccumulatorSpec &acc) {
    if (!laneReduction(acc))
      return false;
    const Node *element = acc.update->operands[acc.update->operands[0] == acc.running ? 1 : 0];
    if (dependsOn(element, runningOf(nest)))
      return false;
    return llvm::all_of(nest.accumulators, [&](const AccumulatorSpec &other) {
      return &other == &acc || !dependsOn(other.update, {acc.running});
    });
  }

  /// The element that an update takes instead of its running value; null where that is not how it is computed.
  static const Node *elementOf(const AccumulatorSpec &acc) {
    const Node *update = acc.update;
    if (update->op != Opcode::Select || update->kind != NodeKind::Apply)
      return nullptr;
    for (unsigned side : {1, 2})
      if (update->operands[side] == acc.running)
        return update->operands[3 - side];
    return nullptr;
  }

  /// Whether the update is computed from running values, the elements of such updates and constants.
  static bool hasElement(const Nest &nest, const AccumulatorSpec &acc) {
    const llvm::DenseSet<const Node *> running = runningOf(nest);
    llvm::DenseSet<const Node *> elements;
    for (const AccumulatorSpec &other : nest.accumulators)
      if (const Node *element = elementOf(other); element && !isSum(nest, other)) {
        if (element->kind == NodeKind::Constant || !elements.insert(element).second)
          return false;
      }
    const Node *own = elementOf(acc);
    if (!own || dependsOn(own, running))
      return false;
    llvm::DenseSet<const Node *> seen;
    visit(acc.update, seen, [&](const Node *node) { return elements.contains(node); });
    return llvm::all_of(seen, [&](const Node *node) {
      return elements.contains(node) || running.contains(node) || node->kind == NodeKind::Constant ||
             node->kind == NodeKind::Apply;
    });
  }

  Division divisionOf(size_t n, const ThreadPlan &plan) {
    const Nest &nest = kernel.nests[n];
    if (nest.accumulators.empty())
      return {};
    llvm::SmallVector<int64_t> extents;
    for (unsigned loop : nest.loops)
      extents.push_back(kernel.loopExtents[loop]);
    const int64_t steps = pointsOf(nest);
    const bool isOrdered =
        llvm::any_of(nest.accumulators, [&](const AccumulatorSpec &acc) { return !isSum(nest, acc); });
    const int64_t size = isOrdered ? kOrderedPart : plan.isByRows ? kRowPart : kColumnPart;
    const int64_t each = isOrdered ? 1 : plan.isByRows ? kRowTeam : kColumnTeam;
    const int64_t wanted = std::min<int64_t>(steps / size, llvm::divideCeil(kFullThreads, points * each));
    return wanted < 2 ? Division() : divide(extents, wanted);
  }

  // What goes from part to part.

  void addTemporaries() {
    for (auto [number, buffer] : llvm::enumerate(kernel.buffers))
      if (buffer.isKept)
        kept[number] = newTemporary(buffer.type, points * buffer.elements);
    for (const Nest &nest : kernel.nests)
      for (const AccumulatorSpec &acc : nest.accumulators)
        totals[acc.result] = newTemporary(acc.result->type, points);
  }
  unsigned newTemporary(mlir::Type type, int64_t elements) {
    split.temporaries.push_back({type, elements});
    return kernel.buffers.size() + split.temporaries.size() - 1;
  }

  /// A part under construction.
  struct Builder {
    SplitKernel::Part part;
    std::unique_ptr<Cloner> cloner;
    llvm::DenseMap<unsigned, unsigned> numbers; ///< of buffers, by those of the whole
    IndexExpr point;                            ///< of the outer loops, as a number
  };

  unsigned bufferOf(Builder &b, unsigned number) {
    auto [it, isNew] = b.numbers.try_emplace(number, b.part.buffers.size());
    if (isNew) {
      b.part.buffers.push_back(number);
      const size_t whole = kernel.buffers.size();
      Buffer buffer = number < whole ? kernel.buffers[number] : split.temporaries[number - whole];
      b.part.graph.buffers.push_back({buffer.type, buffer.elements});
    }
    return it->second;
  }
  std::pair<unsigned, IndexExpr> placeOf(Builder &b, unsigned number, IndexExpr offset) {
    auto row = kept.find(number);
    if (row == kept.end())
      return {bufferOf(b, number), std::move(offset)};
    offset = b.part.graph.add(offset, b.part.graph.scale(b.point, kernel.buffers[number].elements));
    return {bufferOf(b, row->second), std::move(offset)};
  }

  /// The outer loops of a part: its own first.
  std::unique_ptr<Builder> begin(llvm::function_ref<void(Builder &)> addLoops = {}) {
    auto b = std::make_unique<Builder>();
    KernelGraph &graph = b->part.graph;
    graph.indexType = kernel.indexType;
    b->cloner = std::make_unique<Cloner>(kernel, graph);
    b->cloner->place = [this, raw = b.get()](unsigned number, IndexExpr offset) {
      return placeOf(*raw, number, std::move(offset));
    };
    if (addLoops)
      addLoops(*b);
    llvm::SmallVector<IndexExpr> index;
    for (unsigned l = 0; l != kernel.numOuter; ++l)
      index.push_back(b->cloner->loops[l] = graph.newLoop(kernel.loopExtents[l]));
    b->point = graph.linearize(index, llvm::ArrayRef(kernel.loopExtents).take_front(kernel.numOuter));
    graph.numOuter = graph.loopExtents.size();
    return b;
  }
  /// Totals of nests that ran before, but for those that are known already.
  void readTotals(Builder &b, size_t nests) {
    for (const Nest &nest : llvm::ArrayRef(kernel.nests).take_front(nests))
      for (const AccumulatorSpec &acc : nest.accumulators)
        if (usesTotal(acc.result))
          b.cloner->nodes.try_emplace(acc.result,
                                      b.part.graph.load(bufferOf(b, totals.lookup(acc.result)), b.point, nullptr));
  }
  bool usesTotal(const Node *total) const { return stored.contains(total); }

  void addStores(Builder &b, const Nest &from, Nest &to) {
    for (const Store &store : from.stores) {
      auto [buffer, offset] = placeOf(b, store.buffer, b.cloner->index(store.offset));
      to.stores.push_back(
          {buffer, offset, b.cloner->node(store.value), b.cloner->both(b.cloner->guard, b.cloner->node(store.guard))});
    }
  }
  void finish(std::unique_ptr<Builder> b) { split.parts.push_back(std::move(b->part)); }

  // The parts of a nest, and of those without loops behind it; the number of the next one.

  size_t addNest(size_t n) {
    const Nest &nest = kernel.nests[n];
    std::unique_ptr<Builder> b;
    if (!nest.accumulators.empty()) {
      b = divisions[n].parts > 1 ? addDivided(n) : addWhole(n);
    } else {
      b = begin([&](Builder &made) {
        for (unsigned loop : nest.loops)
          made.cloner->loops[loop] = made.part.graph.newLoop(kernel.loopExtents[loop]);
      });
      readTotals(*b, n);
      Nest pointwise;
      addStores(*b, nest, pointwise);
      b->part.graph.nests.push_back(std::move(pointwise));
    }
    size_t next = n + 1;
    if (nest.loops.empty() || !nest.accumulators.empty())
      for (; next != kernel.nests.size() && kernel.nests[next].loops.empty() && kernel.nests[next].accumulators.empty();
           ++next) {
        readTotals(*b, n);
        Nest last;
        addStores(*b, kernel.nests[next], last);
        b->part.graph.nests.push_back(std::move(last));
      }
    if (next != kernel.nests.size())
      storeTotals(*b, nest, next);
    finish(std::move(b));
    return next;
  }

  /// What nests from `next` on ask for.
  void storeTotals(Builder &b, const Nest &nest, size_t next) {
    Nest last;
    for (const AccumulatorSpec &acc : nest.accumulators) {
      const bool isUsed = llvm::any_of(llvm::ArrayRef(nodes).drop_front(next),
                                       [&](const auto &list) { return llvm::is_contained(list, acc.result); });
      if (!isUsed)
        continue;
      stored.insert(acc.result);
      last.stores.push_back({bufferOf(b, totals.lookup(acc.result)), b.point, b.cloner->node(acc.result)});
    }
    if (!last.stores.empty())
      b.part.graph.nests.push_back(std::move(last));
  }

  uint64_t allLoops(const KernelGraph &graph) const { return (uint64_t{1} << graph.loopExtents.size()) - 1; }

  /// One that reduces too little to be divided.
  std::unique_ptr<Builder> addWhole(size_t n) {
    const Nest &nest = kernel.nests[n];
    std::unique_ptr<Builder> b = begin();
    KernelGraph &graph = b->part.graph;
    Nest made;
    for (unsigned loop : nest.loops) {
      b->cloner->loops[loop] = graph.newLoop(kernel.loopExtents[loop]);
      addLoop(made, b->cloner->loops[loop]);
    }
    readTotals(*b, n);
    for (auto [k, acc] : llvm::enumerate(nest.accumulators))
      b->cloner->nodes[acc.running] = graph.accumulator(acc.running->type, 0, k, allLoops(graph));
    for (auto [k, acc] : llvm::enumerate(nest.accumulators)) {
      const Node *total = graph.local(acc.result->type, 0, k);
      made.accumulators.push_back(
          {b->cloner->node(acc.init), b->cloner->node(acc.running), b->cloner->node(acc.update), total});
    }
    addStores(*b, nest, made);
    for (auto [k, acc] : llvm::enumerate(nest.accumulators))
      b->cloner->nodes[acc.result] = made.accumulators[k].result;
    graph.nests.push_back(std::move(made));
    return b;
  }

  static void addLoop(Nest &nest, const IndexExpr &loop) {
    if (!loop.loops.empty())
      nest.loops.push_back(loop.loops.front().first);
  }

  mlir::Attribute neutral(const Nest &nest, const AccumulatorSpec &acc) const {
    mlir::Attribute value = neutralElement(*laneReduction(acc), acc.running->type);
    auto number = llvm::dyn_cast<mlir::FloatAttr>(value);
    if (!number)
      return value;
    llvm::APFloat exact = number.getValue();
    bool losesInfo = false;
    exact.convert(llvm::cast<mlir::FloatType>(acc.running->type).getFloatSemantics(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return mlir::FloatAttr::get(acc.running->type, exact);
  }

  /// The kernel that reduces parts, and the one that combines them, which is not finished.
  std::unique_ptr<Builder> addDivided(size_t n) {
    const Nest &nest = kernel.nests[n];
    const Division &division = divisions[n];
    llvm::SmallVector<unsigned> partials;
    for (const AccumulatorSpec &acc : nest.accumulators)
      partials.push_back(newTemporary(acc.running->type, points * division.parts));
    // Parts beside each other where the kernel that combines them has few points, else points.
    const bool byPoint = points < kWarp;
    auto placeOfPart = [&](KernelGraph &graph, const IndexExpr &part, const IndexExpr &point) {
      return byPoint ? graph.add(graph.scale(point, division.parts), part)
                     : graph.add(graph.scale(part, points), point);
    };
    reducePart(n, partials, placeOfPart);

    std::unique_ptr<Builder> b = begin();
    KernelGraph &graph = b->part.graph;
    Nest made;
    IndexExpr part = graph.newLoop(division.parts);
    addLoop(made, part);
    readTotals(*b, n);
    // Elements are those of the parts.
    Cloner inner(kernel, graph);
    inner.place = b->cloner->place;
    for (auto [k, acc] : llvm::enumerate(nest.accumulators)) {
      inner.nodes[acc.running] = graph.accumulator(acc.running->type, 0, k, allLoops(graph));
      const Node *element = graph.load(bufferOf(*b, partials[k]), placeOfPart(graph, part, b->point), nullptr);
      if (isSum(nest, acc))
        inner.nodes[acc.update] =
            graph.apply(*laneReduction(acc), acc.running->type, {inner.nodes[acc.running], element});
      else
        inner.nodes[elementOf(acc)] = element;
    }
    for (auto [k, acc] : llvm::enumerate(nest.accumulators)) {
      const Node *total = graph.local(acc.result->type, 0, k);
      made.accumulators.push_back({b->cloner->node(acc.init), inner.nodes[acc.running], inner.node(acc.update), total});
      b->cloner->nodes[acc.result] = total;
    }
    graph.nests.push_back(std::move(made));
    return b;
  }

  template <typename PlaceOfPart>
  void reducePart(size_t n, llvm::ArrayRef<unsigned> partials, PlaceOfPart placeOfPart) {
    const Nest &nest = kernel.nests[n];
    const Division &division = divisions[n];
    llvm::SmallVector<IndexExpr> parts;
    llvm::SmallVector<int64_t> counts;
    std::unique_ptr<Builder> b = begin([&](Builder &made) {
      for (size_t i = 0; i != division.whole; ++i)
        counts.push_back(kernel.loopExtents[nest.loops[i]]);
      if (division.count > 1)
        counts.push_back(division.count);
      for (int64_t count : counts)
        parts.push_back(made.part.graph.newLoop(count));
    });
    KernelGraph &graph = b->part.graph;
    Cloner &cloner = *b->cloner;
    Nest made;
    IndexExpr rest; // the number of the point in its part
    for (auto [i, loop] : llvm::enumerate(nest.loops)) {
      if (i < division.whole) {
        cloner.loops[loop] = parts[i];
        continue;
      }
      const bool isDivided = i == division.whole && division.count > 1;
      const int64_t extent = isDivided ? division.rest : kernel.loopExtents[loop];
      IndexExpr own = graph.newLoop(extent);
      addLoop(made, own);
      rest = graph.add(graph.scale(rest, extent), own);
      cloner.loops[loop] = isDivided ? graph.add(graph.scale(parts.back(), division.rest), own) : own;
      if (isDivided && division.isUneven)
        cloner.guard = graph.apply(Opcode::LT, mlir::IntegerType::get(kernel.indexType.getContext(), 1),
                                   {graph.indexValue(kernel.indexType, cloner.loops[loop]),
                                    graph.integer(kernel.indexType, kernel.loopExtents[loop])});
    }
    readTotals(*b, n);
    for (auto [k, acc] : llvm::enumerate(nest.accumulators))
      cloner.nodes[acc.running] = graph.accumulator(acc.running->type, 0, k, allLoops(graph));
    const Node *isFirst =
        rest.isNumber() ? nullptr
                        : graph.apply(Opcode::EQ, mlir::IntegerType::get(kernel.indexType.getContext(), 1),
                                      {graph.indexValue(kernel.indexType, rest), graph.integer(kernel.indexType, 0)});
    Nest last;
    for (auto [k, acc] : llvm::enumerate(nest.accumulators)) {
      const Node *running = cloner.node(acc.running), *update = cloner.node(acc.update), *init = nullptr;
      mlir::Type type = acc.running->type;
      if (isSum(nest, acc)) {
        init = graph.constant(type, neutral(nest, acc));
        // Where there is no element, one that changes nothing: the update stays a sum.
        if (cloner.guard) {
          const Node *element = cloner.node(acc.update->operands[acc.update->operands[0] == acc.running ? 1 : 0]);
          update = graph.apply(acc.update->op, type,
                               {running, graph.apply(Opcode::Select, type, {cloner.guard, element, init})});
        }
      } else {
        // The part's first element as it is: what the whole begins with comes in once.
        init = cloner.node(acc.init);
        const Node *element = cloner.node(elementOf(acc));
        update = isFirst ? graph.apply(Opcode::Select, type, {isFirst, element, update}) : element;
        if (cloner.guard)
          update = graph.apply(Opcode::Select, type, {cloner.guard, update, running});
      }
      const Node *total = graph.local(type, 0, k);
      made.accumulators.push_back({init, running, update, total});
      last.stores.push_back(
          {bufferOf(*b, partials[k]), placeOfPart(graph, graph.linearize(parts, counts), b->point), total});
    }
    addStores(*b, nest, made);
    graph.nests.push_back(std::move(made));
    graph.nests.push_back(std::move(last));
    finish(std::move(b));
  }

  const KernelGraph &kernel;
  int64_t points = 1;
  std::vector<std::vector<const Node *>> nodes; ///< by nest
  std::vector<Division> divisions;              ///< by nest
  llvm::DenseMap<unsigned, unsigned> kept;      ///< buffer -> the temporary that has all its rows
  llvm::DenseMap<const Node *, unsigned> totals;
  llvm::DenseSet<const Node *> stored; ///< totals that later parts read
  SplitKernel split;
};

} // namespace

std::optional<SplitKernel> splitKernel(const KernelGraph &kernel) {
  std::optional<SplitKernel> split = Splitter(kernel).run();
  if (split && llvm::any_of(split->parts, [](const auto &part) { return part.graph.hasTooManyLoops(); }))
    return std::nullopt;
  return split;
}

} // namespace shardwright::lower::cuda
