// Who carries the sharding of a value: what is written in the text, what getSpec() reads of it, and what the text says
// after setSpec().

#include "dialects/sharding/Shardings.h"

#include "dialects/stablehlo/StablehloOps.h"
#include "shardwright/Sharding/Text.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace shardwright::sharding {
namespace {

class Shardings : public ::testing::Test {
protected:
  Shardings() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::func::FuncDialect, ShardingDialect, stablehlo::StablehloDialect>();
    context_.appendDialectRegistry(registry);
    context_.loadAllAvailableDialects();
  }

  /// Parses a module with the mesh @m = <x=2, y=2, z=2>.
  void parse(const std::string &functions) {
    module_ = mlir::parseSourceString<mlir::ModuleOp>("sharding.mesh @m = <x=2, y=2, z=2>\n" + functions, &context_);
    ASSERT_TRUE(module_) << functions;
  }

  mlir::func::FuncOp function() { return *module_->getOps<mlir::func::FuncOp>().begin(); }

  /// The first op of that name.
  mlir::Operation *op(llvm::StringRef name) {
    mlir::Operation *found = nullptr;
    module_->walk([&](mlir::Operation *each) {
      if (!found && each->getName().getStringRef() == name)
        found = each;
    });
    EXPECT_TRUE(found) << name.str();
    return found;
  }

  SpecAttr spec(llvm::StringRef text) {
    absl::StatusOr<Sharding> sharding = parseWholeSharding(text);
    EXPECT_TRUE(sharding.ok()) << text.str();
    return SpecAttr::get(mlir::FlatSymbolRefAttr::get(&context_, "m"), *sharding);
  }

  /// As getSpec() reads it; "none" for a value that carries none.
  static std::string read(mlir::Value value) {
    SpecAttr spec = getSpec(value);
    return spec ? str(spec.getValue()) : "none";
  }

  void TearDown() override { EXPECT_TRUE(!module_ || mlir::succeeded(mlir::verify(*module_))); }

  mlir::MLIRContext context_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
};

TEST_F(Shardings, ArgumentsOfAFunctionHaveTheirOwn) {
  parse("func.func @f(%a: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, %b: tensor<8xf32>) "
        "{ return }");
  EXPECT_EQ(read(function().getArgument(0)), "[I_x, J]");
  EXPECT_EQ(read(function().getArgument(1)), "none");
  setSpec(function().getArgument(1), spec("[K_y]"));
  EXPECT_EQ(read(function().getArgument(1)), "[K_y]");
  EXPECT_EQ(function().getArgAttr(1, "sharding.spec"), spec("[K_y]"));
  EXPECT_EQ(read(function().getArgument(0)), "[I_x, J]");
}

TEST_F(Shardings, ArgumentsOfLaterBlocksHaveNone) {
  parse("func.func private @f(tensor<8xf32>)");
  mlir::Block *entry = function().addEntryBlock(), *later = function().addBlock();
  mlir::Value argument = later->addArgument(entry->getArgument(0).getType(), function().getLoc());
  setSpec(argument, spec("[I_x]"));
  EXPECT_EQ(read(argument), "none");
  EXPECT_EQ(read(entry->getArgument(0)), "none");
  module_ = {}; // blocks without terminators
}

TEST_F(Shardings, ResultsOfAFunctionAreItsAttributes) {
  parse("func.func private @f(tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32> {sharding.spec = #sharding.spec<@m, "
        "[I_y]>})");
  EXPECT_FALSE(getResultSpec(function(), 0));
  EXPECT_EQ(getResultSpec(function(), 1), spec("[I_y]"));
  setResultSpec(function(), 0, spec("[I_x]"));
  EXPECT_EQ(function().getResultAttr(0, "sharding.spec"), spec("[I_x]"));
  EXPECT_EQ(getResultSpec(function(), 1), spec("[I_y]"));
}

