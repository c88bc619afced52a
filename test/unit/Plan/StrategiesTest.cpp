#include "shardwright/Plan/Strategies.h"
#include "shardwright/Plan/ProgramPlanner.h"

#include "lib/Placement/CandidateSpace.h"
#include "shardwright/Evaluate/Evaluate.h"
#include "shardwright/Placement/Exhaustive.h"
#include "shardwright/Placement/ProblemText.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Plan/Fold.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Placement/PlanAssignment.h"
#include "test/unit/Placement/RandomProblem.h"
#include "test/unit/Plan/VariableElimination.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace shardwright::plan {
namespace {

CostModel costsOf(llvm::StringRef name, const Mesh &mesh) {
  return *CostModel::create(*findTopology(name, TOPOLOGIES), TOPOLOGIES, mesh);
}

/// What rounding to picoseconds and the picosecond of each change may add up to, in ticks.
constexpr double kRounding = 100 * Price::kTicksPerSecond / 1e12;

double ticksOf(Total cost) { return double(cost) * (Price::kTicksPerSecond / 1e12); }

StrategyOptions allFixed(const ShardingProblem &program) {
  StrategyOptions options;
  options.isFixed.assign(program.values.size(), true);
  options.isFixedResult.assign(program.ops.back().operands.size(), true);
  return options;
}

/// What a decoded plan costs its program, in a state that was told nothing else.
double priceOf(const CostModel &costs, const Strategies::Decoded &decoded, ReshardPricer &pricer) {
  SolverState state(costs, decoded.program, pricer);
  std::deque<Candidate> candidates;
  Assignment assignment = assignmentOf(state, decoded.plan, candidates);
  std::optional<Price> total = AssignmentPricer(state).total(assignment);
  EXPECT_TRUE(total);
  return total ? total->ticks : 0;
}

/// Whether some op runs in a way that exhaustivePlacements() does not look at: over axes that nothing around names.
bool leavesCandidateSpace(const CostModel &costs, const ShardingProblem &program, const Strategies::Decoded &decoded,
                          ReshardPricer &pricer) {
  SolverState state(costs, program, pricer);
  AssignmentPricer prices(state);
  std::vector<size_t> ops;
  for (auto [index, op] : llvm::enumerate(program.ops))
    if (op.opClass >= 0)
      ops.push_back(index);
  std::vector<Placement> placements;
  for (int64_t chosen : decoded.plan.chosen)
    if (chosen >= 0)
      placements.push_back(decoded.plan.choices[chosen].placement);
  CandidateSpace space = findCandidateSpace(prices, ops, Assignment(program.ops.size()));
  return !llvm::all_of(llvm::zip_equal(placements, space), [](const auto &pair) {
    return llvm::any_of(std::get<1>(pair), [&](const Candidate *c) { return c->placement == std::get<0>(pair); });
  });
}

/// Arguments and results as they are: the cheapest plan of the planning problem costs what it says, and what exhaustive
/// search finds, unless it does what that does not look at.
TEST(Strategies, AgreesWithExhaustiveSearch) {
  for (auto [text, seeds] : {std::pair("x=8", 120u), std::pair("x=4,y=2", 120u), std::pair("x=2,y=2,z=2", 40u)}) {
    CostModel costs = costsOf("h100-8", *Mesh::parse(text));
    ReshardPlans plans(costs);
    size_t equal = 0, cheaper = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
      SCOPED_TRACE(std::string(text) + ", seed " + std::to_string(seed));
      ShardingProblem program = randomProblem(costs, seed, 6);
      StrategyOptions options = allFixed(program);
      options.mostChoices = 1000;
      options.partsOfAxes = true;
      Strategies strategies(costs, program, plans, options);
      std::optional<Choices> choices = VariableElimination(strategies.problem()).find();
      ExhaustiveResult exhaustive = exhaustivePlacements(costs, program, plans, {std::nullopt, 300'000});
      if (!choices || !exhaustive.finished)
        continue;
      Strategies::Decoded decoded = strategies.decode(*choices);
      double ticks = decoded.plan.total.ticks, oracle = exhaustive.plan->total.ticks;
      EXPECT_NEAR(ticksOf(totalOf(strategies.problem(), *choices)), ticks, kRounding);
      EXPECT_EQ(priceOf(costs, decoded, plans), ticks);
      EXPECT_LE(ticks, oracle + kRounding) << str(program);
      if (ticks >= oracle - kRounding) {
        ++equal;
        continue;
      }
      ++cheaper;
      EXPECT_TRUE(!decoded.constraints.empty() || leavesCandidateSpace(costs, program, decoded, plans)) << str(program);
    }
    printf("%s: %zu plans cost the same, %zu less\n", text, equal, cheaper);
    EXPECT_GE(equal, seeds / 2);
    EXPECT_GE(equal + cheaper, seeds - seeds / 10);
  }
}

/// What is chosen of the problem costs no less than what it is decoded to, whatever is chosen.
TEST(Strategies, CostsNoLessThanWhatIsDecoded) {
  CostModel costs = costsOf("h100-8", *Mesh::parse("x=4,y=2"));
  ReshardPlans plans(costs);
  double most = 1;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    ShardingProblem program = randomProblem(costs, seed, 8);
    Strategies strategies(costs, program, plans);
    for (int attempt = 0; attempt < 20; ++attempt) {
      Choices choices;
      for (const Problem::Node &node : strategies.problem().nodes)
        choices.push_back(random() % node.costs.size());
      Total total = totalOf(strategies.problem(), choices);
      if (total >= kForbidden)
        continue;
      Strategies::Decoded decoded = strategies.decode(choices);
      EXPECT_EQ(priceOf(costs, decoded, plans), decoded.plan.total.ticks) << "seed " << seed;
      EXPECT_GE(ticksOf(total), decoded.plan.total.ticks - kRounding) << "seed " << seed;
      most = std::max(most, ticksOf(total) / decoded.plan.total.ticks);
    }
  }
  printf("at most %.3f times what is decoded\n", most);
}

/// What a plan for open arguments, results and loop-carried values costs is what exhaustive search finds for the
/// shardings that it chose.
void expectCheapestForItsShardings(const CostModel &costs, const ShardingProblem &program, ReshardPlans &plans) {
  StrategyOptions options;
  options.partsOfAxes = true;
  Strategies strategies(costs, program, plans, options);
  std::optional<Choices> choices = VariableElimination(strategies.problem()).find();
  ASSERT_TRUE(choices);
  Strategies::Decoded decoded = strategies.decode(*choices);
  EXPECT_NEAR(ticksOf(totalOf(strategies.problem(), *choices)), decoded.plan.total.ticks, kRounding);
  EXPECT_EQ(priceOf(costs, decoded, plans), decoded.plan.total.ticks);
  ExhaustiveResult exhaustive = exhaustivePlacements(costs, decoded.program, plans, {std::nullopt, 300'000});
  ASSERT_TRUE(exhaustive.finished && exhaustive.plan);
  // It looks at parts of axes, too, which only a result that was chosen names.
  constexpr double kOfParts = 1 + 1e-5;
  EXPECT_LE(decoded.plan.total.ticks, kOfParts * exhaustive.plan->total.ticks + kRounding) << str(decoded.program);
  ReshardCache cache(ReshardOptions{&costs});
  EXPECT_TRUE(evaluate(decoded.program, decoded.plan, costs, cache).ok());
}

TEST(Strategies, OpensArgumentsAndResults) {
  CostModel costs = costsOf("h100-8", *Mesh::parse("x=4,y=2"));
  ReshardPlans plans(costs);
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expectCheapestForItsShardings(costs, randomProblem(costs, seed, 6), plans);
  }
}

TEST(Strategies, AreTheSameEveryTime) {
  CostModel costs = costsOf("h100-8", *Mesh::parse("x=2,y=2,z=2"));
  for (unsigned seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ShardingProblem program = randomProblem(costs, seed, 8);
    ReshardPlans plans(costs), others(costs);
    StrategyOptions options;
    options.mostChoices = 12;
    Strategies one(costs, program, plans, options), other(costs, program, others, options);
    ASSERT_EQ(one.problem().nodes.size(), other.problem().nodes.size());
    ASSERT_EQ(one.problem().edges.size(), other.problem().edges.size());
    for (auto [node, again] : llvm::zip(one.problem().nodes, other.problem().nodes)) {
      EXPECT_EQ(node.costs, again.costs);
      EXPECT_EQ(node.usages, again.usages);
      EXPECT_LE(node.costs.size(), options.mostChoices);
    }
    for (auto [edge, again] : llvm::zip(one.problem().edges, other.problem().edges))
      EXPECT_EQ(edge.costs, again.costs);
  }
}

/// Solvers go over nodes one after another: ops come as they run, copies behind the op whose value they are of.
TEST(Strategies, NodesAreInTheProgramsOrder) {
  CostModel costs = costsOf("h100-8", *Mesh::parse("x=4,y=2"));
  size_t copies = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ShardingProblem program = randomProblem(costs, seed, 12);
    ReshardPlans plans(costs);
    Strategies strategies(costs, program, plans);
    std::set<std::string> made;
    size_t next = 0;
    for (size_t node = 0; node < strategies.problem().nodes.size(); ++node) {
      const std::string name = strategies.nameOf(node);
      if (size_t op = name.find(" = op "); op != std::string::npos) {
        made.insert(name.substr(0, op));
        const size_t number = std::stoul(name.substr(op + 6));
        EXPECT_LE(next, number);
        next = number + 1;
      }
      if (name.rfind("copies of ", 0) == 0) {
        EXPECT_EQ(made.count(name.substr(10)), 1u) << name;
        ++copies;
      }
    }
  }
  EXPECT_GE(copies, 10u);
}

/// Two products an iteration, of weights from outside.
TEST(Strategies, OpensLoops) {
  for (const char *rows : {"64", "4096", "65536"})
    for (const char *given : {"[_, _]", "[_x, _]", "[_, _{x,y}]"}) {
      SCOPED_TRACE(std::string(rows) + " rows, weights " + given);
      std::string m = rows, act = "bf16[" + m + "x1024]",
                  text = "mesh <x=4, y=2>\n"
                         "class dot = ([i, k], [k, j])->([i, j]) {i=" +
                         m +
                         ", j=1024, k=1024} reduction={k}\n"
                         "  {rule = {partial = exactly_one, partial_operands = [0, 1], partial_kinds = [sum]},\n"
                         "   seconds_per_point = 2e-15, local = {form = {kind = product}}}\n"
                         "%0 : " +
                         act + " [_, _] {kept}, %1 : bf16[1024x1024] " + given +
                         " {kept}, %2 : bf16[1024x1024] [_, _] {kept} = fixed()\n"
                         "%3 : " +
                         act + " [_, _], %4 : " + act +
                         " [_, _] = loop 6 (%0 : [_, _]) {\n"
                         "  %5 : i1[] [] = fixed()\n"
                         "  fixed(%5 : [])\n"
                         "} {\n"
                         "  %6 : " +
                         act +
                         " [_, _] = dot(%4, %1)\n"
                         "  %7 : " +
                         act +
                         " [_, _] = dot(%6, %2)\n"
                         "  fixed(%7 : [_, _])\n"
                         "} -> %8 : " +
                         act +
                         " [_, _] {loop_carried}\n"
                         "fixed(%8 : [_, _])\n";
      absl::StatusOr<ProblemText> parsed = parseProblem(text);
      ASSERT_TRUE(parsed.ok()) << parsed.status() << text;
      CostModel costs = costsOf("h100-8", parsed->mesh);
      ReshardPlans plans(costs);
      expectCheapestForItsShardings(costs, parsed->problem, plans);
      // Where all is fixed, the loop's value moves as little as the arguments.
      StrategyOptions options = allFixed(parsed->problem);
      Strategies fixed(costs, parsed->problem, plans, options);
      std::optional<Choices> choices = VariableElimination(fixed.problem()).find();
      ASSERT_TRUE(choices);
      Strategies::Decoded decoded = fixed.decode(*choices);
      EXPECT_TRUE(decoded.plan.loopCarried.front().isFullyReplicated());
      ExhaustiveResult exhaustive = exhaustivePlacements(costs, parsed->problem, plans);
      ASSERT_TRUE(exhaustive.plan);
      EXPECT_LE(decoded.plan.total.ticks, exhaustive.plan->total.ticks + kRounding);
    }
}

/// A plan that the choices can say costs what it costs, and what was decoded is encoded again.
TEST(Strategies, EncodesPlans) {
  CostModel costs = costsOf("h100-8", *Mesh::parse("x=4,y=2"));
  ReshardPlans plans(costs);
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ShardingProblem program = randomProblem(costs, seed, 6);
    PlacementPlan plan = planPlacements(costs, program, plans);
    StrategyOptions options = allFixed(program);
    options.including = {&plan};
    Strategies strategies(costs, program, plans, options);
    Choices choices = strategies.encode(plan);
    // It may be cheaper by the order of copies.
    EXPECT_LE(strategies.decode(choices).plan.total.ticks, plan.total.ticks + kRounding) << str(program, plan);
    Choices best = *VariableElimination(strategies.problem()).find();
    Strategies::Decoded decoded = strategies.decode(best);
    if (decoded.constraints.empty()) {
      EXPECT_EQ(totalOf(strategies.problem(), strategies.encode(decoded.plan)), totalOf(strategies.problem(), best));
    }
  }
}

