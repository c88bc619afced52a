// Plans between random shardings cost what the plain search over the whole graph finds.
#include "shardwright/Sharding/Text.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Cost/Machines.h"
#include "test/unit/Reshard/RandomProblems.h"
#include "test/unit/Reshard/Reference.h"

#include "shardwright/Reshard/Reshard.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <iostream>
#include <random>

using namespace shardwright;

namespace {
constexpr int64_t kElementBytes = 4;
/// The plain search is slow, and the other one is exact only for few atoms.
constexpr size_t kMostAtoms = 4;

} // namespace

TEST(Cheapest, asThePlainSearch) {
  constexpr unsigned seed = 31;
  constexpr int problems = 300;
  std::cout << "seed " << seed << "\n";
  test::RandomProblems random(seed);
  ReshardCache prices;
  const std::vector<std::string> meshes = {"x=2,y=2",     "x=4,y=2",     "x=2,y=3",     "x=4,y=4", "x=16,y=8",
                                           "x=2,y=2,z=2", "x=2,y=4,z=2", "x=2,y=3,z=4", "x=12",    "x=8"};
  for (int i = 0, asked = 0; asked < problems && i < 10 * problems; ++i) {
    Mesh mesh = test::mesh(random.oneOf(meshes));
    std::vector<int64_t> shape = random.shape();
    Sharding from = random.sharding(mesh, shape.size()), to = random.sharding(mesh, shape.size());
    reshard::Problem problem(mesh, shape, kElementBytes, from, to);
    if (problem.atoms.size() > kMostAtoms)
      continue;
    ++asked;
    absl::StatusOr<ReshardPlan> plan = planReshard(mesh, shape, kElementBytes, from, to);
    ASSERT_TRUE(plan.ok()) << plan.status();
    test::PathCost cost = test::Reference(problem).cost(), found = {0, plan->bytesPerDevice, plan->numCollectives()};
    std::string dims;
    for (int64_t size : shape)
      dims += std::to_string(size) + " ";
    SCOPED_TRACE("problem " + std::to_string(i) + ": " + mesh.str() + " " + dims + str(from) + " -> " + str(to) + "\n" +
                 str(*plan));
    ASSERT_EQ(found, cost);
    // Of problems that are alike but for names, order and lengths, only the first is searched.
    absl::StatusOr<ReshardPrice> price = prices.price(mesh, shape, kElementBytes, from, to);
    ASSERT_TRUE(price.ok()) << price.status();
    ASSERT_EQ(test::PathCost(0, price->bytesPerDevice, price->collectives), cost);
  }
}

