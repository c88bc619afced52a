// Which products of a program compute what another one has: programs whose FLOPs follow by hand.
#include "lib/Estimate/ModelFlops.h"
#include "test/unit/AllDialects.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <gtest/gtest.h>

using namespace shardwright;
using namespace shardwright::estimate;

namespace {

constexpr double kProduct = 2.0 * 8 * 8 * 8;

class ModelFlopsTest : public testing::Test, protected AllDialects {
protected:
  ModelFlops of(const std::string &program) {
    module = parse(program);
    EXPECT_TRUE(module);
    return modelFlops(*module);
  }
  /// Of a function of two matrices.
  ModelFlops ofBody(const std::string &body) {
    return of("func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {\n" + body +
              "\nreturn %r : tensor<8x8xf32>\n}\n");
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
};

std::string dot(const std::string &result, const std::string &lhs, const std::string &rhs) {
  return "%" + result + " = stablehlo.dot_general %" + lhs + ", %" + rhs +
         ", contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n";
}

std::string add(const std::string &result, const std::string &lhs, const std::string &rhs) {
  return "%" + result + " = stablehlo.add %" + lhs + ", %" + rhs + " : tensor<8x8xf32>\n";
}

/// A forward loop that keeps what each iteration is given, as a scan does, and a backward loop that computes `again` of
/// it; `index` is where the backward loop reads in iteration %i.
std::string scanAndBack(const std::string &index, const std::string &again) {
  return R"(
    func.func @main(%x: tensor<8x8xf32>, %ws: tensor<4x8x8xf32>) -> tensor<8x8xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %four = stablehlo.constant dense<4> : tensor<i32>
      %empty = stablehlo.constant dense<0.0> : tensor<4x8x8xf32>
      %f:3 = stablehlo.while(%i = %zero, %v = %x, %kept = %empty) : tensor<i32>, tensor<8x8xf32>, tensor<4x8x8xf32>
      cond {
        %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %slice = stablehlo.dynamic_slice %ws, %i, %zero, %zero, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
        %w = stablehlo.reshape %slice : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
        %act = stablehlo.tanh %v : tensor<8x8xf32>
        %next = stablehlo.dot_general %act, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
        %as = stablehlo.broadcast_in_dim %v, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
        %more = stablehlo.dynamic_update_slice %kept, %as, %i, %zero, %zero : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %next, %more : tensor<i32>, tensor<8x8xf32>, tensor<4x8x8xf32>
      }
      %b:2 = stablehlo.while(%i = %zero, %g = %x) : tensor<i32>, tensor<8x8xf32>
      cond {
        %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        )" +
         index + R"(
        %slice = stablehlo.dynamic_slice %ws, %at, %zero, %zero, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
        %w1 = stablehlo.reshape %slice : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
        %back = stablehlo.subtract %three, %i : tensor<i32>
        %old = stablehlo.dynamic_slice %f#2, %back, %zero, %zero, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
        %v1 = stablehlo.reshape %old : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
        %v, %w = stablehlo.optimization_barrier %v1, %w1 : tensor<8x8xf32>, tensor<8x8xf32>
        %act = stablehlo.)" +
         again + R"( %v : tensor<8x8xf32>
        %again = stablehlo.dot_general %act, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
        %h = stablehlo.add %again, %g : tensor<8x8xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %h : tensor<i32>, tensor<8x8xf32>
      }
      return %b#1 : tensor<8x8xf32>
    })";
}

} // namespace

TEST_F(ModelFlopsTest, EachProductCountsOnce) {
  ModelFlops flops = ofBody(dot("0", "x", "w") + dot("r", "0", "w"));
  EXPECT_EQ(flops.all, 2 * kProduct);
  EXPECT_EQ(flops.recomputed, 0);
}

TEST_F(ModelFlopsTest, BehindABarrierTheSameProductIsARecomputation) {
  ModelFlops flops = ofBody(dot("0", "x", "w") +
                            "%1, %2 = stablehlo.optimization_barrier %x, %w : tensor<8x8xf32>, tensor<8x8xf32>\n" +
                            dot("3", "1", "2") + add("r", "0", "3"));
  EXPECT_EQ(flops.all, 2 * kProduct);
  EXPECT_EQ(flops.recomputed, kProduct);
}

TEST_F(ModelFlopsTest, ReshapesThereAndBackChangeNothing) {
  ModelFlops flops = ofBody(dot("0", "x", "w") + R"(
    %1 = stablehlo.reshape %x : (tensor<8x8xf32>) -> tensor<64xf32>
    %2 = stablehlo.reshape %1 : (tensor<64xf32>) -> tensor<4x16xf32>
    %3 = stablehlo.reshape %2 : (tensor<4x16xf32>) -> tensor<8x8xf32>
  )" + dot("4", "3", "w") + add("r", "0", "4"));
  EXPECT_EQ(flops.recomputed, kProduct);
}

TEST_F(ModelFlopsTest, OtherOperandsAreOtherProducts) {
  EXPECT_EQ(ofBody(dot("0", "x", "w") + dot("1", "w", "x") + add("r", "0", "1")).recomputed, 0);
  EXPECT_EQ(ofBody("%0 = stablehlo.tanh %x : tensor<8x8xf32>\n%1 = stablehlo.logistic %x : tensor<8x8xf32>\n" +
                   dot("2", "0", "w") + dot("3", "1", "w") + add("r", "2", "3"))
                .recomputed,
            0);
}

TEST_F(ModelFlopsTest, ABackwardLoopThatReadsTheStacksOfAForwardOneRecomputes) {
  ModelFlops flops = of(scanAndBack("%at = stablehlo.subtract %three, %i : tensor<i32>", "tanh"));
  EXPECT_EQ(flops.all, 8 * kProduct);
  EXPECT_EQ(flops.recomputed, 4 * kProduct);
}

TEST_F(ModelFlopsTest, AnotherFunctionOfTheStackIsNoRecomputation) {
  EXPECT_EQ(of(scanAndBack("%at = stablehlo.subtract %three, %i : tensor<i32>", "negate")).recomputed, 0);
}

/// The weights of one layer on the activations of another.
TEST_F(ModelFlopsTest, SlicesInAnotherOrderAreOtherValues) {
  EXPECT_EQ(of(scanAndBack("%at = stablehlo.add %i, %zero : tensor<i32>", "tanh")).recomputed, 0);
}

TEST_F(ModelFlopsTest, InAManualRegionEveryBlockCounts) {
  ModelFlops flops = of(R"(
    sharding.mesh @pod = <x=4, y=2>
    func.func @main(%a: tensor<32x8xf32>, %w: tensor<8x8xf32>) -> tensor<32x8xf32> {
      %0 = sharding.manual(%a, %w) in [<@pod, [I_x, J]>, <@pod, [I, J]>] out [<@pod, [I_x, J]>] over {x, y} (%b: tensor<8x8xf32>, %v: tensor<8x8xf32>) {
        %1 = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
        sharding.return %1 : tensor<8x8xf32>
      } : (tensor<32x8xf32>, tensor<8x8xf32>) -> tensor<32x8xf32>
      return %0 : tensor<32x8xf32>
    })");
  EXPECT_EQ(flops.all, 4 * kProduct);
}