/// The choices that are kept of more are nearly as good.
TEST(Strategies, KeepsTheChoicesThatMatter) {
  for (auto [text, seeds] : {std::pair("x=4,y=2", 120u), std::pair("x=2,y=2,z=2", 40u)}) {
    CostModel costs = costsOf("h100-8", *Mesh::parse(text));
    ReshardPlans plans(costs);
    double sum = 0, worst = 1;
    size_t done = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
      ShardingProblem program = randomProblem(costs, seed, 6);
      StrategyOptions options = allFixed(program);
      Strategies kept(costs, program, plans, options);
      options.mostChoices = 1000;
      Strategies all(costs, program, plans, options);
      std::optional<Choices> best = VariableElimination(all.problem()).find(),
                             found = VariableElimination(kept.problem()).find();
      if (!best || !found)
        continue;
      for (const Problem::Node &node : kept.problem().nodes)
        EXPECT_LE(node.costs.size(), 60u) << seed;
      double ratio =
          double(totalOf(kept.problem(), *found)) / double(std::max<Total>(1, totalOf(all.problem(), *best)));
      sum += ratio;
      worst = std::max(worst, ratio);
      ++done;
    }
    printf("%s: %zu problems, mean %.4f, worst %.4f of the cost with all choices\n", text, done, sum / double(done),
           worst);
    EXPECT_GE(done, seeds - seeds / 10);
    EXPECT_LE(sum / double(done), 1.01);
    EXPECT_LE(worst, 1.1);
  }
}

