#include "lib/Interp/Shards.h"

#include "shardwright/Sharding/Text.h"

#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <cmath>
#include <numeric>

namespace shardwright::interp {
namespace {

class ShardsTest : public ::testing::Test {
protected:
  mlir::RankedTensorType f32(llvm::ArrayRef<int64_t> shape) {
    return mlir::RankedTensorType::get(shape, mlir::Float32Type::get(&context));
  }
  Tensor counting(llvm::ArrayRef<int64_t> shape) {
    Tensor tensor(f32(shape));
    for (int64_t i = 0; i < tensor.size(); ++i)
      tensor.set(i, Element::ofReal(static_cast<double>(i + 1)));
    return tensor;
  }
  DeviceValues split(const Sharding &sharding, const Tensor &global) {
    DeviceValues values;
    for (int64_t device = 0; device < mesh.numDevices(); ++device)
      values.push_back(blockOf(mesh, sharding, device, global, f32(sharding.localShape(mesh, global.shape()))));
    return values;
  }
  absl::StatusOr<Tensor> join(const Sharding &sharding, const DeviceValues &values, llvm::ArrayRef<int64_t> shape) {
    std::vector<int64_t> all(mesh.numDevices());
    std::iota(all.begin(), all.end(), 0);
    return joined(mesh, sharding, all, values, f32(shape));
  }
  mlir::MLIRContext context;
  Mesh mesh = *Mesh::parse("x=2,y=3");
};

TEST_F(ShardsTest, WhatIsSplitJoinsAgain) {
  for (const char *text : {"[I, J]", "[I_x, J_y]", "[I_y, J_x]", "[I_{x,y}, J]", "[I, J_{y,x}]", "[I_x, J]{U_y}",
                           "[I, J]{U_x, U_y}", "[I_y, J]{U_x:max}"}) {
    Sharding sharding = *parseWholeSharding(text);
    Tensor global = counting({5, 7});
    auto back = join(sharding, split(sharding, global), {5, 7});
    ASSERT_TRUE(back.ok()) << text << ": " << back.status();
    EXPECT_TRUE(back->equals(global)) << text;
  }
}

TEST_F(ShardsTest, PaddingHoldsGarbage) {
  DeviceValues values = split(*parseWholeSharding("[I_y, J]"), counting({4, 1})); // blocks of 2: 1 2 | 3 4 | - -
  EXPECT_EQ(values[1].get(0).real, 3);
  EXPECT_TRUE(std::isnan(values[2].get(0).real));
  EXPECT_TRUE(std::isnan(values[5].get(1).real));
}

TEST_F(ShardsTest, ReplicasThatDisagreeAreAnError) {
  Sharding sharding = *parseWholeSharding("[I_x]");
  DeviceValues values = split(sharding, counting({4}));
  values[5].set(1, Element::ofReal(9));
  auto joinedValues = join(sharding, values, {4});
  ASSERT_FALSE(joinedValues.ok());
  EXPECT_EQ(joinedValues.status().message(), "devices 4 and 5 disagree about element [3]: 4 and 9");
}

TEST_F(ShardsTest, SumsAreRoundedOnce) {
  Tensor big = counting({1}), small = counting({1});
  big.set(0, Element::ofReal(16777216)); // 2^24: adding 1 twice in f32 would change nothing
  std::vector<const Tensor *> all = {&big, &small, &small};
  EXPECT_EQ(combined(ReductionKind::Sum, all).get(0).real, 16777218);
  EXPECT_EQ(combined(ReductionKind::Min, all).get(0).real, 1);
}

} // namespace
} // namespace shardwright::interp
