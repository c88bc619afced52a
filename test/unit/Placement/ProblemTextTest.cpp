// What is printed of a problem and a plan parses to the same, and plans alike; what does not parse says where and why.
#include "shardwright/Placement/ProblemText.h"

#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Sharding/Text.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Placement/RandomProblem.h"
#include "test/unit/Placement/SameProblem.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <gtest/gtest.h>

using namespace shardwright;

namespace {

constexpr llvm::StringLiteral kProduct = R"(// A product, then a loop that adds to it.
mesh <x=2, y=4>

class dot = ([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}
  {rule = {partial = exactly_one, partial_operands = [0, 1], partial_kinds = [sum]},
   seconds_per_point = 1e-12, local = {form = {kind = product}, library = product, product = {type = f32}}}
class add = ([i, j], [i, j])->([i, j]) {i=8, j=4}
  {rule = {elementwise}, seconds_per_point = 2.5e-12, local = {form = {kind = elementwise, price = 1}}}
class less = ([], [])->([])
  {local = {form = {kind = elementwise}}}
made one {form = {kind = splat}}

%0 : f32[8x16] [I_x, K_y] {kept} = fixed()
%1 : f32[16x4] [K_y, J] = fixed()
%2 : f32[8x4] [I_x, J] = dot(%0, %1)
%3 : f32[8x4] [I, J] {free} = one()
%4 : i32[] [] {free} = one()
%5 : i32[] [], %6 : f32[8x4] [I_x, J], %7 : i32[] [], %8 : f32[8x4] [I_x, J] = loop 12 (%4 : [], %2 : [I_x, J]) {
  %9 : i1[] [] = less(%5, %4)
  fixed(%9 : [])
} {
  %10 : f32[8x4] [I_x, J] = add(%8, %3)
  %11 : f32[8x4] [I_x, J] {root = %10} = fixed(%10 : [I_x, J])
  fixed(%7, %11 : [I_x, J]) times 3
} -> %12 : i32[] [] {loop_carried}, %13 : f32[8x4] [I_x, J] {loop_carried}
fixed(%13 : [I, J])
)";

constexpr llvm::StringLiteral kPlan = R"(
plan {ticks = 7, bytes = 12}
choose %2 {placement = {factors = {i = [x], k = [y]}}, next = {placement = {factors = {i = [x]}}, more = {bytes = 3}}}
choose %9 {}
choose %10 {placement = {factors = {i = [x]}, partial = [y], partial_operand = 0}, makes = [[I_x, J]{U_y}]}
loop_carried %13 [I_x, J]{U_y}
)";

std::string both() { return (llvm::Twine(kProduct) + kPlan).str(); }

ProblemText parsed(llvm::StringRef text) {
  absl::StatusOr<ProblemText> problem = parseProblem(text);
  EXPECT_TRUE(problem.ok()) << problem.status();
  return problem.ok() ? *std::move(problem) : ProblemText();
}

