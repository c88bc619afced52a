// What the text of a rule does not show: which operands may stay partial, and which factors must not be split.

#include "dialects/interfaces/ShardingRuleOpInterface.h"
#include "dialects/sharding/ShardingDialect.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace shardwright {
namespace {

using Operands = llvm::SmallVector<int64_t, 2>;
using Kinds = llvm::SmallVector<ReductionKind, 2>;

class PartialRule : public ::testing::Test {
protected:
  PartialRule() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::func::FuncDialect, sharding::ShardingDialect, stablehlo::StablehloDialect>();
    context_.appendDialectRegistry(registry);
  }

  /// The rule of the last op with one in a function with the arguments %a, %b: tensor<4x8xf32>, %z: tensor<f32>,
  /// %p: tensor<4x8xi1>, %i: tensor<4x8xi32>.
  ShardingRule rule(const std::string &body) {
    std::string text = "func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %z: tensor<f32>, %p: tensor<4x8xi1>, "
                       "%i: tensor<4x8xi32>, %c: tensor<i32>) {\n" +
                       body + "\nreturn\n}";
    mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(text, &context_);
    EXPECT_TRUE(module) << body;
    ShardingRule found;
    if (module)
      for (mlir::Operation &op : (*module->getOps<mlir::func::FuncOp>().begin()).front())
        if (auto withRule = llvm::dyn_cast<ShardingRuleOpInterface>(op))
          found = *withRule.getShardingRule();
    return found;
  }

  void expectPartial(const std::string &body, PartialBehavior behavior, Operands operands, Kinds kinds) {
    SCOPED_TRACE(body);
    ShardingRule found = rule(body);
    EXPECT_EQ(found.partial, behavior);
    EXPECT_EQ(found.partialOperands, operands);
    EXPECT_EQ(found.partialKinds, kinds);
  }

  mlir::MLIRContext context_;
};

constexpr auto kAlike = PartialBehavior::AllAlike;
constexpr auto kOne = PartialBehavior::ExactlyOne;
constexpr auto kNone = PartialBehavior::None;
constexpr auto kSum = ReductionKind::Sum;
constexpr auto kMax = ReductionKind::Max;
constexpr auto kMin = ReductionKind::Min;

TEST_F(PartialRule, LinearOpsPassSums) {
  expectPartial("%0 = stablehlo.add %a, %b : tensor<4x8xf32>", kAlike, {0, 1}, {kSum});
  expectPartial("%0 = stablehlo.subtract %a, %b : tensor<4x8xf32>", kAlike, {0, 1}, {kSum});
  expectPartial("%0 = stablehlo.negate %a : tensor<4x8xf32>", kAlike, {0}, {kSum});
  expectPartial("%0 = stablehlo.multiply %a, %b : tensor<4x8xf32>", kOne, {0, 1}, {kSum});
  expectPartial("%0 = stablehlo.divide %a, %b : tensor<4x8xf32>", kOne, {0}, {kSum});
  expectPartial(
      "%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> "
      "tensor<4x4xf32>",
      kOne, {0, 1}, {kSum});
}

TEST_F(PartialRule, WhatIsNotLinearPassesNothing) {
  expectPartial("%0 = stablehlo.divide %i, %i : tensor<4x8xi32>", kNone, {}, {});
  expectPartial("%0 = stablehlo.sqrt %a : tensor<4x8xf32>", kNone, {}, {});
  expectPartial("%0 = stablehlo.log %a : tensor<4x8xf32>", kNone, {}, {});
  expectPartial("%0 = stablehlo.power %a, %b : tensor<4x8xf32>", kNone, {}, {});
  expectPartial("%0 = stablehlo.cosine %a : tensor<4x8xf32>", kNone, {}, {});
}

TEST_F(PartialRule, MonotoneOpsPassMaximaAndMinima) {
  expectPartial("%0 = stablehlo.maximum %a, %b : tensor<4x8xf32>", kAlike, {0, 1}, {kMax});
  expectPartial("%0 = stablehlo.minimum %a, %b : tensor<4x8xf32>", kAlike, {0, 1}, {kMin});
  expectPartial("%0 = stablehlo.exponential %a : tensor<4x8xf32>", kAlike, {0}, {kMax, kMin});
}

