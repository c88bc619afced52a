#include "tools/book/Matmul.h"

#include <gtest/gtest.h>

namespace shardwright::book {
namespace {

TEST(Matmul, TheLongerOfArithmeticAndMemory) {
  // 2*1000^3 FLOPs at 197e12; 3 * 1000^2 elements of two bytes at 820e9: memory decides
  absl::StatusOr<MatmulPrice> small = priceMatmul("tpu_v5e", "bf16", 1000, 1000, 1000);
  ASSERT_TRUE(small.ok());
  EXPECT_DOUBLE_EQ(small->mathSeconds(), 2e9 / 197e12);
  EXPECT_DOUBLE_EQ(small->memorySeconds(), 6e6 / 820e9);
  EXPECT_TRUE(small->isBoundByMath());
  EXPECT_DOUBLE_EQ(small->seconds(), 2e9 / 197e12);
  absl::StatusOr<MatmulPrice> thin = priceMatmul("tpu_v5e", "bf16", 1, 1000, 1000);
  ASSERT_TRUE(thin.ok());
  EXPECT_FALSE(thin->isBoundByMath());
  EXPECT_DOUBLE_EQ(thin->seconds(), 2 * 1002000 / 820e9);
}

TEST(Matmul, TypesHaveTheirOwnSizesAndRates) {
  EXPECT_DOUBLE_EQ(priceMatmul("b200", "fp4", 2, 2, 2)->bytes, 6);
  EXPECT_DOUBLE_EQ(priceMatmul("b200", "fp4", 2, 2, 2)->flopsPerSecond, 9e15);
  EXPECT_DOUBLE_EQ(priceMatmul("tpu_v5e", "int8", 2, 2, 2)->flopsPerSecond, 394e12);
}

TEST(Matmul, Errors) {
  EXPECT_EQ(priceMatmul("h100", "bf16", 0, 1, 1).status().message(), "size m must be at least 1, but is 0");
  EXPECT_EQ(priceMatmul("h100", "f64", 1, 1, 1).status().message(),
            "unknown element type 'f64' (there is bf16, int8, fp8, fp4)");
  EXPECT_EQ(priceMatmul("tpu_v5e", "fp8", 1, 1, 1).status().message(), "the table has no fp8_flops_per_s of tpu_v5e");
}

} // namespace
} // namespace shardwright::book