TEST(ProblemText, IsWhatItSays) {
  ProblemText text = parsed(kProduct);
  EXPECT_EQ(text.mesh, *Mesh::parse("x=2,y=4"));
  EXPECT_FALSE(text.plan);
  const ShardingProblem &problem = text.problem;
  ASSERT_EQ(problem.classes.size(), 3);
  EXPECT_EQ(problem.classes[0].rule.str(), "([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}");
  EXPECT_EQ(problem.classes[0].rule.partial, PartialBehavior::ExactlyOne);
  EXPECT_EQ(problem.classes[0].shapes.operands, (std::vector<Shape>{{8, 16}, {16, 4}}));
  EXPECT_EQ(problem.classes[0].secondsPerPoint, 1e-12);
  EXPECT_EQ(problem.classes[0].local.library, ShardingProblem::LocalOp::Library::Product);
  EXPECT_TRUE(problem.classes[1].rule.elementwise);
  ASSERT_EQ(problem.made.size(), 1);
  EXPECT_EQ(problem.made[0].form.kind, fusion::OpForm::Kind::Splat);

  ASSERT_EQ(problem.values.size(), 14);
  EXPECT_TRUE(problem.values[0].isKept);
  EXPECT_FALSE(problem.values[1].isKept);
  EXPECT_TRUE(problem.values[3].free);
  EXPECT_EQ(problem.values[9].type, "i1");
  EXPECT_EQ(problem.values[9].element.bytes, 1);
  EXPECT_EQ(problem.values[11].root, 10);

  ASSERT_EQ(problem.ops.size(), 13);
  EXPECT_EQ(problem.ops[2].opClass, 0);
  EXPECT_EQ(problem.ops[3].made, 0);
  EXPECT_EQ(problem.ops[5].times, 12);
  EXPECT_EQ(problem.ops[6].times, 12);
  EXPECT_EQ(problem.ops[10].times, 3);
  EXPECT_FALSE(problem.ops[10].needs[0].has_value());
  EXPECT_EQ(problem.ops[11].times, 1);
  ASSERT_EQ(problem.regions.size(), 1);
  EXPECT_EQ(problem.regions[0].form, ShardingProblem::Region::Form::Loop);
  EXPECT_EQ(problem.regions[0].enter, 5);
  EXPECT_EQ(problem.regions[0].ends, (llvm::SmallVector<size_t, 2>{7, 10}));
  EXPECT_EQ(problem.regions[0].leave, 11);
  EXPECT_EQ(problem.regions[0].trips, 12);
  ASSERT_EQ(problem.loopCarried.size(), 2);
  EXPECT_EQ(problem.loopCarried[1].entry, 5);
  EXPECT_EQ(problem.loopCarried[1].yield, 10);
  EXPECT_EQ(problem.loopCarried[1].position, 1);
  EXPECT_EQ(problem.loopCarried[1].arguments, (llvm::SmallVector<size_t, 2>{6, 8}));
  EXPECT_EQ(problem.loopCarried[1].result, 13);
}

TEST(ProblemText, APlanIsWhatItSays) {
  ProblemText text = parsed(both());
  ASSERT_TRUE(text.plan);
  ASSERT_EQ(text.plan->choices.size(), 3);
  EXPECT_EQ(text.plan->chosen, (std::vector<int64_t>{-1, -1, 0, -1, -1, -1, 1, -1, 2, -1, -1, -1, -1}));
  EXPECT_EQ(text.plan->total.bytes, 12);
  const PlacementChoice &dot = text.plan->choices[0];
  EXPECT_EQ(dot.placement.factors, (FactorAxes{{AxisRef("x")}, {}, {AxisRef("y")}}));
  EXPECT_EQ(str(dot.needs[1]), "[_y, _]");
  EXPECT_EQ(str(dot.makes[0]), "[_x, _]{U_y}");
  EXPECT_EQ(dot.next->more.bytes, 3);
  EXPECT_EQ(text.plan->choices[2].placement.partialOperand, 0);
  EXPECT_EQ(str(text.plan->loopCarried[1]), "[I_x, J]{U_y}");
  EXPECT_EQ(str(text.plan->loopCarried[0]), "[]");
}

TEST(ProblemText, PrintsAsItParses) {
  ProblemText text = parsed(both());
  std::string printed = printProblem(text.mesh, text.problem, &*text.plan);
  ProblemText again = parsed(printed);
  EXPECT_TRUE(Same()(text.problem, again.problem)) << printed;
  EXPECT_TRUE(Same()(*text.plan, *again.plan)) << printed;
  EXPECT_EQ(printProblem(again.mesh, again.problem, &*again.plan), printed);
}

constexpr llvm::StringLiteral kLayers = R"(mesh <x=2>

class c0 = ([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}
class c1 = ([i, j])->([i, j]) {i=8, j=8}
class c2 = ([i, j], [i, j])->([i, j]) {i=8, j=8}

%0 : f32[8x8] [_x, _],
%1 : f32[8x8] [_, _],
%2 : f32[8x8] [_, _],
%3 : f32[8x8] [_, _],
%4 : f32[8x8] [_, _]
  = fixed()
repeat 4 {
  %5+3 : f32[8x8] [_x, _] = c0(%0+3, %1+1)
  %6+3 : f32[8x8] [_x, _] {root = %5+3} = fixed(%5+3 : [_x, _])
  %7+3 : f32[8x8] [_x, _] = c2(%6+3, %4-1)
}
fixed(%7 : [_, _], %16 : [_x, _])
)";

