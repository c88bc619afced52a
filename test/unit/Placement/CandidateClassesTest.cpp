// Kinds share their candidates exactly where lengths make no difference to how an op can run.
#include "lib/Placement/CandidateClasses.h"

#include "gtest/gtest.h"

namespace shardwright {
namespace {

ShardingProblem::OpClass kind(const char *rule, std::vector<Shape> operands, std::vector<Shape> results) {
  return {*parseShardingRule(rule), {std::move(operands), std::move(results)}, 1};
}

ShardingProblem::OpClass sum(int64_t rows, int64_t columns) {
  Shape shape = {rows, columns};
  std::string lengths = "{i=" + std::to_string(rows) + ", j=" + std::to_string(columns) + "}";
  return kind(("([i, j], [i, j])->([i, j]) " + lengths).c_str(), {shape, shape}, {shape});
}

bool shareClass(ShardingProblem::OpClass a, ShardingProblem::OpClass b) {
  std::vector<uint32_t> candidateClasses =
      numberCandidateClasses(*Mesh::parse("x=4,y=2"), {std::move(a), std::move(b)});
  return candidateClasses[0] == candidateClasses[1];
}

TEST(CandidateClasses, AreSharedBetweenLengthsThatAllDevicesDivide) {
  ShardingProblem::OpClass dear = sum(64, 8);
  dear.secondsPerPoint = 7;
  EXPECT_TRUE(shareClass(sum(8, 16), dear));
  EXPECT_FALSE(shareClass(sum(8, 16), sum(8, 12)));
  EXPECT_FALSE(shareClass(sum(8, 4), sum(8, 12)));
  EXPECT_FALSE(shareClass(sum(8, 0), sum(8, 8)));
}

TEST(CandidateClasses, AreNotSharedWhereSumsPassOtherwise) {
  ShardingProblem::OpClass passes = sum(8, 8);
  passes.rule.partial = PartialBehavior::AllAlike;
  passes.rule.partialOperands = {0, 1};
  passes.rule.partialKinds = {ReductionKind::Sum};
  EXPECT_FALSE(shareClass(sum(8, 8), passes));
  ShardingProblem::OpClass one = passes;
  one.rule.partialOperands = {0};
  EXPECT_FALSE(shareClass(passes, one));
}

TEST(CandidateClasses, AreNotSharedWhereFactorsShareADimension) {
  EXPECT_FALSE(shareClass(kind("([ij])->([i, j]) {i=8, j=16}", {{128}}, {{8, 16}}),
                          kind("([ij])->([i, j]) {i=16, j=8}", {{128}}, {{16, 8}})));
}

TEST(CandidateClasses, AreNotSharedWhereAFactorIsPartOfADimension) {
  EXPECT_FALSE(shareClass(kind("([i])->([i]) {i=8}", {{16}}, {{8}}), kind("([i])->([i]) {i=8}", {{24}}, {{8}})));
}

TEST(CandidateClasses, AreNotSharedBetweenWindows) {
  auto window = [](int64_t length, int64_t low) {
    std::string lengths = "{i=" + std::to_string(length) + "}";
    ShardingProblem::OpClass result = kind(("([i])->([i]) " + lengths).c_str(), {{length}}, {{length}});
    result.rule.windows.push_back({0, 0, 0, low, 1, 3, 1});
    return result;
  };
  EXPECT_TRUE(shareClass(window(8, -1), window(8, -1)));
  EXPECT_FALSE(shareClass(window(8, -1), window(8, -2)));
  EXPECT_FALSE(shareClass(window(8, -1), window(16, -1)));
}

} // namespace
} // namespace shardwright
