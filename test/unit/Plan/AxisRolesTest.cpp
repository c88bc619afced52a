#include "shardwright/Plan/AxisRoles.h"
#include "shardwright/Placement/ProblemText.h"

#include <gtest/gtest.h>

namespace shardwright::plan {
namespace {

// Tokens times a weight that was converted first, times one that a loop hands on.
constexpr char kProgram[] =
    "mesh <x=4, y=2>\n"
    "class dot = ([i, k], [k, j])->([i, j]) {i=64, j=32, k=32} reduction={k}\n"
    "  {rule = {partial = exactly_one, partial_operands = [0, 1], partial_kinds = [sum]},\n"
    "   seconds_per_point = 2e-15, local = {form = {kind = product}, library = product}}\n"
    "class convert = ([i, j])->([i, j]) {i=32, j=32}\n"
    "  {rule = {elementwise}, seconds_per_point = 1e-12, local = {form = {kind = elementwise, price = 1}}}\n"
    "%0 : f32[64x32] [_, _] {kept}, %1 : f32[32x32] [_x, _] {kept}, %2 : f32[32x32] [_x, _] {kept} = fixed()\n"
    "%3 : f32[32x32] [_, _] = convert(%1)\n"
    "%4 : f32[64x32] [_, _] = dot(%0, %3)\n"
    "%5 : f32[32x32] [_, _], %6 : f32[32x32] [_, _] = loop 6 (%2 : [_, _]) {\n"
    "  %7 : i1[] [] = fixed()\n"
    "  fixed(%7 : [])\n"
    "} {\n"
    "  %8 : f32[64x32] [_, _] = dot(%4, %6)\n"
    "  fixed(%6 : [_, _])\n"
    "} -> %9 : f32[32x32] [_, _] {loop_carried}\n"
    "fixed(%4 : [_, _])\n";

class AxisRoles : public testing::Test {
protected:
  void SetUp() override {
    absl::StatusOr<ProblemText> parsed = parseProblem(kProgram);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    text = *std::move(parsed);
  }

  /// Every product by those axes of i, j and k, everything else whole.
  std::vector<AxisRole> rolesBy(AxisList i, AxisList j, AxisList k) {
    PlacementPlan plan;
    for (const ShardingProblem::OpClass &opClass : text.problem.classes) {
      PlacementChoice choice;
      choice.placement = Placement::replicated(opClass.rule);
      if (opClass.isProduct())
        choice.placement.factors = {i, j, k};
      plan.choices.push_back(choice);
    }
    for (const ShardingProblem::Op &op : text.problem.ops)
      plan.chosen.push_back(op.opClass);
    return axisRoles(text.mesh, text.problem, plan, {1, 2});
  }

  ProblemText text;
};

TEST_F(AxisRoles, WhatSplitsParametersIsTensorParallel) {
  EXPECT_EQ(rolesBy({}, {AxisRef("x")}, {AxisRef("y")}),
            (std::vector{AxisRole::TensorParallel, AxisRole::TensorParallel}));
}

TEST_F(AxisRoles, WhatSplitsDataIsFullyShardedWhereParametersAreSplit) {
  EXPECT_EQ(rolesBy({AxisRef("x"), AxisRef("y")}, {}, {}),
            (std::vector{AxisRole::FullySharded, AxisRole::DataParallel}));
}

TEST_F(AxisRoles, WhatIsWholeInProductsIsOther) {
  std::vector<AxisRole> roles = rolesBy({AxisRef("x")}, {}, {});
  EXPECT_EQ(roles, (std::vector{AxisRole::FullySharded, AxisRole::Other}));
  EXPECT_EQ(describeAxes(text.mesh, roles), "fully sharded x=4, other y=2");
}

} // namespace
} // namespace shardwright::plan
