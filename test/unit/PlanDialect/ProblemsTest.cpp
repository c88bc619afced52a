#include "dialects/plan/Problems.h"
#include "shardwright/Plan/IopddlFormat.h"
#include "test/unit/Plan/RandomProblem.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

namespace shardwright::plan {
namespace {

class Problems : public testing::Test {
protected:
  Problems() { context_.loadDialect<PlanDialect>(); }

  /// The problem behind a module, its text and that text parsed again.
  Problem throughText(const Problem &problem) {
    mlir::OpBuilder builder(&context_);
    mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
    buildProblem(builder, builder.getUnknownLoc(), problem);
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    std::string text;
    llvm::raw_string_ostream(text) << *module;
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context_);
    if (!module) {
      ADD_FAILURE() << "does not parse: " << text;
      return {};
    }
    return problemOf(*module->getOps<ProblemOp>().begin());
  }

  mlir::MLIRContext context_;
};

TEST_F(Problems, ATextIsTheProblemThatItSays) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"(
    plan.problem @three limit 10 {
      %a = plan.node costs [1, 5] usages [8, 4] live [0, 2)
      %b = plan.node costs [2]
      plan.edge %b, %a costs [[3, 0]]
      %c = plan.node costs [0, 7, 9] live [2, 2)
      plan.edge %a, %c costs [[1, 2, 3], [4, 5, 6]]
    })",
                                                        &context_);
  ASSERT_TRUE(module);
  Problem problem = problemOf(*module->getOps<ProblemOp>().begin());
  EXPECT_EQ(printIopddl(problem),
            "{\"problem\":{\"name\":\"three\",\"nodes\":{\"intervals\":[[0,2],[0,0],[2,2]],"
            "\"costs\":[[1,5],[2],[0,7,9]],\"usages\":[[8,4],[0],[0,0,0]]},"
            "\"edges\":{\"nodes\":[[1,0],[0,2]],\"costs\":[[3,0],[1,2,3,4,5,6]]},\"usage_limit\":10}}\n");
}

TEST_F(Problems, RandomProblemsComeBack) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Problem problem = randomProblem(seed, 12);
    EXPECT_EQ(printIopddl(throughText(problem)), printIopddl(problem));
  }
  EXPECT_EQ(printIopddl(throughText(Problem())), printIopddl(Problem()));
}

} // namespace
} // namespace shardwright::plan
