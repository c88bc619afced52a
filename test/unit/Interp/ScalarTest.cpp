#include "lib/Interp/Scalar.h"

#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <cmath>

namespace shardwright::interp {
namespace {

class ScalarTest : public ::testing::Test {
protected:
  ElementFormat integer(unsigned width) { return *ElementFormat::get(mlir::IntegerType::get(&context, width)); }
  ElementFormat uinteger(unsigned width) {
    return *ElementFormat::get(mlir::IntegerType::get(&context, width, mlir::IntegerType::Unsigned));
  }
  ElementFormat f32() { return *ElementFormat::get(mlir::Float32Type::get(&context)); }

  int64_t binary(const char *name, const ElementFormat &format, int64_t a, int64_t b) {
    return binaryFunction(name, format, format)({Element::ofInt(a), Element::ofInt(b)}).integer;
  }
  double binary(const char *name, double a, double b) {
    return binaryFunction(name, f32(), f32())({Element::ofReal(a), Element::ofReal(b)}).real;
  }
  int64_t unary(const char *name, const ElementFormat &format, int64_t a) {
    return unaryFunction(name, format, format)({Element::ofInt(a)}).integer;
  }
  mlir::MLIRContext context;
};

TEST_F(ScalarTest, SignedAndUnsignedDiffer) {
  EXPECT_EQ(binary("divide", integer(8), -7, 2), -3);
  EXPECT_EQ(binary("divide", uinteger(8), 249, 2), 124);
  EXPECT_EQ(binary("remainder", integer(32), -7, 3), -1);
  EXPECT_EQ(binary("maximum", integer(8), -1, 1), 1);
  EXPECT_EQ(binary("maximum", uinteger(64), -1, 1), -1);
  EXPECT_EQ(binary("multiply", integer(8), 100, 3), 44);
}

TEST_F(ScalarTest, IntegerCornersHaveValues) {
  EXPECT_EQ(binary("divide", integer(32), 5, 0), -1);
  EXPECT_EQ(binary("divide", uinteger(8), 5, 0), 255);
  EXPECT_EQ(binary("divide", integer(8), -128, -1), -128);
  EXPECT_EQ(binary("divide", integer(64), INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(binary("remainder", integer(32), 5, 0), 5);
  EXPECT_EQ(binary("power", integer(32), 2, -1), 0);
  EXPECT_EQ(binary("power", integer(32), -1, -3), -1);
  EXPECT_EQ(binary("power", integer(32), -3, 3), -27);
}

TEST_F(ScalarTest, ShiftsBeyondTheWidthLeaveNothing) {
  EXPECT_EQ(binary("shift_left", integer(8), 1, 7), -128);
  EXPECT_EQ(binary("shift_left", integer(8), 1, 8), 0);
  EXPECT_EQ(binary("shift_right_logical", integer(8), -1, 4), 15);
  EXPECT_EQ(binary("shift_right_arithmetic", integer(8), -128, 4), -8);
  EXPECT_EQ(binary("shift_right_arithmetic", integer(8), -1, 99), -1);
  EXPECT_EQ(binary("shift_right_arithmetic", uinteger(8), 128, 4), 248);
}

TEST_F(ScalarTest, BitsAreCountedInTheType) {
  EXPECT_EQ(unary("popcnt", integer(8), -1), 8);
  EXPECT_EQ(unary("count_leading_zeros", integer(16), 1), 15);
  EXPECT_EQ(unary("count_leading_zeros", integer(16), 0), 16);
  EXPECT_EQ(unary("not", uinteger(8), 1), 254);
  EXPECT_EQ(unary("not", integer(1), 1), 0);
  EXPECT_EQ(unary("abs", integer(8), -128), -128);
}

TEST_F(ScalarTest, NanWinsInMaximumAndMinimum) {
  EXPECT_TRUE(std::isnan(binary("maximum", NAN, 1)));
  EXPECT_TRUE(std::isnan(binary("minimum", 1, NAN)));
  EXPECT_FALSE(std::signbit(binary("maximum", -0.0, 0.0)));
  EXPECT_TRUE(std::signbit(binary("minimum", 0.0, -0.0)));
}

TEST_F(ScalarTest, BooleansAddAndMultiplyAsOrAndAnd) {
  EXPECT_EQ(binary("add", integer(1), 1, 1), 1);
  EXPECT_EQ(binary("multiply", integer(1), 1, 0), 0);
}

TEST_F(ScalarTest, ConversionsTruncateAndSaturate) {
  auto toInt = [&](double value, const ElementFormat &to) {
    return convertElement(Element::ofReal(value), f32(), to).integer;
  };
  EXPECT_EQ(toInt(-1.9, integer(32)), -1);
  EXPECT_EQ(toInt(300, integer(8)), 127);
  EXPECT_EQ(toInt(-300, integer(8)), -128);
  EXPECT_EQ(toInt(-1, uinteger(8)), 0);
  EXPECT_EQ(toInt(NAN, integer(32)), 0);
  EXPECT_EQ(toInt(0.5, integer(1)), 1);
  EXPECT_EQ(convertElement(Element::ofInt(16777217), integer(32), f32()).real, 16777216);
  EXPECT_EQ(convertElement(Element::ofInt(-1), uinteger(64), f32()).real, std::ldexp(1.0, 64));
  EXPECT_EQ(convertElement(Element::ofInt(300), integer(32), integer(8)).integer, 44);
}

TEST_F(ScalarTest, UnknownNamesHaveNoFunction) {
  EXPECT_FALSE(binaryFunction("and", f32(), f32()));
  EXPECT_FALSE(unaryFunction("floor", integer(32), integer(32)));
  EXPECT_FALSE(binaryFunction("transpose", f32(), f32()));
}

} // namespace
} // namespace shardwright::interp
