#include "lib/Plan/OpStrategies.h"

#include "lib/Placement/CandidateSpace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/bit.h"

#include <functional>
#include <map>

namespace shardwright::plan {
namespace {

using PartialAxes = std::vector<PartialAxis>;

class Finder {
public:
  explicit Finder(AssignmentPricer &pricer)
      : pricer(pricer), state(pricer.state), strategies(state.program.ops.size()), partials(state.specs.size()) {}

  OpStrategies find(bool partsOfAxes) {
    if (partsOfAxes || !isAllOfWholeAxes())
      addSpace();
    for (auto [root, sharding] : llvm::enumerate(state.specs))
      notePartial(root, sharding);
    for (size_t op = 0; op < strategies.size(); ++op)
      if (state.program.ops[op].opClass >= 0)
        visit(op);
    return std::move(strategies);
  }

private:
  void addSpace() {
    std::vector<size_t> ops;
    for (auto [index, op] : llvm::enumerate(state.program.ops))
      if (op.opClass >= 0)
        ops.push_back(index);
    CandidateSpace space = findCandidateSpace(pricer, ops, Assignment(strategies.size()));
    for (auto [op, candidates] : llvm::zip_equal(ops, space))
      strategies[op] = std::move(candidates);
  }

  /// In the mesh's order.
  bool isAllOfWholeAxes() const {
    auto isWhole = [&](ShardingId id) { return id == SolverState::kAny || isOfWholeAxes(state.interner.sharding(id)); };
    return llvm::all_of(state.specs, isWhole) &&
           llvm::all_of(state.needs, [&](const auto &needs) { return llvm::all_of(needs, isWhole); });
  }

  bool isOfWholeAxes(const Sharding &sharding) const {
    return llvm::all_of(sharding.dims, [&](const DimSharding &dim) {
      size_t after = 0;
      return llvm::all_of(dim.axes, [&](const AxisRef &axis) {
        auto whole = llvm::find_if(llvm::drop_begin(state.mesh.axes(), after),
                                   [&](const MeshAxis &each) { return AxisRef(each.name) == axis; });
        after = static_cast<size_t>(whole - state.mesh.axes().begin()) + 1;
        return whole != state.mesh.axes().end();
      });
    });
  }

  void visit(size_t index) {
    const SolverState::Op &op = state.program.ops[index];
    llvm::SetVector<const Candidate *> all(strategies[index].begin(), strategies[index].end());
    for (const Placement &partial : partialChoices(op))
      for (const Candidate *candidate : placementsWith(op, partial))
        all.insert(candidate);
    strategies[index].assign(all.begin(), all.end());
    for (const Candidate *candidate : strategies[index])
      for (auto [result, made] : llvm::zip_equal(op.results, candidate->makes))
        notePartial(state.rootOf(result), made);
  }

  void notePartial(size_t root, ShardingId made) {
    const PartialAxes &partial = state.interner.sharding(made).partial;
    if (!partial.empty() && !llvm::is_contained(partials[root], partial))
      partials[root].push_back(partial);
  }

  /// As of Candidates.cpp, where every neighbour is undecided.
  std::vector<Placement> partialChoices(const SolverState::Op &op) const {
    const ShardingRule &rule = state.program.classes[op.opClass].rule;
    std::vector<Placement> choices(1);
    if (rule.partial == PartialBehavior::None)
      return choices;
    const bool one = rule.partial == PartialBehavior::ExactlyOne;
    for (int64_t operand : rule.partialOperands) {
      size_t root = state.rootOf(op.operands[operand]);
      if (one && llvm::count_if(op.operands, [&](size_t o) { return state.rootOf(o) == root; }) > 1)
        continue; // A square needs the combined value for its other factor.
      for (const PartialAxes &partial : partials[root]) {
        auto passes = [&](const PartialAxis &p) { return llvm::is_contained(rule.partialKinds, p.kind); };
        Placement choice{{}, partial, one ? operand : -1};
        if (llvm::all_of(partial, passes) && !llvm::is_contained(choices, choice))
          choices.push_back(std::move(choice));
      }
    }
    return choices;
  }

