// Plans that a machine makes different: axes that nothing names go to heavy products, and what no iteration of a loop
// changes is carried as it is read.
#include "lib/Placement/SolverState.h"
#include "shardwright/Placement/ProblemText.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Sharding/Text.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <string>

using namespace shardwright;

namespace {

struct Planned {
  ProblemText text;
  PlacementPlan plan;

  /// Of the op that makes the value.
  const PlacementChoice &choice(size_t value) const {
    for (auto [index, op] : llvm::enumerate(text.problem.ops))
      if (llvm::is_contained(op.results, value))
        return plan.choices[plan.chosen[index]];
    ADD_FAILURE() << "no op makes %" << value;
    return plan.choices.front();
  }
  bool uses(size_t value, llvm::StringRef axis) const {
    return choice(value).placement.uses(text.mesh, AxisRef(axis.str()));
  }
};

/// On the text's mesh.
Planned planned(const std::string &text, llvm::StringRef machine = "h100-8") {
  absl::StatusOr<ProblemText> parsed = parseProblem(text);
  EXPECT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
  CostModel costs = machine == "flat"
                        ? CostModel::flat(parsed->mesh)
                        : *CostModel::create(*findTopology(machine, TOPOLOGIES), TOPOLOGIES, parsed->mesh);
  ReshardPlans plans(costs);
  PlacementPlan plan = planPlacements(costs, parsed->problem, plans);
  return {*std::move(parsed), std::move(plan)};
}

/// 500 TFLOP/s of multiply-adds. Both arguments and the result are whole, but for what `left` says of the first.
std::string product(llvm::StringRef mesh, int64_t rows, int64_t contracted, llvm::StringRef left = "[_, _]",
                    llvm::StringRef library = "product") {
  std::string m = std::to_string(rows), k = std::to_string(contracted);
  return "mesh <" + mesh.str() + ">\nclass dot = ([i, k], [k, j])->([i, j]) {i=" + m + ", j=" + m + ", k=" + k +
         "} reduction={k}\n"
         "  {rule = {partial = exactly_one, partial_operands = [0, 1], partial_kinds = [sum]},\n"
         "   seconds_per_point = 2e-15, local = {form = {kind = product}, library = " +
         library.str() + ", product = {type = f32}}}\n%0 : f32[" + m + "x" + k + "] " + left.str() + ", %1 : f32[" + k +
         "x" + m + "] [_, _] = fixed()\n%2 : f32[" + m + "x" + m + "] " + (left == "[_, _]" ? "[_, _]" : "[_x, _]") +
         " = dot(%0, %1)\nfixed(%2 : [_, _])\n";
}

/// The product alone takes 2.2 ms; what it makes is gathered in 0.2 ms.
constexpr int64_t kRows = 4096, kContracted = 65536;

TEST(PlanOnMachine, AHeavyProductIsSplitOverAxesThatNobodyNames) {
  Planned on = planned(product("x=8", kRows, kContracted));
  EXPECT_TRUE(on.uses(2, "x"));
  EXPECT_EQ(on.plan.total.collectives, 1);
  // One eighth of the work, and what is sent takes a tenth of it.
  double whole = 2e-15 * kRows * kRows * kContracted * Price::kTicksPerSecond;
  EXPECT_LT(on.plan.total.ticks, whole / 4);
  EXPECT_GT(on.plan.total.ticks, whole / 8);
}

TEST(PlanOnMachine, ALightProductRunsWhole) {
  for (int64_t rows : {16, 128, 512}) {
    Planned on = planned(product("x=8", rows, rows));
    EXPECT_FALSE(on.uses(2, "x")) << rows;
    EXPECT_EQ(on.plan.total.collectives, 0) << rows;
  }
}

TEST(PlanOnMachine, AllIdleAxesAreUsed) {
  Planned on = planned(product("x=4,y=2", kRows, kContracted));
  EXPECT_TRUE(on.uses(2, "x"));
  EXPECT_TRUE(on.uses(2, "y"));
  // So is one that lies idle beside one that propagation gave.
  on = planned(product("x=4,y=2", kRows, kContracted, "[_x, _]"));
  EXPECT_TRUE(on.uses(2, "x"));
  EXPECT_TRUE(on.uses(2, "y"));
}

TEST(PlanOnMachine, WithoutAMachineNoAxisIsAdded) {
  EXPECT_FALSE(planned(product("x=8", kRows, kContracted), "flat").uses(2, "x"));
}

TEST(PlanOnMachine, WhatIsNoProductIsNotSplitOverIdleAxes) {
  EXPECT_FALSE(planned(product("x=8", kRows, kContracted, "[_, _]", "call")).uses(2, "x"));
}

/// A loop that multiplies an activation, which is split, by a mask that enters whole; `yields` is what its body ends
/// in.
/// `%5` is the body's activation, `%6` its mask, `%7` the product.
std::string loop(llvm::StringRef yields) {
  return R"(mesh <x=8>
class mul = ([i, j], [i, j])->([i, j]) {i=1024, j=1024}
  {rule = {elementwise}, seconds_per_point = 1e-12, local = {form = {kind = elementwise, price = 1}}}
%0 : f32[1024x1024] [_x, _], %1 : f32[1024x1024] [_, _] = fixed()
%2 : f32[1024x1024] [_, _] = mul(%1, %1)
%3 : f32[1024x1024] [_x, _], %4 : f32[1024x1024] [_, _], %5 : f32[1024x1024] [_x, _], %6 : f32[1024x1024] [_, _]
  = loop 12 (%0 : [_x, _], %2 : [_, _]) {
  fixed()
} {
  %7 : f32[1024x1024] [_x, _] = mul(%5, %6)
  fixed()" +
         yields.str() + R"()
} -> %8 : f32[1024x1024] [_x, _] {loop_carried}, %9 : f32[1024x1024] [_, _] {loop_carried}
fixed(%8 : [_x, _])
)";
}

TEST(PlanOnMachine, WhatNoIterationChangesIsCarriedAsItIsRead) {
  Planned on = planned(loop("%7 : [_x, _], %6 : [_, _]"));
  EXPECT_EQ(str(on.plan.loopCarried[1]), "[_x, _]");
  // And made so.
  EXPECT_EQ(str(on.choice(2).makes[0]), "[_x, _]");
  EXPECT_EQ(on.plan.total.collectives, 0);
}

TEST(PlanOnMachine, AValueThatIsYieldedInTwoPlacesIsHandedOnInItsOwn) {
  ProblemText text = *parseProblem(loop("%6 : [_x, _], %6 : [_, _]"));
  CostModel costs = CostModel::flat(text.mesh);
  ReshardPlans plans(costs);
  SolverState state(costs, text.problem, plans);
  size_t yield = text.problem.loopCarried.front().yield;
  EXPECT_FALSE(state.isHandedOn(yield, 0));
  EXPECT_TRUE(state.isHandedOn(yield, 1));
  EXPECT_FALSE(state.isHandedOn(text.problem.loopCarried.front().entry, 1));
}

} // namespace