/// Training of `layers` linear layers of one width, by squares of differences: products forward, back, and of
/// gradients.
struct LinearLayers {
  LinearLayers(size_t layers, int64_t tokens, int64_t width) {
    std::string m = std::to_string(tokens), n = std::to_string(width), act = "bf16[" + m + "x" + n + "] [_, _]",
                weight = "bf16[" + n + "x" + n + "] [_, _]";
    auto product = [&](const char *name, const std::string &rule, const std::string &sizes) {
      return std::string("class ") + name + " = " + rule + " {" + sizes +
             "} reduction={k}\n  {rule = {partial = exactly_one, partial_operands = [0, 1], partial_kinds = [sum]},\n"
             "   seconds_per_point = 2e-15, local = {form = {kind = product}, library = product, product = {type = "
             "bf16}}}\n";
    };
    auto pointwise = [&](const char *name, const std::string &rows) {
      return std::string("class ") + name + " = ([i, j], [i, j])->([i, j]) {i=" + rows + ", j=" + n +
             "}\n  {rule = {elementwise, partial = all_alike, partial_operands = [0, 1], partial_kinds = [sum]},\n"
             "   seconds_per_point = 6e-13, local = {form = {kind = elementwise, price = 1, pointwise}}}\n";
    };
    text = "mesh <x=8>\n" + product("fwd", "([i, k], [k, j])->([i, j])", "i=" + m + ", j=" + n + ", k=" + n) +
           product("back", "([i, k], [j, k])->([i, j])", "i=" + m + ", j=" + n + ", k=" + n) +
           product("grad", "([k, i], [k, j])->([i, j])", "i=" + n + ", j=" + n + ", k=" + m) + pointwise("loss", m) +
           pointwise("update", n);
    // %0: input, %1: target, then weights.
    text += "%0 : " + act + " {kept}, %1 : " + act + " {kept}";
    for (size_t layer = 0; layer < layers; ++layer)
      text += ", %" + std::to_string(2 + layer) + " : " + weight;
    text += " = fixed()\n";
    next = 2 + layers;
    std::vector<size_t> inputs{0};
    for (size_t layer = 0; layer < layers; ++layer)
      inputs.push_back(add(act, "fwd", inputs.back(), 2 + layer));
    size_t gradient = add(act, "loss", inputs.back(), 1);
    std::vector<size_t> updated(layers);
    for (size_t layer = layers; layer-- > 0;) {
      size_t own = add(weight, "grad", inputs[layer], gradient);
      if (layer > 0)
        gradient = add(act, "back", gradient, 2 + layer);
      updated[layer] = add(weight, "update", 2 + layer, own);
    }
    text += "fixed(";
    for (size_t layer = 0; layer < layers; ++layer) {
      text += (layer ? ", %" : "%") + std::to_string(updated[layer]) + " : [_, _]";
      options.updated.push_back({2 + layer, layer});
    }
    text += ")\n";
    absl::StatusOr<ProblemText> parsed = parseProblem(text);
    EXPECT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
    program = parsed->problem;
    mesh = parsed->mesh;
  }