TEST(ProblemText, LayersAreWrittenOnce) {
  // Written out by hand, but for the first operand: %4 there is what %7 would be before the first layer.
  std::string all = kLayers.split("repeat").first.str();
  for (int layer = 0; layer < 4; ++layer) {
    std::string made = std::to_string(5 + 3 * layer), same = std::to_string(6 + 3 * layer),
                sum = std::to_string(7 + 3 * layer);
    all += "%" + made + " : f32[8x8] [_x, _] = c0(%" + std::to_string(3 * layer) + ", %" + std::to_string(1 + layer) +
           ")\n%" + same + " : f32[8x8] [_x, _] {root = %" + made + "} = fixed(%" + made + " : [_x, _])\n%" + sum +
           " : f32[8x8] [_x, _] = c2(%" + same + ", %" + std::to_string(4 - layer) + ")\n";
  }
  all += "fixed(%7 : [_, _], %16 : [_x, _])\n";
  ProblemText folded = parsed(kLayers), written = parsed(all);
  EXPECT_EQ(folded.problem.ops.size(), 14);
  EXPECT_TRUE(Same()(folded.problem, written.problem));
  EXPECT_EQ(printProblem(written.mesh, written.problem), kLayers.str());
}

TEST(ProblemText, RandomProblemsPlanAlikeBehindTheirText) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const char *machine = seed % 2 ? "h100-8" : "tpu-v5e:4x2";
    CostModel costs =
        *CostModel::create(*findTopology(machine, TOPOLOGIES), TOPOLOGIES, *Mesh::parse(seed % 3 ? "x=2,y=4" : "x=8"));
    ShardingProblem problem = randomProblem(costs, seed, 7);
    ReshardPlans plans(costs);
    PlacementPlan plan = planPlacements(costs, problem, plans);
    std::string printed = printProblem(costs.mesh(), problem, &plan);
    ProblemText again = parsed(printed);
    ASSERT_EQ(again.mesh, costs.mesh());
    ASSERT_TRUE(Same()(problem, again.problem)) << "seed " << seed << "\n" << printed;
    ASSERT_TRUE(Same()(withoutUnused(plan), *again.plan)) << "seed " << seed << "\n" << printed;
    ASSERT_TRUE(Same()(plan, planPlacements(costs, again.problem, plans))) << "seed " << seed << "\n" << printed;
  }
}

/// The text with its first `from` replaced.
std::string with(llvm::StringRef text, llvm::StringRef from, llvm::StringRef to) {
  size_t at = text.find(from);
  EXPECT_NE(at, llvm::StringRef::npos) << from.str();
  return (llvm::Twine(text.take_front(at)) + to + text.drop_front(at + from.size())).str();
}

struct ErrorCase {
  const char *from, *to, *message;
};

void expectErrors(llvm::StringRef text, llvm::ArrayRef<ErrorCase> cases) {
  for (auto [from, to, message] : cases) {
    absl::StatusOr<ProblemText> problem = parseProblem(with(text, from, to));
    ASSERT_FALSE(problem.ok()) << from << " -> " << to;
    EXPECT_TRUE(llvm::StringRef(std::string(problem.status().message())).contains(message))
        << from << " -> " << to << "\n  says    " << problem.status().message() << "\n  expected " << message;
  }
}

