#include "shardwright/Sharding/RuleBuilder.h"

#include <gtest/gtest.h>

namespace shardwright {
namespace {

std::string reshape(RuleShape in, RuleShape out) {
  RuleBuilder b({std::move(in)}, {std::move(out)});
  addReshapeFactors(b);
  return b.build().str();
}

TEST(RuleBuilder, ADotProduct) {
  RuleBuilder b({{8, 32}, {32, 16}}, {{8, 16}});
  b.factor({0, b.kNone}, {0}, 8);
  b.factor({b.kNone, 1}, {1}, 16);
  b.factor({1, 0}, {b.kNone}, 32, FactorKind::Reduction);
  EXPECT_EQ(b.build().str(), "([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}");
}

TEST(RuleBuilder, DimensionsWithoutAFactorGetOneThatIsNotSplit) {
  RuleBuilder b({{8, 32}}, {{8}});
  b.factor({0}, {0}, 8);
  ShardingRule rule = b.build();
  EXPECT_EQ(rule.str(), "([i, j])->([i]) {i=8, j=1}");
  EXPECT_FALSE(rule.factors[1].splittable);
}

TEST(RuleBuilder, PointwiseLeavesScalarsOut) {
  RuleBuilder b({{}, {4, 5}, {4, 5}}, {{4, 5}});
  b.pointwise();
  EXPECT_EQ(b.build().str(), "([], [i, j], [i, j])->([i, j]) {i=4, j=5}");
}

TEST(ReshapeFactors, SplitAndMerge) {
  EXPECT_EQ(reshape({12}, {3, 4}), "([ij])->([i, j]) {i=3, j=4}");
  EXPECT_EQ(reshape({3, 4}, {12}), "([i, j])->([ij]) {i=3, j=4}");
  EXPECT_EQ(reshape({2, 3, 4}, {2, 12}), "([i, j, k])->([i, jk]) {i=2, j=3, k=4}");
}

TEST(ReshapeFactors, ShapesThatDiverge) {
  EXPECT_EQ(reshape({6, 4}, {4, 6}), "([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2}");
  EXPECT_EQ(reshape({3, 2}, {2, 3}), "([i, l])->([j, k]) {i=3, j=2, k=3, l=2}");
}

TEST(ReshapeFactors, DimensionsOfSizeOneStandAlone) {
  EXPECT_EQ(reshape({1, 4}, {4}), "([i, j])->([j]) {i=1, j=4}");
  EXPECT_EQ(reshape({4}, {1, 4, 1}), "([j])->([i, j, k]) {i=1, j=4, k=1}");
  EXPECT_EQ(reshape({1, 1}, {}), "([i, j])->([]) {i=1, j=1}");
}

} // namespace
} // namespace shardwright
