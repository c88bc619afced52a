// Plans between random shardings cost what the plain search over the whole graph finds.
#include "shardwright/Sharding/Text.h"
#include "test/unit/Cost/Machines.h"
#include "test/unit/Reshard/RandomProblems.h"
#include "test/unit/Reshard/Reference.h"

#include "shardwright/Reshard/Reshard.h"

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

/// On machines whose links differ, by seconds. Exact where the search is not given up: paths are never better than the
/// plain search's, and rarely worse.
TEST(Cheapest, asThePlainSearchBySeconds) {
  constexpr unsigned seed = 32;
  constexpr int problems = 60;
  std::cout << "seed " << seed << "\n";
  const Topology machines[] = {
      test::makeMachine({test::makeSwitch(64, 1e9, 1e-6)}),
      test::makeMachine({test::makeSwitch(4, 1e10, 1e-6), test::makeSwitch(16, 1e9, 5e-6)}),
      test::makeMachine({test::makeTorus({4, 4, 4}, /*wrap=*/true, 1e9, 1e-6)}),
  };
  const std::vector<std::string> meshes = {"x=2,y=2", "x=4,y=2", "x=4,y=4", "x=16", "x=2,y=2,z=2", "x=2,y=4,z=2"};
  double worst = 1, sum = 0;
  int asked = 0;
  for (const Topology &topology : machines) {
    test::RandomProblems random(seed);
    for (int i = 0; i < problems; ++i) {
      Mesh mesh = test::mesh(random.oneOf(meshes));
      absl::StatusOr<CostModel> costs = CostModel::create(topology, "no-folder", mesh);
      ASSERT_TRUE(costs.ok()) << costs.status();
      std::vector<int64_t> shape = random.shape();
      Sharding from = random.sharding(mesh, shape.size()), to = random.sharding(mesh, shape.size());
      reshard::Problem problem(mesh, shape, kElementBytes, from, to);
      if (problem.atoms.size() > kMostAtoms)
        continue;
      ReshardCache prices({&*costs});
      absl::StatusOr<ReshardPrice> price = prices.price(mesh, shape, kElementBytes, from, to);
      ASSERT_TRUE(price.ok()) << price.status();
      double least = std::get<0>(test::Reference(problem, &*costs).cost());
      SCOPED_TRACE("problem " + std::to_string(i) + ": " + mesh.str() + " " + str(from) + " -> " + str(to));
      ASSERT_GE(price->seconds, least * (1 - 1e-9));
      double ratio = least > 0 ? price->seconds / least : 1;
      worst = std::max(worst, ratio);
      sum += ratio;
      ++asked;
      absl::StatusOr<ReshardPlan> plan = planReshard(mesh, shape, kElementBytes, from, to, {&*costs});
      ASSERT_TRUE(plan.ok()) << plan.status();
      EXPECT_NEAR(plan->seconds, price->seconds, 1e-9 * price->seconds) << str(*plan);
    }
  }
  std::cout << asked << " problems, mean " << sum / asked << ", worst " << worst << "\n";
  EXPECT_LE(sum / asked, 1.01);
  EXPECT_LE(worst, 1.5);
}
