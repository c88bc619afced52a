// Strategies by the shapes of arguments, and what a device holds of these.
#include "lib/Planning/Textbook.h"
#include "lib/Planning/MeshProblem.h"
#include "test/unit/AllDialects.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

using namespace shardwright;
using namespace shardwright::planning;

namespace {

[[maybe_unused]] const int kTopologies = setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1);

/// One weight of 4 KiB and a batch of 8 KiB.
std::string product(const std::string &batch, const std::string &weight) {
  return "sharding.mesh @m = <x=4, y=2>\nfunc.func @main(%x: tensor<64x32xf32>" + batch + ", %w: tensor<32x32xf32>" +
         weight +
         ") -> tensor<64x32xf32> {\n%0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : "
         "(tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>\nreturn %0 : tensor<64x32xf32>\n}";
}

std::string spec(const std::string &sharding) { return " {sharding.spec = #sharding.spec<@m, " + sharding + ">}"; }

class TextbookTest : public testing::Test, protected AllDialects {
protected:
  /// Bytes of arguments by strategy.
  std::map<std::string, double> bytesOf(const std::string &text) {
    MachineOptions machine;
    machine.topology = "h100-8";
    absl::StatusOr<std::unique_ptr<MeshProblem>> problem = MeshProblem::create(parse(text), machine, {});
    EXPECT_TRUE(problem.ok()) << problem.status();
    std::map<std::string, double> bytes;
    for (const TextbookPlan &plan : textbookPlans(*(*problem)->open, (*problem)->mesh()))
      bytes[plan.name] = argumentBytes(*(*problem)->open, (*problem)->mesh(), plan.annotations);
    return bytes;
  }
};

TEST_F(TextbookTest, ArgumentsAreHeldAsStrategiesSplitThem) {
  const std::map<std::string, double> expected = {{"textbook fully sharded", 8192 / 8 + 4096 / 8},
                                                  {"textbook data parallel", 8192 / 8 + 4096},
                                                  {"textbook tensor parallel", 8192 + 4096 / 8},
                                                  {"textbook data and tensor parallel", 8192 / 4 + 4096 / 2}};
  EXPECT_EQ(bytesOf(product("", "")), expected);
}

TEST_F(TextbookTest, StrategiesThatSayTheSameAreOne) {
  // The author says how the weight lies, so strategies that split the batch alike are one.
  const std::map<std::string, double> ofBatch = bytesOf(product("", spec("[_x, _]")));
  EXPECT_EQ(ofBatch.at("textbook fully sharded"), 8192 / 8 + 4096 / 4);
  EXPECT_EQ(ofBatch.count("textbook data parallel"), 0u) << "the batch is split as in the first";
  // Nothing is open.
  EXPECT_TRUE(bytesOf(product(spec("[_x, _]"), spec("[_, _]"))).empty());
}

TEST_F(TextbookTest, FewerChoicesAreMadeMoreFromTheSamePrices) {
  MachineOptions machine;
  machine.topology = "h100-8";
  auto few = MeshProblem::create(parse(product("", "")), machine, {}, 3);
  auto all = MeshProblem::create(parse(product("", "")), machine, {});
  ASSERT_TRUE(few.ok() && all.ok());
  EXPECT_LT((*few)->planner->numChoices(), (*all)->planner->numChoices());
  (*few)->setMostChoices(std::nullopt);
  EXPECT_EQ((*few)->planner->numChoices(), (*all)->planner->numChoices());
}

} // namespace
