#include "tools/book/Predict.h"

#include <gtest/gtest.h>

namespace shardwright::book {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

absl::StatusOr<Value> ask(const char *group, const char *quantity, Object inputs) {
  return predict({"", group, quantity, std::move(inputs)});
}

std::string parseError(llvm::StringRef line) {
  absl::StatusOr<Query> query = Query::parse(line);
  EXPECT_FALSE(query.ok()) << line.str();
  return std::string(query.status().message());
}

TEST(Predict, ReadsARow) {
  absl::StatusOr<Query> query =
      Query::parse(R"({"id": "a", "group": "g", "quantity": "q", "inputs": {"B": 2}, "value": 3})");
  ASSERT_TRUE(query.ok());
  EXPECT_EQ(query->quantity, "q");
  EXPECT_EQ(query->inputs, (Object{{"B", 2}}));
}

TEST(Predict, RefusesWhatIsNoRow) {
  EXPECT_EQ(parseError("{").substr(0, 10), "not JSON: ");
  EXPECT_EQ(parseError("[]"), "expected an object with id, group, quantity and inputs");
  EXPECT_EQ(parseError(R"({"group": "g"})"), "the row has no id, or one that is not text");
  EXPECT_EQ(parseError(R"({"id": "a", "group": 1})"), "the row has no group, or one that is not text");
  EXPECT_EQ(parseError(R"({"id": "a", "group": "g", "quantity": "q"})"),
            "row 'a' has no inputs, or some that are not an object");
}

TEST(Predict, Formulas) {
  EXPECT_EQ(*ask("training", "train_flops_per_token", Object{{"params", 2}}), Value(12.0));
  EXPECT_EQ(ask("training", "train_flops_per_token", Object{}).status().message(), "input 'params' is missing");
}

TEST(Predict, DevicesSupplyWhatARowLeavesOut) {
  EXPECT_EQ(*ask("hardware", "wraparound_per_axis", Object{{"device", "tpu_v5e"}, {"slice_shape", Array{8, 16}}}),
            Value(Array{false, true}));
  EXPECT_EQ(*ask("hardware", "wraparound_per_axis", Object{{"device", "tpu_v5p"}, {"slice_shape", Array{2, 4, 4}}}),
            Value(Array{false, false, false}));
  EXPECT_EQ(*ask("training", "train_flops_per_token", Object{{"params", 2}, {"device", "abacus"}}), Value(12.0))
      << "a device that nothing is asked of may be unknown";
}

TEST(Predict, Constants) {
  EXPECT_EQ(*ask("hardware", "sms", Object{{"device", "h100"}})->getAsNumber(), 132);
  EXPECT_EQ(*ask("hardware", "degree", Object{{"device", "dgx_h100_superpod"}, {"level", "spine"}})->getAsNumber(), 4);
  EXPECT_EQ(ask("hardware", "sms", Object{{"device", "abacus"}}).status().message().substr(0, 23),
            "unknown device 'abacus'");
  EXPECT_EQ(ask("hardware", "beads", Object{{"device", "h100"}}).status().message(), "the table has no beads of h100");
  EXPECT_EQ(ask("hardware", "beads", Object{{"device", "dgx_h100_superpod"}, {"level", "node"}}).status().message(),
            "the table has no beads of level node");
}

TEST(Predict, NoModel) {
  EXPECT_EQ(ask("music", "pitch", Object{}).status().message(), "there is no model of pitch in group music");
}

} // namespace
} // namespace shardwright::book
