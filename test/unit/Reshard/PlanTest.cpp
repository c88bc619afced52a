// Plans that a reader can check: which steps, in which order, for how many bytes.
#include "shardwright/Sharding/Text.h"
#include "test/unit/Cost/Machines.h"
#include "test/unit/Reshard/Numbers.h"
#include "test/unit/Sharding/Enumerate.h"

#include "gtest/gtest.h"

using namespace shardwright;

namespace {
absl::StatusOr<ReshardPlan> planOf(llvm::StringRef mesh, test::Shape shape, llvm::StringRef from, llvm::StringRef to,
                                   const ReshardOptions &options = {}) {
  return planReshard(test::mesh(mesh), shape, 4, *parseWholeSharding(from), *parseWholeSharding(to), options);
}

std::string text(llvm::StringRef mesh, test::Shape shape, llvm::StringRef from, llvm::StringRef to) {
  absl::StatusOr<ReshardPlan> plan = planOf(mesh, shape, from, to);
  return plan.ok() ? str(*plan) : std::string(plan.status().message());
}

std::vector<std::string> ops(const ReshardPlan &plan) {
  std::vector<std::string> out;
  for (const ReshardStep &step : plan.steps)
    out.push_back(name(step.op).str());
  return out;
}

/// The value of every device after the plan means the same array.
void expectRight(llvm::StringRef meshText, test::Shape shape, llvm::StringRef fromText, llvm::StringRef toText) {
  SCOPED_TRACE(fromText.str() + " -> " + toText.str());
  Mesh mesh = test::mesh(meshText);
  Sharding from = *parseWholeSharding(fromText), to = *parseWholeSharding(toText);
  absl::StatusOr<ReshardPlan> plan = planReshard(mesh, shape, 4, from, to);
  ASSERT_TRUE(plan.ok()) << plan.status();
  std::mt19937 random(7);
  std::vector<int64_t> array;
  for (int64_t i = 0; i < test::numElements(shape); ++i)
    array.push_back(random() % 100000);
  DeviceBuffers<int64_t> before = test::distribute(mesh, shape, from, array, random);
  ASSERT_TRUE(test::holds(mesh, shape, from, array, before));
  EXPECT_TRUE(test::holds(mesh, shape, to, array, evaluate(mesh, shape, from, *plan, before))) << str(*plan);
}
} // namespace

// 16x8 of 4 bytes is 512 bytes.
TEST(Plan, oneStep) {
  auto of = [](llvm::StringRef from, llvm::StringRef to) { return text("x=2,y=4", {16, 8}, from, to); };
  EXPECT_EQ(of("[I_x, J]", "[I_x, J]"), "nothing to do\n");
  EXPECT_EQ(of("[I, J]", "[I_x, J]"), "slice {x} dim 0: [I_x, J], 0 bytes\n");
  EXPECT_EQ(of("[I, J]", "[I_{x,y}, J]"), "slice {x,y} dim 0: [I_{x,y}, J], 0 bytes\n");
  EXPECT_EQ(of("[I_y, J]", "[I, J]"), "all_gather {y} dim 0: [I, J], 384 bytes\n");
  EXPECT_EQ(of("[I_{x,y}, J]", "[I, J]"), "all_gather {x,y} dim 0: [I, J], 448 bytes\n");
  EXPECT_EQ(of("[I_{x,y}, J]", "[I_x, J]"), "all_gather {y} dim 0: [I_x, J], 192 bytes\n");
  EXPECT_EQ(of("[I_y, J]", "[I, J_y]"), "all_to_all {y} dim 0 -> 1: [I, J_y], 96 bytes\n");
  EXPECT_EQ(of("[I_{x,y}, J]", "[I, J_{x,y}]"), "all_to_all {x,y} dim 0 -> 1: [I, J_{x,y}], 56 bytes\n");
  EXPECT_EQ(of("[I_{x,y}, J]", "[I_x, J_y]"), "all_to_all {y} dim 0 -> 1: [I_x, J_y], 48 bytes\n");
  EXPECT_EQ(of("[I_{x,y}, J]", "[I_{y,x}, J]"), "collective_permute {x,y}: [I_{y,x}, J], 64 bytes\n");
  EXPECT_EQ(of("[I, J]{U_y}", "[I_y, J]"), "reduce_scatter {y} dim 0 sum: [I_y, J], 384 bytes\n");
  EXPECT_EQ(of("[I, J]{U_y}", "[I, J]"), "all_reduce {y} sum: [I, J], 768 bytes\n");
  EXPECT_EQ(of("[I, J]{U_{x,y}:max}", "[I, J]"), "all_reduce {x,y} max: [I, J], 896 bytes\n");
  EXPECT_EQ(of("[I_x, J]{U_y}", "[I_x, J]"), "all_reduce {y} sum: [I_x, J], 384 bytes\n");
  EXPECT_EQ(of("[I, J]", "[I, J]{U_x}"), "make_partial {x} sum: [I, J]{U_x}, 0 bytes\n");
  EXPECT_EQ(of("[I_x, J]{U_y}", "[I, J]{U_y}"), "all_gather {x} dim 0: [I, J]{U_y}, 256 bytes\n");
  EXPECT_EQ(of("[I, J]{U_y}", "[I_x, J]{U_y}"), "slice {x} dim 0: [I_x, J]{U_y}, 0 bytes\n");
}

