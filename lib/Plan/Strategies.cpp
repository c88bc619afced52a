#include "shardwright/Plan/Strategies.h"

#include "lib/Placement/Copies.h"
#include "lib/Plan/Constraints.h"
#include "lib/Plan/ProblemBuilder.h"
#include "lib/Plan/Slack.h"
#include "shardwright/Sharding/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>
#include <tuple>

namespace shardwright::plan {

using Kind = StrategyNode::Kind;

struct Strategies::State {
  State(const CostModel &costs, const ShardingProblem &program, ReshardPricer &reshards, const StrategyOptions &options)
      : options(options), solver(costs, program, reshards), pricer(solver), lives(program, costs.device().device()),
        own(pricer, lives), changes(solver), nodes(own, changes, this->options),
        problem(ProblemBuilder(own, lives, changes, nodes).build()) {}

  /// Of a value that is held, in the state and in a program.
  void setHeld(const HeldValue &value, ShardingId sharding, ShardingProblem &program) {
    const Sharding &all = solver.interner.sharding(sharding);
    for (size_t root : value.makes) {
      solver.specs[root] = sharding;
      program.values[root].spec = all;
    }
    for (auto [op, position] : value.readsAt) {
      solver.needs[op][position] = sharding;
      program.ops[op].needs[position] = all;
    }
  }

  /// The changes of a root's sharding where those shardings are there before any user needs them.
  std::optional<Price> changesFrom(size_t root, llvm::ArrayRef<ShardingId> first, const Assignment &assignment) {
    Copies<Price> copies(pricer.made(root, assignment));
    auto fetch = [&](ShardingId sharding, bool isRead) {
      return copies.fetch(sharding, isRead, [&](ShardingId from, ShardingId to, const auto &) {
        return solver.prices.between(solver.arrays[root], from, to);
      });
    };
    for (ShardingId sharding : first)
      if (!fetch(sharding, false))
        return std::nullopt;
    for (AssignmentPricer::Use use : pricer.usesOf(root))
      if (!fetch(pricer.need(use, assignment), !use.handsOn))
        return std::nullopt;
    Price total = copies.total();
    total *= solver.timesOf[root];
    return total;
  }

  /// Of copies that a node says, in the order that takes least; none where that of the users takes no more.
  void addConstraints(size_t root, llvm::ArrayRef<ShardingId> copies, const Assignment &assignment, Decoded &decoded) {
    llvm::SmallVector<ShardingId, 2> order(copies.begin(), copies.end()), best;
    std::optional<Price> least = changesFrom(root, {}, assignment);
    const std::optional<Price> before = least;
    do {
      std::optional<Price> price = changesFrom(root, order, assignment);
      if (price && (!least || *price < *least)) {
        least = price;
        best = order;
      }
      std::reverse(order.begin(), order.end());
    } while (!std::equal(order.begin(), order.end(), copies.begin()));
    for (ShardingId sharding : best)
      decoded.constraints.push_back({root, solver.interner.sharding(sharding)});
    if (least && before && !best.empty()) {
      decoded.plan.total += *least;
      decoded.plan.total -= *before;
    }
  }

  /// Instead of a candidate that may have been left out.
  uint32_t nearestCandidate(const StrategyNode &node, const PlacementChoice &chosen) {
    const SolverState::Op &op = solver.program.ops[node.index];
    uint32_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (auto [choice, candidate] : llvm::enumerate(node.candidates)) {
      double ticks = candidate->placement == chosen.placement ? -1 : own.ticks(node.index, *candidate);
      for (auto [operand, need, wanted] : llvm::zip_equal(op.operands, candidate->needs, chosen.needs))
        ticks += changes.estimate(solver.rootOf(operand), solver.interner.sharding(wanted), need);
      for (auto [result, made, wanted] : llvm::zip_equal(op.results, candidate->makes, chosen.makes))
        ticks += changes.estimate(solver.rootOf(result), made, solver.interner.sharding(wanted));
      if (ticks < least) {
        least = ticks;
        best = static_cast<uint32_t>(choice);
      }
    }
    return best;
  }

