// Rounds of two passes over a program: wishes from the last step to the first, then choices from the first to the last.
#include "shardwright/Placement/Program.h"

#include "lib/Placement/Candidates.h"
#include "lib/Placement/Interner.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {
namespace {

class Planner {
public:
  using Id = Interner::Id;

  Planner(const Mesh &mesh, const PlacementProgram &program, ReshardPricer &pricer, const PlacementOptions &options)
      : mesh(mesh), program(program), pricer(pricer), options(options) {
    for (const PlacementProgram::Value &value : program.values) {
      specs.push_back(interner.sharding(value.spec));
      types.push_back(interner.type(value.shape, value.elementBytes));
    }
    for (const PlacementProgram::Step &step : program.steps) {
      needs.emplace_back();
      for (const std::optional<Sharding> &need : step.needs)
        needs.back().push_back(need ? interner.sharding(*need) : kAny);
    }
    findUses();
  }

  PlacementPlan plan() {
    lies = specs;
    combinedWhereMade.assign(specs.size(), false);
    asked.clear();
    for (size_t v = 0; v < specs.size(); ++v)
      asked.push_back(wishOfSpec(v));
    PlacementPlan best = choose();
    goRound(best);
    if (options.partialCarries && letCarriesPend())
      goRound(best);
    best.choices = std::move(choices);
    return best;
  }

private:
  static constexpr Id kAny = ~Id(0);

  /// Rounds until the price no longer changes; `best` becomes the cheapest.
  void goRound(PlacementPlan &best) {
    Price last = best.total;
    for (int round = 0; round < options.rounds; ++round) {
      collectWishes();
      findCombinedWhereMade();
      PlacementPlan next = choose();
      // The same price again: the shardings that the wishes assumed are those that were chosen.
      bool unchanged = !(next.total < last) && !(last < next.total);
      last = next.total;
      if (next.total < best.total)
        best = std::move(next);
      if (unchanged)
        break;
    }
  }

  //===--- Pending values ---===//

  /// Values that were left pending and combined more than once further down, whole or through ops that hand them on:
  /// they are combined where they are made. Counted from the last step to the first, as the last choices left it.
  void findCombinedWhereMade() {
    std::vector<int> combined(program.values.size()), ends(program.values.size());
    for (size_t index = program.steps.size(); index-- > 0;) {
      const PlacementProgram::Step &step = program.steps[index];
      int below = 0;
      for (size_t result : step.results) {
        ends[result] += combined[result];
        combinedWhereMade[result] = combinedWhereMade[result] || ends[result] > 1;
        below += ends[result];
      }
      for (size_t position = 0; position < step.operands.size(); ++position) {
        size_t root = program.values[step.operands[position]].root;
        if (!interner.sharding(lies[root]).isPartial())
          continue;
        Id need = step.kind < 0 ? needs[index][position] : choiceNeeds[lastChosen[index]][position];
        if (need == lies[root])
          ends[root] += below;
        else if (need != kAny)
          combined[root] = 1;
      }
    }
  }

  //===--- Carries ---===//

  /// Every carry that is only added to, by something that is pending, is let pend alike. Whether there was one.
  bool letCarriesPend() {
    bool found = false;
    for (const PlacementProgram::Carry &carry : program.carries)
      if (std::optional<Id> pending = pendingAddend(carry)) {
        needs[carry.entry][carry.position] = needs[carry.yield][carry.position] = *pending;
        specs[carry.result] = *pending;
        for (size_t argument : carry.arguments)
          specs[argument] = *pending;
        found = true;
      }
    return found;
  }

  /// The way from the body's argument to what it yields: ops that hand a pending combination on, each the only user of
  /// the one before. The sharding, with what is pending, of what joins in first.
  std::optional<Id> pendingAddend(const PlacementProgram::Carry &carry) const {
    for (size_t argument : llvm::ArrayRef(carry.arguments).drop_back())
      if (!uses[argument].empty())
        return std::nullopt;
    std::optional<Id> pending;
    for (size_t value = carry.arguments.back(); uses[value].size() == 1;) {
      const Use &use = uses[value].front();
      if (use.step == carry.yield)
        return pending;
      const PlacementProgram::Step &step = program.steps[use.step];
      if (!use.takesPartial || step.kind < 0 || step.results.size() != 1 ||
          program.kinds[step.kind].rule.partial != PartialBehavior::AllAlike)
        return std::nullopt;
      for (size_t operand : step.operands)
        if (operand != value && !pending && interner.sharding(lies[operand]).isPartial())
          pending = lies[operand];
      value = step.results.front();
    }
    return std::nullopt;
  }

