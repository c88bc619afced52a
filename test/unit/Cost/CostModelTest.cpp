// A mesh on a machine: where its groups lie, and what the work of a reshard takes there.
#include "shardwright/Cost/CostModel.h"

#include "test/unit/Cost/Machines.h"

#include <gtest/gtest.h>

using namespace shardwright;
using namespace shardwright::test;

namespace {

constexpr double kLink = 1e9, kMemory = 2e9;

Topology machineOf(std::vector<Level> levels) {
  Topology topology = makeMachine(std::move(levels));
  Device &device = topology.groups[0].device;
  device.name = "round";
  device.flopsPerSecond = {{"f32", 1e12}};
  device.vectorFlopsPerSecond = 1e12;
  device.memories = {{"dram", 1e9, kMemory}};
  return topology;
}

absl::StatusOr<CostModel> modelOf(const Topology &topology, std::vector<MeshAxis> axes,
                                  std::vector<int64_t> devices = {}, std::optional<AxisOrder> order = std::nullopt) {
  return CostModel::create(topology, "no-folder", *Mesh::create(std::move(axes), std::move(devices)), std::move(order));
}

AxisList over(const char *axis) { return {AxisRef(AxisName(axis))}; }

TEST(CostModel, AMeshThatDoesNotFitIsRefused) {
  EXPECT_EQ(modelOf(machineOf({makeSwitch(4, kLink, 0)}), {{"x", 8}}).status().message(),
            "the mesh <x=8> has 8 devices, 'test' has 4");
}

/// Two nodes of two devices: a mesh that counts its devices across the nodes pays for the wires between them.
TEST(CostModel, TheOrderOfTheDevicesDecidesWhereAGroupLies) {
  Topology nodes = machineOf({makeSwitch(2, kLink, 0), makeSwitch(2, kLink / 10, 0)});
  auto seconds = [&](std::vector<int64_t> devices, const char *axis,
                     std::optional<AxisOrder> order = std::nullopt) -> absl::StatusOr<double> {
    absl::StatusOr<CostModel> costs = modelOf(nodes, {{"x", 2}, {"y", 2}}, devices, order);
    if (!costs.ok())
      return costs.status();
    return costs->collective({CollectiveKind::AllReduce, over(axis)}).seconds(1e6);
  };
  double inside = *seconds({}, "y"), across = *seconds({}, "x");
  EXPECT_LT(5 * inside, across);
  EXPECT_EQ(*seconds({0, 2, 1, 3}, "x"), inside);
  EXPECT_EQ(*seconds({0, 2, 1, 3}, "y"), across);
  EXPECT_EQ(*seconds({3, 2, 1, 0}, "y"), inside);
  EXPECT_EQ(
      seconds({0, 1, 3, 2}, "y").status().message(),
      "the mesh <x=2, y=2, order=[0, 1, 3, 2]> has device 2 where its first steps along each axis lead to 4: such "
      "an order has no price; give an order of the axes");
  EXPECT_EQ(*seconds({0, 1, 3, 2}, "y", AxisOrder{0, 1}), inside);
}

/// One of a group alone sends nothing.
TEST(CostModel, AGroupOfOneIsFree) {
  absl::StatusOr<CostModel> costs = modelOf(machineOf({makeSwitch(4, kLink, 1e-5)}), {{"x", 1}, {"y", 4}});
  ASSERT_TRUE(costs.ok()) << costs.status();
  for (CollectiveKind op : {CollectiveKind::AllReduce, CollectiveKind::AllGather, CollectiveKind::ReduceScatter}) {
    EXPECT_EQ(costs->collective({op, over("x")}).seconds(1e6), 0) << collectiveName(op);
  }
}

} // namespace