TEST_F(PartialRule, BoolsAddByOr) {
  expectPartial("%0 = stablehlo.add %p, %p : tensor<4x8xi1>", kAlike, {0, 1}, {ReductionKind::Or});
  expectPartial("%0 = stablehlo.multiply %p, %p : tensor<4x8xi1>", kAlike, {0, 1}, {ReductionKind::And});
}

TEST_F(PartialRule, OnlyWideningConversionsKeepSums) {
  expectPartial("%0 = stablehlo.convert %a : (tensor<4x8xf32>) -> tensor<4x8xf64>", kAlike, {0}, {kSum, kMax, kMin});
  expectPartial("%0 = stablehlo.convert %a : (tensor<4x8xf32>) -> tensor<4x8xbf16>", kNone, {}, {});
  expectPartial("%0 = stablehlo.convert %i : (tensor<4x8xi32>) -> tensor<4x8xf32>", kNone, {}, {});
}

TEST_F(PartialRule, MovingDataKeepsEveryKind) {
  for (const char *body : {"%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>",
                           "%0 = stablehlo.reshape %a : (tensor<4x8xf32>) -> tensor<32xf32>",
                           "%0 = stablehlo.slice %a [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>",
                           "%0 = stablehlo.reverse %a, dims = [0] : tensor<4x8xf32>"}) {
    ShardingRule found = rule(body);
    EXPECT_EQ(found.partial, kAlike) << body;
    EXPECT_EQ(found.partialOperands, (Operands{0})) << body;
    EXPECT_EQ(found.partialKinds.size(), 7u) << body;
  }
}

TEST_F(PartialRule, ThePredicateOfASelectIsWhole) {
  EXPECT_EQ(rule("%0 = stablehlo.select %p, %a, %b : tensor<4x8xi1>, tensor<4x8xf32>").partialOperands,
            (Operands{1, 2}));
}

TEST_F(PartialRule, AReduceCombinesAsItsBodySays) {
  ShardingRule sum = rule("%0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : "
                          "(tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>");
  EXPECT_EQ(sum.factors[1].reduction, kSum);
  EXPECT_TRUE(sum.factors[1].splittable);
  EXPECT_EQ(sum.accumulators, (Operands{1}));
  ShardingRule max = rule("%0 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : "
                          "(tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>");
  EXPECT_EQ(max.factors[1].reduction, kMax);
  EXPECT_EQ(max.partialKinds, (Kinds{kMax}));
}

TEST_F(PartialRule, ABodyOfSeveralOpsCannotBeSplit) {
  ShardingRule found = rule(
      R"(%0 = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
      %1 = stablehlo.multiply %x, %x : tensor<f32>
      %2 = stablehlo.add %1, %y : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    })");
  EXPECT_EQ(found.factors[1].kind, FactorKind::Reduction);
  EXPECT_FALSE(found.factors[1].splittable);
  EXPECT_EQ(found.partial, kNone);
}

TEST_F(PartialRule, FactorsOfOneSideOfAReshapeAreNotSplit) {
  ShardingRule found = rule("%0 = stablehlo.slice %a [0:3, 0:2] : (tensor<4x8xf32>) -> tensor<3x2xf32>\n"
                            "%1 = stablehlo.reshape %0 : (tensor<3x2xf32>) -> tensor<2x3xf32>");
  for (const Factor &factor : found.factors)
    EXPECT_FALSE(factor.splittable);
}

TEST_F(PartialRule, WhatAnAuthorsRuleHasOnOneSideIsNotSplit) {
  ShardingRule found = rule("%0 = stablehlo.custom_call @f(%a) {sharding.rule = #sharding.rule<([i, j])->([i, k]) "
                            "{i=4, j=8, k=8}, custom>} : (tensor<4x8xf32>) -> tensor<4x8xf32>");
  EXPECT_TRUE(found.factors[0].splittable);
  EXPECT_FALSE(found.factors[1].splittable);
  EXPECT_FALSE(found.factors[2].splittable);
}

} // namespace
} // namespace shardwright