  llvm::ArrayRef<const Candidate *> placementsWith(const SolverState::Op &op, const Placement &partial) {
    uint32_t candidateClass = state.candidateClasses[op.opClass];
    for (const auto &[choice, candidates] : known[candidateClass])
      if (choice == partial)
        return candidates;
    const ShardingProblem::OpClass &opClass = state.program.classes[op.opClass];
    Placement placement = partial;
    placement.factors.resize(opClass.rule.factors.size());
    std::vector<const Candidate *> found;
    enumerate(candidateClass, state.situationOf(op), placement, 0, found);
    return known[candidateClass].emplace_back(partial, std::move(found)).second;
  }

  /// The axes from a number on, one after the other.
  void enumerate(uint32_t candidateClass, const Situation &situation, Placement &placement, size_t number,
                 std::vector<const Candidate *> &found) {
    llvm::ArrayRef<MeshAxis> axes = state.mesh.axes();
    if (number == axes.size()) {
      if (const Candidate *candidate = state.candidates.get(candidateClass, situation, placement))
        found.push_back(candidate);
      return;
    }
    enumerate(candidateClass, situation, placement, number + 1, found);
    AxisRef axis(axes[number].name);
    if (axes[number].size == 1 || placement.uses(state.mesh, axis) || overlaps(state.mesh, situation.manual, axis))
      return;
    for (auto [factor, list] : llvm::zip_equal(situation.rule.factors, placement.factors)) {
      if (staysWhole(factor) || factor.size < numParts(state.mesh, list) * axes[number].size)
        continue;
      AxisList before = list;
      append(state.mesh, list, axis);
      enumerate(candidateClass, situation, placement, number + 1, found);
      list = std::move(before);
    }
  }

  AssignmentPricer &pricer;
  SolverState &state;
  OpStrategies strategies;
  std::vector<llvm::SmallVector<PartialAxes, 1>> partials; ///< by root, over what its op may leave it partial
  std::map<uint32_t, std::deque<std::pair<Placement, std::vector<const Candidate *>>>> known; ///< by candidate class
};

class Pruner {
public:
  Pruner(OwnPrices &own, Changes &changes, const OpStrategies &included, OpStrategies &strategies)
      : own(own), changes(changes), state(changes.state), included(included), strategies(strategies) {}

  void dropDominated() {
    for (size_t op = 0; op < strategies.size(); ++op) {
      if (strategies[op].size() < 2)
        continue;
      auto [place, isNew] = known.try_emplace(keyOf(op));
      if (isNew)
        place->second = undominated(op);
      strategies[op] = place->second;
    }
  }

private:
  /// All that decides which of an op's candidates dominate which.
  Interner::Key keyOf(size_t index) const {
    const SolverState::Op &op = state.program.ops[index];
    Interner::Key key{static_cast<uint32_t>(op.opClass), own.isInlined(index)};
    Interner::appendWide(key, llvm::bit_cast<uint64_t>(op.times));
    auto add = [&](size_t value) {
      size_t root = state.rootOf(value);
      key.append({state.arrays[root], state.isFree(root)});
      Interner::appendWide(key, llvm::bit_cast<uint64_t>(state.timesOf[root]));
    };
    llvm::for_each(op.operands, add);
    llvm::for_each(op.results, add);
    for (const Candidate *candidate : strategies[index])
      Interner::appendWide(key, reinterpret_cast<uintptr_t>(candidate));
    for (const Candidate *candidate : included[index])
      Interner::appendWide(key, reinterpret_cast<uintptr_t>(candidate));
    return key;
  }

  /// By mesh axis, where it is: a factor, kIdle, kPartial, or in parts.
  using Axes = llvm::SmallVector<int, 4>;
  static constexpr int kIdle = -1, kPartial = -2, kInParts = -3;
  /// A candidate of the op at hand, and what is asked of it again and again.
  struct Choice {
    const Candidate *candidate;
    Axes axes;
    double ticks;
    llvm::SmallVector<double, 1> bytes; ///< by result
  };

  Axes axesOf(const Placement &placement) const {
    Axes axes;
    for (const MeshAxis &axis : state.mesh.axes()) {
      const AxisRef whole(axis.name);
      axes.push_back(placement.uses(state.mesh, whole) ? kInParts : kIdle);
      for (auto [factor, list] : llvm::enumerate(placement.factors))
        if (llvm::is_contained(list, whole))
          axes.back() = static_cast<int>(factor);
      for (const PartialAxis &partial : placement.partial)
        if (partial.axis == whole)
          axes.back() = kPartial;
    }
    return axes;
  }

