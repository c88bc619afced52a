// Programs as they would be exported with one batch and another.
#include "lib/Planning/Batch.h"
#include "passes/propagate/Passes.h"
#include "test/unit/AllDialects.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <regex>

using namespace shardwright;
using namespace shardwright::planning;

namespace {

/// Two layers in a loop, with attention and a product of all tokens, and a gradient. B: the batch, T: its tokens.
constexpr const char *kStep = R"(
func.func @main(%tokens: tensor<$Bx17xi32>, %labels: tensor<$Bxi32>, %key: tensor<2xui32>, %e: tensor<64x8xf32>,
                %w: tensor<2x8x8xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<2x8x8xf32>, tensor<$Bxi1>) {
  %given = stablehlo.slice %tokens [0:$B, 0:16] : (tensor<$Bx17xi32>) -> tensor<$Bx16xi32>
  %i = stablehlo.reshape %given : (tensor<$Bx16xi32>) -> tensor<$Bx16x1xi32>
  %x = "stablehlo.gather"(%e, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<64x8xf32>, tensor<$Bx16x1xi32>) -> tensor<$Bx16x8xf32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%k = %n, %v = %x, %all = %w) : tensor<i32>, tensor<$Bx16x8xf32>, tensor<2x8x8xf32>
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %less = stablehlo.compare LT, %k, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.dynamic_slice %all, %k, %z, %z, sizes = [1, 8, 8] : (tensor<2x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %m = stablehlo.reshape %row : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %flat = stablehlo.reshape %v : (tensor<$Bx16x8xf32>) -> tensor<$Tx8xf32>
    %h = stablehlo.dot_general %flat, %m, contracting_dims = [1] x [0] : (tensor<$Tx8xf32>, tensor<8x8xf32>) -> tensor<$Tx8xf32>
    %q = stablehlo.reshape %h : (tensor<$Tx8xf32>) -> tensor<$Bx16x8xf32>
    %s = stablehlo.dot_general %q, %v, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<$Bx16x8xf32>, tensor<$Bx16x8xf32>) -> tensor<$Bx16x16xf32>
    %y = stablehlo.dot_general %s, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<$Bx16x16xf32>, tensor<$Bx16x8xf32>) -> tensor<$Bx16x8xf32>
    %next = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %next, %y, %all : tensor<i32>, tensor<$Bx16x8xf32>, tensor<2x8x8xf32>
  }
  %ones = stablehlo.constant dense<1.0> : tensor<$Bx16x8xf32>
  %d = stablehlo.subtract %0#1, %ones : tensor<$Bx16x8xf32>
  %g = stablehlo.dot_general %d, %x, contracting_dims = [0, 1] x [0, 1] : (tensor<$Bx16x8xf32>, tensor<$Bx16x8xf32>) -> tensor<8x8xf32>
  %gs = stablehlo.broadcast_in_dim %g, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<2x8x8xf32>
  %new = stablehlo.subtract %w, %gs : tensor<2x8x8xf32>
  %first = stablehlo.dynamic_slice %given, %n, %n, sizes = [$B, 1] : (tensor<$Bx16xi32>, tensor<i32>, tensor<i32>) -> tensor<$Bx1xi32>
  %guess = stablehlo.reshape %first : (tensor<$Bx1xi32>) -> tensor<$Bxi32>
  %good = stablehlo.compare EQ, %guess, %labels, SIGNED : (tensor<$Bxi32>, tensor<$Bxi32>) -> tensor<$Bxi1>
  return %new, %good : tensor<2x8x8xf32>, tensor<$Bxi1>
})";

class BatchTest : public testing::Test, protected AllDialects {
protected:
  mlir::OwningOpRef<mlir::ModuleOp> exported(std::string text, int64_t batch) {
    text = std::regex_replace(text, std::regex("\\$B"), std::to_string(batch));
    return parse(std::regex_replace(text, std::regex("\\$T"), std::to_string(16 * batch)));
  }

  /// Without a batch 0.
  int64_t batchOf(const std::string &text) {
    mlir::OwningOpRef<mlir::ModuleOp> module = parse(text);
    EXPECT_TRUE(module) << text;
    std::optional<Batch> batch = Batch::of(*module);
    return batch ? batch->size() : 0;
  }

  static std::string text(mlir::ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream);
    return text;
  }
};

TEST_F(BatchTest, AnotherSizeIsAnotherExport) {
  mlir::OwningOpRef<mlir::ModuleOp> module = exported(kStep, 6);
  std::optional<Batch> batch = Batch::of(*module);
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->size(), 6);
  for (int64_t size : {12, 3, 1}) {
    mlir::OwningOpRef<mlir::ModuleOp> scaled = batch->withSize(size), expected = exported(kStep, size);
    ASSERT_TRUE(scaled) << size;
    mergeConstants(*expected);
    EXPECT_EQ(text(*scaled), text(*expected));
  }
}