  size_t add(const std::string &type, const std::string &name, size_t a, size_t b) {
    text += "%" + std::to_string(next) + " : " + type + " = " + name + "(%" + std::to_string(a) + ", %" +
            std::to_string(b) + ")\n";
    return next++;
  }

  std::string text;
  size_t next = 0;
  Mesh mesh;
  ShardingProblem program;
  StrategyOptions options;
};

/// Where partial values are combined: whole, or into blocks.
struct Reductions {
  size_t allReduces = 0, reduceScatters = 0;
};

Reductions reductionsOf(const Strategies::Decoded &decoded) {
  Reductions found;
  const ShardingProblem &program = decoded.program;
  auto needs = [&](size_t op, size_t position) {
    int64_t chosen = decoded.plan.chosen[op];
    return chosen >= 0 ? decoded.plan.choices[chosen].needs[position] : *program.ops[op].needs[position];
  };
  for (auto [number, op] : llvm::enumerate(program.ops)) {
    if (op.opClass < 0)
      continue;
    const Sharding &made = decoded.plan.choices[decoded.plan.chosen[number]].makes.front();
    std::vector<Sharding> combined;
    for (auto [user, other] : llvm::enumerate(program.ops))
      for (auto [position, operand] : llvm::enumerate(other.operands))
        if (program.values[operand].root == op.results.front())
          if (Sharding need = needs(user, position); made.isPartial() && !need.isPartial())
            if (!llvm::is_contained(combined, need))
              combined.push_back(need);
    for (const Sharding &need : combined)
      ++(need.dims == made.dims ? found.allReduces : found.reduceScatters);
  }
  return found;
}

