#include "lib/Topology/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>
#include <utility>

namespace shardwright {
namespace {

/// Makes the values, of numbers from their digits: the library's own reading of them is either off in the last bits or
/// (kParseFullPrecisionFlag of 1.1.0) reads beyond its tables where hundreds of zeros follow the point.
class JsonBuilder : public rapidjson::Document {
public:
  bool RawNumber(const char *digits, rapidjson::SizeType length, bool /*copy*/) {
    const char *end = digits + length;
    int64_t whole = 0;
    if (auto [stop, error] = std::from_chars(digits, end, whole); stop == end && error == std::errc())
      return Int64(whole);
    double number = 0;
    return std::from_chars(digits, end, number).ec == std::errc() && Double(number);
  }
};

std::string whatIsWrong(rapidjson::ParseErrorCode code) {
  if (code == rapidjson::kParseErrorTermination || code == rapidjson::kParseErrorNumberTooBig)
    return "the number is outside the range of 64-bit floats";
  llvm::StringRef sentence = rapidjson::GetParseError_En(code);
  sentence.consume_back(".");
  return llvm::toLower(sentence.front()) + sentence.drop_front().str();
}

/// Stops at what is too deep, since the library goes through values by recursion.
class JsonWriter : public rapidjson::Writer<rapidjson::StringBuffer> {
public:
  using Writer::Writer;
  bool StartObject() { return isShallow() && Writer::StartObject(); }
  bool StartArray() { return isShallow() && Writer::StartArray(); }
  bool Double(double number) {
    std::string text = print(number);
    return RawValue(text.data(), text.size(), rapidjson::kNumberType);
  }

private:
  static constexpr size_t kDeepest = 100;
  bool isShallow() const { return level_stack_.GetSize() < kDeepest * sizeof(Level); }
};

} // namespace

absl::StatusOr<rapidjson::Document> parseJson(llvm::StringRef text, llvm::StringRef file) {
  JsonBuilder document;
  // Strings stay where they are in a copy that the document owns, numbers are not copied at all.
  char *copy = static_cast<char *>(document.GetAllocator().Malloc(text.size() + 1));
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  rapidjson::InsituStringStream stream(copy);
  rapidjson::Reader reader;
  rapidjson::ParseResult result;
  auto read = [&](rapidjson::Document &) {
    constexpr unsigned kFlags = rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag |
                                rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseValidateEncodingFlag;
    result = reader.Parse<kFlags>(stream, document);
    if (!result.IsError() && stream.Tell() != text.size()) // a zero byte ends a text for the library
      result.Set(rapidjson::kParseErrorDocumentRootNotSingular, stream.Tell());
    return !result.IsError();
  };
  document.Populate(read);
  if (!result.IsError())
    return rapidjson::Document(std::move(document));
  return notJson(result, text, file);
}

absl::Status notJson(const rapidjson::ParseResult &result, llvm::StringRef text, llvm::StringRef file) {
  return absl::InvalidArgumentError(placeInText(text, result.Offset(), file) +
                                    ": not JSON: " + whatIsWrong(result.Code()));
}

std::string placeInText(llvm::StringRef text, size_t offset, llvm::StringRef file) {
  llvm::StringRef before = text.take_front(offset);
  size_t line = before.count('\n') + 1, column = before.size() - (before.rfind('\n') + 1) + 1;
  return llvm::formatv("{0}:{1}:{2}", file, line, column).str();
}

llvm::StringRef kindName(const Json &value) {
  static constexpr llvm::StringLiteral kNames[] = {"null", "boolean", "boolean", "object", "array", "string", "number"};
  return kNames[value.GetType()];
}

llvm::StringRef textOf(const Json &string) { return {string.GetString(), string.GetStringLength()}; }

std::optional<int64_t> wholeOf(const Json &value) {
  return value.IsInt64() ? std::optional(value.GetInt64()) : std::nullopt;
}

const Json *memberOf(const Json &object, llvm::StringRef name) {
  auto member =
      object.FindMember(Json(rapidjson::StringRef(name.data(), static_cast<rapidjson::SizeType>(name.size()))));
  return member == object.MemberEnd() ? nullptr : &member->value;
}

std::string print(double number) {
  double size = std::abs(number);
  bool isFixed = size == 0 || (size >= 1e-4 && size < 1e15);
  std::array<char, 32> digits;
  char *end = std::to_chars(digits.begin(), digits.end(), number,
                            isFixed ? std::chars_format::fixed : std::chars_format::scientific)
                  .ptr;
  std::string text(digits.begin(), end);
  return isFixed && text.find('.') == std::string::npos ? text + ".0" : text;
}

std::string print(const Json &value) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  bool isWhole = value.Accept(writer);
  return std::string(buffer.GetString(), buffer.GetSize()) + (isWhole ? "" : "...");
}

} // namespace shardwright