  /// The one of that sharding alone, or the first.
  uint32_t nearestSharding(const StrategyNode &node, const Sharding &sharding) {
    const ShardingId wanted = solver.interner.sharding(sharding.placement(solver.mesh));
    for (auto [choice, shardings] : llvm::enumerate(node.shardings))
      if (shardings.size() == 1 && shardings.front() == wanted)
        return static_cast<uint32_t>(choice);
    return 0;
  }

  /// Copies of values between which and what else is chosen changes of sharding cost the least.
  void chooseCopies(Choices &choices) {
    std::vector<std::vector<int64_t>> costs(choices.size());
    auto isOfCopies = [&](uint32_t node) {
      return node < nodes.nodes.size() && nodes.nodes[node].kind != Kind::Op && nodes.nodes[node].isOpen();
    };
    auto isOther = [&](size_t node, size_t choice) { // An argument in another sharding.
      const StrategyNode &held = nodes.nodes[node];
      return held.kind == Kind::Held && held.shardings[choice].front() != held.shardings[choices[node]].front();
    };
    for (const Problem::Edge &edge : problem.edges)
      for (auto [node, other, isFirst] : {std::tuple(edge.first, edge.second, true), {edge.second, edge.first, false}})
        if (isOfCopies(node)) {
          const size_t number = problem.nodes[edge.second].numChoices();
          costs[node].resize(problem.nodes[node].numChoices());
          for (auto [choice, cost] : llvm::enumerate(costs[node]))
            cost = std::min(
                kForbidden,
                cost + edge.costs[isFirst ? choice * number + choices[other] : choices[other] * number + choice]);
        }
    for (auto [node, all] : llvm::enumerate(costs))
      if (!all.empty()) {
        for (auto [choice, cost] : llvm::enumerate(all))
          cost = isOther(node, choice) ? kForbidden : std::min(kForbidden, cost + problem.nodes[node].costs[choice]);
        choices[node] = static_cast<uint32_t>(std::min_element(all.begin(), all.end()) - all.begin());
      }
  }

