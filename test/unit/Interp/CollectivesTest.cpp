#include "lib/Interp/Collectives.h"

#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <cmath>

namespace shardwright::interp {
namespace {

/// On a mesh x=2, y=2 (devices 0 1 / 2 3), device d holds the vector (10 d, 10 d + 1, ...).
class CollectivesTest : public ::testing::Test {
protected:
  mlir::RankedTensorType i32(llvm::ArrayRef<int64_t> shape) {
    return mlir::RankedTensorType::get(shape, mlir::IntegerType::get(&context, 32));
  }
  DeviceValues held(llvm::ArrayRef<int64_t> shape) {
    DeviceValues values;
    for (int64_t device = 0; device < 4; ++device) {
      values.emplace_back(i32(shape));
      for (int64_t i = 0; i < values.back().size(); ++i)
        values.back().set(i, Element::ofInt(10 * device + i));
    }
    return values;
  }
  static std::vector<int64_t> list(const Tensor &tensor) {
    std::vector<int64_t> result;
    for (int64_t i = 0; i < tensor.size(); ++i)
      result.push_back(tensor.get(i).integer);
    return result;
  }
  using List = std::vector<int64_t>;
  mlir::MLIRContext context;
  Mesh mesh = *Mesh::parse("x=2,y=2");
  AxisRef x{"x"}, y{"y"};
};

TEST_F(CollectivesTest, AllGatherJoinsAndCuts) {
  EXPECT_EQ(list(allGather(mesh, {x}, 1, held({2}), 0, i32({4}))), (List{10, 11, 30, 31}));
  EXPECT_EQ(list(allGather(mesh, {x}, 1, held({2}), 0, i32({3}))), (List{10, 11, 30}));
  EXPECT_EQ(list(allGather(mesh, {y, x}, 0, held({1}), 0, i32({4}))), (List{0, 20, 10, 30}));
}

TEST_F(CollectivesTest, SliceKeepsTheOwnBlock) {
  EXPECT_EQ(list(slice(mesh, {y}, 3, held({4}), 0, i32({2}))), (List{32, 33}));
  List ragged = list(slice(mesh, {y}, 3, held({3}), 0, i32({2})));
  EXPECT_EQ(ragged[0], 32);
  EXPECT_EQ(ragged[1], 0x5A5A5A5A); // past the end: garbage
}

TEST_F(CollectivesTest, ReductionsCombineTheGroup) {
  EXPECT_EQ(list(allReduce(mesh, {x}, 0, held({2}), ReductionKind::Sum)), (List{20, 22}));
  EXPECT_EQ(list(allReduce(mesh, {x, y}, 0, held({1}), ReductionKind::Max)), (List{30}));
  EXPECT_EQ(list(reduceScatter(mesh, {x}, 2, held({4}), ReductionKind::Sum, 0, i32({2}))), (List{24, 26}));
}

TEST_F(CollectivesTest, AllToAllTransposesBlocks) {
  // Device 0 gets the first halves of 0 and 1, device 1 the second halves.
  EXPECT_EQ(list(allToAll(mesh, {y}, 0, held({4}), 0, 0, i32({4}))), (List{0, 1, 10, 11}));
  EXPECT_EQ(list(allToAll(mesh, {y}, 1, held({4}), 0, 0, i32({4}))), (List{2, 3, 12, 13}));
  EXPECT_EQ(list(allToAll(mesh, {y}, 1, held({2, 2}), 1, 0, i32({4, 1}))), (List{1, 3, 11, 13}));
  EXPECT_EQ(list(allToAll(mesh, {y}, 1, held({2, 2}), 1, 0, i32({3, 1}))), (List{1, 3, 11}));
}

TEST_F(CollectivesTest, PermuteSendsZerosToNonTargets) {
  EXPECT_EQ(list(collectivePermute(mesh, {x}, 3, held({2}), {{0, 1}})), (List{10, 11}));
  EXPECT_EQ(list(collectivePermute(mesh, {x}, 1, held({2}), {{0, 1}})), (List{0, 0}));
}

} // namespace
} // namespace shardwright::interp
