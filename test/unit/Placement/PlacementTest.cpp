#include "shardwright/Placement/Placement.h"

#include "shardwright/Sharding/Text.h"

#include "gtest/gtest.h"

namespace shardwright {
namespace {

const Mesh kMesh = *Mesh::parse("x=4,y=2");

ShardingRule rule(llvm::StringRef text) { return *parseShardingRule(text); }
Sharding sharding(llvm::StringRef text) { return *parseWholeSharding(text); }

/// Axes by factor, in the notation of one dimension each: `_x`, `_{x,y}`, `_`.
FactorAxes factors(std::initializer_list<const char *> dims) {
  FactorAxes result;
  for (const char *dim : dims)
    result.push_back(sharding(std::string("[") + dim + "]").dims[0].axes);
  return result;
}

const ShardingRule kDot = rule("([i, k], [k, j])->([i, j]) {i=64, j=32, k=16} reduction={k}");
const OpShapes kDotShapes{{Shape{64, 16}, Shape{16, 32}}, {Shape{64, 32}}};

TEST(Placement, DeterminesOperandsAndResults) {
  // Factors are listed in the order i, j, k.
  Placement placement{factors({"_x", "_", "_y"}), {}, -1};
  EXPECT_EQ(str(operandSharding(kMesh, kDot, placement, 0)), "[_x, _y]");
  EXPECT_EQ(str(operandSharding(kMesh, kDot, placement, 1)), "[_y, _]");
  EXPECT_EQ(str(resultSharding(kMesh, kDot, placement, 0)), "[_x, _]{U_y}");
}

TEST(Placement, AnAxisServesOneFactor) {
  EXPECT_TRUE(isRunnable(kMesh, kDot, kDotShapes, {factors({"_x", "_y", "_"}), {}, -1}));
  EXPECT_FALSE(isRunnable(kMesh, kDot, kDotShapes, {factors({"_x", "_x", "_"}), {}, -1}));
  EXPECT_FALSE(isRunnable(kMesh, kDot, kDotShapes, {factors({"_x", "_x:(2)2", "_"}), {}, -1}));
}

TEST(Placement, PendingAxesAreNotFree) {
  Placement placement{factors({"_x", "_", "_"}), {{AxisRef("x"), ReductionKind::Sum}}, 0};
  EXPECT_FALSE(isRunnable(kMesh, kDot, kDotShapes, placement));
}

TEST(Placement, NeedReplicationAndPermutationStayWhole) {
  ShardingRule sort = rule("([i, j])->([i, j]) {i=8, j=8} need_replication={j}");
  OpShapes shapes{{Shape{8, 8}}, {Shape{8, 8}}};
  EXPECT_TRUE(isRunnable(kMesh, sort, shapes, {factors({"_x", "_"}), {}, -1}));
  EXPECT_FALSE(isRunnable(kMesh, sort, shapes, {factors({"_", "_x"}), {}, -1}));
}

TEST(Placement, WhatCannotRunSplitMustBeWhole) {
  auto must = [](const ShardingRule &rule, const OpShapes &shapes, llvm::StringRef text) {
    return mustBeWhole(kMesh, rule, shapes, 0, sharding(text));
  };
  ShardingRule sort = rule("([i])->([i]) {i=8} need_replication={i}");
  OpShapes eight{{Shape{8}}, {Shape{8}}};
  EXPECT_TRUE(must(sort, eight, "[_x]"));
  EXPECT_FALSE(must(sort, eight, "[_]"));
  EXPECT_FALSE(must(sort, eight, "[_]{U_x}")); // combined, not gathered
  // Another dimension can take the axis.
  ShardingRule sortRows = rule("([i, j])->([i, j]) {i=8, j=8} need_replication={j}");
  EXPECT_FALSE(must(sortRows, {{Shape{8, 8}}, {Shape{8, 8}}}, "[_, _x]"));
  EXPECT_FALSE(must(kDot, kDotShapes, "[_, _x]"));
  // Three rows of eight as one dimension: neither blocks of rows nor blocks of columns over four are blocks of it.
  ShardingRule merge = rule("([i, j])->([ij]) {i=3, j=8}"), divide = rule("([ij])->([i, j]) {i=3, j=8}");
  EXPECT_TRUE(must(merge, {{Shape{3, 8}}, {Shape{24}}}, "[_, _x]"));
  EXPECT_TRUE(must(divide, {{Shape{24}}, {Shape{3, 8}}}, "[_x]"));
  EXPECT_FALSE(must(rule("([ij])->([i, j]) {i=4, j=6}"), {{Shape{24}}, {Shape{4, 6}}}, "[_{x,y}]"));
}

TEST(Placement, SharedDimensionsSplitIntoContiguousBlocks) {
  ShardingRule merge = rule("([i, j])->([ij]) {i=4, j=6}");
  OpShapes shapes{{Shape{4, 6}}, {Shape{24}}};
  EXPECT_TRUE(isRunnable(kMesh, merge, shapes, {factors({"_x", "_"}), {}, -1}));
  EXPECT_TRUE(isRunnable(kMesh, merge, shapes, {factors({"_x", "_y"}), {}, -1}));
  // i is not wholly split: blocks of j would be strided in ij.
  EXPECT_FALSE(isRunnable(kMesh, merge, shapes, {factors({"_y", "_x:(1)2"}), {}, -1}));
  EXPECT_FALSE(isRunnable(kMesh, merge, shapes, {factors({"_", "_y"}), {}, -1}));
  // 6 over 4 is ragged inside a shared dimension.
  EXPECT_FALSE(isRunnable(kMesh, merge, shapes, {factors({"_", "_x"}), {}, -1}));
}

TEST(Placement, RaggedSplitsOnlyOfWholeDimensions) {
  ShardingRule add = rule("([i], [i])->([i]) {i=7}");
  OpShapes shapes{{Shape{7}, Shape{7}}, {Shape{7}}};
  EXPECT_TRUE(isRunnable(kMesh, add, shapes, {factors({"_x"}), {}, -1}));
  ShardingRule split = rule("([ij])->([i, j]) {i=7, j=3}");
  OpShapes splitShapes{{Shape{21}}, {Shape{7, 3}}};
  EXPECT_FALSE(isRunnable(kMesh, split, splitShapes, {factors({"_x", "_"}), {}, -1}));
}

TEST(Placement, BlocksOfOperandsNeedBlocksInTheResult) {
  // A dimension of size one that a reshape drops.
  ShardingRule drop = rule("([i, j])->([j]) {i=1, j=8}");
  OpShapes shapes{{Shape{1, 8}}, {Shape{8}}};
  EXPECT_FALSE(isRunnable(kMesh, drop, shapes, {factors({"_x", "_"}), {}, -1}));
  EXPECT_TRUE(isRunnable(kMesh, drop, shapes, {factors({"_", "_x"}), {}, -1}));
}

TEST(Placement, AccumulatorsArePartialOverSplitReductions) {
  ShardingRule reduce = rule("([i, j], [])->([i]) {i=8, j=8} reduction={j}");
  reduce.accumulators = {1};
  Placement placement{factors({"_", "_x"}), {}, -1};
  EXPECT_EQ(str(operandSharding(kMesh, reduce, placement, 1)), "[]{U_x}");
}

TEST(Placement, ProjectsDimensionsOntoFactors) {
  ShardingRule split = rule("([ij])->([i, j]) {i=2, j=12}");
  EXPECT_EQ(projectToFactors(kMesh, split, split.operands[0], sharding("[_x]")), factors({"_x:(1)2", "_x:(2)2"}));
  EXPECT_EQ(projectToFactors(kMesh, split, split.operands[0], sharding("[_{y,x}]")), factors({"_y", "_x"}));
  // 3 is coprime to the axis: nothing behind it can be expressed.
  ShardingRule odd = rule("([ij])->([i, j]) {i=3, j=8}");
  EXPECT_EQ(projectToFactors(kMesh, odd, odd.operands[0], sharding("[_x]")), factors({"_", "_"}));
}

} // namespace
} // namespace shardwright