  const StrategyOptions options;
  SolverState solver;
  AssignmentPricer pricer;
  Lives lives;
  OwnPrices own;
  Changes changes;
  StrategyNodes nodes;
  Problem problem;
};

Strategies::Strategies(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer,
                       const StrategyOptions &options)
    : state(std::make_unique<State>(costs, program, pricer, options)) {}
Strategies::~Strategies() = default;

const Problem &Strategies::problem() const { return state->problem; }

Problem Strategies::problemBeside() {
  return ProblemBuilder(state->own, state->lives, state->changes, state->nodes, slackOf(state->nodes, state->own))
      .build();
}

Strategies::Decoded Strategies::decode(const Choices &choices, bool withConstraints) {
  SolverState &solver = state->solver;
  const ShardingProblem &program = solver.program;
  Decoded decoded{program, {}};
  decoded.plan.chosen.assign(program.ops.size(), -1);
  decoded.plan.choices.reserve(state->nodes.nodes.size());
  Assignment assignment(program.ops.size());
  llvm::DenseMap<std::pair<int64_t, const Candidate *>, int64_t> numbers; // by op class
  for (auto [node, choice] : llvm::zip(state->nodes.nodes, choices)) {
    if (node.kind == Kind::Held)
      state->setHeld(state->nodes.held[node.index], node.shardings[choice].front(), decoded.program);
    if (node.kind != Kind::Op)
      continue;
    const Candidate *candidate = assignment[node.index] = node.candidates[choice];
    auto [place, isNew] = numbers.try_emplace({program.ops[node.index].opClass, candidate},
                                              static_cast<int64_t>(decoded.plan.choices.size()));
    if (isNew)
      decoded.plan.choices.push_back(state->pricer.inFull(node.index, *candidate));
    decoded.plan.chosen[node.index] = place->second;
  }
  for (const ShardingProblem::LoopCarried &carried : program.loopCarried)
    decoded.plan.loopCarried.push_back(solver.interner.sharding(solver.specs[carried.result]));
  decoded.plan.total = state->pricer.total(assignment).value_or(Price{});
  if (!withConstraints)
    return decoded;
  for (auto [node, choice] : llvm::zip(state->nodes.nodes, choices))
    if (node.kind == Kind::Copies)
      state->addConstraints(node.index, node.shardings[choice], assignment, decoded);
    else if (node.kind == Kind::Held && node.shardings[choice].size() > 1)
      state->addConstraints(state->nodes.held[node.index].value, llvm::ArrayRef(node.shardings[choice]).drop_front(),
                            assignment, decoded);
  addConstraints(decoded);
  return decoded;
}

Choices Strategies::encode(const PlacementPlan &plan) {
  Choices choices(state->problem.nodes.size());
  const ShardingProblem &program = state->solver.program;
  for (auto [choice, node] : llvm::zip(choices, state->nodes.nodes)) {
    if (node.kind == Kind::Op)
      choice = state->nearestCandidate(node, plan.choices[plan.chosen[node.index]]);
    if (node.kind != Kind::Held)
      continue;
    const HeldValue &value = state->nodes.held[node.index];
    if (value.carried)
      choice = state->nearestSharding(node, plan.loopCarried[*value.carried]);
    else if (value.argument)
      choice = state->nearestSharding(node, program.values[value.value].spec);
    else
      choice = state->nearestSharding(node, *program.ops.back().needs[*value.returned]);
  }
  state->chooseCopies(choices);
  return choices;
}

Strategies::Part Strategies::partOf(size_t number) const {
  if (number >= state->nodes.nodes.size()) // What is fixed.
    return {};
  const StrategyNode &node = state->nodes.nodes[number];
  if (node.kind == Kind::Op)
    return {Part::Kind::Op, node.index};
  if (node.kind == Kind::Copies)
    return {};
  const HeldValue &value = state->nodes.held[node.index];
  return value.carried ? Part{Part::Kind::LoopCarried, *value.carried} : Part{Part::Kind::Given, value.value};
}

PlacementChoice Strategies::placementOf(size_t number, uint32_t choice) {
  const StrategyNode &node = state->nodes.nodes[number];
  return state->pricer.inFull(node.index, *node.candidates[choice]);
}

std::optional<size_t> Strategies::argumentOf(size_t number) const {
  if (number >= state->nodes.nodes.size()) // What is fixed.
    return std::nullopt;
  const StrategyNode &node = state->nodes.nodes[number];
  return node.kind == Kind::Held ? state->nodes.held[node.index].argument : std::nullopt;
}

const Sharding &Strategies::passedAs(size_t node, uint32_t choice) const {
  return state->solver.interner.sharding(state->nodes.nodes[node].shardings[choice].front());
}

std::string Strategies::nameOf(size_t number) const {
  if (number >= state->nodes.nodes.size())
    return "fixed";
  const StrategyNode &node = state->nodes.nodes[number];
  if (node.kind == Kind::Copies)
    return "copies of %" + std::to_string(node.index);
  if (node.kind == Kind::Op)
    return "%" + std::to_string(state->solver.program.ops[node.index].results.front()) + " = op " +
           std::to_string(node.index);
  const HeldValue &value = state->nodes.held[node.index];
  std::string what = value.carried ? "loop-carried" : value.argument ? "argument" : "result";
  return what + " %" + std::to_string(value.value);
}

std::string Strategies::describe(size_t number, uint32_t choice) const {
  if (number >= state->nodes.nodes.size())
    return "fixed";
  const StrategyNode &node = state->nodes.nodes[number];
  if (node.kind == Kind::Op)
    return node.candidates[choice]->placement.str(
        state->solver.program.classes[state->solver.program.ops[node.index].opClass].rule);
  return llvm::join(
      llvm::map_range(node.shardings[choice], [&](ShardingId id) { return str(state->solver.interner.sharding(id)); }),
      ", ");
}

} // namespace shardwright::plan