  //===--- What does not change between rounds ---===//

  struct Use {
    size_t step;
    bool takesPartial;
  };

  void findUses() {
    uses.resize(program.values.size());
    definedAt.resize(program.values.size());
    timesOf.resize(program.values.size(), 1);
    for (auto [index, step] : llvm::enumerate(program.steps)) {
      for (auto [position, operand] : llvm::enumerate(step.operands))
        uses[program.values[operand].root].push_back({index, takesPartial(step, position)});
      for (size_t result : step.results) {
        definedAt[result] = index + 1;
        timesOf[result] = step.times;
      }
    }
  }

  bool takesPartial(const PlacementProgram::Step &step, size_t position) const {
    if (step.kind < 0)
      return !step.needs[position];
    const ShardingRule &rule = program.kinds[step.kind].rule;
    // A square needs the combined value for its other factor anyway.
    bool square =
        rule.partial == PartialBehavior::ExactlyOne && llvm::count(step.operands, step.operands[position]) > 1;
    return rule.partial != PartialBehavior::None && !square && llvm::is_contained(rule.partialOperands, position);
  }

  /// Whether every user but one step can take the value while a combination is pending.
  bool usersTakePartial(size_t value, size_t except) const {
    return llvm::all_of(uses[program.values[value].root],
                        [&](const Use &use) { return use.takesPartial || use.step == except; });
  }

  Id wishOfSpec(size_t value) { return interner.wishes({{interner.sharding(specs[value]), {}}}); }

  //===--- Wishes ---===//

  void collectWishes() {
    std::vector<llvm::SmallVector<Id, 4>> askedBy(program.values.size());
    for (size_t index = program.steps.size(); index-- > 0;) {
      const PlacementProgram::Step &step = program.steps[index];
      for (size_t result : step.results)
        settle(result, askedBy[result]);
      if (step.kind >= 0) {
        const std::vector<Id> &wishes = wishesOf(step);
        for (auto [position, operand] : llvm::enumerate(step.operands))
          if (firstOf(step, position) == position)
            askedBy[operand].push_back(wishes[position]);
        continue;
      }
      for (auto [operand, need] : llvm::zip_equal(step.operands, needs[index]))
        askedBy[operand].push_back(need != kAny ? interner.wishes({{interner.sharding(need), {}}})
                                                : asked[step.results.front()]);
    }
  }

  void settle(size_t value, llvm::ArrayRef<Id> users) {
    if (users.empty()) {
      asked[value] = wishOfSpec(value);
      return;
    }
    Interner::Key key{types[value]};
    key.append(users.begin(), users.end());
    auto [place, added] = merged.try_emplace(std::move(key), 0);
    if (added) {
      std::vector<Wishes> tables;
      for (Id user : users)
        tables.push_back(interner.wishes(user));
      const PlacementProgram::Value &v = program.values[value];
      Wishes all = mergeWishes(tables, v.shape, v.elementBytes, pricer, options.wishes);
      place->second = all.empty() ? wishOfSpec(value) : interner.wishes(std::move(all));
    }
    asked[value] = place->second;
  }

  static size_t firstOf(const PlacementProgram::Step &step, size_t position) {
    return llvm::find(step.operands, step.operands[position]) - step.operands.begin();
  }

