#include "lib/Topology/Json.h"
#include "lib/Topology/Fields.h"

#include "gtest/gtest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>
#include <random>

using namespace shardwright;

namespace {

/// The same in LLVM's values.
llvm::json::Value copied(const Json &value) {
  switch (value.kind()) {
  case Json::Kind::Null:
    return nullptr;
  case Json::Kind::Flag:
    return value.flag();
  case Json::Kind::Number:
    return value.isWhole() ? llvm::json::Value(*value.whole()) : llvm::json::Value(value.number());
  case Json::Kind::Text:
    return value.text();
  case Json::Kind::List: {
    llvm::json::Array list;
    for (const Json &element : value.elements())
      list.push_back(copied(element));
    return list;
  }
  case Json::Kind::Object:
    break;
  }
  llvm::json::Object object;
  for (const auto &[name, member] : value.members())
    object[name] = copied(member);
  return object;
}

std::string problem(llvm::StringRef text) {
  absl::StatusOr<JsonValues> values = parseJson(text, "m.json");
  return values.ok() ? "none" : std::string(values.status().message());
}

TEST(Json, ReadsWhatLlvmReads) {
  for (llvm::StringRef text :
       {"1", " [ ] ", "{}", "null", R"([true,false,null,0,-0,1.5,-2e-3,1E+4,12345678901234567890,9007199254740993])",
        R"({"a":{"b":[{},[],[[]]]},"c\n":"d\u00e9\ud83d\ude00\"\\","":""})", "\"é\""}) {
    absl::StatusOr<JsonValues> values = parseJson(text, "m.json");
    ASSERT_TRUE(values.ok()) << values.status();
    EXPECT_EQ(copied(values->front()), llvm::cantFail(llvm::json::parse(text))) << text.str();
  }
}

/// Broken texts too: both or neither take them. Without control characters in strings, exponents and zeros in front of
/// numbers, with which LLVM is less strict.
TEST(Json, ReadsRandomTextsLikeLlvm) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  constexpr llvm::StringLiteral kParts[] = {"{",    "}",  "[",       "]",    ",",  ":",     "\"a\"",
                                            "\"",   "1",  "2.5",     "true", " ",  "null",  "\"b\\u00e9\"",
                                            "\"c,", "-7", "\"\\x\"", "[]",   "{}", "\"a\":"};
  int good = 0;
  for (int i = 0; i < 100'000; ++i) {
    std::string text;
    for (size_t parts = random() % 9 + 1; parts > 0; --parts)
      text += kParts[random() % std::size(kParts)];
    absl::StatusOr<JsonValues> values = parseJson(text, "m.json");
    llvm::Expected<llvm::json::Value> expected = llvm::json::parse(text);
    if (!expected)
      llvm::consumeError(expected.takeError());
    ASSERT_EQ(values.ok(), bool(expected)) << text;
    if (!expected)
      continue;
    ++good;
    ASSERT_EQ(copied(values->front()), *expected) << text;
  }
  EXPECT_GT(good, 1000);
}

/// To the last bit, with few digits and with many.
TEST(Json, ReadsRandomNumbersLikeTheLibrary) {
  unsigned seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  auto digits = [&](size_t most) {
    std::string text;
    for (size_t i = random() % most + 1; i > 0; --i)
      text += static_cast<char>('0' + random() % 10);
    return text;
  };
  for (int i = 0; i < 100'000; ++i) {
    std::string text = random() % 2 ? "-" : "";
    text += std::to_string(random() % 1000);
    if (random() % 2)
      text += "." + digits(18);
    if (random() % 2)
      text += std::string(random() % 2 ? "e" : "E") + (random() % 3 == 0 ? "+" : random() % 2 ? "-" : "") + digits(2);
    absl::StatusOr<JsonValues> values = parseJson(text, "m.json");
    ASSERT_TRUE(values.ok()) << values.status();
    ASSERT_EQ(values->front().number(), std::strtod(text.c_str(), nullptr)) << text;
  }
}

