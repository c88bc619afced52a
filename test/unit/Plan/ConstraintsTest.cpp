// Constraints that a plan adds move the ops behind them.
#include "lib/Plan/Constraints.h"

#include <gtest/gtest.h>

namespace shardwright::plan {
namespace {

/// Three ops in a row, each of which makes one value of the last; a constraint on what the first makes.
TEST(Constraints, MoveWhatNamesOps) {
  Strategies::Decoded decoded;
  decoded.program.values.resize(4);
  for (size_t i = 0; i != 4; ++i)
    decoded.program.values[i].root = i;
  for (size_t i = 0; i != 3; ++i) {
    ShardingProblem::Op op;
    op.operands = {i};
    op.results = {i + 1};
    decoded.program.ops.push_back(op);
    decoded.plan.chosen.push_back(static_cast<int64_t>(i));
  }
  ShardingProblem::Region region;
  region.enter = 1;
  region.leave = 2;
  region.ends = {2};
  decoded.program.regions = {region};
  ShardingProblem::Attention attention;
  attention.space = 0;
  attention.ops = {0, 1};
  attention.feeders = {1};
  attention.kernels.resize(1);
  attention.kernels[0].place = 1;
  attention.kernels[0].ops = {0, 2};
  decoded.program.attention = {attention};
  decoded.constraints.push_back({1, Sharding::closed(0)});

  addConstraints(decoded);

  ASSERT_EQ(decoded.program.ops.size(), 4u);
  EXPECT_TRUE(decoded.program.isOtherName(decoded.program.ops[1]));
  EXPECT_EQ(decoded.plan.chosen, (std::vector<int64_t>{0, -1, 1, 2}));
  EXPECT_EQ(decoded.program.regions[0].enter, 2u);
  EXPECT_EQ(decoded.program.regions[0].leave, 3u);
  EXPECT_EQ(decoded.program.regions[0].ends.front(), 3u);
  const ShardingProblem::Attention &moved = decoded.program.attention[0];
  EXPECT_EQ(moved.space, 0u);
  EXPECT_EQ(moved.ops, (llvm::SmallVector<size_t>{0, 2}));
  EXPECT_EQ(moved.feeders, (llvm::SmallVector<size_t>{2}));
  EXPECT_EQ(moved.kernels[0].place, 2u);
  EXPECT_EQ(moved.kernels[0].ops, (llvm::SmallVector<size_t>{0, 3}));
}

} // namespace
} // namespace shardwright::plan