TEST(Plan, subAxes) {
  auto of = [](llvm::StringRef from, llvm::StringRef to) { return text("x=2,y=4", {16, 8}, from, to); };
  EXPECT_EQ(of("[I_y, J]", "[I_y:(1)2, J]"), "all_gather {y:(2)2} dim 0: [I_y:(1)2, J], 128 bytes\n");
  EXPECT_EQ(of("[I_y:(1)2, J]", "[I_y, J]"), "slice {y:(2)2} dim 0: [I_y, J], 0 bytes\n");
  EXPECT_EQ(of("[I_y, J]", "[I_y:(1)2, J_y:(2)2]"), "all_to_all {y:(2)2} dim 0 -> 1: [I_y:(1)2, J_y:(2)2], 64 bytes\n");
  EXPECT_EQ(of("[I_x, J]", "[I_y:(2)2, J]"), "collective_permute {x,y:(2)2}: [I_y:(2)2, J], 256 bytes\n");
}

TEST(Plan, severalSteps) {
  auto of = [](llvm::StringRef from, llvm::StringRef to) { return text("x=2,y=4", {16, 8}, from, to); };
  // What may be thrown away is thrown away before anything is sent.
  EXPECT_EQ(of("[I_x, J]", "[I, J_y]"), "slice {y} dim 1: [I_x, J_y], 0 bytes\n"
                                        "all_gather {x} dim 0: [I, J_y], 64 bytes\n");
  EXPECT_EQ(of("[I, J]{U_x}", "[I_y, J]"), "slice {y} dim 0: [I_y, J]{U_x}, 0 bytes\n"
                                           "all_reduce {x} sum: [I_y, J], 128 bytes\n");
  EXPECT_EQ(of("[I, J]{U_y}", "[I_y, J_x]"), "slice {x} dim 1: [I, J_x]{U_y}, 0 bytes\n"
                                             "reduce_scatter {y} dim 0 sum: [I_y, J_x], 192 bytes\n");
  // The major axis leaves: gathering needs it minor, so the blocks change hands first.
  EXPECT_EQ(of("[I_{x,y}, J]", "[I_y, J]"), "collective_permute {x,y}: [I_{y,x}, J], 64 bytes\n"
                                            "all_gather {x} dim 0: [I_y, J], 64 bytes\n");
  // A sum becomes a maximum over other axes: combined first.
  EXPECT_EQ(of("[I, J]{U_x}", "[I, J]{U_y:max}"), "all_reduce {x} sum: [I, J], 512 bytes\n"
                                                  "make_partial {y} max: [I, J]{U_y:max}, 0 bytes\n");
}

TEST(Plan, equalExchangeIsOnePermute) {
  EXPECT_EQ(text("x=2,y=2", {8, 8}, "[I_x, J_y]", "[I_y, J_x]"), "collective_permute {x,y}: [I_y, J_x], 64 bytes\n");
  EXPECT_EQ(text("x=4,y=4", {16, 16}, "[I_x, J]{U_y}", "[I_y, J]{U_x}"),
            "collective_permute {x,y}: [I_y, J]{U_x}, 256 bytes\n");
  EXPECT_EQ(ops(*planOf("a=2,b=2,c=2,d=2", {8, 8}, "[I_{a,b}, J_{c,d}]", "[I_{d,c}, J_{b,a}]")),
            std::vector<std::string>{"collective_permute"});
}

// Where one axis is larger, its major part changes places with the other and the rest travels by itself.
TEST(Plan, unequalExchangeCutsTheLargerAxis) {
  EXPECT_EQ(text("x=2,y=4", {16, 8}, "[I_x, J_y]", "[I_y, J_x]"),
            "all_to_all {y:(2)2} dim 1 -> 0: [I_{x,y:(2)2}, J_y:(1)2], 32 bytes\n"
            "collective_permute {x,y:(1)2}: [I_y, J_x], 64 bytes\n");
  EXPECT_EQ(planOf("x=16,y=64", {1024, 1024}, "[I_x, J_y]", "[I_y, J_x]")->bytesPerDevice, 4096 * 7 / 4);
}

