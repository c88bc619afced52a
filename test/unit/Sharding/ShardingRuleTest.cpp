#include "shardwright/Sharding/ShardingRule.h"

#include "gtest/gtest.h"

using namespace shardwright;

namespace {
using Shape = llvm::SmallVector<int64_t, 6>;

std::string roundTrip(llvm::StringRef text) {
  absl::StatusOr<ShardingRule> rule = parseShardingRule(text);
  return rule.ok() ? rule->str() : std::string(rule.status().message());
}

std::string error(llvm::StringRef text, llvm::ArrayRef<Shape> operands, llvm::ArrayRef<Shape> results) {
  return std::string(verify(*parseShardingRule(text), operands, results).message());
}
} // namespace

TEST(ShardingRule, factorNames) {
  EXPECT_EQ(factorName(0), "i");
  EXPECT_EQ(factorName(17), "z");
  EXPECT_EQ(factorName(18), "z_1");
  EXPECT_EQ(factorName(27), "z_10");
}

TEST(ShardingRule, printsWhatItReads) {
  for (const char *text :
       {"([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}", "([], [])->([])", "()->([i]) {i=4}",
        "([ij, k])->([i, j, k]) {i=2, j=4, k=3} need_replication={k} permutation={j} blocked_propagation={i, k}",
        "([i])->([i]) {i=8}, custom", "([i, j])->([i]) {i=2, j=2} reduction={j}, custom"})
    EXPECT_EQ(roundTrip(text), text);
}

TEST(ShardingRule, manyFactors) {
  ShardingRule rule;
  rule.operands.emplace_back();
  for (int64_t i = 0; i < 20; ++i) {
    rule.factors.push_back(Factor{2});
    rule.operands[0].push_back({i});
  }
  rule.operands[0].back().insert(rule.operands[0].back().begin(), 18);
  EXPECT_EQ(roundTrip(rule.str()), rule.str());
  EXPECT_EQ(parseShardingRule(rule.str())->operands, rule.operands);
}

TEST(ShardingRule, soleFactor) {
  ShardingRule rule = *parseShardingRule("([ij, ik, k, jl])->() {i=2, j=4, k=1, l=1}");
  EXPECT_EQ(rule.soleFactor(rule.operands[0][0]), std::nullopt);
  EXPECT_EQ(rule.soleFactor(rule.operands[0][1]), std::optional<int64_t>(0));
  EXPECT_EQ(rule.soleFactor(rule.operands[0][2]), std::optional<int64_t>(2));
  EXPECT_EQ(rule.soleFactor(rule.operands[0][3]), std::optional<int64_t>(1));
}

TEST(ShardingRule, parseErrors) {
  EXPECT_EQ(roundTrip("[i]"), "offset 0: expected '(', found '['");
  EXPECT_EQ(roundTrip("([i]"), "offset 4: expected ')', found the end");
  EXPECT_EQ(roundTrip("([a])->()"), "offset 2: expected a factor, found 'a'");
  EXPECT_EQ(roundTrip("([z_0])->()"), "offset 4: expected a number from 1 to 1000000, found '0'");
  EXPECT_EQ(roundTrip("([z_9223372036854775807])->()"), "offset 4: expected a number from 1 to 1000000, found '9'");
  EXPECT_EQ(roundTrip("([i]) ([i])"), "offset 6: expected '->', found '('");
  EXPECT_EQ(roundTrip("([i])->([i]) {j=2}"), "offset 14: expected the size of factor i, found 'j'");
  EXPECT_EQ(roundTrip("([i])->([i]) {i}"), "offset 15: expected '=', found '}'");
  EXPECT_EQ(roundTrip("([i])->([j]) {i=2}"), "factor j has no size");
  EXPECT_EQ(roundTrip("([i])->([i]) {i=2} reduction={j}"), "offset 30: expected a factor with a size, found 'j'");
  EXPECT_EQ(roundTrip("([i])->() {i=2} reduction={i} permutation={i}"), "offset 45: factor i has two kinds");
  EXPECT_EQ(roundTrip("([i])->() {i=2}, costum"), "offset 17: expected 'custom', found 'c'");
  EXPECT_EQ(roundTrip("([i])->() {i=2} x"), "offset 16: expected the end, found 'x'");
}

TEST(ShardingRule, verify) {
  EXPECT_EQ(error("([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}", {{8, 32}, {32, 16}}, {{8, 16}}), "");
  EXPECT_EQ(error("([ij])->([i, j]) {i=2, j=4}", {{8}}, {{2, 4}}), "");
  EXPECT_EQ(error("([i])->([i]) {i=8}", {{8}}, {{3}}), "");
  EXPECT_EQ(error("([i])->([i]) {i=8}", {{8}, {8}}, {{8}}), "the rule has 1 operands, but the op has 2");
  EXPECT_EQ(error("([i])->([i]) {i=8}", {{8}}, {}), "the rule has 1 results, but the op has 0");
  EXPECT_EQ(error("([i])->([i]) {i=8}", {{8, 1}}, {{8}}), "operand 0 has 1 dimensions in the rule, but rank 2");
  EXPECT_EQ(error("([i, i])->() {i=8} reduction={i}", {{8, 8}}, {}), "factor i is twice in operand 0");
  EXPECT_EQ(error("([ij])->([i, j]) {i=4, j=4}", {{8}}, {{4, 4}}),
            "the factors of dimension 0 of operand 0 multiply to 16, but its size is 8");
  EXPECT_EQ(error("([ij])->([i, j]) {i=4000000000000000000, j=4}", {{8}}, {{4, 4}}),
            "the factors of dimension 0 of operand 0 multiply to 9223372036854775807, but its size is 8");
  EXPECT_EQ(error("([i])->([i]) {i=8, j=2}", {{8}}, {{8}}), "factor j is in no operand and no result");
  EXPECT_EQ(error("([i])->([i]) {i=8} reduction={i}", {{8}}, {{8}}), "reduction factor i is in a result");

  ShardingRule rule = *parseShardingRule("([i])->([i]) {i=8}");
  rule.results[0][0].clear();
  EXPECT_EQ(verify(rule, {{8}}, {{8}}).message(), "dimension 0 of result 0 has no factor");
  rule.results[0][0] = {3};
  EXPECT_EQ(verify(rule, {{8}}, {{8}}).message(), "dimension 0 of result 0 has factor 3, but the rule has 1");
  rule.results[0][0] = {0};
  rule.factors[0].size = -1;
  EXPECT_EQ(verify(rule, {{8}}, {{8}}).message(), "factor i has size -1");
}
