#include "shardwright/Sharding/Text.h"
#include "test/unit/Sharding/Enumerate.h"

#include "gtest/gtest.h"

using namespace shardwright;
using test::mesh;

namespace {
Sharding parse(llvm::StringRef text) { return *parseWholeSharding(text); }
std::string error(llvm::StringRef meshText, llvm::StringRef text, std::optional<size_t> rank = std::nullopt) {
  return std::string(verify(mesh(meshText), parse(text), rank).message());
}
using Shape = llvm::SmallVector<int64_t, 6>;
} // namespace

TEST(VerifySharding, accepts) {
  EXPECT_EQ(error("X=8,Y=2,Z=1", "[I_{X:(2)2,Y}, J_X:(1)2]{U_X:(4)2, R_Z}", 2), "");
  EXPECT_EQ(error("X=8", "[]", 0), "");
}

TEST(VerifySharding, rejects) {
  EXPECT_EQ(error("X=8", "[I_X]", 2), "sharding [I_X] has 1 dimensions, but the array has rank 2");
  EXPECT_EQ(error("X=8,Y=2", "[I_Z]"), "unknown axis 'Z': the mesh has the axes X, Y");
  EXPECT_EQ(error("X=8,Y=2", "[I]{U_Z}"), "unknown axis 'Z': the mesh has the axes X, Y");
  EXPECT_EQ(error("X=8,Y=2", "[I]{R_Z}"), "unknown axis 'Z': the mesh has the axes X, Y");
  EXPECT_EQ(error("X=8", "[I_X:(3)2]"), "sub-axis 'X:(3)2' does not divide axis 'X' of size 8");
  EXPECT_EQ(error("X=8", "[I_X, J_X]"), "axis 'X' is used twice, in dimension 0 and in dimension 1");
  EXPECT_EQ(error("X=8", "[I_{X,X}]"), "axis 'X' is used twice, both in dimension 0");
  EXPECT_EQ(error("X=8", "[I_X]{U_X}"), "axis 'X' is used twice, in dimension 0 and in the partial axes");
  EXPECT_EQ(error("X=8", "[I]{U_X, R_X}"), "axis 'X' is used twice, in the partial axes and in the replicated axes");
  EXPECT_EQ(error("X=1", "[I_X, J_X]"), "axis 'X' is used twice, in dimension 0 and in dimension 1");
  EXPECT_EQ(error("X=8", "[I_X:(1)4, J_X:(2)4]"),
            "axes 'X:(1)4' and 'X:(2)4' overlap, in dimension 0 and in dimension 1");
  EXPECT_EQ(error("X=6", "[I_X:(1)2, J_X:(1)3]"),
            "axes 'X:(1)2' and 'X:(1)3' overlap, in dimension 0 and in dimension 1");
  EXPECT_EQ(error("X=8", "[I_{X:(1)2,X:(2)2}]"),
            "sub-axes 'X:(1)2' and 'X:(2)2' in dimension 0 are adjacent; write 'X:(1)4'");
  EXPECT_EQ(error("X=8,Y=2", "[I]{U_{X,Y:max}}"),
            "partial axes 'X' (sum) and 'Y' (max) combine in different ways; reduce one of them first");
}

TEST(VerifySharding, acceptsEveryEnumeratedSharding) {
  for (const char *text : {"x=4,y=2", "x=2,y=2,z=2", "x=6"})
    for (const Sharding &sharding : test::allShardings(mesh(text), 2, true))
      EXPECT_EQ(verify(mesh(text), sharding, 2).message(), "");
}

TEST(ShardingValue, comparisonIgnoresLabels) {
  EXPECT_EQ(parse("[I_X]"), parse("[J_X]"));
  EXPECT_EQ(hash_value(parse("[I_X]")), hash_value(parse("[J_X]")));
  EXPECT_NE(parse("[I_X]"), parse("[I_{X,?}]"));
  EXPECT_NE(parse("[I_X]"), parse("[I_X p1]"));
  EXPECT_NE(parse("[I]{U_X}"), parse("[I]{U_X:max}"));
  EXPECT_NE(parse("[I]{R_X}"), parse("[I]"));
}

TEST(ShardingValue, questions) {
  Mesh m = mesh("X=4,Y=2,Z=1");
  EXPECT_TRUE(parse("[I, J?]").isFullyReplicated());
  EXPECT_FALSE(parse("[I_X]").isFullyReplicated());
  EXPECT_FALSE(parse("[I]{U_X}").isFullyReplicated());
  EXPECT_TRUE(parse("[I]{U_X}").isPartial());
  EXPECT_TRUE(Sharding::closed(2).isFullyClosed());
  EXPECT_FALSE(Sharding::open(2).isFullyClosed());
  EXPECT_FALSE(parse("[I, J?]").isFullyClosed());
  EXPECT_TRUE(parse("[I_X:(1)2]").uses(m, AxisRef("X")));
  EXPECT_FALSE(parse("[I_X:(1)2]").uses(m, AxisRef("X", 2, 2)));
  EXPECT_TRUE(parse("[I]{U_Y}").uses(m, AxisRef("Y")));
  EXPECT_FALSE(parse("[I]{R_Y}").uses(m, AxisRef("Y")));
  EXPECT_EQ(parse("[I_{X,Y}, J]").numParts(m, 0), 8);
  EXPECT_EQ(parse("[I_{X,Y}, J]").localShape(m, {17, 5}), (Shape{3, 5}));
  EXPECT_EQ(parse("[I_X]").localShape(m, {0}), Shape{0});
  EXPECT_TRUE(parse("[I_X]").isUneven(m, {6}));
  EXPECT_FALSE(parse("[I_X]").isUneven(m, {8}));
}

TEST(ShardingValue, placement) {
  Mesh m = mesh("X=4,Y=2,Z=1");
  EXPECT_EQ(str(parse("[I_{X:(1)2,X:(2)2,Z,?} p1]{U_Y, R_Z}").placement(m)), "[_X]{U_Y}");
  EXPECT_EQ(str(parse("[I]{U_{Y,X:(2)2,X:(1)2}}").placement(m)), "[_]{U_{X,Y}}");
  EXPECT_EQ(str(parse("[I]{U_{X:(1)2:max,X:(2)2}}").placement(m)), "[_]{U_{X:(1)2:max,X:(2)2}}");
  EXPECT_TRUE(parse("[I_{X,?} p1]{U_{Y,Z}}").samePlacement(parse("[J_X]{U_{Z,Y}}")));
  EXPECT_FALSE(parse("[I_X]").samePlacement(parse("[I]")));
  EXPECT_FALSE(parse("[I_X]").samePlacement(parse("[I_X, J]")));
  EXPECT_FALSE(parse("[I]{U_X}").samePlacement(parse("[I]{U_X:max}")));
  EXPECT_FALSE(parse("[I_{X,Z}]").samePlacement(parse("[I_X]")));
  EXPECT_TRUE(parse("[I_{X,Z}]").samePlacement(m, parse("[I_X]")));
}

TEST(ReductionKind, names) {
  for (ReductionKind kind : {ReductionKind::Sum, ReductionKind::Product, ReductionKind::Max, ReductionKind::Min,
                             ReductionKind::And, ReductionKind::Or, ReductionKind::Xor})
    EXPECT_EQ(parseReductionKind(name(kind)), kind);
  EXPECT_EQ(parseReductionKind("mean"), std::nullopt);
}