TEST(Plan, permutePairs) {
  ReshardPlan plan = *planOf("x=2,y=3", {6, 6}, "[I_{x,y}, J]", "[I_{y,x}, J]");
  ASSERT_EQ(plan.steps.size(), 1u);
  // Block x*3+y must come to the device whose y*2+x it is.
  using Pairs = std::vector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(plan.steps[0].pairs, (Pairs{{0, 0}, {2, 1}, {4, 2}, {1, 3}, {3, 4}, {5, 5}}));
}

// 5 over 2 parts are blocks of 3; over 4 parts, blocks of 2 that do not lie inside those.
TEST(Plan, unevenBlocksThatDoNotNest) {
  EXPECT_EQ(text("x=2,y=2", {5}, "[I_{x,y}]", "[I_x]"), "all_gather {x,y} dim 0: [I], 24 bytes\n"
                                                        "slice {x} dim 0: [I_x], 0 bytes\n");
  EXPECT_EQ(text("x=2,y=2", {5}, "[I_x]", "[I_{x,y}]"), "all_gather {x} dim 0: [I], 12 bytes\n"
                                                        "slice {x,y} dim 0: [I_{x,y}], 0 bytes\n");
  // 6 over 2 parts are blocks of 3, over 6 parts of 1: these nest.
  EXPECT_EQ(text("x=2,y=3", {6}, "[I_x]", "[I_{x,y}]"), "slice {y} dim 0: [I_{x,y}], 0 bytes\n");
  for (int64_t n : {0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13})
    for (const char *to : {"[I_x]", "[I_{y,x}]", "[I_y]", "[I]", "[I_x]{U_y}"})
      for (const char *from : {"[I_{x,y}]", "[I_x]", "[I_x:(1)2]", "[I]{U_x}", "[I_y]{U_x}"})
        expectRight("x=4,y=3", {n}, from, to);
}

TEST(Plan, kinds) {
  for (const char *kind : {"sum", "product", "max", "min", "and", "or", "xor"}) {
    std::string partial = std::string("U_x:") + kind;
    expectRight("x=4,y=2", {6, 5}, "[I, J]{" + partial + "}", "[I, J]");
    expectRight("x=4,y=2", {6, 5}, "[I, J]{" + partial + "}", "[I_x, J]");
    expectRight("x=4,y=2", {6, 5}, "[I, J]{" + partial + "}", "[I_y, J_x]");
    expectRight("x=4,y=2", {6, 5}, "[I, J_y]{" + partial + "}", "[I, J]{" + partial + "}");
    expectRight("x=4,y=2", {6, 5}, "[I_y, J]", "[I, J]{" + partial + "}");
    expectRight("x=4,y=2", {6, 5}, "[I_y, J]{" + partial + "}", "[I, J]{U_y:min}");
    expectRight("x=4,y=2", {6, 5}, "[I, J]{U_y:max}", "[I, J]{" + partial + "}");
  }
}

TEST(Plan, higherRanksAndOtherSplittings) {
  expectRight("x=2,y=3,z=2", {}, "[]{U_{x,y}}", "[]{U_z}");
  expectRight("x=2,y=3,z=2", {4, 6, 2}, "[I_x, J_y, K_z]", "[I_z, J_x, K_y]");
  expectRight("x=2,y=3,z=2", {5, 7, 3}, "[I_{x,y}, J, K_z]", "[I_z, J_x, K]{U_y}");
  expectRight("x=6", {7, 5}, "[I_x:(1)2, J]", "[I_x:(1)3, J]");
  expectRight("x=6", {7, 5}, "[I_x:(1)2, J_x:(2)3]", "[I_x:(3)2, J_x:(1)3]");
  expectRight("x=12", {7, 24}, "[I_x:(1)4, J_x:(4)3]", "[I_x:(6)2, J_x:(1)6]");
  expectRight("a=2,b=2,c=2,d=2,e=2", {8, 8, 8, 8}, "[I_{a,b}, J_c, K_d, L_e]", "[I_{e,d}, J, K_{b,a}, L_c]");
}

TEST(Plan, sizeOneAxesAndOpenDimensionsPlayNoPart) {
  EXPECT_EQ(text("x=2,o=1", {8}, "[I_{x,o,?} p1]{R_o}", "[I_x]"),
            "axis 'o' is used twice, in dimension 0 and in the replicated axes");
  EXPECT_EQ(text("x=2,o=1", {8}, "[I_{x,o,?} p1]", "[I_x]"), "nothing to do\n");
  EXPECT_EQ(text("x=2,o=1", {8}, "[I]{R_x}", "[I?]{U_o}"), "nothing to do\n");
}

