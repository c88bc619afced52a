// Alternates backward rounds (demands) and forward rounds (choices) until the price no longer falls: a coordinate
// descent over placements, restarted from seeded loop-carried values.
#include "shardwright/Placement/ShardingProblem.h"

#include "lib/Placement/BackwardRound.h"
#include "lib/Placement/LocalSearch.h"
#include "lib/Placement/LoopCarried.h"
#include "lib/Placement/Neighbourhood.h"
#include "lib/Placement/PartialValues.h"
#include "lib/Placement/ReadAcross.h"
#include "shardwright/Placement/HaloExchange.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace shardwright {
namespace {

void setLoopCarried(SolverState &state, const PlacementPlan &plan) {
  for (auto [carried, sharding] : llvm::zip_equal(state.program.loopCarried, plan.loopCarried))
    state.setLoopCarried(carried, state.interner.sharding(sharding));
}

class Planner {
public:
  Planner(SolverState &state, const PlacementOptions &options)
      : state(state), options(options), demands(state, options.demands), choices(state) {}

  PlacementPlan plan() {
    PlacementPlan best = choices.run();
    goRound(best);
    if (options.loopCarriedShardings) {
      moveLoopCarried(best);
      if (!state.weights.byBytes) // it begins where a plan by prices ended
        seedFromInit(best);
    }
    if (options.partialLoopCarried && allowPartialLoopCarried(state))
      goRound(best);
    if (letReadWhole(state, choices))
      goRound(best);
    Assignment assignment = choices.assignmentOf(best);
    choices.addChoices(best);
    // By bytes alone, whatever a plan costs, its ties are as the rounds left them.
    if (options.rounds > 0 && !state.costs.secondsPerByteSent() && !state.weights.byBytes)
      improve(best, std::move(assignment));
    return best;
  }

private:
  /// Loop-carried values move together, as long as that is cheaper; what enters a loop may be another loop's
  /// loop-carried value.
  void moveLoopCarried(PlacementPlan &best) {
    for (int attempt = 0; attempt < options.rounds; ++attempt) {
      Price before = best.total;
      SolverState::Start start = state.start();
      if (!reshardLoopCarried(state, choices))
        return;
      goRound(best);
      if (best.total < before)
        continue;
      return state.startFrom(std::move(start));
    }
  }

  /// Another start, where moving loop-carried values one by one does not pay: they are sharded as what enters and what
  /// is made. What is carried whole is held whole, as in reshardLoopCarried().
  void seedFromInit(PlacementPlan &best) {
    if (state.program.loopCarried.empty())
      return;
    SolverState::Start start = state.start();
    PlacementPlan before = best;
    choices.follow();
    if (state.specs == start.specs)
      return state.startFrom(std::move(start));
    goRound(best);
    moveLoopCarried(best);
    if (best.total < before.total)
      return;
    best = std::move(before);
    state.startFrom(std::move(start));
  }

  void improve(PlacementPlan &best, Assignment assignment) {
    setLoopCarried(state, best);
    AssignmentPricer pricer(state);
    improveByWindows(pricer, assignment, best);
  }

  /// Rounds until the price no longer changes; `best` becomes the cheapest. By bytes one of them: they begin where a
  /// plan by prices ended, loop-carried values included, and only what differs from it matters.
  void goRound(PlacementPlan &best) {
    Price last = best.total;
    const int rounds = state.weights.byBytes ? std::min(1, options.rounds) : options.rounds;
    for (int round = 0; round < rounds; ++round) {
      demands.run();
      findCombinedWhereMade(state, choices);
      PlacementPlan next = choices.run();
      // The same price again: the shardings that the demands assumed are those that were chosen.
      bool unchanged = !(next.total < last) && !(last < next.total);
      last = next.total;
      if (next.total < best.total)
        best = std::move(next);
      if (unchanged)
        break;
    }
  }

  SolverState &state;
  const PlacementOptions &options;
  BackwardRound demands;
  ForwardRound choices;
};

} // namespace

std::string PlacementChoice::reason(const ShardingRule &rule, const CostModel &costs) const {
  std::string reason = "(" + placement.str(rule);
  if (next) {
    double seconds = next->more.seconds();
    std::string more = llvm::formatv("{0:f2} us", seconds * 1e6);
    if (std::optional<double> perByte = costs.secondsPerByteSent())
      more = std::to_string(static_cast<int64_t>(seconds / *perByte + 1e-6)); // but for what division rounds
    reason += "; next best " + next->placement.str(rule) + " costs " + more + " more";
  }
  return reason + ")";
}