  Choice choiceOf(size_t op, const Candidate &candidate) {
    Choice choice{&candidate, axesOf(candidate.placement), own.ticks(op, candidate), {}};
    for (auto [result, made] : llvm::zip_equal(state.program.ops[op].results, candidate.makes))
      choice.bytes.push_back(state.localBytes(result, made));
    return choice;
  }

  /// They differ in where one axis is. Others stand in for each other by way of such, mostly.
  static bool isNext(const Axes &a, const Axes &b) {
    size_t differ = 0;
    for (size_t axis = 0; axis < a.size(); ++axis)
      differ += a[axis] != b[axis] || a[axis] == kInParts;
    return differ <= 1;
  }

  std::vector<const Candidate *> undominated(size_t op) {
    std::vector<Choice> kept;
    for (const Candidate *candidate : strategies[op])
      kept.push_back(choiceOf(op, *candidate));
    for (size_t i = 0; i < kept.size();) {
      const bool stays = llvm::is_contained(included[op], kept[i].candidate);
      bool isDominated = false;
      for (size_t j = 0; j < kept.size() && !isDominated && !stays; ++j)
        // Of those that stand in for each other, the first stays.
        isDominated = i != j && isNext(kept[i].axes, kept[j].axes) && dominates(op, kept[j], kept[i]) &&
                      (j < i || !dominates(op, kept[i], kept[j]));
      if (isDominated)
        kept.erase(kept.begin() + static_cast<ptrdiff_t>(i));
      else
        ++i;
    }
    std::vector<const Candidate *> candidates;
    for (const Choice &choice : kept)
      candidates.push_back(choice.candidate);
    return candidates;
  }

  bool dominates(size_t index, const Choice &one, const Choice &two) {
    const double left = two.ticks - one.ticks;
    if (left < 0)
      return false;
    for (size_t result = 0; result < one.bytes.size(); ++result)
      if (one.bytes[result] > two.bytes[result])
        return false;
    const SolverState::Op &op = state.program.ops[index];
    const Candidate &by = *one.candidate, &other = *two.candidate;
    // What takes less time first.
    auto leastSent = [](Changes &changes, size_t root, ShardingId from, ShardingId to) {
      return changes.state.isFree(root) || changes.mayBeSlice(root, from, to) ? 0 : changes.leastSent(root);
    };
    auto atLeast = [](Changes &changes, size_t root, ShardingId from, ShardingId to) {
      return changes.atLeast(root, from, to);
    };
    auto exactly = [](Changes &changes, size_t root, ShardingId from, ShardingId to) {
      return changes.ticks(root, from, to);
    };
    using Ticks = double (*)(Changes &, size_t, ShardingId, ShardingId);
    for (Ticks ticks : {Ticks(leastSent), Ticks(atLeast), Ticks(exactly)}) {
      double rest = left;
      auto spend = [&](size_t value, ShardingId from, ShardingId to) {
        if (rest >= 0)
          rest -= ticks(changes, state.rootOf(value), from, to);
      };
      for (auto [operand, need, otherwise] : llvm::zip_equal(op.operands, by.needs, other.needs))
        spend(operand, otherwise, need);
      for (auto [result, made, otherwise] : llvm::zip_equal(op.results, by.makes, other.makes))
        spend(result, made, otherwise);
      if (rest < 0)
        return false;
    }
    return true;
  }

  OwnPrices &own;
  Changes &changes;
  SolverState &state;
  const OpStrategies &included;
  OpStrategies &strategies;
  Interner::Memory<std::vector<const Candidate *>> known;
};

} // namespace

OpStrategies findOpStrategies(AssignmentPricer &pricer, bool partsOfAxes) { return Finder(pricer).find(partsOfAxes); }

OpStrategies strategiesOf(SolverState &state, llvm::ArrayRef<const PlacementPlan *> plans) {
  OpStrategies strategies(state.program.ops.size());
  for (const PlacementPlan *plan : plans)
    for (auto [number, op] : llvm::enumerate(state.program.ops)) {
      if (op.opClass < 0)
        continue;
      const Placement &placement = plan->choices[plan->chosen[number]].placement;
      const Candidate *candidate =
          state.candidates.get(state.candidateClasses[op.opClass], state.situationOf(op), placement);
      if (candidate && !llvm::is_contained(strategies[number], candidate))
        strategies[number].push_back(candidate);
    }
  return strategies;
}

void dropDominated(OwnPrices &own, Changes &changes, const OpStrategies &included, OpStrategies &strategies) {
  Pruner(own, changes, included, strategies).dropDominated();
}

} // namespace shardwright::plan
