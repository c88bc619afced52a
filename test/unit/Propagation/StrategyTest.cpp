#include "Steps.h"

namespace shardwright {
namespace {

/// The list that operands [i] with these shardings agree on.
std::string agreed(llvm::StringRef meshText, std::vector<std::string> operands, std::vector<std::string> results,
                   Direction direction = Direction::Both) {
  Mesh mesh = meshOf(meshText);
  ShardingRule rule;
  rule.factors = {Factor{64}};
  Projection projection;
  projection.numOperands = operands.size();
  for (const std::vector<std::string> *texts : {&operands, &results})
    for (const std::string &text : *texts)
      projection.tensors.push_back(project(mesh, rule, TensorFactors{DimFactors{0}}, shardingOf(text)));
  std::string text;
  for (const AxisRef &axis : compatibleMajorAxes({mesh, rule, {direction}}, projection, 0))
    text += (text.empty() ? "" : ",") + axis.str();
  return text;
}

TEST(CompatibleAxes, TheDocumentedTable) {
  const char *mesh = "a=4,b=2,c=2";
  EXPECT_EQ(agreed(mesh, {"[_a]", "[_{a,b}]"}, {}), "a,b");
  EXPECT_EQ(agreed(mesh, {"[_{a,b}]", "[_{a,c}]"}, {}), "a");
  EXPECT_EQ(agreed(mesh, {"[_a]", "[_b]"}, {}), "");
}

TEST(CompatibleAxes, NobodyExtendsAfterTheFirstDisagreement) {
  EXPECT_EQ(agreed("a=4,b=2,c=2", {"[_{a,b}]", "[_{a,c}]", "[_{a,b}]"}, {}), "a");
}

TEST(CompatibleAxes, ASubAxisGrowsOnlyAtTheEnd) {
  const char *mesh = "a=4,b=2";
  EXPECT_EQ(agreed(mesh, {"[_{a:(1)2}]", "[_a]"}, {}), "a");
  EXPECT_EQ(agreed(mesh, {"[_{a:(1)2}]", "[_{a,b}]"}, {}), "a,b");
  EXPECT_EQ(agreed(mesh, {"[_{a:(1)2,b}]", "[_a]"}, {}), "a:(1)2");
  EXPECT_EQ(agreed(mesh, {"[_a]", "[_{a:(1)2,b}]"}, {}), "a:(1)2");
}

TEST(CompatibleAxes, ReceiversOfAOneWayDirectionCutButDoNotExtend) {
  const char *mesh = "a=2,b=2,c=2";
  EXPECT_EQ(agreed(mesh, {"[_a]"}, {"[_{a,b}]"}, Direction::Forward), "a");
  EXPECT_EQ(agreed(mesh, {"[_a]"}, {"[_{a,b}]"}, Direction::Backward), "a,b");
  EXPECT_EQ(agreed(mesh, {"[_{a,b}]"}, {"[_{a,c}]"}, Direction::Forward), "a");
  EXPECT_EQ(agreed(mesh, {"[_a]"}, {"[_a]"}, Direction::None), "");
}

TEST(Strategies, ConflictBetweenTwoOperandsOfAnAddition) {
  // The example of basic against aggressive: both operands want axis a, on different dimensions.
  auto program = [] {
    Program p("a=2,b=2");
    size_t l = p.value("[_{a,?}, _?]"), r = p.value("[_?, _{a,?}]"), out = p.value("[_?, _?]");
    p.step(ruleOf("([i, j], [i, j])->([i, j]) {i=8, j=8}", true), {l, r}, {out});
    return p;
  };
  Program basic = program(), aggressive = program();
  EXPECT_EQ(basic.run(StrategyKind::Basic), (Texts{"[_{a,?}, _?]", "[_?, _{a,?}]", "[_?, _?]"}));
  EXPECT_EQ(aggressive.run(StrategyKind::Aggressive), (Texts{"[_{a,?}, _?]", "[_?, _{a,?}]", "[_{a,?}, _?]"}));
}

TEST(Strategies, TheLargerSourceTensorGoesFirst) {
  auto rule = [] { return ruleOf("([i, k], [k, j])->([i, j]) {i=8, j=64, k=16} reduction={k}"); };
  Program p("x=2");
  size_t l = p.value("[_x, _]"), r = p.value("[_, _x]"), out = p.value("[_?, _?]");
  p.step(rule(), {l, r}, {out});
  EXPECT_EQ(p.run(StrategyKind::Aggressive)[out], "[_?, _{x,?}]");
}

TEST(Strategies, ClosedDimensionsTakeNothingButGive) {
  Program p("x=2,y=2");
  size_t l = p.value("[_x, _]"), r = p.value("[_?, _{y,?}]"), out = p.value("[_, _?]");
  p.step(ruleOf("([i, j], [i, j])->([i, j]) {i=8, j=8}", true), {l, r}, {out});
  // The closed result keeps x from going sideways to r; y cannot reach the closed l.
  EXPECT_EQ(p.run(StrategyKind::Aggressive), (Texts{"[_x, _]", "[_?, _{y,?}]", "[_, _{y,?}]"}));
}

TEST(Strategies, ReplicatedAxesAreNotTaken) {
  Program p("x=2");
  size_t l = p.value("[_x]"), out = p.value("[_?]{R_x}");
  p.step(ruleOf("([i])->([i]) {i=8}", true), {l}, {out});
  EXPECT_EQ(p.run(StrategyKind::Aggressive)[out], "[_?]{R_x}");
}

TEST(Strategies, PartOfAnAxisWhereOnlyPartDivides) {
  Program p("x=4");
  size_t in = p.value("[_?]"), out = p.value("[_x, _?]");
  p.step(ruleOf("([ij])->([i, j]) {i=2, j=6}"), {in}, {out});
  EXPECT_EQ(p.run(StrategyKind::Aggressive)[in], "[_{x:(1)2,?}]");
}

TEST(Strategies, BasicGivesToNoneWhatOneCannotTake) {
  Program p("x=2");
  size_t l = p.value("[_x, _?]"), r = p.value("[_?, _]"), out = p.value("[_?, _x]");
  p.step(ruleOf("([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}"), {l, r}, {out});
  // i is taken by j's x in the result.
  EXPECT_EQ(p.run(StrategyKind::Basic), (Texts{"[_x, _?]", "[_?, _]", "[_?, _x]"}));
}

} // namespace
} // namespace shardwright