/// The cheapest choices under growing prices of what is held when most is, until they are within the limit (Lagrangian
/// relaxation): not the best, but the limit decides.
std::optional<Choices> findWithin(Problem problem, double limit) {
  const Problem whole = problem;
  double price = 1e-3; // picoseconds of a byte
  for (int round = 0; round < 60; ++round, price *= 1.3) {
    std::optional<Choices> choices = VariableElimination(problem).find();
    if (!choices || double(peakOf(whole, *choices)) <= limit)
      return choices;
    int64_t time = peakTimeOf(whole, *choices);
    for (size_t node = 0; node < problem.nodes.size(); ++node)
      if (whole.nodes[node].begin <= time && time < whole.nodes[node].end)
        for (auto [cost, usage] : llvm::zip(problem.nodes[node].costs, whole.nodes[node].usages))
          cost += static_cast<int64_t>(price * double(usage));
  }
  return std::nullopt;
}

std::string shown(const Strategies &strategies, const Choices &choices) {
  std::string text;
  for (uint32_t node = 0; node < choices.size(); ++node)
    text += strategies.nameOf(node) + ": " + strategies.describe(node, choices[node]) + "\n";
  return text;
}

double edgeSeconds(const Problem &problem, const Choices &choices) {
  Total total = totalOf(problem, choices);
  for (size_t node = 0; node < choices.size(); ++node)
    total -= problem.nodes[node].costs[choices[node]];
  return double(total) / 1e12;
}

