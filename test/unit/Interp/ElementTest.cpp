#include "dialects/interfaces/Element.h"

#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <cmath>

namespace shardwright::interp {
namespace {

class ElementTest : public ::testing::Test {
protected:
  ElementFormat integer(unsigned width) { return *ElementFormat::get(mlir::IntegerType::get(&context, width)); }
  ElementFormat uinteger(unsigned width) {
    return *ElementFormat::get(mlir::IntegerType::get(&context, width, mlir::IntegerType::Unsigned));
  }
  mlir::MLIRContext context;
};

TEST_F(ElementTest, IntegersWrapAround) {
  EXPECT_EQ(integer(8).wrap(127), 127);
  EXPECT_EQ(integer(8).wrap(128), -128);
  EXPECT_EQ(integer(4).wrap(9), -7);
  EXPECT_EQ(integer(64).wrap(INT64_MIN), INT64_MIN);
  EXPECT_EQ(integer(1).wrap(3), 1);
  EXPECT_EQ(uinteger(8).wrap(-1), 255);
  EXPECT_EQ(uinteger(2).wrap(5), 1);
}

TEST_F(ElementTest, FloatsRoundToNearestEven) {
  ElementFormat f32 = *ElementFormat::get(mlir::Float32Type::get(&context));
  ElementFormat bf16 = *ElementFormat::get(mlir::BFloat16Type::get(&context));
  ElementFormat f16 = *ElementFormat::get(mlir::Float16Type::get(&context));
  EXPECT_EQ(f32.roundReal(1 + std::ldexp(1.0, -24)), 1.0);
  EXPECT_EQ(f32.roundReal(1 + 3 * std::ldexp(1.0, -24)), 1 + std::ldexp(1.0, -22));
  EXPECT_EQ(bf16.roundReal(1 + std::ldexp(1.0, -8)), 1.0);
  EXPECT_EQ(bf16.roundReal(257), 256);
  EXPECT_EQ(f16.roundReal(65520), INFINITY);
  EXPECT_TRUE(std::isnan(f16.roundReal(NAN)));
}

TEST_F(ElementTest, BytesComeBack) {
  ElementFormat bf16 = *ElementFormat::get(mlir::BFloat16Type::get(&context));
  ElementFormat c64 = *ElementFormat::get(mlir::ComplexType::get(mlir::Float32Type::get(&context)));
  unsigned char bytes[16] = {};
  bf16.store(Element::ofReal(1.5), bytes);
  EXPECT_EQ(bytes[0], 0xC0);
  EXPECT_EQ(bytes[1], 0x3F);
  EXPECT_EQ(bf16.load(bytes).real, 1.5);
  EXPECT_EQ(c64.bytes(), 8u);
  c64.store(Element::ofComplex({2, -3}), bytes);
  EXPECT_EQ(c64.load(bytes).complex(), std::complex<double>(2, -3));
  integer(4).store(Element::ofInt(-3), bytes);
  EXPECT_EQ(bytes[0], 0xFD);
  EXPECT_EQ(integer(4).load(bytes).integer, -3);
  uinteger(64).store(Element::ofInt(-1), bytes);
  EXPECT_EQ(uinteger(64).load(bytes).integer, -1);
}

TEST_F(ElementTest, OnlyNumbersHaveAFormat) {
  EXPECT_FALSE(ElementFormat::get(mlir::IndexType::get(&context)));
  EXPECT_FALSE(ElementFormat::get(mlir::IntegerType::get(&context, 128)));
  EXPECT_FALSE(ElementFormat::get(mlir::ComplexType::get(mlir::IntegerType::get(&context, 32))));
}

} // namespace
} // namespace shardwright::interp