/// On machines whose links differ, by seconds, over the axes that the ends leave idle, too.
TEST(Cheapest, asThePlainSearchBySeconds) {
  constexpr unsigned seed = 32;
  constexpr int problems = 60;
  std::cout << "seed " << seed << "\n";
  const Topology machines[] = {
      test::makeMachine({test::makeSwitch(64, 1e9, 1e-6)}),
      test::makeMachine({test::makeSwitch(4, 1e10, 1e-6), test::makeSwitch(16, 1e9, 5e-6)}),
      test::makeMachine({test::makeTorus({4, 4, 4}, /*wrap=*/true, 1e9, 1e-6)}),
      *findTopology("h100-superpod", TOPOLOGIES),
  };
  const std::vector<std::string> meshes = {"x=2,y=2", "x=4,y=2", "x=4,y=4", "x=16", "x=2,y=2,z=2", "x=2,y=4,z=2"};
  int asked = 0;
  double bounds = 0, leasts = 0;
  for (const Topology &topology : machines) {
    test::RandomProblems random(seed);
    for (int i = 0; i < problems; ++i) {
      Mesh mesh = test::mesh(random.oneOf(meshes));
      absl::StatusOr<CostModel> costs = CostModel::create(topology, TOPOLOGIES, mesh);
      ASSERT_TRUE(costs.ok()) << costs.status();
      std::vector<int64_t> shape = random.shape();
      if (i % 2)
        shape.front() *= 512; // so that not latency alone decides
      Sharding from = random.sharding(mesh, shape.size()), to = random.sharding(mesh, shape.size());
      reshard::Problem problem(mesh, shape, kElementBytes, from, to, reshard::Ways::Idle);
      if (problem.atoms.size() > kMostAtoms)
        continue;
      ReshardCache prices({&*costs});
      const ReshardPrice bound = prices.atLeast(mesh, shape, kElementBytes, from, to);
      absl::StatusOr<ReshardPrice> price = prices.price(mesh, shape, kElementBytes, from, to);
      ASSERT_TRUE(price.ok()) << price.status();
      absl::StatusOr<ReshardPlan> plan = planReshard(mesh, shape, kElementBytes, from, to, {&*costs});
      ASSERT_TRUE(plan.ok()) << plan.status();
      double least = std::get<0>(test::Reference(problem, &*costs).cost());
      ASSERT_NEAR(price->seconds, least, 1e-9 * least)
          << topology.name << ", problem " << i << ": " << mesh.str() << " " << str(from) << " -> " << str(to) << "\n"
          << str(*plan);
      ASSERT_LE(bound.seconds, least) << topology.name << ", problem " << i << "\n" << str(*plan);
      ASSERT_LE(bound.bytesPerDevice, price->bytesPerDevice) << topology.name << ", problem " << i << "\n"
                                                             << str(*plan);
      EXPECT_EQ(prices.atLeast(mesh, shape, kElementBytes, from, to).seconds, price->seconds);
      bounds += bound.seconds;
      leasts += least;
      // Permutes that turn out to be shifts may take less than that.
      if (llvm::none_of(plan->steps, [](const ReshardStep &step) { return step.op == ReshardOp::Permute; })) {
        EXPECT_NEAR(plan->seconds, price->seconds, 1e-9 * price->seconds) << str(*plan);
      }
      ++asked;
    }
  }
  std::cout << asked << " problems, bounds " << bounds / leasts << " of the prices\n";
  EXPECT_GT(bounds, 0.5 * leasts); // else they rule out little
}

/// Searches among the shardings of one array share what they work out, and those for one target learn how much is left,
/// which makes no difference to their prices.
TEST(Cheapest, asThePlainSearchWhateverWasAskedBefore) {
  constexpr unsigned seed = 41;
  constexpr int arrays = 12, questions = 12, targets = 2;
  std::cout << "seed " << seed << "\n";
  const Topology machines[] = {
      test::makeMachine({test::makeSwitch(4, 1e10, 1e-6), test::makeSwitch(16, 1e9, 5e-6)}),
      test::makeMachine({test::makeTorus({4, 4, 4}, /*wrap=*/true, 1e9, 1e-6)}),
      *findTopology("h100-superpod", TOPOLOGIES),
  };
  const std::vector<std::string> meshes = {"x=2,y=2", "x=4,y=2", "x=2,y=4,z=2"};
  for (const Topology &topology : machines) {
    test::RandomProblems random(seed);
    for (int i = 0; i < arrays; ++i) {
      Mesh mesh = test::mesh(random.oneOf(meshes));
      absl::StatusOr<CostModel> costs = CostModel::create(topology, TOPOLOGIES, mesh);
      ASSERT_TRUE(costs.ok()) << costs.status();
      std::vector<int64_t> shape = random.shape();
      ReshardCache prices({&*costs});
      std::vector<Sharding> ends;
      while (ends.size() < targets)
        ends.push_back(random.sharding(mesh, shape.size()));
      for (int j = 0; j < questions; ++j) {
        Sharding from = random.sharding(mesh, shape.size()), to = ends[j % targets];
        reshard::Problem problem(mesh, shape, kElementBytes, from, to, reshard::Ways::Idle);
        if (problem.atoms.size() > kMostAtoms)
          continue;
        const ReshardPrice bound = prices.atLeast(mesh, shape, kElementBytes, from, to);
        absl::StatusOr<ReshardPrice> price = prices.price(mesh, shape, kElementBytes, from, to);
        ASSERT_TRUE(price.ok()) << price.status();
        double least = std::get<0>(test::Reference(problem, &*costs).cost());
        SCOPED_TRACE(topology.name + ", array " + std::to_string(i) + ", question " + std::to_string(j) + ": " +
                     mesh.str() + " " + str(from) + " -> " + str(to));
        ASSERT_NEAR(price->seconds, least, 1e-9 * least);
        ASSERT_LE(bound.seconds, least);
        ASSERT_LE(bound.bytesPerDevice, price->bytesPerDevice);
      }
    }
  }
}