/// Few tokens: column and row parallel in turns, one all-reduce for each two products but the last back. All that is
/// sent waits for nobody and is sent once, so that it takes what the timeline says; what is held is what it says.
TEST(Strategies, PlansTensorParallelLayers) {
  for (size_t layers : {2, 4, 6}) {
    LinearLayers trained(layers, 512, 8192);
    CostModel costs = costsOf("h100-8", trained.mesh);
    ReshardPlans plans(costs);
    ReshardCache cache(ReshardOptions{&costs});
    Strategies strategies(costs, trained.program, plans, trained.options);
    std::optional<Choices> choices = VariableElimination(strategies.problem()).find();
    ASSERT_TRUE(choices);
    Strategies::Decoded decoded = strategies.decode(*choices);
    Reductions found = reductionsOf(decoded);
    EXPECT_EQ(found.allReduces, layers - 1) << shown(strategies, *choices);
    EXPECT_EQ(found.reduceScatters, 0u) << shown(strategies, *choices);
    absl::StatusOr<Evaluation> evaluation = evaluate(decoded.program, decoded.plan, costs, cache);
    ASSERT_TRUE(evaluation.ok());
    EXPECT_NEAR(edgeSeconds(strategies.problem(), *choices), evaluation->busy.communication, 1e-10);
    EXPECT_EQ(double(peakOf(strategies.problem(), *choices)), evaluation->peakBytes);
    // Launches and memory that ops between products move are left out, or counted roughly.
    const double share = double(totalOf(strategies.problem(), *choices)) / 1e12 / evaluation->seconds;
    EXPECT_GT(share, 0.8);
    EXPECT_LT(share, 1);
  }
}

/// Many tokens: every product runs on a device's tokens, whose gradients are added up. With a limit that forbids to
/// hold what is trained whole, it is held in blocks, gathered for products, and gradients are scattered.
TEST(Strategies, PlansDataParallelLayers) {
  LinearLayers trained(4, 65536, 4096);
  CostModel costs = costsOf("h100-8", trained.mesh);
  ReshardPlans plans(costs);
  Strategies strategies(costs, trained.program, plans, trained.options);
  std::optional<Choices> choices = VariableElimination(strategies.problem()).find();
  ASSERT_TRUE(choices);
  Strategies::Decoded whole = strategies.decode(*choices);
  Reductions found = reductionsOf(whole);
  EXPECT_EQ(found.allReduces, 4u) << shown(strategies, *choices);
  EXPECT_EQ(found.reduceScatters, 0u) << shown(strategies, *choices);
  for (size_t weight = 2; weight < 6; ++weight)
    EXPECT_TRUE(whole.program.values[weight].spec.isFullyReplicated()) << shown(strategies, *choices);

  const double weights = 4 * 4096. * 4096 * 2, peak = double(peakOf(strategies.problem(), *choices));
  std::optional<Choices> limited = findWithin(strategies.problem(), peak - 0.8 * weights);
  ASSERT_TRUE(limited);
  Strategies::Decoded split = strategies.decode(*limited);
  found = reductionsOf(split);
  EXPECT_EQ(found.allReduces, 0u) << shown(strategies, *limited);
  EXPECT_EQ(found.reduceScatters, 4u) << shown(strategies, *limited);
  for (size_t weight = 2; weight < 6; ++weight)
    EXPECT_FALSE(split.program.values[weight].spec.isFullyReplicated()) << shown(strategies, *limited);
}

/// Where nothing fits, what is found holds no more than the least, and is cheaper than to choose the least everywhere;
/// the search for what is not there does not go on until the time is over.
TEST(ProgramPlanner, FindsTheCheapestOfWhatHoldsLeast) {
  LinearLayers trained(4, 65536, 4096);
  CostModel costs = costsOf("h100-8", trained.mesh);
  ReshardCache cache(ReshardOptions{&costs});
  ProgramPlanner planner(costs, trained.program, cache, trained.options);
  SolveOptions options;
  options.seconds = 1000;
  const int64_t limit = 1;
  absl::StatusOr<ProgramPlan> leanest = planner.leanest(0, limit), found = planner.plan(limit, 1e-3, options);
  ASSERT_TRUE(leanest.ok() && found.ok());
  EXPECT_FALSE(leanest->isWithinLimit);
  EXPECT_FALSE(found->isWithinLimit);
  EXPECT_LE(found->modelPeakBytes, leanest->modelPeakBytes);
  EXPECT_LT(found->modelSeconds, leanest->modelSeconds);
  EXPECT_LE(found->boundSeconds, found->modelSeconds);
}

