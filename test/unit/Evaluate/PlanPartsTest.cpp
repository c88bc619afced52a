// Where two plans differ, and what hangs together there.
#include "lib/Evaluate/PlanParts.h"

#include "shardwright/Placement/ProblemText.h"

#include "llvm/ADT/Twine.h"

#include <gtest/gtest.h>

using namespace shardwright;
using namespace shardwright::evaluation;

namespace {

constexpr llvm::StringLiteral kClass = R"(mesh <x=8>
class neg = ([i])->([i]) {i=64}
  {rule = {elementwise}, local = {form = {kind = elementwise, price = 1}}}
class add = ([i], [i])->([i]) {i=64}
  {rule = {elementwise}, local = {form = {kind = elementwise, price = 1}}}
made zeros {form = {kind = splat}}
)";
constexpr llvm::StringLiteral kWhole = "{placement = {}}";
constexpr llvm::StringLiteral kSplit = "{placement = {factors = {i = [x]}}}";

struct Both {
  ShardingProblem problem;
  PlacementPlan a, b;
  std::vector<PlanPart> parts() const { return differingParts(problem, a, b); }
};

/// `ops` in both plans; the ops that make `split` are split in the second, those that make `same` in both.
Both both(const std::string &ops, llvm::ArrayRef<size_t> split, llvm::ArrayRef<size_t> whole = {},
          const std::string &carriedByB = {}) {
  auto plan = [&](bool second) {
    std::string text = (kClass + ops).str() + "plan {}\n";
    for (size_t value : split)
      text += ("choose %" + llvm::Twine(value) + " " + (second ? kSplit : kWhole) + "\n").str();
    for (size_t value : whole)
      text += ("choose %" + llvm::Twine(value) + " " + kWhole + "\n").str();
    if (second)
      text += carriedByB;
    absl::StatusOr<ProblemText> parsed = parseProblem(text);
    EXPECT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
    return *parsed;
  };
  ProblemText first = plan(false), second = plan(true);
  return {first.problem, *first.plan, *second.plan};
}

using Ops = std::vector<size_t>;

TEST(PlanParts, EqualPlansHaveNone) {
  EXPECT_TRUE(
      both("%0 : f32[64] [_] = fixed()\n%1 : f32[64] [_] = neg(%0)\nfixed(%1 : [_])\n", {}, {1}).parts().empty());
}

TEST(PlanParts, WhatSharesNoValueIsAPartOfItsOwn) {
  Both plans = both("%0 : f32[64] [_], %1 : f32[64] [_] = fixed()\n%2 : f32[64] [_] = neg(%0)\n"
                    "%3 : f32[64] [_] = neg(%1)\n%4 : f32[64] [_] = neg(%3)\nfixed(%2 : [_], %4 : [_])\n",
                    {2, 3, 4});
  std::vector<PlanPart> parts = plans.parts();
  ASSERT_EQ(parts.size(), 2);
  EXPECT_EQ(parts[0].ops, (Ops{2, 3})); // the larger one first
  EXPECT_EQ(parts[1].ops, (Ops{1}));

  PlacementPlan mixed = plans.a;
  takePart(mixed, parts[1], plans.b);
  EXPECT_EQ(mixed.choices[mixed.chosen[1]].placement, plans.b.choices[plans.b.chosen[1]].placement);
  EXPECT_EQ(mixed.choices[mixed.chosen[2]].placement, plans.a.choices[plans.a.chosen[2]].placement);
  EXPECT_EQ(mixed.choices[mixed.chosen[3]].placement, plans.a.choices[plans.a.chosen[3]].placement);
  EXPECT_EQ(differingParts(plans.problem, mixed, plans.a).size(), 1);
  EXPECT_EQ(differingParts(plans.problem, mixed, plans.b).size(), 1);
  takePart(mixed, parts[0], plans.b);
  EXPECT_TRUE(differingParts(plans.problem, mixed, plans.b).empty());
}

