// Parts of a block as programs: one behind the other they compute what the block does, and parts that are alike have
// one form.
#include "lib/Compiler/Excerpt.h"
#include "lib/Interp/Interpret.h"
#include "passes/common/Donation.h"
#include "test/unit/AllDialects.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

#include <random>

namespace shardwright::compiler {
namespace {

/// Equal layers between a constant and a loop. What a layer reads of the one before is read once more at the end.
std::string layersText(int layers) {
  std::string text =
      "sharding.mesh @m = <x=2>\n"
      "func.func @main(%x0: tensor<4x6xi32>, %w: tensor<6x6xi32>) -> (tensor<4x6xi32>, tensor<4x6xi32>) {\n"
      "  %c = stablehlo.constant dense<3> : tensor<4x6xi32>\n";
  std::string last = "%x0";
  for (int layer = 0; layer < layers; ++layer) {
    const std::string n = std::to_string(layer), own = "%x" + std::to_string(layer + 1);
    text += "  %g" + n + " = spmd.all_gather " + last +
            " dim 0 over {x} on @m : (tensor<4x6xi32>) -> tensor<8x6xi32>\n" + "  %p" + n +
            " = stablehlo.dot_general %g" + n +
            ", %w, contracting_dims = [1] x [0] : (tensor<8x6xi32>, tensor<6x6xi32>) -> tensor<8x6xi32>\n" + "  %s" +
            n + " = stablehlo.slice %p" + n + " [2:6, 0:6] : (tensor<8x6xi32>) -> tensor<4x6xi32>\n" + "  " + own +
            " = stablehlo.remainder %s" + n + ", %c : tensor<4x6xi32>\n";
    last = own;
  }
  return text + "  %end = stablehlo.add " + last + ", %x1 : tensor<4x6xi32>\n  return %end, " + last +
         " : tensor<4x6xi32>, tensor<4x6xi32>\n}\n";
}

class ExcerptTest : public testing::Test, protected AllDialects {
protected:
  static mlir::Block &blockOf(mlir::ModuleOp module) {
    return module.lookupSymbol<mlir::func::FuncOp>("main").getBody().front();
  }
};

/// Runs an excerpt on values of the whole program, to which it adds its results.
void run(Excerpt &excerpt, llvm::ArrayRef<mlir::Operation *> ops, llvm::DenseMap<mlir::Value, interp::Tensor> &values) {
  ASSERT_TRUE(mlir::succeeded(mlir::verify(*excerpt.program)));
  auto function = excerpt.program->lookupSymbol<mlir::func::FuncOp>("main");
  llvm::DenseMap<mlir::Value, mlir::Value> originals; ///< by copy
  for (auto [original, copy] : excerpt.copies.getValueMap())
    originals[copy] = original;
  std::vector<interp::Tensor> inputs;
  for (mlir::BlockArgument argument : function.getArguments())
    inputs.push_back(values.at(originals.at(argument)));
  auto outcome = interp::interpret(*excerpt.program, inputs);
  ASSERT_TRUE(outcome.ok()) << outcome.status().ToString();
  mlir::Operation *end = function.getBody().front().getTerminator();
  for (auto [result, tensor] : llvm::zip_equal(end->getOperands(), outcome->results))
    values.insert({originals.at(result), tensor});
}

TEST_F(ExcerptTest, PartsComputeWhatTheWholeDoes) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(layersText(3));
  ASSERT_TRUE(module);
  auto types = interp::argumentTypes(*module);
  ASSERT_TRUE(types.ok());
  std::mt19937 random(1);
  std::vector<interp::Tensor> inputs;
  for (mlir::RankedTensorType type : *types) {
    inputs.emplace_back(type);
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      const auto number = static_cast<int64_t>(random() % 9);
      inputs.back().set(i, {number, static_cast<double>(number), 0});
    }
  }
  auto want = interp::interpret(*module, inputs);
  ASSERT_TRUE(want.ok()) << want.status().ToString();
  mlir::Block &block = blockOf(*module);
  llvm::SmallVector<mlir::Operation *> ops;
  for (mlir::Operation &op : block.without_terminator())
    ops.push_back(&op);
  for (size_t cut = 1; cut < ops.size(); ++cut) {
    SCOPED_TRACE(cut);
    llvm::DenseMap<mlir::Value, interp::Tensor> values;
    for (auto [argument, tensor] : llvm::zip_equal(block.getArguments(), inputs))
      values.insert({argument, tensor});
    for (llvm::ArrayRef<mlir::Operation *> part :
         {llvm::ArrayRef(ops).take_front(cut), llvm::ArrayRef(ops).drop_front(cut)}) {
      Excerpt excerpt = excerptOf(part);
      run(excerpt, part, values);
    }
    for (auto [value, tensor] : llvm::zip_equal(block.getTerminator()->getOperands(), want->results)) {
      ASSERT_TRUE(values.contains(value));
      EXPECT_TRUE(values.at(value).equals(tensor));
    }
  }
}

