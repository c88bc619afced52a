// The parts of the search, each against all choices one after another: small problems never come to them in solve().
#include "lib/Plan/BoundTree.h"
#include "lib/Plan/Elimination.h"
#include "lib/Plan/Model.h"
#include "lib/Plan/NeighbourhoodSearch.h"
#include "lib/Plan/Restriction.h"
#include "lib/Plan/UsagePropagation.h"
#include "shardwright/Plan/IopddlFormat.h"
#include "test/unit/Plan/BruteForce.h"

#include <gtest/gtest.h>

#include <random>

namespace shardwright::plan {
namespace {

constexpr uint64_t kSeeds = 300;

/// Of 3 to 8 nodes with 1 to 4 choices, costs below 100, and a limit that leaves about half of the choices.
Problem plainProblem(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto below = [&](size_t end) { return static_cast<int64_t>(random() % end); };
  Problem problem;
  problem.name = "seed " + std::to_string(seed);
  const size_t count = 3 + static_cast<size_t>(below(6));
  int64_t least = 0, most = 0;
  for (size_t node = 0; node < count; ++node) {
    Problem::Node &it = problem.nodes.emplace_back();
    it.begin = below(6);
    it.end = it.begin + below(6);
    for (int64_t choice = 0, choices = 1 + below(4); choice < choices; ++choice) {
      it.costs.push_back(below(100));
      it.usages.push_back(below(50));
    }
    least += *std::min_element(it.usages.begin(), it.usages.end());
    most += *std::max_element(it.usages.begin(), it.usages.end());
  }
  for (size_t edge = 0, edges = static_cast<size_t>(below(2 * count)); edge < edges; ++edge) {
    const auto first = static_cast<uint32_t>(below(count));
    const auto second = static_cast<uint32_t>((first + 1 + below(count - 1)) % count);
    Problem::Edge &it = problem.edges.emplace_back();
    it.first = first;
    it.second = second;
    for (size_t i = 0; i < problem.nodes[first].numChoices() * problem.nodes[second].numChoices(); ++i)
      it.costs.push_back(below(100));
  }
  problem.usageLimit = (least + most) / 3;
  return problem;
}

/// All choices of a model, one after another.
template <typename Visit> void forAll(const Model &model, const Visit &visit) {
  std::vector<uint32_t> choices(model.numNodes());
  while (true) {
    visit(choices);
    size_t node = 0;
    while (node < choices.size() && ++choices[node] == model.numChoices(node))
      choices[node++] = 0;
    if (node == choices.size())
      return;
  }
}

/// The least cost within the limit, unscaled.
std::optional<Total> optimumOf(const Model &model, const Problem &problem) {
  std::optional<Total> least;
  forAll(model, [&](const std::vector<uint32_t> &choices) {
    if (!isWithinLimit(problem, model.expand(choices)))
      return;
    const Total cost = model.constant + static_cast<int64_t>(model.costOf(choices) / model.scale);
    least = least ? std::min(*least, cost) : cost;
  });
  return least;
}

class Solvers : public testing::TestWithParam<uint64_t> {
protected:
  Problem problem = plainProblem(GetParam());
  Model model = makeModel(problem);
  std::optional<Total> optimum = BruteForce(problem).optimum();
};
INSTANTIATE_TEST_SUITE_P(Seed, Solvers, testing::Range<uint64_t>(0, kSeeds));

TEST_P(Solvers, ModelKeepsTheOptimum) { EXPECT_EQ(optimumOf(model, problem), optimum) << printIopddl(problem); }

TEST_P(Solvers, ModelPricesChoicesAsTheProblem) {
  forAll(model, [&](const std::vector<uint32_t> &choices) {
    ASSERT_EQ(model.constant + static_cast<int64_t>(model.costOf(choices) / model.scale),
              costOf(problem, model.expand(choices)));
  });
}

TEST_P(Solvers, RowsHoldWhatThePeakHolds) {
  forAll(model, [&](const std::vector<uint32_t> &choices) {
    bool isWithin = true;
    for (double held : usageByRow(model, choices))
      isWithin &= held <= static_cast<double>(model.limit);
    ASSERT_EQ(isWithin, isWithinLimit(problem, model.expand(choices)));
  });
}

TEST_P(Solvers, PropagationKeepsWhatCanBeWithinTheLimit) {
  std::mt19937_64 random(GetParam());
  std::vector<bool> isKept, isMet(model.costs.size());
  for (size_t choice = 0; choice < model.costs.size(); ++choice)
    isKept.push_back(random() % 4 > 0);
  bool isAny = false;
  forAll(model, [&](const std::vector<uint32_t> &choices) {
    for (uint32_t node = 0; node < model.numNodes(); ++node)
      if (!isKept[model.choiceOffsets[node] + choices[node]])
        return;
    if (!isWithinLimit(problem, model.expand(choices)))
      return;
    isAny = true;
    for (uint32_t node = 0; node < model.numNodes(); ++node)
      isMet[model.choiceOffsets[node] + choices[node]] = true;
  });
  ASSERT_EQ(dropTooLarge(model, isKept), isAny) << printIopddl(problem);
  EXPECT_TRUE(!isAny || isKept == isMet) << printIopddl(problem);
}

/// With a choice that is forced, all others are the cheapest where nothing limits them.
TEST_P(Solvers, ForcedChoicesStand) {
  if (model.numNodes() == 0)
    return;
  problem.usageLimit.reset();
  const Model free = makeModel(problem);
  std::mt19937_64 random(GetParam());
  NeighbourhoodSearch search(free, GetParam());
  for (uint32_t node = 0; node < free.numNodes(); ++node) {
    const auto forced = static_cast<uint32_t>(random() % free.numChoices(node));
    std::vector<uint32_t> start(free.numNodes());
    for (uint32_t other = 0; other < free.numNodes(); ++other)
      start[other] = static_cast<uint32_t>(random() % free.numChoices(other));
    search.start(start);
    search.force(node, forced, free.numNodes());
    EXPECT_EQ(search.choices()[node], forced);
    EXPECT_EQ(search.cost(), free.costOf(search.choices()));
    start[node] = forced;
    EXPECT_LE(search.cost(), free.costOf(start));
    // Around it, of which nodes there is a path to it.
    std::optional<double> least;
    forAll(free, [&](const std::vector<uint32_t> &choices) {
      if (choices[node] == forced && (!least || free.costOf(choices) < *least))
        least = free.costOf(choices);
    });
    EXPECT_GE(search.cost(), *least);
    std::vector<bool> isMet(free.numNodes());
    std::vector<uint32_t> queue{node};
    isMet[node] = true;
    for (size_t head = 0; head < queue.size(); ++head)
      for (uint32_t edge : free.edgesOf(queue[head]))
        if (const uint32_t other = free.other(edge, queue[head]); !isMet[other]) {
          isMet[other] = true;
          queue.push_back(other);
        }
    if (queue.size() == free.numNodes()) {
      EXPECT_EQ(search.cost(), *least) << printIopddl(problem);
    }
  }
}

TEST_P(Solvers, BoundsHoldAndRuleOutNothingBetter) {
  if (!optimum || model.numNodes() == 0)
    return;
  BoundSearch search(model);
  for (int pass = 0; pass < 60; ++pass) {
    search.step(static_cast<double>(*optimum - model.constant) * model.scale);
    ASSERT_LE(model.constant + Total(std::ceil(search.bound() / model.scale)), *optimum) << printIopddl(problem);
  }
  const double cost = static_cast<double>(*optimum - model.constant) * model.scale;
  std::vector<bool> isKept;
  for (double bound : search.boundsOfChoices())
    isKept.push_back(bound <= cost);
  for (size_t node = 0; node < model.numNodes(); ++node) {
    bool isAny = false;
    for (size_t choice = model.choiceOffsets[node]; choice < model.choiceOffsets[node + 1]; ++choice)
      isAny |= isKept[choice];
    ASSERT_TRUE(isAny) << printIopddl(problem);
  }
  const Restriction restriction = restrict(model, isKept);
  EXPECT_EQ(optimumOf(restriction.model, problem), optimum) << printIopddl(problem);
  if (restriction.model.numNodes() == 0)
    return;
  BoundSearch next(restriction.model, search, restriction);
  next.step(cost);
  EXPECT_LE(restriction.model.constant + Total(std::ceil(next.bound() / model.scale)), *optimum)
      << printIopddl(problem);
}

TEST_P(Solvers, TreeEndsWithTheOptimum) {
  if (model.numNodes() == 0)
    return;
  BoundSearch search(model);
  for (int pass = 0; pass < 5; ++pass)
    search.step(1000 * model.scale);
  BoundTree tree(model, search);
  double best = std::numeric_limits<double>::infinity();
  std::optional<Total> found;
  for (int epoch = 0; epoch < 1000 && std::isfinite(tree.bound()); ++epoch) {
    const Total bound = model.constant + Total(std::ceil(tree.bound() / model.scale));
    ASSERT_TRUE(!optimum || bound <= *optimum || found == optimum) << printIopddl(problem);
    tree.run(1000, best, [] { return true; });
    std::optional<Choices> choices = tree.takeCandidate();
    if (!choices)
      continue;
    ASSERT_TRUE(isWithinLimit(problem, *choices)) << printIopddl(problem);
    const Total cost = costOf(problem, *choices);
    if (!found || cost < *found) {
      found = cost;
      best = (static_cast<double>(cost - model.constant) - 0.5) * model.scale;
    }
  }
  EXPECT_FALSE(std::isfinite(tree.bound()));
  EXPECT_EQ(found, optimum) << printIopddl(problem);
}

TEST_P(Solvers, EliminationFindsTheLeastOfThePart) {
  if (model.numNodes() == 0)
    return;
  std::mt19937_64 random(GetParam());
  std::vector<uint32_t> choices, nodes;
  std::vector<std::vector<uint32_t>> allowed(model.numNodes());
  for (uint32_t node = 0; node < model.numNodes(); ++node) {
    choices.push_back(static_cast<uint32_t>(random() % model.numChoices(node)));
    if (random() % 4 > 0)
      nodes.push_back(node);
    for (uint32_t choice = 0; choice < model.numChoices(node); ++choice)
      if (choice == choices.back() || random() % 3 > 0)
        allowed[node].push_back(choice);
  }
  for (bool isRestricted : {false, true}) {
    Elimination part(model);
    part.prepare(nodes, choices, isRestricted ? llvm::ArrayRef(allowed) : llvm::ArrayRef<std::vector<uint32_t>>(), {},
                 random);
    ASSERT_EQ(part.nodes().size(), nodes.size());
    double least = std::numeric_limits<double>::infinity();
    forAll(model, [&](const std::vector<uint32_t> &all) {
      for (uint32_t node = 0; node < model.numNodes(); ++node) {
        const bool isOpen = llvm::is_contained(nodes, node);
        if (isOpen ? isRestricted && !llvm::is_contained(allowed[node], all[node]) : all[node] != choices[node])
          return;
      }
      least = std::min(least, model.costOf(all));
    });
    part.solve(part.ownCosts());
    std::vector<uint32_t> solved = choices;
    for (auto [member, node] : llvm::enumerate(part.nodes()))
      solved[node] = part.choiceAt(member, part.solution()[member]);
    EXPECT_EQ(model.costOf(solved), least) << printIopddl(problem);
  }
}

TEST_P(Solvers, SearchComesWithinTheLimitAndKeepsCount) {
  if (!optimum || model.numNodes() == 0)
    return;
  NeighbourhoodSearch search(model, GetParam());
  search.start(std::vector<uint32_t>(model.numNodes(), 0));
  search.run(2e6, [] { return true; });
  const Choices choices = model.expand(search.choices());
  EXPECT_EQ(search.isWithinLimit(), isWithinLimit(problem, choices));
  EXPECT_TRUE(search.isWithinLimit()) << printIopddl(problem);
  EXPECT_EQ(search.cost(), model.costOf(search.choices()));
  std::optional<double> bound = search.solveWhole(1e6);
  EXPECT_LE(model.constant + Total(std::ceil(bound.value_or(0) / model.scale)), *optimum) << printIopddl(problem);
}

/// One after another, each as if the search had started there.
TEST_P(Solvers, SearchMovesToOtherChoices) {
  if (model.numNodes() == 0)
    return;
  std::mt19937_64 random(GetParam());
  NeighbourhoodSearch moved(model, GetParam()), started(model, GetParam());
  moved.start(std::vector<uint32_t>(model.numNodes(), 0));
  for (int round = 0; round < 10; ++round) {
    std::vector<uint32_t> choices = moved.choices().vec();
    for (uint32_t node = 0; node < model.numNodes(); ++node)
      if (random() % 2)
        choices[node] = static_cast<uint32_t>(random() % model.numChoices(node));
    moved.moveTo(choices);
    started.start(choices);
    EXPECT_EQ(moved.choices(), started.choices());
    EXPECT_EQ(moved.cost(), started.cost());
    EXPECT_EQ(moved.isWithinLimit(), started.isWithinLimit());
    EXPECT_FALSE(moved.isBetterThan(started) || started.isBetterThan(moved)) << "one holds more at its peak";
  }
}

/// What nodes differ in falls into parts between which there is no edge; the cheapest of their unions is taken where
/// there is room for all.
TEST_P(Solvers, SearchTakesThePartsThatAreCheaper) {
  if (model.numNodes() == 0)
    return;
  std::mt19937_64 random(GetParam());
  std::vector<uint32_t> start, others;
  for (size_t node = 0; node < model.numNodes(); ++node) {
    start.push_back(static_cast<uint32_t>(random() % model.numChoices(node)));
    others.push_back(random() % 3 > 0 ? static_cast<uint32_t>(random() % model.numChoices(node)) : start.back());
  }
  double least = std::numeric_limits<double>::infinity();
  for (uint64_t taken = 0; taken < uint64_t(1) << model.numNodes(); ++taken) {
    auto isTaken = [&](uint32_t node) { return (taken >> node & 1) != 0; };
    const bool isUnion = llvm::all_of(model.edges, [&](const Model::Edge &edge) {
      const bool bothDiffer = start[edge.first] != others[edge.first] && start[edge.second] != others[edge.second];
      return !bothDiffer || isTaken(edge.first) == isTaken(edge.second);
    });
    std::vector<uint32_t> mixed = start;
    for (uint32_t node = 0; node < model.numNodes(); ++node)
      if (isTaken(node))
        mixed[node] = others[node];
    if (isUnion)
      least = std::min(least, model.costOf(mixed));
  }
  for (bool isLimited : {false, true}) {
    Model unlimited = model;
    if (!isLimited)
      unlimited.limit = int64_t(1) << Model::kUsageBits;
    NeighbourhoodSearch search(unlimited, GetParam());
    search.start(start);
    const bool isWithin = search.isWithinLimit();
    const double before = search.cost(), gain = search.takeParts(others);
    EXPECT_EQ(search.cost(), model.costOf(search.choices()));
    EXPECT_EQ(before - gain, search.cost());
    EXPECT_EQ(search.isWithinLimit(), isWithin) << printIopddl(problem);
    EXPECT_GE(gain, 0);
    for (size_t node = 0; node < model.numNodes(); ++node)
      EXPECT_TRUE(search.choices()[node] == start[node] || search.choices()[node] == others[node]);
    if (!isLimited) {
      EXPECT_EQ(search.cost(), least) << printIopddl(problem);
    }
  }
}

} // namespace
} // namespace shardwright::plan