TEST(PlanParts, ASharedValueJoins) {
  std::string ops = "%0 : f32[64] [_] = fixed()\n%1 : f32[64] [_] = neg(%0)\n%2 : f32[64] [_] = neg(%0)\n"
                    "fixed(%1 : [_], %2 : [_])\n";
  EXPECT_EQ(both(ops, {1, 2}).parts().size(), 1);
  // By another name, too.
  std::string renamed = "%0 : f32[64] [_] = fixed()\n%1 : f32[64] [_] {root = %0} = fixed(%0 : [_])\n"
                        "%2 : f32[64] [_] = neg(%0)\n%3 : f32[64] [_] = neg(%1)\nfixed(%2 : [_], %3 : [_])\n";
  EXPECT_EQ(both(renamed, {2, 3}).parts().size(), 1);
}

TEST(PlanParts, WhatComesForFreeJoinsNothing) {
  std::string ops = "%0 : f32[64] [_] {free} = zeros()\n%1 : f32[64] [_] = neg(%0)\n%2 : f32[64] [_] = neg(%0)\n"
                    "fixed(%1 : [_], %2 : [_])\n";
  EXPECT_EQ(both(ops, {1, 2}).parts().size(), 2);
}

/// As in equal layers, whose ops share choices.
TEST(PlanParts, PartsThatAreAlikeAreOne) {
  Both plans = both("%0 : f32[64] [_], %1 : f32[64] [_] = fixed()\n%2 : f32[64] [_] = neg(%0)\n"
                    "%3 : f32[64] [_] = neg(%1)\nfixed(%2 : [_], %3 : [_])\n",
                    {2, 3});
  EXPECT_EQ(plans.parts().size(), 2);
  plans.a.chosen[2] = plans.a.chosen[1];
  EXPECT_EQ(plans.parts().size(), 2);
  plans.b.chosen[2] = plans.b.chosen[1];
  std::vector<PlanPart> parts = plans.parts();
  ASSERT_EQ(parts.size(), 1);
  EXPECT_EQ(parts[0].ops, (Ops{1, 2}));
}

TEST(PlanParts, AnOpThatIsTheSameInBothSeparates) {
  std::string ops = "%0 : f32[64] [_] = fixed()\n%1 : f32[64] [_] = neg(%0)\n%2 : f32[64] [_] = neg(%1)\n"
                    "%3 : f32[64] [_] = neg(%2)\nfixed(%3 : [_])\n";
  EXPECT_EQ(both(ops, {1, 2, 3}).parts().size(), 1);
  EXPECT_EQ(both(ops, {1, 3}, {2}).parts().size(), 2);
}

/// What enters, what an iteration makes and what is read behind it are sharded as the loop-carried value.
TEST(PlanParts, ALoopCarriedValueJoinsWhatIsAroundIt) {
  std::string ops = "%0 : f32[64] [_], %1 : f32[64] [_] = fixed()\n%2 : f32[64] [_] = neg(%0)\n"
                    "%3 : f32[64] [_], %4 : f32[64] [_] = loop 12 (%2 : [_]) {\n  fixed()\n} {\n"
                    "  %5 : f32[64] [_] = neg(%4)\n  fixed(%5 : [_])\n} -> %6 : f32[64] [_] {loop_carried}\n"
                    "%7 : f32[64] [_] = neg(%6)\n%8 : f32[64] [_] = neg(%1)\nfixed(%7 : [_], %8 : [_])\n";
  Both plans = both(ops, {2, 5, 7, 8}, {}, "loop_carried %6 [_x]\n");
  std::vector<PlanPart> parts = plans.parts();
  ASSERT_EQ(parts.size(), 2);
  EXPECT_EQ(parts[0].ops.size(), 3);
  EXPECT_EQ(parts[0].loopCarried, (Ops{0}));
  EXPECT_EQ(parts[1].ops.size(), 1);
  EXPECT_TRUE(parts[1].loopCarried.empty());
  PlacementPlan mixed = plans.a;
  takePart(mixed, parts[0], plans.b);
  EXPECT_TRUE(mixed.loopCarried[0].samePlacement(plans.b.loopCarried[0]));
  EXPECT_EQ(differingParts(plans.problem, mixed, plans.b).size(), 1);

  // Where it stays, nothing joins what is outside of the loop and what is in it.
  EXPECT_EQ(both(ops, {2, 5, 7}, {8}).parts().size(), 3);
}

} // namespace