TEST_F(Shardings, ResultsOfAnOpAreEntriesOfItsArray) {
  parse("func.func private @g() -> (tensor<8x8xf32>, tensor<f32>, tensor<8xf32>)\n"
        "func.func @f() { %0:3 = call @g() : () -> (tensor<8x8xf32>, tensor<f32>, tensor<8xf32>) return }");
  mlir::Operation *call = op("func.call");
  for (mlir::Value result : call->getResults())
    EXPECT_EQ(read(result), "none");
  // The others become open, each of its rank.
  setSpec(call->getResult(2), spec("[I_z]"));
  EXPECT_EQ(read(call->getResult(0)), "[_?, _?]");
  EXPECT_EQ(read(call->getResult(1)), "[]");
  EXPECT_EQ(read(call->getResult(2)), "[I_z]");
  // What is written stays.
  setSpec(call->getResult(0), spec("[_, _x]"));
  EXPECT_EQ(call->getAttrOfType<mlir::ArrayAttr>("sharding.specs"),
            mlir::ArrayAttr::get(&context_, {spec("[_, _x]"), spec("[]"), spec("[I_z]")}));
}

TEST_F(Shardings, OpsAboutShardingsHaveTheirOwnAttribute) {
  parse("func.func @f(%a: tensor<8xf32>) {\n"
        "%0 = sharding.constraint %a <@m, [I_x]> : tensor<8xf32>\n"
        "%1 = sharding.reshard %0 <@m, [I_y]> : tensor<8xf32>\n"
        "return }");
  EXPECT_EQ(read(op("sharding.constraint")->getResult(0)), "[I_x]");
  EXPECT_EQ(read(op("sharding.reshard")->getResult(0)), "[I_y]");
  setSpec(op("sharding.constraint")->getResult(0), spec("[I_z]"));
  setSpec(op("sharding.reshard")->getResult(0), spec("[I_{z,x}]"));
  EXPECT_EQ(mlir::cast<ConstraintOp>(op("sharding.constraint")).getSpec(), spec("[I_z]"));
  EXPECT_EQ(mlir::cast<ReshardOp>(op("sharding.reshard")).getSpec(), spec("[I_{z,x}]"));
  EXPECT_FALSE(op("sharding.constraint")->hasAttr("sharding.specs"));
  EXPECT_FALSE(op("sharding.reshard")->hasAttr("sharding.specs"));
}