  const std::vector<Id> &wishesOf(const PlacementProgram::Step &step) {
    Interner::Key key{static_cast<Id>(step.kind)};
    for (auto [position, operand] : llvm::enumerate(step.operands)) {
      Id before = llvm::count_if(step.operands, [&](size_t o) { return definedAt[o] < definedAt[operand]; });
      key.append({lies[operand], static_cast<Id>(firstOf(step, position)), before,
                  static_cast<Id>(program.values[operand].free)});
    }
    for (size_t result : step.results)
      key.push_back(asked[result]);
    auto [place, added] = wished.try_emplace(std::move(key));
    if (!added)
      return place->second;
    const PlacementProgram::Kind &kind = program.kinds[step.kind];
    PlacementProblem problem{mesh, kind.rule, kind.shapes, {}, {}, kind.computePerPoint};
    for (auto [position, operand] : llvm::enumerate(step.operands))
      problem.operands.push_back({kind.operandBytes[position],
                                  {interner.sharding(lies[operand])},
                                  firstOf(step, position),
                                  false,
                                  program.values[operand].free,
                                  definedAt[operand]});
    for (auto [position, result] : llvm::enumerate(step.results))
      problem.results.push_back({kind.resultBytes[position], interner.wishes(asked[result]), false});
    for (size_t position = 0; position < step.operands.size(); ++position)
      place->second.push_back(interner.wishes(operandWishes(problem, position, pricer)));
    return place->second;
  }

  //===--- Choices ---===//

  PlacementPlan choose() {
    PlacementPlan plan;
    plan.chosen.assign(program.steps.size(), -1);
    copies.assign(program.values.size(), {});
    for (auto [value, spec] : llvm::enumerate(specs))
      copies[value].assign({spec});
    for (const PlacementProgram::Carry &carry : program.carries) {
      lies[carry.result] = specs[carry.result];
      for (size_t value : carry.arguments)
        lies[value] = specs[value];
    }
    for (auto [index, step] : llvm::enumerate(program.steps)) {
      if (step.kind < 0) {
        for (auto [operand, need] : llvm::zip_equal(step.operands, needs[index]))
          if (need != kAny)
            plan.total += bring(operand, need);
        continue;
      }
      const Chosen &chosen = choiceFor(index, step);
      plan.chosen[index] = chosen.index;
      Price own = choices[chosen.index].own;
      own *= step.times;
      plan.total += own;
      for (auto [operand, need] : llvm::zip_equal(step.operands, chosen.needs))
        plan.total += bring(operand, need);
      for (auto [result, made] : llvm::zip_equal(step.results, chosen.makes)) {
        copies[result].assign({made});
        lies[result] = made;
      }
    }
    for (const PlacementProgram::Carry &carry : program.carries)
      plan.carries.push_back(interner.sharding(specs[carry.result]));
    lastChosen = plan.chosen;
    return plan;
  }

  /// Makes the value exist in a sharding; what that costs.
  Price bring(size_t value, Id wanted) {
    size_t root = program.values[value].root;
    llvm::SmallVector<Id, 2> &existing = copies[root];
    if (llvm::is_contained(existing, wanted))
      return {};
    std::optional<Price> best;
    if (program.values[root].free)
      best = Price{};
    for (Id from : existing) {
      std::optional<Price> price = priceBetween(root, from, wanted);
      if (price && (!best || *price < *best))
        best = price;
    }
    existing.push_back(wanted);
    if (!best)
      return {};
    *best *= timesOf[root];
    return *best;
  }

  std::optional<Price> priceBetween(size_t value, Id from, Id to) {
    auto [place, added] = prices.try_emplace(Interner::Key{types[value], from, to});
    if (added)
      place->second = pricer.price(program.values[value].shape, program.values[value].elementBytes,
                                   interner.sharding(from), interner.sharding(to));
    return place->second;
  }

  struct Chosen {
    int64_t index = -1;
    llvm::SmallVector<Id, 3> needs;
    llvm::SmallVector<Id, 1> makes;
  };

  /// The first operand that is the same value, whatever sharding it was brought to.
  size_t firstOfRoot(const PlacementProgram::Step &step, size_t position) const {
    size_t root = program.values[step.operands[position]].root;
    return llvm::find_if(step.operands, [&](size_t o) { return program.values[o].root == root; }) -
           step.operands.begin();
  }