/// Layers that are alike choose alike: choices cost the same folded, the best loses nothing where layers are best
/// alike, and what is held is that of the whole problem within a layer's part.
TEST(Strategies, FoldsLayers) {
  for (auto [tokens, width] : {std::pair<int64_t, int64_t>(512, 8192), std::pair<int64_t, int64_t>(65536, 4096)}) {
    LinearLayers trained(24, tokens, width);
    CostModel costs = costsOf("h100-8", trained.mesh);
    ReshardPlans plans(costs);
    Strategies strategies(costs, trained.program, plans, trained.options);
    const Problem &whole = strategies.problem();
    FoldedProblem folded = foldAlike(whole);
    ASSERT_EQ(folded.nodeOf.size(), whole.nodes.size());
    EXPECT_LT(folded.problem.nodes.size(), whole.nodes.size() / 2);
    std::mt19937 random(1);
    for (int attempt = 0; attempt < 50; ++attempt) {
      Choices choices;
      for (const Problem::Node &node : folded.problem.nodes)
        choices.push_back(random() % node.numChoices());
      EXPECT_EQ(totalOf(folded.problem, choices), totalOf(whole, folded.unfold(choices)));
    }
    std::optional<Choices> best = VariableElimination(whole).find(), alike = VariableElimination(folded.problem).find();
    ASSERT_TRUE(best && alike);
    const Choices unfolded = folded.unfold(*alike);
    const double lost = double(totalOf(whole, unfolded)) / double(totalOf(whole, *best));
    // Of products that are all alike, columns and rows in turns is what they cannot choose.
    EXPECT_GE(lost, 1);
    EXPECT_LE(lost, tokens > width ? 1 : 1.1);
    const double held = double(peakOf(folded.problem, *alike)) / double(peakOf(whole, unfolded));
    EXPECT_GE(held, 1);
    EXPECT_LE(held, 1.05);
  }
}

/// Layers that are alike by what is counted in full need not be by what is counted beside.
TEST(ProgramPlanner, BeginsFromAnEarlierPlanWhateverIsCountedOfSends) {
  LinearLayers layers(700, 64, 2048);
  CostModel costs = costsOf("h100-8", layers.mesh);
  ReshardCache reshards(ReshardOptions{&costs});
  ProgramPlanner planner(costs, layers.program, reshards, layers.options);
  ASSERT_TRUE(planner.isFolded());
  SolveOptions options;
  options.seconds = 2;
  const absl::Status started =
      planner.startFrom([](size_t, const Sharding &) { return true; }, std::nullopt, 0.1, options);
  ASSERT_TRUE(started.ok()) << started;
  for (ProgramPlanner::Sends sends : {ProgramPlanner::Sends::InFull, ProgramPlanner::Sends::Beside}) {
    absl::StatusOr<ProgramPlan> plan = planner.plan(std::nullopt, 0.1, options, nullptr, sends);
    ASSERT_TRUE(plan.ok()) << plan.status();
    EXPECT_GT(plan->evaluation.seconds, 0);
  }
}

