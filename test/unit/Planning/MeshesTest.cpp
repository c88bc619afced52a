#include "lib/Planning/Meshes.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace shardwright::planning {
namespace {

/// Machines are found where the environment says.
[[maybe_unused]] const int kTopologies = setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1);

std::vector<std::string> texts(const std::vector<Mesh> &meshes) {
  std::vector<std::string> texts;
  for (const Mesh &mesh : meshes)
    texts.push_back(mesh.str());
  return texts;
}

TEST(Meshes, BehindOneSwitchTheOrderOfAxesIsOneChoice) {
  EXPECT_EQ(texts(meshesOf(8, 2, {"h100-8", ""})), (std::vector<std::string>{"<x=8>", "<x=2, y=4>"}));
  EXPECT_EQ(texts(meshesOf(8, 3, {"h100-8", ""})),
            (std::vector<std::string>{"<x=8>", "<x=2, y=4>", "<x=2, y=2, z=2>"}));
}

TEST(Meshes, AcrossNodesItIsNot) {
  // 2 nodes of 8: of 16 = 2 x 8 the axis of 8 lies in a node or across both.
  EXPECT_EQ(texts(meshesOf(16, 2, {"h100-superpod", ""})),
            (std::vector<std::string>{"<x=16>", "<x=2, y=8>", "<x=4, y=4>", "<x=8, y=2>"}));
}

TEST(Meshes, NoneLieOnTooSmallAMachine) { EXPECT_TRUE(meshesOf(16, 2, {"h100-8", ""}).empty()); }

TEST(Meshes, OneDeviceIsAMesh) { EXPECT_EQ(texts(meshesOf(1, 2, {"h100-8", ""})), std::vector<std::string>{"<x=1>"}); }

TEST(Meshes, ASplitHasOneAxisMore) {
  EXPECT_EQ(texts(splitsOf(*Mesh::parse("x=2,y=4"), {"h100-8", ""})), std::vector<std::string>{"<x=2, y=2, z=2>"});
  EXPECT_TRUE(splitsOf(*Mesh::parse("x=2"), {"h100-8", ""}).empty());
}

TEST(Meshes, APrimeFactorMovesToANeighbour) {
  EXPECT_EQ(texts(neighboursOf(*Mesh::parse("x=2,y=4"), {"h100-8", ""})),
            (std::vector<std::string>{"<x=8>", "<x=4, y=2>"}));
  EXPECT_EQ(texts(neighboursOf(*Mesh::parse("x=6,y=8"), {"h100-superpod", ""})),
            (std::vector<std::string>{"<x=3, y=16>", "<x=2, y=24>", "<x=12, y=4>"}));
  EXPECT_TRUE(neighboursOf(*Mesh::parse("x=8"), {"h100-8", ""}).empty());
}

} // namespace
} // namespace shardwright::planning