TEST_F(Shardings, LoopCarriedValuesAreTheResultsOfTheLoop) {
  parse(R"(func.func @f(%a: tensor<8xf32>, %n: tensor<i32>) {
    %0:2 = stablehlo.while(%i = %n, %v = %a) : tensor<i32>, tensor<8xf32>
    attributes {sharding.specs = [#sharding.spec<@m, []>, #sharding.spec<@m, [I_x]>]}
    cond {
      %1 = stablehlo.compare LT, %i, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      stablehlo.return %i, %v : tensor<i32>, tensor<8xf32>
    }
    return
  })");
  mlir::Operation *loop = op("stablehlo.while");
  for (mlir::Region &region : loop->getRegions())
    EXPECT_EQ(read(region.getArgument(1)), "[I_x]");
  // By an argument of either region, for all: there is one place where it stands.
  setSpec(loop->getRegion(1).getArgument(1), spec("[I_y]"));
  EXPECT_EQ(read(loop->getResult(1)), "[I_y]");
  EXPECT_EQ(read(loop->getRegion(0).getArgument(1)), "[I_y]");
  setSpec(loop->getRegion(0).getArgument(1), spec("[I_z]"));
  EXPECT_EQ(loop->getAttrOfType<mlir::ArrayAttr>("sharding.specs"),
            mlir::ArrayAttr::get(&context_, {spec("[]"), spec("[I_z]")}));
}

TEST_F(Shardings, BranchesHaveResultsOnly) {
  parse(R"(func.func @f(%a: tensor<8xf32>, %n: tensor<i32>) {
    %0 = "stablehlo.case"(%n) ({
      stablehlo.return %a : tensor<8xf32>
    }, {
      %1 = stablehlo.negate %a {sharding.specs = [#sharding.spec<@m, [I_y]>]} : tensor<8xf32>
      stablehlo.return %1 : tensor<8xf32>
    }) : (tensor<i32>) -> tensor<8xf32>
    return
  })");
  setSpec(op("stablehlo.case")->getResult(0), spec("[I_x]"));
  EXPECT_EQ(read(op("stablehlo.case")->getResult(0)), "[I_x]");
  EXPECT_EQ(read(op("stablehlo.negate")->getResult(0)), "[I_y]");
}

TEST_F(Shardings, ArgumentsOfABodyOfScalarsHaveNone) {
  // As many arguments as results, but of other types: none of them is a loop-carried value.
  parse(R"(func.func @f(%a: tensor<8xf32>) {
    %0:2 = "stablehlo.all_reduce"(%a, %a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %1 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sharding.specs = [#sharding.spec<@m, [I_x]>, #sharding.spec<@m, [I_y]>]} : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    return
  })");
  mlir::Operation *reduce = op("stablehlo.all_reduce");
  mlir::Value argument = reduce->getRegion(0).getArgument(1);
  EXPECT_EQ(read(argument), "none");
  setSpec(argument, spec("[]"));
  EXPECT_EQ(read(argument), "none");
  EXPECT_EQ(read(reduce->getResult(1)), "[I_y]");
}

TEST_F(Shardings, AManualRegionSeesWhatIsNotManual) {
  parse(R"(func.func @f(%a: tensor<8x8xf32>, %b: tensor<8xf32>) {
    %0 = sharding.manual(%a, %b) in [<@m, [I_{x,y}, J?]>, <@m, [_]{U_x, R_z}>] out [<@m, [I_{x,z}, J]>] over {x}
        (%l: tensor<4x8xf32>, %m: tensor<8xf32>) {
      sharding.return %l : tensor<4x8xf32>
    } : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
    return
  })");
  auto manual = mlir::cast<ManualOp>(op("sharding.manual"));
  mlir::Value split = manual.getBody().getArgument(0), partial = manual.getBody().getArgument(1);
  EXPECT_EQ(read(split), "[I_y, J?]");
  EXPECT_EQ(read(partial), "[_]{R_z}");
  EXPECT_EQ(read(manual.getResult(0)), "[I_{x,z}, J]");

  // Manual axes are put back in front; what else is said of the operand is replaced.
  setSpec(split, spec("[I_z, J_y]"));
  EXPECT_EQ(str(manual.getInSpec(0).getValue()), "[I_{x,z}, J_y]");
  EXPECT_EQ(read(split), "[I_z, J_y]");
  setSpec(partial, spec("[K_y]"));
  EXPECT_EQ(str(manual.getInSpec(1).getValue()), "[K_y]{U_x}");
  EXPECT_EQ(read(partial), "[K_y]");
  // Results are seen from outside: all axes are said.
  setSpec(manual.getResult(0), spec("[I_x, J_y]"));
  EXPECT_EQ(manual.getOutSpec(0), spec("[I_x, J_y]"));
  EXPECT_FALSE(manual->hasAttr("sharding.specs"));
}

TEST_F(Shardings, TheMeshIsFoundFromAnywhereInTheModule) {
  parse("func.func @f(%a: tensor<8xf32>) { %0 = stablehlo.negate %a : tensor<8xf32> return }");
  EXPECT_EQ(lookupMesh(*module_)->str(), "<x=2, y=2, z=2>");
  EXPECT_EQ(lookupMesh(op("stablehlo.negate"))->str(), "<x=2, y=2, z=2>");
  EXPECT_TRUE(lookupMeshOp(op("stablehlo.negate"), mlir::FlatSymbolRefAttr::get(&context_, "m")));
  EXPECT_FALSE(lookupMeshOp(op("stablehlo.negate"), mlir::FlatSymbolRefAttr::get(&context_, "n")));
  lookupMeshOp(*module_).erase();
  EXPECT_TRUE(mlir::failed(lookupMesh(*module_)));
}

} // namespace
} // namespace shardwright::sharding