TEST_F(BatchTest, UsesOfOneConstantDoNotBind) {
  // Of the same shape as the weight, to which it is added as well.
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(R"(
    func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
      %c = stablehlo.constant dense<1.0> : tensor<8x8xf32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      %z = stablehlo.add %y, %c : tensor<8x8xf32>
      %v = stablehlo.add %w, %c : tensor<8x8xf32>
      return %z, %v : tensor<8x8xf32>, tensor<8x8xf32>
    })");
  std::optional<Batch> batch = Batch::of(*module);
  ASSERT_TRUE(batch);
  mlir::OwningOpRef<mlir::ModuleOp> twice = batch->withSize(16);
  ASSERT_TRUE(twice);
  EXPECT_NE(text(*twice).find(
                "@main(%arg0: tensor<16x8xf32>, %arg1: tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<8x8xf32>)"),
            std::string::npos)
      << text(*twice);
}

std::string twoProducts(const std::string &x, const std::string &h, const std::string &back) {
  return "func.func @main(%x: tensor<" + x + ">, %w: tensor<8x4xf32>, %v: tensor<4x8xf32>) -> tensor<" + back +
         "> {\n" + "%0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<" + x +
         ">, tensor<8x4xf32>) -> tensor<" + h +
         ">\n%1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<" + h +
         ">, tensor<4x8xf32>) -> tensor<" + back + ">\nreturn %1 : tensor<" + back + ">\n}";
}

TEST_F(BatchTest, OfAProductTheFirstIsData) { EXPECT_EQ(batchOf(twoProducts("6x8xf32", "6x4xf32", "6x8xf32")), 6); }

TEST_F(BatchTest, WhatIsNotUpdatedIsDataWhereNothingElseIs) {
  const std::string text =
      R"(func.func @main(%w: tensor<8x8xf32>DONATED, %x: tensor<6x8xf32>, %y: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.add %x, %y : tensor<6x8xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<8x8xf32>
    return %2 : tensor<8x8xf32> })";
  auto with = [&](const char *donated) { return std::regex_replace(text, std::regex("DONATED"), donated); };
  EXPECT_EQ(batchOf(with(" {tf.aliasing_output = 0 : i32}")), 6);
  EXPECT_EQ(batchOf(with("")), 0);
}

TEST_F(BatchTest, ThereIsNone) {
  // Nothing is known to be data.
  EXPECT_EQ(batchOf(R"(func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.sine %a : tensor<8xf32>
    return %0 : tensor<8xf32> })"),
            0);
  // Every sample meets every other one.
  EXPECT_EQ(batchOf(R"(func.func @main(%x: tensor<6x8xf32>, %w: tensor<8x4xf32>) -> tensor<6x6xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [1] : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x6xf32>
    return %1 : tensor<6x6xf32> })"),
            0);
  // Half of the batch is taken.
  EXPECT_EQ(batchOf(R"(func.func @main(%x: tensor<6x8xf32>, %w: tensor<8x4xf32>) -> tensor<3x4xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %1 = stablehlo.slice %0 [0:3, 0:4] : (tensor<6x4xf32>) -> tensor<3x4xf32>
    return %1 : tensor<3x4xf32> })"),
            0);
  // Data have nothing in common.
  EXPECT_EQ(batchOf(R"(func.func @main(%a: tensor<6xi32>, %b: tensor<4xi32>) -> (tensor<6xi32>, tensor<4xi32>) {
    %0 = stablehlo.negate %a : tensor<6xi32>
    %1 = stablehlo.negate %b : tensor<4xi32>
    return %0, %1 : tensor<6xi32>, tensor<4xi32> })"),
            0);
  // A weight has as many columns.
  EXPECT_EQ(
      batchOf(R"(func.func @main(%x: tensor<6x8xi32>, %w: tensor<4x6xf32>, %b: tensor<6x8xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.convert %x : (tensor<6x8xi32>) -> tensor<6x8xf32>
    %1 = stablehlo.add %0, %b : tensor<6x8xf32>
    %2 = stablehlo.dot_general %w, %1, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
    return %2 : tensor<4x8xf32> })"),
      8);
}

TEST_F(BatchTest, ElementsThatDifferHaveOneSize) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(R"(
    func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
      %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
      %0 = stablehlo.add %x, %c : tensor<2xi32>
      return %0 : tensor<2xi32>
    })");
  std::optional<Batch> batch = Batch::of(*module);
  ASSERT_TRUE(batch);
  EXPECT_FALSE(batch->withSize(4));
}

} // namespace
