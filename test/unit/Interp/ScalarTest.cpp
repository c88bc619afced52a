#include "dialects/stablehlo/elementwise/Scalar.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <cmath>

namespace shardwright::interp {
namespace {

class ScalarTest : public ::testing::Test {
protected:
  ScalarTest() { context.loadDialect<stablehlo::StablehloDialect>(); }

  mlir::Type integer(unsigned width) { return mlir::IntegerType::get(&context, width); }
  mlir::Type uinteger(unsigned width) { return mlir::IntegerType::get(&context, width, mlir::IntegerType::Unsigned); }
  mlir::Type f32() { return mlir::Float32Type::get(&context); }
  ElementFormat format(mlir::Type element) { return *ElementFormat::get(element); }

  /// The scalar function of stablehlo.NAME on scalars of one type.
  ScalarFunction function(const char *name, mlir::Type element, unsigned operands) {
    mlir::OpBuilder builder(&context);
    mlir::Location loc = builder.getUnknownLoc();
    auto type = mlir::RankedTensorType::get({}, element);
    mlir::OperationState constant(loc, "stablehlo.constant");
    constant.addAttribute("value", builder.getZeroAttr(type));
    constant.addTypes(type);
    mlir::OwningOpRef<mlir::Operation *> zero(mlir::Operation::create(constant));
    mlir::OperationState state(loc, std::string("stablehlo.") + name);
    state.addOperands(llvm::SmallVector<mlir::Value>(operands, (*zero)->getResult(0)));
    state.addTypes(type);
    mlir::OwningOpRef<mlir::Operation *> op(mlir::Operation::create(state));
    return scalarFunction(*op);
  }
  int64_t binary(const char *name, mlir::Type element, int64_t a, int64_t b) {
    return function(name, element, 2)({Element::ofInt(a), Element::ofInt(b)}).integer;
  }
  double binary(const char *name, double a, double b) {
    return function(name, f32(), 2)({Element::ofReal(a), Element::ofReal(b)}).real;
  }
  int64_t unary(const char *name, mlir::Type element, int64_t a) {
    return function(name, element, 1)({Element::ofInt(a)}).integer;
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
  auto toInt = [&](double value, mlir::Type to) {
    return convertElement(Element::ofReal(value), format(f32()), format(to)).integer;
  };
  EXPECT_EQ(toInt(-1.9, integer(32)), -1);
  EXPECT_EQ(toInt(300, integer(8)), 127);
  EXPECT_EQ(toInt(-300, integer(8)), -128);
  EXPECT_EQ(toInt(-1, uinteger(8)), 0);
  EXPECT_EQ(toInt(NAN, integer(32)), 0);
  EXPECT_EQ(toInt(0.5, integer(1)), 1);
  EXPECT_EQ(convertElement(Element::ofInt(16777217), format(integer(32)), format(f32())).real, 16777216);
  EXPECT_EQ(convertElement(Element::ofInt(-1), format(uinteger(64)), format(f32())).real, std::ldexp(1.0, 64));
  EXPECT_EQ(convertElement(Element::ofInt(300), format(integer(32)), format(integer(8))).integer, 44);
}

TEST_F(ScalarTest, WhatATypeLacksHasNoFunction) {
  EXPECT_FALSE(function("and", f32(), 2));
  EXPECT_FALSE(function("floor", integer(32), 1));
  EXPECT_FALSE(function("transpose", f32(), 1));
}

} // namespace
} // namespace shardwright::interp
