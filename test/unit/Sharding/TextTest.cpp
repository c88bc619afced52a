#include "shardwright/Sharding/Text.h"
#include "test/unit/Sharding/Enumerate.h"

#include "gtest/gtest.h"

using namespace shardwright;

static std::string roundTrip(llvm::StringRef text) {
  absl::StatusOr<Sharding> sharding = parseWholeSharding(text);
  return sharding.ok() ? str(*sharding) : std::string(sharding.status().message());
}

TEST(ShardingText, printsWhatItReads) {
  for (const char *text : {"[]",
                           "[I]",
                           "[_]",
                           "[I?]",
                           "[_?]",
                           "[I_X]",
                           "[_X]",
                           "[I_{X,Y}]",
                           "[I_{X,?}]",
                           "[_{X,Y,?}]",
                           "[I_X p1]",
                           "[I? p12]",
                           "[_ p1]",
                           "[I_X:(2)4]",
                           "[I_{X:(2)4,?} p3]",
                           "[I_X, J]{U_Y}",
                           "[I]{U_{Y,Z}}",
                           "[I]{U_Y:max}",
                           "[I]{U_{Y:max,Z}}",
                           "[I]{U_X:(1)2:min}",
                           "[I]{R_X}",
                           "[I]{R_{X,Y}}",
                           "[I_X]{U_Y, R_Z}",
                           "[I_data_parallel]",
                           "[__x]",
                           "[I_\"a b\"]",
                           "[]{U_X:xor}",
                           "[p1]",
                           "[p1 p1]",
                           "[batch_X, I2]"})
    EXPECT_EQ(roundTrip(text), text);
}

TEST(ShardingText, readsOtherSpellings) {
  EXPECT_EQ(roundTrip("[ I_{ X , Y } , J ] { U_Y }"), "[I_{X,Y}, J]{U_Y}");
  EXPECT_EQ(roundTrip("[I_{X}]"), "[I_X]");
  EXPECT_EQ(roundTrip("[I_X?]"), "[I_{X,?}]");
  EXPECT_EQ(roundTrip("[I_{?}]"), "[I?]");
  EXPECT_EQ(roundTrip("[I p0]"), "[I]");
  EXPECT_EQ(roundTrip("[I]{R_Z, U_Y}"), "[I]{U_Y, R_Z}");
  EXPECT_EQ(roundTrip("[I]{U_X, U_Y}"), "[I]{U_{X,Y}}");
  EXPECT_EQ(roundTrip("[I]{U_{X,Y}:max}"), "[I]{U_{X:max,Y:max}}");
}

TEST(ShardingText, fields) {
  Sharding s = *parseWholeSharding("[I_{X:(2)4,Y,?} p3, J]{U_Z:max, R_W}");
  ASSERT_EQ(s.rank(), 2u);
  EXPECT_EQ(s.dims[0].label.str(), "I");
  EXPECT_EQ(s.dims[0].axes, (AxisList{AxisRef("X", 2, 4), AxisRef("Y")}));
  EXPECT_TRUE(s.dims[0].open);
  EXPECT_EQ(s.dims[0].priority, 3);
  EXPECT_FALSE(s.dims[1].open);
  EXPECT_EQ(s.partial, (std::vector<PartialAxis>{{AxisRef("Z"), ReductionKind::Max}}));
  EXPECT_EQ(s.replicated, std::vector<AxisRef>{AxisRef("W")});
}

TEST(ShardingText, everyShardingRoundTrips) {
  for (const char *text : {"x=4,y=2", "x=2,y=2,z=2", "x=6"})
    for (const Sharding &sharding : test::allShardings(test::mesh(text), 2, true))
      EXPECT_EQ(*parseWholeSharding(str(sharding)), sharding) << str(sharding);
}

TEST(ShardingText, consumesAPrefix) {
  llvm::StringRef text = "[I_X, J] : tensor";
  ASSERT_TRUE(parseSharding(text).ok());
  EXPECT_EQ(text, " : tensor");
  text = "[I]{U_X}>";
  ASSERT_TRUE(parseSharding(text).ok());
  EXPECT_EQ(text, ">");
}

TEST(ShardingText, errors) {
  EXPECT_EQ(roundTrip(""), "offset 0: expected '[', found the end");
  EXPECT_EQ(roundTrip("I_X"), "offset 0: expected '[', found 'I'");
  EXPECT_EQ(roundTrip("[I_X"), "offset 4: expected ',' or ']', found the end");
  EXPECT_EQ(roundTrip("[I_X J]"), "offset 5: expected ',' or ']', found 'J'");
  EXPECT_EQ(roundTrip("[I,]"), "offset 3: expected a dimension, found ']'");
  EXPECT_EQ(roundTrip("[2_X]"), "offset 1: expected a dimension, found '2'");
  EXPECT_EQ(roundTrip("[I_{X]"), "offset 5: expected '}', found ']'");
  EXPECT_EQ(roundTrip("[I_{X,]"), "offset 6: expected an axis name, found ']'");
  EXPECT_EQ(roundTrip("[I_{}]"), "offset 4: expected an axis name, found '}'");
  EXPECT_EQ(roundTrip("[I_{?,X}]"), "offset 5: expected '}', found ','");
  EXPECT_EQ(roundTrip("[I_X:(2]"), "offset 7: expected ')', found ']'");
  EXPECT_EQ(roundTrip("[I_X:(a)2]"), "offset 6: expected the number of more major positions, found 'a'");
  EXPECT_EQ(roundTrip("[I_X:(2)]"), "offset 8: expected the size of the sub-axis, found ']'");
  EXPECT_EQ(roundTrip("[I_X:max]"), "offset 4: expected ',' or ']', found ':'");
  EXPECT_EQ(roundTrip("[I_\"X]"), "offset 6: expected '\"', found the end");
  EXPECT_EQ(roundTrip("[I_\"\"]"), "offset 3: expected an axis name, found \"\"");
  EXPECT_EQ(roundTrip("[I]{X}"), "offset 4: expected 'U_' or 'R_', found 'X'");
  EXPECT_EQ(roundTrip("[I]{}"), "offset 4: expected 'U_' or 'R_', found '}'");
  EXPECT_EQ(roundTrip("[I]{U_X:mean}"), "offset 8: expected one of sum, product, max, min, and, or, xor, found 'm'");
  EXPECT_EQ(roundTrip("[I]{U_X R_Y}"), "offset 8: expected ',' or '}', found 'R'");
  EXPECT_EQ(roundTrip("[I]{U_{X}"), "offset 9: expected ',' or '}', found the end");
  EXPECT_EQ(roundTrip("[I] x"), "offset 4: expected the end, found 'x'");
  EXPECT_EQ(roundTrip("[I p99999999999999999999]"), "offset 4: 99999999999999999999 is too large");
}
