#include "lib/Topology/Json.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <random>

using namespace shardwright;

namespace {

rapidjson::Document read(llvm::StringRef text) {
  absl::StatusOr<rapidjson::Document> value = parseJson(text, "m.json");
  EXPECT_TRUE(value.ok()) << value.status();
  return value.ok() ? *std::move(value) : rapidjson::Document();
}

std::string problem(llvm::StringRef text) {
  absl::StatusOr<rapidjson::Document> value = parseJson(text, "m.json");
  return value.ok() ? "none" : std::string(value.status().message());
}

TEST(Json, SaysWhereATextIsNone) {
  EXPECT_EQ(problem(""), "m.json:1:1: not JSON: the document is empty");
  EXPECT_EQ(problem("[1,]"), "m.json:1:4: not JSON: invalid value");
  EXPECT_EQ(problem("[1\n 2]"), "m.json:2:2: not JSON: missing a comma or ']' after an array element");
  EXPECT_EQ(problem("[\"\\u00e9\",\n\n x]"), "m.json:3:2: not JSON: invalid value"); // places are those of the file
  EXPECT_EQ(problem("{\"a\" 2}"), "m.json:1:6: not JSON: missing a colon after a name of object member");
  EXPECT_EQ(problem("\"a\nb\""), "m.json:1:3: not JSON: invalid escape character in string");
  EXPECT_EQ(problem("\"\xff\""), "m.json:1:2: not JSON: invalid encoding in string");
  EXPECT_EQ(problem("{} {}"), "m.json:1:4: not JSON: the document root must not be followed by other values");
  EXPECT_EQ(problem(llvm::StringRef("{}\0{}", 5)),
            "m.json:1:3: not JSON: the document root must not be followed by other values");
}

TEST(Json, ATextNeedNotLiveOn) {
  std::string text = R"({"a name that is rather long": "a text that is rather long, too"})";
  rapidjson::Document value = read(text);
  text.assign(text.size(), ' ');
  EXPECT_EQ(print(value), R"({"a name that is rather long":"a text that is rather long, too"})");
}

TEST(Json, TheFirstOfANameCounts) {
  rapidjson::Document object = read(R"({"a": 1, "a\u0000": 2, "b": 3, "a": 4})");
  ASSERT_NE(memberOf(object, "a"), nullptr);
  EXPECT_EQ(wholeOf(*memberOf(object, "a")), 1);
  EXPECT_EQ(wholeOf(*memberOf(object, llvm::StringRef("a\0", 2))), 2);
  EXPECT_EQ(memberOf(object, "c"), nullptr);
}

TEST(Json, WholeNumbersHave64Bits) {
  for (auto [text, whole] : {std::pair<const char *, std::optional<int64_t>>("9223372036854775807", INT64_MAX),
                             {"-9223372036854775808", INT64_MIN},
                             {"-0", 0},
                             {"9223372036854775808", std::nullopt},
                             {"18446744073709551616", std::nullopt},
                             {"1e3", std::nullopt},
                             {"1.0", std::nullopt},
                             {"\"1\"", std::nullopt}})
    EXPECT_EQ(wholeOf(read(text)), whole) << text;
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
    text += std::to_string(random() % 1000 + 1) + (random() % 8 ? "" : digits(18));
    if (random() % 2)
      text += "." + digits(18);
    if (random() % 2)
      text += std::string(random() % 2 ? "e" : "E") + (random() % 3 == 0 ? "+" : random() % 2 ? "-" : "") + digits(2);
    rapidjson::Document value = read(text);
    ASSERT_TRUE(value.IsNumber()) << text;
    ASSERT_EQ(value.GetDouble(), std::strtod(text.c_str(), nullptr)) << text;
  }
}

TEST(Json, NumbersAtTheEndsOfTheRange) {
  const std::string zeros(400, '0');
  for (const std::string &text : {std::string("1.7976931348623157e308"), std::string("2.2250738585072014e-308"),
                                  std::string("4.9e-324"), "0." + zeros + "1e400"})
    EXPECT_EQ(read(text).GetDouble(), std::strtod(text.c_str(), nullptr)) << text;
  for (const std::string &text : {std::string("1e999"), std::string("10e308"), std::string("1.7976931348623159e308"),
                                  "1" + zeros, "0." + zeros + "1"})
    EXPECT_EQ(problem("[" + text + "]"), "m.json:1:2: not JSON: the number is outside the range of 64-bit floats");
}

TEST(Json, ReadsDeepTexts) {
  std::string deep(1'000'000, '[');
  EXPECT_EQ(problem(deep), "m.json:1:1000001: not JSON: invalid value");
  rapidjson::Document value = read(deep + std::string(deep.size(), ']'));
  EXPECT_EQ(print(value), std::string(100, '[') + "...");
  EXPECT_EQ(print(read(R"({"a" : [ 1 , "b c\" d", 2e-7, 1e9, null ]})")),
            R"({"a":[1,"b c\" d",2e-07,1000000000.0,null]})");
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
