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

/// Meshes of a machine: of two and three axes, over a power of two of its devices, so that axes lie within its levels
/// and across them.
std::vector<std::string> meshesOf(const Topology &topology) {
  switch (std::min<int64_t>(topology.numDevices(), 256)) {
  case 1 ... 7:
    return {"x=2,y=2", "x=4"};
  case 8 ... 63:
    return {"x=2,y=4", "x=2,y=2,z=2", "x=8"};
  default:
    return {"x=4,y=2,z=8", "x=8,y=8", "x=2,y=4,z=8"};
  }
}

class Triangle : public testing::TestWithParam<std::string> {};

/// Every axis of the reshard is one that `straight` may go by.
bool goesBy(const reshard::Problem &straight, const reshard::Problem &other) {
  return llvm::all_of(other.atoms, [&](const AxisRef &atom) { return llvm::is_contained(straight.atoms, atom); });
}

/// For third shardings over axes as the search may go by: those of the ends and idle ones, cut as the ends cut them.
TEST_P(Triangle, Inequality) {
  constexpr unsigned seed = 37;
  constexpr int problems = 400;
  test::RandomProblems random(seed);
  // Axes that are powers of two do not line up with all of that pod.
  Topology topology = *findTopology(GetParam() == "tpu-v5p" ? "tpu-v5p:8x8x16" : GetParam(), TOPOLOGIES);
  int asked = 0, broken = 0;
  double worst = 1;
  for (int i = 0; i < problems; ++i) {
    Mesh mesh = test::mesh(random.oneOf(meshesOf(topology)));
    absl::StatusOr<CostModel> costs = CostModel::create(topology, TOPOLOGIES, mesh);
    if (!costs.ok()) // whose axes do not line up with the machine
      continue;
    reshard::Ways ways = costs->secondsPerByteSent() ? reshard::Ways::Exchanges : reshard::Ways::Idle;
    ReshardCache prices({&*costs});
    std::vector<int64_t> shape = random.shape();
    shape.front() *= 128; // so that not latency alone decides
    Sharding a = random.sharding(mesh, shape.size()), b = random.sharding(mesh, shape.size()),
             c = random.sharding(mesh, shape.size());
    reshard::Problem there(mesh, shape, 4, a, b, ways), back(mesh, shape, 4, b, c, ways),
        straight(mesh, shape, 4, a, c, ways);
    if (!goesBy(straight, there) || !goesBy(straight, back))
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
    EXPECT_LE(direct, around * (1 + 1e-9))
        << "problem " << i << ": " << mesh.str() << " " << str(a) << " -> " << str(b) << " -> " << str(c);
  }
  std::cout << GetParam() << ", seed " << seed << ": " << broken << " of " << asked << ", worst " << worst << "\n";
  EXPECT_GE(asked, 50);
}

INSTANTIATE_TEST_SUITE_P(Shipped, Triangle, testing::ValuesIn(*topologyNames(TOPOLOGIES)), [](const auto &machine) {
  std::string text = machine.param;
  llvm::replace(text, '-', '_');
  return text;
});

} // namespace