TEST(Plan, manyAxesFinish) {
  absl::StatusOr<ReshardPlan> plan = planOf("a=2,b=4,c=2,d=4,e=2,f=4,g=2,h=4", {64, 64, 64, 64},
                                            "[I_{a,b}, J_{c,g}, K_{d,h}, L_{e,f}]", "[I_{h,e,d}, J_c, K_b, L_{f,a,g}]");
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(str(plan->steps.back().after), "[I_{h,e,d}, J_c, K_b, L_{f,a,g}]");
  EXPECT_LE(plan->bytesPerDevice, 64 * 64 * 64 * 64 * 4);
}

TEST(Plan, peakLimit) {
  ReshardOptions options;
  options.peakLimit = 700;
  absl::StatusOr<ReshardPlan> plan = planOf("x=2,y=4", {16, 8}, "[I, J]{U_y}", "[I_y, J]", options);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->peakBytes, 640);
  options.peakLimit = 500;
  EXPECT_EQ(planOf("x=2,y=4", {16, 8}, "[I_x, J]", "[I, J]", options).status().message(),
            "no reshard stays within the peak of 500 bytes per device");
}

/// Where every message takes a millisecond, two collectives that send more are quicker than three.
TEST(Plan, secondsDecideWherePriced) {
  Topology slow = test::makeMachine({test::makeSwitch(4, 1e9, 1e-3)});
  CostModel costs = *CostModel::create(slow, "no-folder", test::mesh("x=2,y=2"));
  ReshardPlan byBytes = *planOf("x=2,y=2", {64, 64}, "[I_x, J]{U_y}", "[I_y, J]");
  ReshardPlan plan = *planOf("x=2,y=2", {64, 64}, "[I_x, J]{U_y}", "[I_y, J]", {&costs});
  EXPECT_EQ(byBytes.numCollectives(), 3u) << str(byBytes);
  EXPECT_EQ(plan.numCollectives(), 2u) << str(plan);
  EXPECT_GT(plan.bytesPerDevice, byBytes.bytesPerDevice);
  double seconds = 0, inOrderOfBytes = 0;
  for (const ReshardStep &step : plan.steps)
    seconds += secondsOf(step, costs);
  for (const ReshardStep &step : byBytes.steps)
    inOrderOfBytes += secondsOf(step, costs);
  EXPECT_DOUBLE_EQ(plan.seconds, seconds);
  EXPECT_LT(seconds, inOrderOfBytes);
}

TEST(Plan, errors) {
  EXPECT_EQ(text("x=2", {8}, "[I_z]", "[I]"), "unknown axis 'z': the mesh has the axes x");
  EXPECT_EQ(text("x=2", {8}, "[I]", "[I_z]"), "unknown axis 'z': the mesh has the axes x");
  EXPECT_EQ(text("x=2", {8}, "[I, J]", "[I]"), "sharding [I, J] has 2 dimensions, but the array has rank 1");
  EXPECT_EQ(text("x=2", {int64_t(1) << 60, 8}, "[I, J]", "[I, J_x]"),
            "an array of 3.68935e+19 bytes is too large to plan for");
  EXPECT_EQ(text("x=2", {8}, "[I]", "[I, J]"), "sharding [I, J] has 2 dimensions, but the array has rank 1");
}

TEST(ReshardCache, remembers) {
  Mesh mesh = test::mesh("x=2,y=4");
  Sharding from = *parseWholeSharding("[I_x, J]"), to = *parseWholeSharding("[I, J_y]");
  ReshardCache cache;
  absl::StatusOr<const ReshardPlan *> first = cache.plan(mesh, {16, 8}, 4, from, to);
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(str(**first), str(*planReshard(mesh, {16, 8}, 4, from, to)));
  EXPECT_EQ(*cache.plan(mesh, {16, 8}, 4, from, to), *first);
  EXPECT_NE(*cache.plan(mesh, {16, 8}, 2, from, to), *first);
  EXPECT_NE(*cache.plan(mesh, {16, 16}, 4, from, to), *first);
  EXPECT_FALSE(cache.plan(test::mesh("x=2"), {16, 8}, 4, from, to).ok());
  EXPECT_EQ(str(**cache.plan(mesh, {16, 8}, 4, from, to)), str(*planReshard(mesh, {16, 8}, 4, from, to)));
}

TEST(PrintPlan, json) {
  EXPECT_EQ(json(*planOf("x=2,y=4", {16, 8}, "[I_y:(1)2, J]", "[I, J_y:(1)2]"), false), R"({
  "steps": [
    {
      "op": "all_to_all",
      "axes": [
        "y:(1)2"
      ],
      "sharding": "[I, J_y:(1)2]",
      "bytes_per_device": 128,
      "seconds": null
    }
  ],
  "bytes_per_device": 128,
  "seconds": null,
  "peak_bytes": 512
}
)");
  EXPECT_EQ(json(*planOf("x=2,y=4", {16, 8}, "[I, J]", "[I, J]"), true), R"({
  "steps": [],
  "bytes_per_device": 0,
  "seconds": 0,
  "peak_bytes": 512
}
)");
}