  const Chosen &choiceFor(size_t index, const PlacementProgram::Step &step) {
    Interner::Key key{static_cast<Id>(step.kind)};
    llvm::SmallVector<bool, 3> elsewhere;
    for (auto [position, operand] : llvm::enumerate(step.operands)) {
      size_t root = program.values[operand].root;
      elsewhere.push_back(copies[root].size() > 1 || combinedWhereMade[root] || !usersTakePartial(root, index));
      key.append({static_cast<Id>(firstOfRoot(step, position)), static_cast<Id>(elsewhere.back()),
                  static_cast<Id>(program.values[root].free), static_cast<Id>(copies[root].size())});
      key.append(copies[root].begin(), copies[root].end());
    }
    llvm::SmallVector<bool, 1> pendingFits;
    for (size_t result : step.results) {
      pendingFits.push_back(usersTakePartial(result, program.steps.size()));
      key.append({asked[result], static_cast<Id>(pendingFits.back())});
    }
    auto [place, added] = chosen.try_emplace(std::move(key));
    if (!added)
      return place->second;
    const PlacementProgram::Kind &kind = program.kinds[step.kind];
    PlacementProblem problem{mesh, kind.rule, kind.shapes, {}, {}, kind.computePerPoint};
    for (auto [position, operand] : llvm::enumerate(step.operands)) {
      size_t root = program.values[operand].root;
      OperandState state{
          kind.operandBytes[position], {}, firstOfRoot(step, position), elsewhere[position], program.values[root].free};
      for (Id copy : copies[root])
        state.available.push_back(interner.sharding(copy));
      problem.operands.push_back(std::move(state));
    }
    for (auto [position, result] : llvm::enumerate(step.results))
      problem.results.push_back({kind.resultBytes[position], interner.wishes(asked[result]), pendingFits[position]});
    place->second = remember(problem);
    return place->second;
  }

  Chosen remember(const PlacementProblem &problem) {
    std::vector<RankedPlacement> ranked = rankPlacements(problem, pricer);
    PlacementChoice choice;
    choice.placement = ranked.front().placement;
    choice.reason = why(ranked, problem.rule);
    choice.own = priceOwn(problem, choice.placement);
    Chosen chosen;
    chosen.index = static_cast<int64_t>(choices.size());
    for (size_t i = 0; i < problem.operands.size(); ++i) {
      choice.needs.push_back(operandSharding(mesh, problem.rule, choice.placement, i));
      chosen.needs.push_back(interner.sharding(choice.needs.back()));
    }
    for (size_t i = 0; i < problem.results.size(); ++i) {
      choice.makes.push_back(resultSharding(mesh, problem.rule, choice.placement, i));
      chosen.makes.push_back(interner.sharding(choice.makes.back()));
    }
    choices.push_back(std::move(choice));
    choiceNeeds.push_back(chosen.needs);
    return chosen;
  }

  static std::string why(llvm::ArrayRef<RankedPlacement> ranked, const ShardingRule &rule) {
    std::string reason = "(" + ranked.front().placement.str(rule);
    if (ranked.size() > 1) {
      const Price &best = ranked[0].price, &next = ranked[1].price;
      auto more = static_cast<int64_t>(next.bytes + next.compute - best.bytes - best.compute);
      reason += "; next best " + ranked[1].placement.str(rule) + " costs " + std::to_string(more) + " more";
    }
    return reason + ")";
  }

  const Mesh &mesh;
  const PlacementProgram &program;
  ReshardPricer &pricer;
  const PlacementOptions &options;

  Interner interner;
  std::vector<Id> specs, types;
  std::vector<llvm::SmallVector<Id, 2>> needs; // of fixed steps, by operand
  std::vector<llvm::SmallVector<Use, 4>> uses; // by root
  std::vector<size_t> definedAt;
  std::vector<double> timesOf;

  std::vector<Id> lies;  // the sharding each value was made in, last round
  std::vector<Id> asked; // the wishes for each value, this round
  std::vector<llvm::SmallVector<Id, 2>> copies;
  std::vector<int64_t> lastChosen;
  std::vector<bool> combinedWhereMade;
  std::vector<PlacementChoice> choices;
  std::vector<llvm::SmallVector<Id, 3>> choiceNeeds;
  Interner::Memory<Id> merged;
  Interner::Memory<std::vector<Id>> wished;
  Interner::Memory<std::optional<Price>> prices;
  Interner::Memory<Chosen> chosen;
};

} // namespace

PlacementPlan planPlacements(const Mesh &mesh, const PlacementProgram &program, ReshardPricer &pricer,
                             const PlacementOptions &options) {
  return Planner(mesh, program, pricer, options).plan();
}

} // namespace shardwright
