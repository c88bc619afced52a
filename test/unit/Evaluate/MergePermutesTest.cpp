#include "lib/Evaluate/DeviceOps.h"
#include "shardwright/Topology/Files.h"

#include <gtest/gtest.h>

using namespace shardwright;
using namespace shardwright::evaluation;

namespace {

/// Four permutes of one value over four devices. Device 0 sends in two of them, so they become two, not one; and those
/// two send to others, so that neither stands for the other when what is there twice is removed.
TEST(MergePermutes, JointPermutesOfOneValueStayApart) {
  Mesh mesh = *Mesh::create({{"x", 4}});
  CostModel costs = *CostModel::create(*findTopology("h100-8", TOPOLOGIES), TOPOLOGIES, mesh);
  ShardingProblem problem;
  DeviceOps ops(problem, costs);
  const LocalArray *array = ops.array({8}, 4);
  auto permute = [&](int64_t from, int64_t to) {
    DeviceOp op;
    op.runs = DeviceOp::Runs::Collective;
    op.reads = {array};
    op.makes = {array};
    op.communication = std::make_unique<Communication>(
        Communication{CollectiveKind::Permute, {AxisRef(AxisName("x"))}, {{from, to}}, "f32", "f32", 32});
    op.likeness = op.communication->likeness();
    return ops.keep(std::move(op));
  };
  auto joined = [&](const DeviceOp *first, const DeviceOp *second) {
    for (const Fragment::Step &step : ops.ofMerged({first, second}).steps)
      if (step.op->runs == DeviceOp::Runs::Collective)
        return step.op;
    return static_cast<const DeviceOp *>(nullptr);
  };
  using Pairs = std::vector<std::pair<int64_t, int64_t>>;
  const DeviceOp *low = joined(permute(0, 1), permute(2, 3)), *high = joined(permute(0, 2), permute(1, 3));
  ASSERT_TRUE(low && high);
  EXPECT_EQ(low->communication->pairs, (Pairs{{0, 1}, {2, 3}}));
  EXPECT_EQ(high->communication->pairs, (Pairs{{0, 2}, {1, 3}}));
  EXPECT_NE(low->likeness, high->likeness);
}

} // namespace
