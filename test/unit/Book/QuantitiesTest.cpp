#include "tools/book/Quantities.h"

#include "llvm/ADT/StringSet.h"

#include <gtest/gtest.h>

namespace shardwright::book {
namespace {

using llvm::json::Object;

std::string error(llvm::StringRef text) {
  absl::StatusOr<std::vector<Quantity>> some = parseQuantities("test", text);
  EXPECT_FALSE(some.ok()) << text.str();
  return std::string(some.status().message());
}

double value(llvm::StringRef group, llvm::StringRef name, const Object &inputs) {
  const Quantity *quantity = findQuantity(group, name);
  EXPECT_TRUE(quantity) << name.str();
  absl::StatusOr<llvm::json::Value> value = quantity->evaluate(inputs);
  EXPECT_TRUE(value.ok()) << value.status();
  return value->getAsNumber().value_or(-1);
}

TEST(Quantities, TheTableReads) { EXPECT_GE(quantities().size(), 372u); }

TEST(Quantities, ANameThatIsInSeveralGroupsMeansTheSame) {
  for (const Quantity &quantity : quantities()) {
    const Quantity *first = findQuantity("", quantity.name);
    ASSERT_EQ(first->variants.size(), quantity.variants.size()) << quantity.name;
    for (size_t i = 0; i < quantity.variants.size(); ++i)
      EXPECT_EQ(first->variants[i].formula.text(), quantity.variants[i].formula.text()) << quantity.name;
  }
}

TEST(Quantities, VariantsShareTheirSelector) {
  for (const Quantity &quantity : quantities())
    for (const QuantityVariant &variant : quantity.variants)
      EXPECT_TRUE(variant.selector == quantity.variants[0].selector &&
                  (quantity.variants.size() == 1 || !variant.selector.empty()))
          << quantity.name;
}

// Worked by hand: a ring of 16 with 2 * 45 GB/s gathers 64 MiB in 67108864 / 90e9 s; and so on.
TEST(Quantities, WorkedByHand) {
  EXPECT_DOUBLE_EQ(value("collective", "ring_time_ideal",
                         Object{{"op", "all_gather"}, {"V_bytes", 90e9}, {"W_bidi_bytes_per_s", 90e9}}),
                   1);
  EXPECT_DOUBLE_EQ(value("collective", "ring_time_ideal",
                         Object{{"op", "all_reduce"}, {"V_bytes", 90e9}, {"W_bidi_bytes_per_s", 90e9}}),
                   2);
  EXPECT_DOUBLE_EQ(value("collective", "switch_time_exact",
                         Object{{"op", "all_to_all"}, {"V_bytes", 64}, {"N", 8}, {"W_bytes_per_s", 7}}),
                   1);
  EXPECT_DOUBLE_EQ(value("training", "train_flops", Object{{"params", 70e9}, {"tokens", 15e12}}), 6.3e24);
  EXPECT_DOUBLE_EQ(value("training", "pipeline_bubble_fraction", Object{{"P", 4}, {"M", 12}}), 0.2);
  EXPECT_DOUBLE_EQ(value("roofline", "critical_batch", Object{{"C_flops_per_s", 200}, {"W_hbm_bytes_per_s", 0.8}}),
                   250);
  EXPECT_DOUBLE_EQ(value("inference", "kv_bytes_per_token", Object{{"K", 8}, {"H", 128}, {"L", 80}, {"elem_bytes", 2}}),
                   327680);
  EXPECT_DOUBLE_EQ(value("matmul", "matmul_bytes_bf16", Object{{"B", 1}, {"D", 2}, {"F", 3}}), 22);
  EXPECT_DOUBLE_EQ(value("hardware", "tiling_padding_factor",
                         Object{{"shape", llvm::json::Array{3, 5}}, {"tile", llvm::json::Array{2, 2}}}),
                   1.6);
}

TEST(Quantities, SelectsByInput) {
  const Quantity *quantity = findQuantity("collective", "switch_time_ideal");
  ASSERT_TRUE(quantity);
  EXPECT_EQ(quantity->variant(Object{}).status().message(),
            "switch_time_ideal needs 'op' (there is all_gather, all_to_all, all_reduce)");
  EXPECT_EQ(quantity->variant(Object{{"op", "broadcast"}}).status().message(),
            "switch_time_ideal has no formula for op 'broadcast' (there is all_gather, all_to_all, all_reduce)");
  const Quantity *single = findQuantity("collective", "line_gather_time");
  ASSERT_TRUE(single);
  EXPECT_TRUE(single->variant(Object{}).ok()) << "the only one needs no selector";
  EXPECT_EQ(single->evaluate(Object{{"op", "all_reduce"}}).status().message(),
            "line_gather_time has no formula for op 'all_reduce' (there is all_gather)");
}

TEST(Quantities, TextThatIsNoTable) {
  EXPECT_EQ(error("  1+1"), "line 1: a formula stands under the name of its quantity");
  EXPECT_EQ(error("time: long\n  1"), "line 1: expected 'name (unit): meaning', found 'time: long'");
  EXPECT_EQ(error("a (s): x\nb (s): y\n  1"), "line 2: a has no formula");
  EXPECT_EQ(error("a (s): x"), "line 1: a has no formula");
  EXPECT_EQ(error("a (s): x\n  1\na (s): x\n  1"), "line 3: a is there twice");
  EXPECT_EQ(error("a (s): x\n  1+"), "line 2: offset 2: expected a value, found the end");
  EXPECT_EQ(error("a (s): x\n  op=y: 1+"), "line 2: offset 2: expected a value, found the end");
}

} // namespace
} // namespace shardwright::book