TEST(Json, ReadsShippedFilesLikeLlvm) {
  for (llvm::StringRef name : {"flat", "h100-superpod", "devices/h100", "measured/h100", "measured/gb200"}) {
    auto file = llvm::MemoryBuffer::getFile(TOPOLOGIES "/" + name + ".json");
    ASSERT_TRUE(file) << name.str();
    llvm::StringRef text = (*file)->getBuffer();
    absl::StatusOr<JsonValues> values = parseJson(text, name);
    ASSERT_TRUE(values.ok()) << values.status();
    EXPECT_EQ(copied(values->front()), llvm::cantFail(llvm::json::parse(text))) << name.str();
  }
}

TEST(Json, ShowsWhatItWasWrittenAs) {
  JsonValues values = *parseJson(R"( {"a" : [ 1 , "b c\" d" ], "e": 7} )", "m.json");
  const Json &object = values.front();
  EXPECT_EQ(object.size(), 2u);
  EXPECT_EQ(object.find("a")->source(), R"([ 1 , "b c\" d" ])");
  EXPECT_EQ(object.find("a")->compact(), R"([1,"b c\" d"])");
  EXPECT_TRUE((*object.find("a"))[1].is("b c\" d"));
  EXPECT_EQ(object.find("e")->whole(), 7);
  EXPECT_EQ(object.find("f"), nullptr);
  EXPECT_EQ(object.kindName(), "object");
}

TEST(Json, SaysWhereATextIsNone) {
  EXPECT_EQ(problem(""), "m.json:1:1: not JSON: a value is wanted here");
  EXPECT_EQ(problem("[1,]"), "m.json:1:4: not JSON: a value is wanted here");
  EXPECT_EQ(problem("[1\n 2]"), "m.json:2:2: not JSON: ',' or ']' is wanted here");
  EXPECT_EQ(problem("{1: 2}"), "m.json:1:2: not JSON: a name in quotation marks is wanted here");
  EXPECT_EQ(problem("{\"a\" 2}"), "m.json:1:6: not JSON: ':' is wanted here");
  EXPECT_EQ(problem("{} {}"), "m.json:1:4: not JSON: nothing is wanted after the value");
  EXPECT_EQ(problem("\"a"), "m.json:1:3: not JSON: a string has no end");
  EXPECT_EQ(problem("\"\\q\""), "m.json:1:1: not JSON: a string has an unknown escape");
  EXPECT_EQ(problem("\"a\nb\""), "m.json:1:3: not JSON: a control character must be written as an escape");
  EXPECT_EQ(problem("1."), "m.json:1:3: not JSON: a digit is wanted here");
  EXPECT_EQ(problem("01"), "m.json:1:2: not JSON: nothing is wanted after the value");
  EXPECT_EQ(problem("1e999"), "m.json:1:1: not JSON: the number is outside the range of 64-bit floats");
  EXPECT_EQ(problem("\"\xff\""), "m.json:1:2: not JSON: this is not UTF-8");
  EXPECT_EQ(problem("tru"), "m.json:1:1: not JSON: a value is wanted here");
}

TEST(Json, ReadsDeepTexts) {
  std::string deep(1'000'000, '[');
  EXPECT_EQ(problem(deep), "m.json:1:1000001: not JSON: a value is wanted here");
  EXPECT_EQ(problem(deep + std::string(deep.size(), ']')), "none");
}

TEST(Json, NumbersAreWrittenAsAPersonDoes) {
  for (auto [number, text] : {std::pair(0.0, "0.0"),
                              {-1.0, "-1.0"},
                              {2.5, "2.5"},
                              {1e9, "1000000000.0"},
                              {4.5e11, "450000000000.0"},
                              {1e15, "1e+15"},
                              {1e-4, "0.0001"},
                              {-1e-6, "-1e-06"},
                              {1.25e300, "1.25e+300"}})
    EXPECT_EQ(print(number), text);
}

} // namespace
