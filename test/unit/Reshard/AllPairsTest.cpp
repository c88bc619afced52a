// Every plan between any two shardings of a 2-D array, evaluated on numbers against the meaning, and priced against
// gathering everything and slicing.
#include "shardwright/Sharding/Text.h"
#include "test/unit/Reshard/Numbers.h"
#include "test/unit/Sharding/Enumerate.h"

#include "gtest/gtest.h"

#include <iostream>

using namespace shardwright;

namespace {
constexpr int64_t kElementBytes = 4;

void expectRight(const Mesh &mesh, const test::Shape &shape, const Sharding &from, const Sharding &to,
                 std::mt19937 &random) {
  SCOPED_TRACE(mesh.str() + " " + std::to_string(shape[0]) + "x" + std::to_string(shape[1]) + " " + str(from) + " -> " +
               str(to));
  absl::StatusOr<ReshardPlan> plan = planReshard(mesh, shape, kElementBytes, from, to);
  ASSERT_TRUE(plan.ok()) << plan.status();
  SCOPED_TRACE(str(*plan));
  std::vector<int64_t> array;
  for (int64_t i = 0; i < test::numElements(shape); ++i)
    array.push_back(random() % 100000);
  DeviceBuffers<int64_t> before = test::distribute(mesh, shape, from, array, random);
  ASSERT_TRUE(test::holds(mesh, shape, from, array, before));
  EXPECT_TRUE(test::holds(mesh, shape, to, array, evaluate(mesh, shape, from, *plan, before)));
  EXPECT_LE(plan->bytesPerDevice, test::gatherThenSliceBytes(mesh, shape, kElementBytes, from));
  EXPECT_TRUE(plan->steps.empty() ? from.samePlacement(mesh, to) : plan->steps.back().after.samePlacement(to));
  int64_t bytes = 0;
  for (const ReshardStep &step : plan->steps) {
    bytes += step.bytesPerDevice;
    EXPECT_EQ(verify(mesh, step.after, shape.size()).message(), "");
  }
  EXPECT_EQ(bytes, plan->bytesPerDevice);
}

void checkPairs(llvm::StringRef meshText, const test::Shape &shape) {
  constexpr unsigned seed = 20;
  std::cout << meshText.str() << ", seed " << seed << "\n";
  std::mt19937 random(seed);
  Mesh mesh = test::mesh(meshText);
  std::vector<Sharding> all = test::allShardings(mesh, 2, true);
  for (const Sharding &from : all)
    for (const Sharding &to : all) {
      expectRight(mesh, shape, from, to, random);
      if (::testing::Test::HasFailure())
        return;
    }
}
} // namespace

TEST(AllPairs, mesh4) {
  checkPairs("x=4", {8, 8});
  checkPairs("x=4", {5, 7});
  checkPairs("x=4", {1, 2});
  checkPairs("x=4", {0, 3});
}
TEST(AllPairs, mesh2x2) {
  checkPairs("x=2,y=2", {8, 8});
  checkPairs("x=2,y=2", {5, 7});
  checkPairs("x=2,y=2", {1, 3});
}
TEST(AllPairs, mesh2x3) {
  checkPairs("x=2,y=3", {6, 12});
  checkPairs("x=2,y=3", {5, 7});
  checkPairs("x=2,y=3", {4, 9});
}
TEST(AllPairs, mesh6) {
  checkPairs("x=6", {6, 12});
  checkPairs("x=6", {5, 7});
}
TEST(AllPairs, mesh2x4) { checkPairs("x=2,y=4", {8, 8}); }
TEST(AllPairs, mesh2x4Uneven) { checkPairs("x=2,y=4", {5, 7}); }
TEST(AllPairs, mesh2x2x2) { checkPairs("x=2,y=2,z=2", {8, 8}); }
TEST(AllPairs, mesh2x2x2Uneven) { checkPairs("x=2,y=2,z=2", {5, 7}); }
