// Which changes of sharding count on a collective that others share.
#include "lib/Placement/StartShares.h"

#include "lib/Placement/SolverState.h"
#include "shardwright/Placement/ProblemText.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Sharding/Text.h"
#include "shardwright/Topology/Files.h"

#include <gtest/gtest.h>

#include <string>

using namespace shardwright;

namespace {

/// `size` of both dimensions of all arrays.
std::string classes(int64_t size) {
  std::string n = std::to_string(size);
  return "mesh <x=8>\n"
         "class dot = ([i, k], [k, j])->([i, j]) {i=" +
         n + ", j=" + n + ", k=" + n +
         "} reduction={k}\n"
         "  {rule = {partial = exactly_one, partial_operands = [0, 1], partial_kinds = [sum]},\n"
         "   seconds_per_point = 1e-15, local = {form = {kind = product}, library = product, product = {type = f32}}}\n"
         "class add = ([i, j], [i, j])->([i, j]) {i=" +
         n + ", j=" + n +
         "}\n  {rule = {elementwise}}\n"
         "class neg = ([i, j])->([i, j]) {i=" +
         n + ", j=" + n +
         "}\n  {rule = {elementwise}}\n"
         "made zeros {form = {kind = splat}}\n";
}
std::string value(size_t number, int64_t size) {
  std::string n = std::to_string(size);
  return "%" + std::to_string(number) + " : f32[" + n + "x" + n + "] [_, _]";
}

std::vector<double> sharesOf(const std::string &text, llvm::StringRef machine = "h100-8") {
  absl::StatusOr<ProblemText> parsed = parseProblem(text);
  EXPECT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
  CostModel costs = machine == "flat"
                        ? CostModel::flat(parsed->mesh)
                        : *CostModel::create(*findTopology(machine, TOPOLOGIES), TOPOLOGIES, parsed->mesh);
  return findPriceShares(costs, parsed->problem);
}

/// An activation that goes through a product with each of the weights; they are argument 0 and what follows.
std::string layers(size_t weights, int64_t size) {
  std::string text = classes(size);
  for (size_t v = 0; v <= weights; ++v)
    text += value(v, size) + (v < weights ? ",\n" : " = fixed()\n");
  size_t made = 0;
  for (size_t w = 1; w <= weights; ++w) {
    text += value(weights + w, size) + " = dot(%" + std::to_string(made) + ", %" + std::to_string(w) + ")\n";
    made = weights + w;
  }
  return text + "fixed(%" + std::to_string(made) + " : [_, _])\n";
}

/// Of arrays of a few bytes, what a collective takes is what it takes to start.
constexpr double kNear = 1e-3;

TEST(StartShares, WhatABlockIsGivenSharesByItsNumber) {
  for (auto [weights, share] : {std::pair<size_t, double>{1, 1. / 2}, {2, 1. / 3}, {7, 1. / 8}, {9, 1. / 8}}) {
    std::vector<double> shares = sharesOf(layers(weights, 2));
    for (size_t v = 0; v <= weights; ++v)
      EXPECT_NEAR(shares[v], share, kNear) << "argument " << v << " of " << weights + 1;
    // The activations between wait for products, and products for them; the last one waits alone.
    for (size_t v = weights + 1; v < shares.size(); ++v)
      EXPECT_EQ(shares[v], 1) << "result " << v;
  }
}

TEST(StartShares, OneWeightSharesWithNobody) {
  std::vector<double> shares =
      sharesOf(classes(2) + value(0, 2) + " = fixed()\n" + value(1, 2) + " = dot(%0, %0)\nfixed(%1 : [_, _])\n");
  EXPECT_EQ(shares, (std::vector<double>{1, 1}));
}

TEST(StartShares, TheLargerAnArrayTheLessItsCollectiveIsStart) {
  double before = 0;
  for (int64_t size : {2, 64, 1024, 8192, 65536}) {
    double share = sharesOf(layers(9, size))[1];
    EXPECT_GT(share, before) << size;
    EXPECT_LE(share, 1) << size;
    before = share;
  }
  // 16 GiB take a thousand times the start.
  EXPECT_GT(before, 0.999);
}

TEST(StartShares, GradientsWaitForTheEnd) {
  // Two products of an argument with itself; one result is negated, added to the other, and all are returned.
  std::vector<double> shares = sharesOf(classes(2) + value(0, 2) + " = fixed()\n" + value(1, 2) + " = dot(%0, %0)\n" +
                                        value(2, 2) + " = dot(%0, %0)\n" + value(3, 2) + " = neg(%1)\n" + value(4, 2) +
                                        " = add(%3, %2)\nfixed(%4 : [_, _], %3 : [_, _])\n");
  EXPECT_EQ(shares[0], 1);
  for (size_t v = 1; v <= 4; ++v)
    EXPECT_NEAR(shares[v], 1. / 4, kNear) << v;
}

TEST(StartShares, WhatIsMadeOfOneArgumentAloneWaitsWithIt) {
  // The weight is negated before the product; the sum of both arguments is an activation.
  std::vector<double> shares = sharesOf(classes(2) + value(0, 2) + ",\n" + value(1, 2) + " = fixed()\n" + value(2, 2) +
                                        " = neg(%1)\n" + value(3, 2) + " = add(%0, %1)\n" + value(4, 2) +
                                        " = dot(%3, %2)\n" + value(5, 2) + " = dot(%4, %4)\nfixed(%5 : [_, _])\n");
  for (size_t v : {0, 1, 2})
    EXPECT_NEAR(shares[v], 1. / 3, kNear) << v;
  for (size_t v : {3, 4, 5})
    EXPECT_EQ(shares[v], 1) << v;
}

TEST(StartShares, ConstantsAndScalarsAreNoneOfThem) {
  std::vector<double> shares = sharesOf(classes(2) + value(0, 2) + ",\n%1 : f32[] [] = fixed()\n" + value(2, 2) +
                                        " {free} = zeros()\n" + value(3, 2) + " = dot(%0, %2)\nfixed(%3 : [_, _])\n");
  EXPECT_EQ(shares, (std::vector<double>{1, 1, 1, 1}));
}

TEST(StartShares, ABodyCountsItsOwn) {
  // Three arguments enter a loop, and are read in its body.
  std::string loop = classes(2) + value(0, 2) + ",\n" + value(1, 2) + ",\n" + value(2, 2) + " = fixed()\n";
  for (size_t v = 3; v < 9; ++v)
    loop += value(v, 2) + (v < 8 ? ",\n" : " = loop 12 (%0 : [_, _], %1 : [_, _], %2 : [_, _]) {\n");
  loop += "  fixed()\n} {\n  " + value(9, 2) + " = dot(%6, %7)\n  " + value(10, 2) + " = dot(%9, %8)\n  " +
          "fixed(%10 : [_, _], %7 : [_, _], %8 : [_, _])\n} -> ";
  for (size_t v = 11; v < 14; ++v)
    loop += value(v, 2) + (v < 13 ? " {loop_carried},\n" : " {loop_carried}\n");
  std::vector<double> shares = sharesOf(loop + value(14, 2) + " = dot(%11, %11)\nfixed(%14 : [_, _])\n");
  for (size_t v : {6, 7, 8})
    EXPECT_NEAR(shares[v], 1. / 3, kNear) << v;
  EXPECT_EQ(shares[9], 1);
  EXPECT_EQ(shares[10], 1); // alone
}

TEST(StartShares, AChangeOfShardingCountsItsShareOfThePrice) {
  ProblemText text = *parseProblem(layers(3, 2));
  CostModel costs = *CostModel::create(*findTopology("h100-8", TOPOLOGIES), TOPOLOGIES, text.mesh);
  ReshardPlans plans(costs);
  SolverState state(costs, text.problem, plans);
  Sharding split = *parseWholeSharding("[_x, _]"), whole = *parseWholeSharding("[_, _]");
  double full = plans.price({2, 2}, {}, split, whole)->ticks;
  ASSERT_GT(full, 0);
  auto counted = [&](size_t value) {
    return state.prices.between(state.arrays[value], state.interner.sharding(split), state.interner.sharding(whole))
        ->ticks;
  };
  EXPECT_NEAR(counted(1), full / 4, kNear * full); // of four arguments
  EXPECT_EQ(counted(4), full);                     // an activation
  // By bytes nobody waits for a start.
  state.weigh({1, /*byBytes=*/true});
  EXPECT_LT(counted(4), kNear * full);
  EXPECT_EQ(counted(4), counted(1));
}

TEST(StartShares, ByBytesAllCountInFull) {
  for (double share : sharesOf(layers(9, 2), "flat"))
    EXPECT_EQ(share, 1);
}

} // namespace
