#include "tools/book/Formula.h"

#include <gtest/gtest.h>

#include <cmath>

namespace shardwright::book {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

Formula parsed(llvm::StringRef text) {
  absl::StatusOr<Formula> formula = Formula::parse(text);
  EXPECT_TRUE(formula.ok()) << text.str() << ": " << formula.status();
  return *formula;
}

double number(llvm::StringRef text, const Object &inputs = {}) {
  absl::StatusOr<Value> value = parsed(text).evaluate(inputs);
  EXPECT_TRUE(value.ok()) << text.str() << ": " << value.status();
  return value.ok() ? value->getAsNumber().value_or(NAN) : NAN;
}

std::string parseError(llvm::StringRef text) {
  absl::StatusOr<Formula> formula = Formula::parse(text);
  EXPECT_FALSE(formula.ok()) << text.str();
  return std::string(formula.status().message());
}

std::string error(llvm::StringRef text, const Object &inputs = {}) {
  absl::StatusOr<Value> value = parsed(text).evaluate(inputs);
  EXPECT_FALSE(value.ok()) << text.str();
  return std::string(value.status().message());
}

TEST(Formula, Arithmetic) {
  EXPECT_EQ(number("1+2*3"), 7);
  EXPECT_EQ(number("(1 + 2) * 3"), 9);
  EXPECT_EQ(number("7-2-1"), 4);
  EXPECT_EQ(number("8/4/2"), 1);
  EXPECT_EQ(number("7//2"), 3);
  EXPECT_EQ(number("-7//2"), -4);
  EXPECT_EQ(number("-7 % 4"), 1);
  EXPECT_EQ(number("2**3**2"), 512);
  EXPECT_EQ(number("-2**2"), -4);
  EXPECT_EQ(number("2**-1"), 0.5);
  EXPECT_EQ(number("2*-3"), -6);
  EXPECT_EQ(number("1e9/8"), 125e6);
  EXPECT_EQ(number("2.5e-1"), 0.25);
}

TEST(Formula, Functions) {
  EXPECT_EQ(number("max(1, 3, 2)"), 3);
  EXPECT_EQ(number("min([4, 2])"), 2);
  EXPECT_EQ(number("sum([1, 2, 3])"), 6);
  EXPECT_EQ(number("len([1, 1])"), 2);
  EXPECT_EQ(number("ceil(1.2)+floor(1.8)"), 3);
  EXPECT_EQ(number("sqrt(16)+log2(8)+abs(-1)"), 8);
  EXPECT_EQ(number("round(2.5)"), 2);
  EXPECT_EQ(number("round(3.5)"), 4);
}

TEST(Formula, ListsRecordsAndChoices) {
  Object inputs{{"levels", Array{Array{"node", 8, 4}, Array{"leaf", 4, 2}}}, {"mesh", Object{{"X", 4}}}, {"n", 3}};
  EXPECT_EQ(number("max([(l[1]-1)/(l[1]*l[2]) for l in levels])", inputs), 0.375);
  EXPECT_EQ(number("mesh[\"X\"]*n", inputs), 12);
  EXPECT_EQ(number("1 if n <= 3 else 1/0", inputs), 1);
  EXPECT_EQ(number("1/0 if n != 3 else 2", inputs), 2);
  EXPECT_EQ(*parsed("[n == m for m in [2, 3]]").evaluate(inputs), Value(Array{false, true}));
  EXPECT_EQ(*parsed("{a: n, b: 2*n}").evaluate(inputs), Value(Object{{"a", 3.0}, {"b", 6.0}}));
  EXPECT_EQ(*parsed("mesh[\"X\"] > n").evaluate(inputs), Value(true));
  EXPECT_EQ(*parsed("[]").evaluate(inputs), Value(Array{}));
}

TEST(Formula, InnerLoopsHideOuterNames) {
  EXPECT_EQ(number("sum([sum([n for n in [10, 20]]) + n for n in [1, 2]])", {}), 63);
}

TEST(Formula, InputsAreTheNamesThatNoLoopBinds) {
  EXPECT_EQ(parsed("B*D+B*[x+F for x in xs][0]").inputs().vec(), (std::vector<std::string>{"B", "D", "F", "xs"}));
  EXPECT_EQ(parsed("x+[x for x in xs][0]").inputs().vec(), (std::vector<std::string>{"x", "xs"}));
}

TEST(Formula, NumbersPutIn) {
  Object inputs{{"B", 4096}, {"C", 197e12}, {"delta", -1}, {"xs", Array{1, 2}}, {"x", 9}};
  EXPECT_EQ(parsed("2*B/C+delta*B").withNumbers(inputs), "2*4096/1.97e+14+(-1)*4096");
  EXPECT_EQ(parsed("[B == n for n in xs]").withNumbers(inputs), "[4096 == n for n in xs]");
  EXPECT_EQ(parsed("0.1*B").withNumbers(Object{{"B", 0.1}}), "0.1*0.1");
}

TEST(Formula, WhatDoesNotParse) {
  EXPECT_EQ(parseError(""), "offset 0: expected a value, found the end");
  EXPECT_EQ(parseError("1+"), "offset 2: expected a value, found the end");
  EXPECT_EQ(parseError("1 2"), "offset 2: expected an operator or the end, found '2'");
  EXPECT_EQ(parseError("(1"), "offset 2: expected ')', found the end");
  EXPECT_EQ(parseError("max(1"), "offset 5: expected ',' or ')', found the end");
  EXPECT_EQ(parseError("[1"), "offset 2: expected ',', 'for' or ']', found the end");
  EXPECT_EQ(parseError("[1 for 2 in x]"), "offset 7: expected the loop's name, found '2'");
  EXPECT_EQ(parseError("[n for n of x]"), "offset 9: expected 'in', found 'o'");
  EXPECT_EQ(parseError("[n for n in x"), "offset 13: expected ']', found the end");
  EXPECT_EQ(parseError("x[1"), "offset 3: expected ']', found the end");
  EXPECT_EQ(parseError("x[\"a]"), "offset 5: expected '\"', found the end");
  EXPECT_EQ(parseError("{a 2}"), "offset 3: expected ':', found '2'");
  EXPECT_EQ(parseError("{a: 2"), "offset 5: expected ',' or '}', found the end");
  EXPECT_EQ(parseError("{: 2}"), "offset 1: expected a name, found ':'");
  EXPECT_EQ(parseError("1 if 2"), "offset 6: expected 'else', found the end");
  EXPECT_EQ(parseError("else"), "offset 0: expected a value, found 'e'");
  EXPECT_EQ(parseError("1e"), "offset 2: expected the digits of an exponent, found the end");
  EXPECT_EQ(parseError("1e999"), "offset 0: a number beyond what a double holds");
  EXPECT_EQ(parseError(std::string(1000, '(')), "a formula nests at most 64 deep");
  EXPECT_EQ(parseError(std::string(1000, '-')), "a formula nests at most 64 deep");
}

TEST(Formula, WhatHasNoValue) {
  Object inputs{{"n", 0}, {"word", "node"}, {"list", Array{1, "two"}}, {"record", Object{{"a", 1}}}};
  EXPECT_EQ(error("D*2", inputs), "input 'D' is missing");
  EXPECT_EQ(error("1/n", inputs), "'1/n' divides by zero");
  EXPECT_EQ(error("1//n", inputs), "'1//n' divides by zero");
  EXPECT_EQ(error("1%n", inputs), "'1%n' divides by zero");
  EXPECT_EQ(error("log2(n)", inputs), "'log2(n)' has no finite value");
  EXPECT_EQ(error("sqrt(n-1)", inputs), "'sqrt(n-1)' has no finite value");
  EXPECT_EQ(error("10**400", inputs), "'10**400' has no finite value");
  EXPECT_EQ(error("word+1", inputs), "'word' must be a number, but is text");
  EXPECT_EQ(error("-list", inputs), "'list' must be a number, but is a list");
  EXPECT_EQ(error("(n == 0)+1", inputs), "'n == 0' must be a number, but is a truth value");
  EXPECT_EQ(error("word == n", inputs), "'word == n' compares text with a number");
  EXPECT_EQ(error("sum(list)", inputs), "'list' must be a list of numbers, but is text");
  EXPECT_EQ(error("max(n)", inputs), "'n' must be a list of numbers, but is a number");
  EXPECT_EQ(error("max([])", inputs), "'[]' must be a list of numbers, but is a list");
  EXPECT_EQ(error("len(n)", inputs), "'n' must be a list, but is a number");
  EXPECT_EQ(error("sqrt(1, 2)", inputs), "'sqrt(1, 2)' takes one argument");
  EXPECT_EQ(error("cos(1)", inputs), "there is no function 'cos'");
  EXPECT_EQ(error("list[2]", inputs), "'list[2]' is outside a list of 2");
  EXPECT_EQ(error("list[-1]", inputs), "'list[-1]' is outside a list of 2");
  EXPECT_EQ(error("list[word]", inputs), "'word' must be a number, but is text");
  EXPECT_EQ(error("record[1]", inputs), "'1' must be text, but is a number");
  EXPECT_EQ(error("record[\"b\"]", inputs), "'record' has no 'b'");
  EXPECT_EQ(error("n[0]", inputs), "'n' must be a list or a record, but is a number");
  EXPECT_EQ(error("[x for x in n]", inputs), "'n' must be a list, but is a number");
  EXPECT_EQ(error("1 if n else 2", inputs), "'n' must be a truth value, but is a number");
  EXPECT_EQ(error("{a: 1/n}", inputs), "'1/n' divides by zero");
  EXPECT_EQ(error("[1/x for x in [n]]", inputs), "'1/x' divides by zero");
}

} // namespace
} // namespace shardwright::book
