#include "shardwright/Sharding/Mesh.h"

#include "gtest/gtest.h"

using namespace shardwright;

static std::string errorOf(const absl::StatusOr<Mesh> &mesh) { return std::string(mesh.status().message()); }

TEST(Mesh, positionsAreRowMajor) {
  Mesh mesh = *Mesh::create({{"x", 2}, {"y", 3}, {"z", 4}});
  EXPECT_EQ(mesh.numDevices(), 24);
  EXPECT_EQ(mesh.coordinates(0), (llvm::SmallVector<int64_t, 4>{0, 0, 0}));
  EXPECT_EQ(mesh.coordinates(1), (llvm::SmallVector<int64_t, 4>{0, 0, 1}));
  EXPECT_EQ(mesh.coordinates(23), (llvm::SmallVector<int64_t, 4>{1, 2, 3}));
  for (int64_t position = 0; position < 24; ++position)
    EXPECT_EQ(mesh.position(mesh.coordinates(position)), position);
  EXPECT_EQ(mesh.find("y"), std::optional<size_t>(1));
  EXPECT_EQ(mesh.find("w"), std::nullopt);
}

TEST(Mesh, deviceOrderDoesNotChangePositions) {
  Mesh mesh = *Mesh::create({{"x", 2}, {"y", 2}}, {3, 1, 2, 0});
  EXPECT_EQ(mesh.coordinates(1), (llvm::SmallVector<int64_t, 4>{0, 1}));
  EXPECT_EQ(mesh.deviceOrder()[0], 3);
  EXPECT_EQ(mesh.str(), "<x=2, y=2, order=[3, 1, 2, 0]>");
  EXPECT_NE(mesh, *Mesh::create({{"x", 2}, {"y", 2}}));
}

TEST(Mesh, identityOrderIsNoOrder) {
  EXPECT_EQ(*Mesh::create({{"x", 2}, {"y", 2}}, {0, 1, 2, 3}), *Mesh::create({{"x", 2}, {"y", 2}}));
}

TEST(Mesh, parsesTheCommandLine) {
  EXPECT_EQ(Mesh::parse("x=2,y=4")->str(), "<x=2, y=4>");
  EXPECT_EQ(Mesh::parse(" x = 2 , y = 4 ")->str(), "<x=2, y=4>");
  EXPECT_EQ(Mesh::parse("\"a b\"=2")->str(), "<\"a b\"=2>");
  EXPECT_EQ(Mesh::parse("x=2,y=4")->axisNames(), "x, y");
}

TEST(Mesh, emptyMeshIsOneDevice) {
  Mesh mesh = *Mesh::create({});
  EXPECT_EQ(mesh.numDevices(), 1);
  EXPECT_EQ(mesh.str(), "<>");
}

TEST(Mesh, errors) {
  EXPECT_EQ(errorOf(Mesh::create({{"", 2}})), "axis 0 of the mesh has no name");
  EXPECT_EQ(errorOf(Mesh::create({{"x", 2}, {"x", 3}})), "the mesh names axis 'x' twice");
  EXPECT_EQ(errorOf(Mesh::create({{"x", 0}})), "axis 'x' has size 0; it must be at least 1");
  EXPECT_EQ(errorOf(Mesh::create({{"x", 1 << 20}, {"y", 1 << 12}})), "the mesh has more than 2147483648 devices");
  EXPECT_EQ(errorOf(Mesh::create({{"x", 2}}, {0})), "the device order lists 1 devices, but the mesh has 2");
  EXPECT_EQ(errorOf(Mesh::create({{"x", 2}}, {0, 2})), "the device order names device 2, but the devices are 0 to 1");
  EXPECT_EQ(errorOf(Mesh::create({{"x", 2}}, {1, 1})), "the device order names device 1 twice");
}

TEST(Mesh, parseErrors) {
  EXPECT_EQ(errorOf(Mesh::parse("")), "offset 0: expected an axis name, found the end");
  EXPECT_EQ(errorOf(Mesh::parse("x")), "offset 1: expected '=', found the end");
  EXPECT_EQ(errorOf(Mesh::parse("x=y")), "offset 2: expected the size of the axis, found 'y'");
  EXPECT_EQ(errorOf(Mesh::parse("x=2;y=4")), "offset 3: expected ',' or the end, found ';'");
  EXPECT_EQ(errorOf(Mesh::parse("x=2,")), "offset 4: expected an axis name, found the end");
  EXPECT_EQ(errorOf(Mesh::parse("x=99999999999999999999")), "offset 2: 99999999999999999999 is too large");
  EXPECT_EQ(errorOf(Mesh::parse("x=2,x=2")), "the mesh names axis 'x' twice");
}
