#include "shardwright/Topology/DeviceAssignment.h"
#include "shardwright/Topology/Files.h"

#include "gtest/gtest.h"

using namespace shardwright;

namespace {

std::vector<Level> levels(llvm::StringRef name) { return *findTopology(name, TOPOLOGIES)->commonLevels(); }

std::string problem(llvm::StringRef name, llvm::ArrayRef<AxisStride> axes, int64_t devices) {
  absl::StatusOr<GroupAssignment> group = placeGroup(levels(name), axes, devices);
  return group.ok() ? "none" : std::string(group.status().message());
}

TEST(Placement, InsideANode) {
  GroupAssignment group = *placeGroup(levels("h100-superpod"), {{4, 1}}, 1024);
  ASSERT_EQ(group.spans.size(), 1u);
  EXPECT_EQ(group.spans[0], (Span{0, 0, 4, 8, 1, 1, 1}));
  EXPECT_EQ(group.groups, 256);
}

TEST(Placement, AcrossNodes) {
  // 64 devices side by side: whole nodes, 8 of the 32 of a leaf.
  GroupAssignment wide = *placeGroup(levels("h100-superpod"), {{64, 1}}, 1024);
  ASSERT_EQ(wide.spans.size(), 2u);
  EXPECT_EQ(wide.spans[0], (Span{0, 0, 8, 8, 1, 1, 1}));
  EXPECT_EQ(wide.spans[1], (Span{1, 0, 8, 32, 8, 8, 1}));
  // One device of each node: nothing inside.
  GroupAssignment strided = *placeGroup(levels("h100-superpod"), {{64, 8}}, 1024);
  ASSERT_EQ(strided.spans.size(), 2u);
  EXPECT_EQ(strided.spans[0], (Span{1, 0, 32, 32, 1, 8, 1}));
  EXPECT_EQ(strided.spans[1], (Span{2, 0, 2, 4, 32, 256, 1}));
}

TEST(Placement, TwoAxesAreOneGroup) {
  GroupAssignment group = *placeGroup(levels("h100-superpod"), {{2, 1}, {4, 8}}, 1024);
  EXPECT_EQ(group.members, 8);
  EXPECT_EQ(group.spans[0].members, 2);
  EXPECT_EQ(group.spans[1].members, 4);
  EXPECT_EQ(group.spans[1].inside, 2);
}

TEST(Placement, DimensionsOfATorus) {
  // The last dimension runs fastest; 64 devices are half of a row of 16 rows... of 16: four rows.
  GroupAssignment group = *placeGroup(levels("tpu-v5e"), {{64, 1}}, 256);
  ASSERT_EQ(group.spans.size(), 2u);
  EXPECT_EQ(group.spans[0], (Span{0, 1, 16, 16, 1, 1, 1, 15}));
  EXPECT_EQ(group.spans[1], (Span{0, 0, 4, 16, 16, 16, 1, 3}));
  // Every second device of a row.
  EXPECT_EQ(placeGroup(levels("tpu-v5e"), {{8, 2}}, 256)->spans[0], (Span{0, 1, 8, 16, 1, 1, 2, 14}));
}

TEST(Placement, WhatDoesNotFit) {
  EXPECT_EQ(problem("h100-8", {{16, 1}}, 16), "16 devices are asked for, the topology has 8");
  EXPECT_EQ(problem("h100-8", {{4, 4}}, 8), "a group of 4 reaches beyond the 8 devices of the topology");
  EXPECT_EQ(problem("h100-superpod", {{12, 1}}, 12),
            "an axis of 12 devices, 1 apart, does not line up with level 'leaf', whose 32 children hold 8 each; choose "
            "sizes that divide one another, or another order of the axes");
  EXPECT_EQ(problem("h100-superpod", {{6, 1}}, 6), "none");
  // The inner axis alone would fit, the outer one would cut it.
  Mesh mesh = *Mesh::parse("x=2,y=6");
  EXPECT_FALSE(placeAxes(levels("h100-superpod"), mesh, {0, 1}, {1}).ok());
}

TEST(Placement, OrderOfAxesIsSearched) {
  Mesh mesh = *Mesh::parse("data=4,model=8");
  auto nodes = [&](llvm::ArrayRef<size_t> order, size_t axis) -> absl::StatusOr<double> {
    absl::StatusOr<GroupAssignment> group = placeAxes(levels("h100-superpod"), mesh, order, {axis});
    return group.ok() ? absl::StatusOr<double>(double(group->spans.back().level)) : group.status();
  };
  // Whoever must stay inside a node becomes the innermost.
  EXPECT_EQ(*searchAxisOrder(levels("h100-superpod"), mesh, [&](auto order) { return nodes(order, 1); }),
            (AxisOrder{0, 1}));
  EXPECT_EQ(*searchAxisOrder(levels("h100-superpod"), mesh, [&](auto order) { return nodes(order, 0); }),
            (AxisOrder{1, 0}));
}

TEST(Placement, NoOrderFits) {
  auto price = [](llvm::ArrayRef<size_t>) -> absl::StatusOr<double> { return 1.0; };
  EXPECT_EQ(searchAxisOrder(levels("h100-8"), *Mesh::parse("x=3,y=3"), price).status().message(),
            "9 devices are asked for, the topology has 8");
  Mesh many = *Mesh::parse("a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1");
  EXPECT_EQ(searchAxisOrder(levels("h100-8"), many, price).status().message(),
            "a mesh of 9 axes, at most 8 are searched; give the order by hand");
}

} // namespace
