// To go by way of another sharding is never cheaper than to go straight: what a search finds from A to C costs no more
// than what it finds from A to B and from B to C, for random shardings on machines of every kind.
#include "lib/Reshard/State.h"
#include "shardwright/Reshard/Reshard.h"
#include "shardwright/Sharding/Text.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Reshard/RandomProblems.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <iostream>

using namespace shardwright;

namespace {

struct Machine {
  const char *topology;
  std::vector<std::string> meshes;
  /// Any two devices are joined alike: no search is given up, and no axis helps that neither end names.
  bool isExact;
};

class Triangle : public testing::TestWithParam<Machine> {};

/// Every axis of the reshard is one that `straight` may go by.
bool goesBy(const reshard::Problem &straight, const reshard::Problem &other) {
  return llvm::all_of(other.atoms, [&](const AxisRef &atom) { return llvm::is_contained(straight.atoms, atom); });
}

/// Where links differ, searches by seconds end after so many steps, so that a few prices are not the least: how many,
/// and by how much, is printed. A search never leaves the axes of its ends there.
TEST_P(Triangle, Inequality) {
  constexpr unsigned seed = 37;
  constexpr int problems = 500;
  test::RandomProblems random(seed);
  Topology topology = *findTopology(GetParam().topology, TOPOLOGIES);
  double worst = 1;
  int asked = 0, broken = 0;
  for (int i = 0; i < problems; ++i) {
    Mesh mesh = test::mesh(random.oneOf(GetParam().meshes));
    absl::StatusOr<CostModel> costs = CostModel::create(topology, TOPOLOGIES, mesh);
    ASSERT_TRUE(costs.ok()) << costs.status();
    ReshardCache prices({&*costs});
    std::vector<int64_t> shape = random.shape();
    shape.front() *= 128; // so that not latency alone decides
    Sharding a = random.sharding(mesh, shape.size()), b = random.sharding(mesh, shape.size()),
             c = random.sharding(mesh, shape.size());
    reshard::Problem there(mesh, shape, 4, a, b), back(mesh, shape, 4, b, c), straight(mesh, shape, 4, a, c);
    if (!GetParam().isExact && !(goesBy(straight, there) && goesBy(straight, back)))
      continue;
    auto seconds = [&](const Sharding &from, const Sharding &to) {
      absl::StatusOr<ReshardPrice> price = prices.price(mesh, shape, 4, from, to);
      EXPECT_TRUE(price.ok()) << price.status();
      return price.ok() ? price->seconds : 0;
    };
    double direct = seconds(a, c), around = seconds(a, b) + seconds(b, c);
    ++asked;
    if (direct <= around * (1 + 1e-9))
      continue;
    ++broken;
    worst = std::max(worst, direct / around);
    ASSERT_FALSE(GetParam().isExact) << "problem " << i << ": " << mesh.str() << " " << str(a) << " -> " << str(b)
                                     << " -> " << str(c) << ": " << direct << " s, " << around << " s by the way";
  }
  std::cout << GetParam().topology << ", seed " << seed << ": " << broken << " of " << asked << ", worst " << worst
            << "\n";
  EXPECT_LE(broken, asked / 20);
}

INSTANTIATE_TEST_SUITE_P(Machines, Triangle,
                         testing::Values(Machine{"flat", {"x=2,y=4", "x=4,y=4", "x=2,y=2,z=2"}, true},
                                         Machine{"h200-8", {"x=2,y=4", "x=8", "x=2,y=2,z=2"}, true},
                                         Machine{"h100-superpod", {"x=4,y=2,z=8", "x=4,y=8", "x=2,y=4,z=4"}, false},
                                         Machine{"tpu-v5e", {"x=16,y=16", "x=4,y=4,z=16", "x=4,y=16"}, false},
                                         Machine{"tpu-v4-twisted", {"x=4,y=4,z=8"}, false},
                                         Machine{"tpu-v5e-multislice", {"x=4,y=16,z=16", "x=2,y=256"}, false}));

} // namespace