TEST(ProblemText, ErrorsSayWhereAndWhatWasExpected) {
  const ErrorCase cases[] = {
      {"mesh <", "<", "line 2, column 1: expected 'mesh', found '<'"},
      {"<x=2", "x=2", "line 2, column 6: expected '<', found 'x'"},
      {"x=2,", "x=two,", "line 2, column 9: expected the size of the axis, found 't'"},
      {"y=4>", "x=4>", "line 2, column 6: the mesh names axis 'x' twice"},
      {"y=4>", "y=4, order=[0]>", "line 2, column 6: the device order lists 1 devices, but the mesh has 8"},
      {"y=4>", "y=4", "line 4, column 1: expected '>', found 'c'"},
      {"class dot", "class loop", "line 4, column 7: 'loop' is a keyword; give it another name"},
      {"class add", "class dot", "line 7, column 7: 'dot' is defined twice"},
      {"class dot =", "class dot", "line 4, column 11: expected '=', found '('"},
      {"[k, j])->", "[k, j)->", "line 4, column 27: expected a factor, found ')'"},
      {"k=16}", "}", "line 4, column 51: expected a factor, found '}'"},
      {"{rule = {partial", "{role = {partial",
       "line 5, column 4: expected one of rule, shapes, seconds_per_point, local, manual, found 'r'"},
      {"seconds_per_point", "shapes = {operands = [[8, 16]]}, seconds_per_point",
       "line 4, column 13: the shapes are not those of as many tensors of as many dimensions as the rule's"},
      {"exactly_one", "any", "line 5, column 22: expected one of none, all_alike, exactly_one, found 'a'"},
      {"= [0, 1]", "= [0, 2]",
       "line 4, column 13: the rule has 2 operands; partial_operands and accumulators are numbers of them"},
      {"= [0, 1]", "= [0, 1}", "line 5, column 59: expected ',' or ']', found '}'"},
      {"[sum]}", "[sum], windows = [{operand = 0, dim = 2, factor = 0}]}",
       "line 4, column 13: a window names operand 0, dimension 2 and factor 0; the rule has no such place"},
      {"[sum]}", "[sum], factors = {l = {combined}}}", "line 5, column 96: expected a factor of the rule, found 'l'"},
      {"[sum]}", "[sum], factors = {a = {combined}}}", "line 5, column 96: expected a factor, found 'a'"},
      {"1e-12", "1e-1.2", "line 6, column 24: expected a finite number, found '1'"},
      {"1e-12", "inf", "line 6, column 24: expected a finite number, found 'i'"},
      {"{kind = product}", "{kind = product, leading = 4294967296}", "line 6, column 74: 4294967296 is too large"},
      {"{kind = product}", "{simple = 1}", "line 6, column 57: expected true or false, found '1'"},
      {"{kind = product}", "{kind}", "line 6, column 52: expected '=', found '}'"},
      {"{elementwise}", "{elementwise]", "line 8, column 23: expected ',' or '}', found ']'"},
      {"[16x4]", "[16*4]", "line 14, column 12: expected 'x', found '*'"},
      {"[16x4]", "[16x999999999999999999]", "line 14, column 10: the array has more than 2^63 elements"},
      {"f32[16x4]", "[16x4]", "line 14, column 6: expected a type, found '['"},
      {"[I_x, K_y] {kept}", "[I_z, K_y] {kept}", "line 13, column 16: unknown axis 'z': the mesh has the axes x, y"},
      {"[I_x, K_y] {kept}", "[I_x, K_y {kept}", "line 13, column 26: expected ',' or ']', found '{'"},
      {"{kept}", "{element = {priced = f31}}",
       "line 13, column 48: expected one of f32, f64, bf16, f16, tf32, fp8, fp4, int8, int4, found 'f'"},
      {"{kept}", "{root = %7}", "line 13, column 1: the root of %0 is %7, which is not made before it in that shape"},
      {"{loop_carried}, %13", "{loop_carried free}, %13", "line 25, column 35: expected ',' or '}', found 'f'"},
      {"= dot(", "dot(", "line 15, column 24: expected '=', found 'd'"},
      {"= dot(", "= dat(", "line 15, column 26: expected a class, fixed, loop, branches or inline, found 'd'"},
      {"dot(%0, %1)", "dot(%0, %7)", "line 15, column 34: %7 is used before it is made"},
      {"dot(%0, %1)", "dot(%0, %1 : [K, J])", "line 15, column 37: expected ',' or ')', found ':'"},
      {"dot(%0, %1)", "dot(%0, %0)",
       "line 15, column 26: the op is ([8x16], [8x16])->([8x4]), its class ([8x16], [16x4])->([8x4])"},
      {"= one()", "= one(%2)", "line 16, column 31: what is made has no operands"},
      {"%3 : f32", "%2 : f32", "line 16, column 1: %2 is made twice"},
      {"%12 : i32[] [] {loop_carried}, %13", "%14 : i32[] [] {loop_carried}, %13", "%12 is not made, but %13 is"},
      {"= loop 12 (", "= loop twelve (", "line 18, column 85: expected a finite number, found 't'"},
      {"fixed(%9 : [])", "fixed(%9 [])", "line 20, column 12: expected ':', ',' or ')', found '['"},
      {"fixed(%9 : [])", "fixed(%9 : [I])", "line 20, column 14: "},
      {"{\n  %9 : i1[] [] = less(%5, %4)\n  fixed(%9 : [])\n}", "{\n}", "line 19, column 1: expected an op, found '}'"},
      {"%7 : i32[] [], %8", "%8", "line 24, column 9: %7 is used before it is made"},
      {", %2 : [I_x, J]) {", ") {",
       "line 25, column 6: the loop of %12 is entered with 1 values, but its 2 blocks have 4"},
      {"fixed(%7, %11 : [I_x, J])", "fixed(%7)",
       "line 25, column 37: %13 is carried as result 1, but there is no operand of that number to come from"},
      {"fixed(%13 : [I, J])\n", "fixed(%13 : [I, J])\n}\n",
       "line 27, column 1: expected a class, an op, a plan or the end, found '}'"},
      {"plan {ticks", "plan {tacks",
       "line 28, column 7: expected one of ticks, work_ticks, bytes, collectives, found 't'"},
      {"choose %9", "chose %9", "line 30, column 1: expected 'choose', 'loop_carried' or the end, found 'c'"},
      {"choose %9", "choose %0", "line 30, column 8: expected the first result of an op that has a class, found '%'"},
      {"choose %9", "choose %9, %10", "line 30, column 12: expected the result of an op of the same class, found '%'"},
      {"choose %9", "choose %2", "line 30, column 8: a placement of %2 is chosen twice"},
      {"choose %9 {}\n", "", "nothing is chosen for the op that makes %9"},
      {"k = [y]}}", "l = [y]}}", "line 29, column 11: the rule has no factor l"},
      {"k = [y]}}", "k = [x]}}", "line 29, column 11: axis x is used twice"},
      {"k = [y]}}", "k = [z]}}", "line 29, column 11: unknown axis 'z'"},
      {"partial_operand = 0", "partial_operand = 2", "line 31, column 12: the rule has no operand 2"},
      {"makes = [[I_x, J]{U_y}]", "makes = [[I_x, J], [I, J]]",
       "line 31, column 12: 2 shardings where the class has 1"},
      {"makes = [[I_x, J]{U_y}]", "makes = [[I_x]]", "line 31, column 12: "},
      {"loop_carried %13", "loop_carried %3", "line 32, column 14: %3 is not carried"},
      {"loop_carried %13", "loop_carried 13", "line 32, column 14: expected '%', found '1'"},
  };
  expectErrors(both(), cases);
}

TEST(ProblemText, ErrorsOfWhatRepeats) {
  expectErrors(kLayers.str(),
               {{"repeat 4", "repeat", "line 13, column 8: expected how often, found '{'"},
                {"repeat 4", "repeat 0", "line 13, column 8: expected a number from 1 to 4096, found '0'"},
                {"repeat 4", "repeat 4097", "line 13, column 8: expected a number from 1 to 4096, found '4'"},
                {"repeat 4", "repeat 6", "line 16, column 38: there is no such value in repetition 5"},
                {"repeat 4 {", "repeat 4 {\nrepeat 2 {", "line 14, column 8: what repeats is inside what repeats"},
                {"%5+3 : f32", "%5 : f32", "line 14, column 3: %5 is made twice"},
                {"%5+3 : f32", "%5+ : f32", "line 14, column 7: expected how many more in each repetition, found ':'"},
                {"}\nfixed(%7 : [_, _], %16 : [_x, _])", "", "line 18, column 1: expected '}', found the end"},
                {"fixed(%7 :", "fixed(%7+3 :", "line 18, column 9: expected ':', ',' or ')', found '+'"}});
}

} // namespace
