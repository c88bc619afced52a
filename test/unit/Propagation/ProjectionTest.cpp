#include "Steps.h"

#include "shardwright/Propagation/Projection.h"

namespace shardwright {
namespace {

std::string axesOf(const TensorProjection &tensor, int64_t factor) {
  std::string text;
  for (const AxisRef &axis : tensor.find(factor)->axes)
    text += (text.empty() ? "" : ",") + axis.str();
  return text;
}

TEST(Projection, SplitsAnAxisOverTheFactorsOfADimension) {
  Mesh mesh = meshOf("x=4");
  ShardingRule rule = ruleOf("([ij])->([i, j]) {i=2, j=6}");
  TensorProjection tensor = project(mesh, rule, rule.operands[0], shardingOf("[_x]"));
  EXPECT_EQ(axesOf(tensor, 0), "x:(1)2");
  EXPECT_EQ(axesOf(tensor, 1), "x:(2)2");
  EXPECT_TRUE(tensor.factors[1].last);
  EXPECT_FALSE(tensor.factors[0].last);
  EXPECT_EQ(tensor.elements, 12);
  EXPECT_EQ(str(unproject(mesh, rule, rule.operands[0], tensor, shardingOf("[_]"))), "[_x]");
}

TEST(Projection, WhatDoesNotDivideOverflowsAndClosesTheFactorsBehind) {
  Mesh mesh = meshOf("x=2,y=2");
  ShardingRule rule = ruleOf("([ij])->([i, j]) {i=3, j=4}");
  TensorProjection tensor = project(mesh, rule, rule.operands[0], shardingOf("[_{x,y,?}]"));
  EXPECT_EQ(axesOf(tensor, 0), "");
  EXPECT_EQ(tensor.factors[0].overflow.size(), 2u);
  EXPECT_EQ(axesOf(tensor, 1), "");
  EXPECT_FALSE(tensor.factors[1].open);
}

TEST(Projection, TheLastFactorTakesWhatRemainsEvenlyOrNot) {
  Mesh mesh = meshOf("x=4");
  ShardingRule rule = ruleOf("([i])->([i]) {i=7}");
  TensorProjection tensor = project(mesh, rule, rule.operands[0], shardingOf("[_x]"));
  EXPECT_EQ(axesOf(tensor, 0), "x");
}

TEST(Projection, GoingBackStopsBehindAFactorThatIsNotFullySplit) {
  Mesh mesh = meshOf("x=2,y=2");
  ShardingRule rule = ruleOf("([i, j])->([ij]) {i=4, j=4}");
  TensorProjection tensor = project(mesh, rule, rule.results[0], shardingOf("[_?]"));
  tensor.find(0)->axes = {AxisRef("x")};
  tensor.find(1)->axes = {AxisRef("y")};
  EXPECT_EQ(str(unproject(mesh, rule, rule.results[0], tensor, shardingOf("[_?]"))), "[_{x,?}]");
}

} // namespace
} // namespace shardwright