/// Whether anything is read across blocks that need not be.
static bool exchanges(const SolverState &state, const PlacementPlan &plan) {
  const ShardingProblem &program = state.program;
  for (auto [index, op] : llvm::enumerate(program.ops)) {
    if (op.opClass < 0 || state.isPinned(index) || program.classes[op.opClass].rule.windows.empty())
      continue;
    const ShardingProblem::OpClass &opClass = program.classes[op.opClass];
    const Placement &placement = plan.choices[plan.chosen[index]].placement;
    for (size_t position = 0; position < op.operands.size(); ++position)
      if (priceHaloExchange(state.costs, opClass.rule, opClass.shapes, placement, position, 1).collectives > 0)
        return true;
  }
  return false;
}

struct PlacementPlanner::State {
  State(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer, const PlacementOptions &options)
      : options(options), pricer(pricer), solver(costs, program, pricer) {}

  PlacementPlan plan(const PriceWeights &weights, llvm::ArrayRef<PlacementPin> pins) {
    solver.weigh(weights);
    solver.pin(pins);
    PlacementPlan plan = Planner(solver, options).plan();
    if (!exchanges(solver, plan) || !joining().pin(pins))
      return plan;
    joining().weigh(weights);
    PlacementPlan joined = Planner(joining(), options).plan();
    return joined.total < plan.total ? joined : plan;
  }

  /// Where all that is read across blocks is joined. One op sees what it is sent, not what all that read across blocks
  /// would share if the value were joined.
  SolverState &joining() {
    if (!joiningSolver) {
      joined = solver.program;
      for (ShardingProblem::OpClass &opClass : joined.classes)
        keepWindowsWhole(opClass.rule);
      joiningSolver.emplace(solver.costs, joined, pricer);
    }
    return *joiningSolver;
  }

  const PlacementOptions options;
  ReshardPricer &pricer;
  SolverState solver;
  ShardingProblem joined;
  std::optional<SolverState> joiningSolver;
};

PlacementPlanner::PlacementPlanner(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer,
                                   const PlacementOptions &options)
    : state(std::make_unique<State>(costs, program, pricer, options)) {}
PlacementPlanner::~PlacementPlanner() = default;

PlacementPlan PlacementPlanner::plan(const PriceWeights &weights) { return state->plan(weights, {}); }

PlacementPlan PlacementPlanner::planAround(llvm::ArrayRef<PlacementPin> pins) {
  SolverState::Start start = state->solver.start();
  PlacementPlan plan = state->plan({}, pins);
  state->solver.pin({});
  state->solver.startFrom(std::move(start));
  return plan;
}

void PlacementPlanner::describe(llvm::ArrayRef<size_t> ops, PlacementPlan &plan) {
  SolverState &solver = state->solver;
  solver.weigh({});
  setLoopCarried(solver, plan);
  AssignmentPricer pricer(solver);
  Assignment assignment(plan.chosen.size());
  for (auto [op, chosen] : llvm::enumerate(plan.chosen))
    if (chosen >= 0)
      assignment[op] =
          solver.candidates.get(solver.candidateClasses[solver.program.ops[op].opClass],
                                solver.situationOf(solver.program.ops[op]), plan.choices[chosen].placement);
  std::vector<bool> isNear(plan.chosen.size());
  for (size_t op : ops)
    for (size_t root : pricer.rootsAround(op)) {
      if (AssignmentPricer::Maker maker = pricer.makerOf(root); maker.op >= 0)
        isNear[maker.op] = true;
      for (AssignmentPricer::Use use : pricer.usesOf(root))
        isNear[use.op] = assignment[use.op];
    }
  std::vector<size_t> near;
  for (size_t op = 0; op < isNear.size(); ++op)
    if (isNear[op])
      near.push_back(op);
  describeChoices(pricer, assignment, near, plan);
  plan.total = pricer.total(assignment).value_or(plan.total);
}

PlacementPlan planPlacements(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer,
                             const PlacementOptions &options) {
  return PlacementPlanner(costs, program, pricer, options).plan();
}

} // namespace shardwright