/// y = (x W1) W2: while the first product is computed, W2 can be sent, but neither W1 nor what the product makes.
TEST(Strategies, CountsLessOfWhatCanBeSentBeside) {
  const std::string weight = "bf16[8192x8192] ", rows = "bf16[131072x8192] ";
  absl::StatusOr<ProblemText> parsed = parseProblem(
      "mesh <x=8>\nclass dot = ([i, k], [k, j])->([i, j]) {i=131072, j=8192, k=8192} reduction={k}\n"
      "  {rule = {partial = exactly_one, partial_operands = [0, 1], partial_kinds = [sum]},\n"
      "   seconds_per_point = 2e-15, local = {form = {kind = product}, library = product, product = {type = bf16}}}\n"
      "%0 : " +
      rows + "[_x, _], %1 : " + weight + "[_x, _], %2 : " + weight + "[_x, _] = fixed()\n%3 : " + rows +
      "[_, _] = dot(%0, %1)\n%4 : " + rows + "[_, _] = dot(%3, %2)\nfixed(%4 : [_x, _])\n");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  CostModel costs = costsOf("h100-8", parsed->mesh);
  ReshardPlans plans(costs);
  Strategies strategies(costs, parsed->problem, plans, allFixed(parsed->problem));
  const Problem &inFull = strategies.problem(), beside = strategies.problemBeside();
  ASSERT_EQ(beside.nodes.size(), inFull.nodes.size());
  auto savedBy = [&](llvm::StringRef first, llvm::StringRef second) {
    Choices choices(inFull.nodes.size());
    for (auto [number, node] : llvm::enumerate(inFull.nodes)) {
      EXPECT_EQ(beside.nodes[number].usages, node.usages);
      const std::string name = strategies.nameOf(number);
      llvm::StringRef wanted = name == "%3 = op 1" ? first : name == "%4 = op 2" ? second : "";
      while (!wanted.empty() && strategies.describe(number, choices[number]) != wanted)
        if (++choices[number] == node.numChoices()) {
          ADD_FAILURE() << name << " has no " << wanted.str() << ", but " << strategies.describe(number, 0);
          return 0.0;
        }
    }
    return ticksOf(totalOf(inFull, choices) - totalOf(beside, choices)) / Price::kTicksPerSecond;
  };
  // An eighth of a weight from each of seven, at what the node's links give.
  const AxisRef x("x");
  const double gathering = costs.collective({CollectiveKind::AllGather, x, "bf16"}).seconds(8192.0 * 8192 * 2);
  EXPECT_GT(gathering, 0);
  EXPECT_NEAR(savedBy("i={x}", "i={x}"), 0.6 * gathering, 0.05 * gathering);
  EXPECT_NEAR(savedBy("i={x}", "k={x}"), 0, 1e-3 * gathering);
}

/// y = xW, whose x comes with each device's tokens, and a limit that forbids to hold W or y whole: W is gathered where
/// there are more tokens than columns, else x is.
TEST(Strategies, ChangesFromTensorParallelToFullyShardedAtTheWidth) {
  const int64_t width = 8192;
  CostModel costs = costsOf("h100-8", *Mesh::parse("x=8"));
  ReshardPlans plans(costs);
  auto isFullySharded = [&](int64_t tokens) {
    std::string m = std::to_string(tokens), n = std::to_string(width);
    absl::StatusOr<ProblemText> parsed = parseProblem(
        "mesh <x=8>\nclass dot = ([i, k], [k, j])->([i, j]) {i=" + m + ", j=" + n + ", k=" + n +
        "} reduction={k}\n  {rule = {partial = exactly_one, partial_operands = [0, 1], partial_kinds = [sum]},\n"
        "   seconds_per_point = 2e-15, local = {form = {kind = product}, library = product, product = {type = bf16}}}\n"
        "%0 : bf16[" +
        m + "x" + n + "] [_x, _] {kept}, %1 : bf16[" + n + "x" + n + "] [_, _] {kept} = fixed()\n%2 : bf16[" + m + "x" +
        n + "] [_, _] = dot(%0, %1)\nfixed(%2 : [_, _])\n");
    EXPECT_TRUE(parsed.ok()) << parsed.status();
    StrategyOptions options;
    options.isFixed = {true};
    Strategies strategies(costs, parsed->problem, plans, options);
    const double weight = double(width) * width * 2, rows = double(tokens) * width * 2;
    std::optional<Choices> choices = findWithin(strategies.problem(), weight / 2 + rows / 4);
    EXPECT_TRUE(choices);
    const PlacementPlan plan = strategies.decode(*choices).plan;
    const FactorAxes &factors = plan.choices.front().placement.factors;
    EXPECT_NE(factors[0].empty(), factors[1].empty()) << shown(strategies, *choices);
    return !factors[0].empty();
  };
  int64_t crossover = 0;
  for (int64_t tokens = width / 2; tokens <= 4 * width && !crossover; tokens += width / 32)
    if (isFullySharded(tokens))
      crossover = tokens;
  printf("fully sharded from %lld tokens on\n", static_cast<long long>(crossover));
  EXPECT_GT(crossover, width * 9 / 10);
  EXPECT_LT(crossover, width * 11 / 10);
  EXPECT_TRUE(isFullySharded(4 * width));
}

} // namespace
} // namespace shardwright::plan