/// What the caller keeps, and what is read behind, is not written over.
TEST_F(ExcerptTest, WhatMayBeWrittenOver) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(layersText(3));
  ASSERT_TRUE(module);
  llvm::SmallVector<mlir::Operation *> ops;
  for (mlir::Operation &op : blockOf(*module).without_terminator())
    ops.push_back(&op);
  // The second layer reads %x1, which the end reads as well, and %w; the third one %x2, which nothing else reads.
  for (auto [begin, may] : {std::pair<size_t, bool>{5, false}, {9, true}}) {
    Excerpt excerpt = excerptOf(llvm::ArrayRef(ops).slice(begin, 4));
    auto function = excerpt.program->lookupSymbol<mlir::func::FuncOp>("main");
    ASSERT_EQ(function.getNumArguments(), 2u);
    EXPECT_EQ(isDonated(function, 0), may);
    EXPECT_FALSE(isDonated(function, 1));
  }
}

TEST_F(ExcerptTest, EqualLayersHaveOneForm) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(layersText(12));
  ASSERT_TRUE(module);
  mlir::Block &block = blockOf(*module);
  BlockPlaces places(block);
  std::vector<BlockPlaces::Form> forms;
  for (mlir::Operation &op : block)
    if (op.getName().getStringRef() == "spmd.all_gather")
      forms.push_back(places.formOf(places.around(&op, 6)));
  ASSERT_EQ(forms.size(), 12u);
  for (size_t layer = 4; layer < 10; ++layer)
    EXPECT_EQ(forms[layer], forms[3]) << layer;
  EXPECT_NE(forms[0], forms[3]); // nothing in front of it
  EXPECT_NE(forms[1], forms[3]); // the end reads what the first leaves
  EXPECT_NE(forms[11], forms[3]);
}

/// Nothing is computed across a loop while something is sent; a started collective stays with its end.
TEST_F(ExcerptTest, WhereSurroundingsEnd) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(R"(
sharding.mesh @m = <x=2>
func.func @main(%a: tensor<4xi32>, %p: tensor<i1>) -> tensor<4xi32> {
  %0 = stablehlo.negate %a : tensor<4xi32>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<4xi32>
  }, {
    stablehlo.return %a : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>
  %2 = stablehlo.negate %1 : tensor<4xi32>
  %3 = stablehlo.negate %2 : tensor<4xi32>
  return %3 : tensor<4xi32>
})");
  ASSERT_TRUE(module);
  mlir::Block &block = blockOf(*module);
  BlockPlaces places(block);
  const BlockPlaces::Range range = places.around(block.getTerminator()->getPrevNode(), 10);
  EXPECT_EQ(range.begin, 2u);
  EXPECT_EQ(range.end, 4u);
  mlir::OwningOpRef<mlir::ModuleOp> started = parse(R"(
sharding.mesh @m = <x=2>
func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = spmd.all_reduce sum %a over {x} on @m {spmd.started} : tensor<4xi32>
  %1 = stablehlo.negate %a : tensor<4xi32>
  %2 = spmd.done %0 : tensor<4xi32>
  %3 = stablehlo.add %1, %2 : tensor<4xi32>
  return %3 : tensor<4xi32>
})");
  ASSERT_TRUE(started);
  mlir::Block &other = blockOf(*started);
  EXPECT_EQ(BlockPlaces(other).around(&other.front(), 0).size(), 4u);
}

} // namespace
} // namespace shardwright::compiler
