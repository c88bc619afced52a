#include "Steps.h"

namespace shardwright {
namespace {

ShardingRule identity() { return ruleOf("([i, j])->([i, j]) {i=8, j=8}", true); }

TEST(OpPriority, ElementWiseOpsDecideBeforeContractions) {
  Program p("x=2");
  size_t a = p.value("[_{x,?}, _?]"), b = p.value("[_?, _?]"), w = p.value("[_?, _{x,?}]"), c = p.value("[_?, _?]"),
         d = p.value("[_?, _{x,?}]");
  p.step(ruleOf("([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}"), {a, w}, {c});
  p.step(identity(), {d}, {c});
  p.step(identity(), {a}, {b});
  EXPECT_EQ(p.run(StrategyKind::OpPriority)[c], "[_?, _{x,?}]");
  EXPECT_EQ(p.run(StrategyKind::Aggressive)[c], "[_{x,?}, _?]");
}

TEST(OpPriority, BroadcastsFollowTheirConsumer) {
  // v is broadcast along i; its own x on j must not beat the consumer's x on i.
  Program p("x=2");
  size_t v = p.value("[_x]"), wide = p.value("[_?, _?]"), a = p.value("[_x, _?]"), sum = p.value("[_?, _?]");
  GraphStep &broadcast = p.step(ruleOf("([i])->([j, i]) {i=8, j=8}"), {v}, {wide});
  broadcast.priority = StepPriority::Broadcast;
  p.step(ruleOf("([i, j], [i, j])->([i, j]) {i=8, j=8}", true), {a, wide}, {sum});
  EXPECT_EQ(p.run(StrategyKind::OpPriority), (Texts{"[_x]", "[_{x,?}, _?]", "[_x, _?]", "[_{x,?}, _?]"}));
}

TEST(OpPriority, RoundsOpenUp) {
  ShardingRule rule = ruleOf("([i, j])->([i]) {i=8, j=8} reduction={j}");
  GraphStep step;
  step.soleUse = true;
  EXPECT_FALSE(stepDirections(step, rule, 1));
  EXPECT_FALSE(stepDirections(step, rule, 2));
  EXPECT_EQ((*stepDirections(step, rule, 3))[0], Direction::Both);
  EXPECT_EQ((*stepDirections(step, rule, 3))[1], Direction::None);
  EXPECT_EQ((*stepDirections(step, rule, 4))[1], Direction::Both);
  step.priority = StepPriority::PassThrough;
  EXPECT_TRUE(stepDirections(step, rule, 1));
  step.soleUse = false;
  EXPECT_FALSE(stepDirections(step, rule, 1));
  EXPECT_TRUE(stepDirections(step, rule, 2));
  step.priority = StepPriority::ForwardPassThrough;
  EXPECT_EQ((*stepDirections(step, rule, 2))[0], Direction::Forward);
  step.priority = StepPriority::Broadcast;
  EXPECT_EQ((*stepDirections(step, rule, 4))[0], Direction::Backward);
  EXPECT_EQ((*stepDirections(step, rule, 5))[0], Direction::Both);
  step.allowed = Direction::Forward;
  EXPECT_EQ((*stepDirections(step, rule, 4))[0], Direction::None);
}

TEST(OpPriority, NothingPropagatesAlongBlockedFactors) {
  Program p("x=2");
  size_t in = p.value("[_x]"), out = p.value("[_?]");
  p.step(ruleOf("([i])->([i]) {i=8} need_replication={i} blocked_propagation={i}"), {in}, {out});
  EXPECT_EQ(p.run(StrategyKind::OpPriority)[out], "[_?]");
}

TEST(UserPriority, TheStrongerSettlesFirst) {
  // Weights m at p0, data d at p1 on the same axis-hungry dimension.
  Program p("d=2,m=2");
  size_t x = p.value("[_{d,?} p1, _?]"), w = p.value("[_?, _{m,?}]"), y = p.value("[_?, _?]");
  p.step(ruleOf("([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}"), {x, w}, {y});
  EXPECT_EQ(p.run(StrategyKind::UserPriority), (Texts{"[_{d,?}, _?]", "[_?, _{m,?}]", "[_{d,?}, _{m,?}]"}));
}

TEST(UserPriority, AWeakAnnotationLosesAConflict) {
  Program p("x=2");
  size_t a = p.value("[_{x,?} p1, _?]"), b = p.value("[_?, _{x,?}]"), sum = p.value("[_?, _?]");
  p.step(ruleOf("([i, j], [i, j])->([i, j]) {i=8, j=8}", true), {a, b}, {sum});
  EXPECT_EQ(p.run(StrategyKind::UserPriority)[sum], "[_?, _{x,?}]");
  EXPECT_EQ(p.run(StrategyKind::UserPriority)[a], "[_{x,?}, _?]");
}

TEST(Engine, AValueInTwoPlacesOfOneOp) {
  Program p("x=2,y=2");
  size_t a = p.value("[_?, _?]"), c = p.value("[_x, _y]");
  p.step(ruleOf("([i, k], [j, k])->([i, j]) {i=8, j=8, k=8} reduction={k}"), {a, a}, {c});
  EXPECT_EQ(p.run(StrategyKind::Aggressive)[a], "[_{x,?}, _?]");
}

TEST(Engine, HiddenAxesStayInFrontOfTheOuterValue) {
  Program p("x=2,y=2");
  p.graph.axisLists.push_back({AxisRef("x")});
  size_t outer = p.value("[_{x,?}, _?]"), inner = p.value("[_{y,?}, _?]");
  p.graph.values[outer].unavailable = 1;
  p.graph.values[inner].unavailable = 1;
  p.step(ruleOf("([i, j])->([i, j]) {i=4, j=8}", true), {outer}, {inner}).hidden = 1;
  EXPECT_EQ(p.run(StrategyKind::Aggressive), (Texts{"[_{x,y,?}, _?]", "[_{y,?}, _?]"}));
}

TEST(Engine, EveryAxisHasAnOrigin) {
  Program p("x=2");
  size_t a = p.value("[_x, _?]"), b = p.value("[_?, _?]"), c = p.value("[_?, _?]");
  p.step(identity(), {a}, {b});
  p.step(identity(), {b}, {c});
  p.run(StrategyKind::Aggressive);
  ASSERT_EQ(p.result.decisions.size(), 2u);
  EXPECT_EQ(p.result.decisions[0].value, b);
  EXPECT_EQ(p.result.decisions[0].source, a);
  EXPECT_EQ(p.result.decisions[1].value, c);
  EXPECT_EQ(p.result.decisions[1].source, b);
  EXPECT_EQ(p.result.decisions[1].step, 1u);
  EXPECT_EQ(p.result.decisions[1].axis, AxisRef("x"));
}

} // namespace
} // namespace shardwright
