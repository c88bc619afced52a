#include "lib/Placement/FieldParser.h"

#include "shardwright/Sharding/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <cmath>

namespace shardwright::problem_text {

absl::Status FieldParser::errorBehind(size_t offset, const absl::Status &status) {
  llvm::StringRef message(status.message().data(), status.message().size());
  size_t within = 0;
  if (message.consume_front("offset ") && (message.consumeInteger(10, within) || !message.consume_front(": ")))
    within = 0;
  return errorAt(offset + within, message);
}

bool FieldParser::keyword(llvm::StringRef word) {
  cursor.skipSpace();
  size_t length = cursor.rest().take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }).size();
  return length == word.size() && cursor.consume(word);
}

absl::Status FieldParser::parse(int64_t &value) {
  bool isNegative = cursor.consume("-");
  absl::StatusOr<int64_t> number = cursor.integer("a number");
  if (!number.ok())
    return number.status();
  value = isNegative ? -*number : *number;
  return absl::OkStatus();
}

absl::Status FieldParser::parse(size_t &value) {
  absl::StatusOr<int64_t> number = cursor.integer("a number");
  if (number.ok())
    value = static_cast<size_t>(*number);
  return number.status();
}

absl::Status FieldParser::parse(unsigned &value) {
  size_t begin = here();
  absl::StatusOr<int64_t> number = cursor.integer("a number");
  if (!number.ok())
    return number.status();
  if (*number > std::numeric_limits<unsigned>::max())
    return errorAt(begin, absl::StrCat(*number, " is too large"));
  value = static_cast<unsigned>(*number);
  return absl::OkStatus();
}

absl::Status FieldParser::parse(double &value) {
  size_t begin = here();
  llvm::StringRef digits =
      cursor.rest().take_while([](char c) { return llvm::isAlnum(c) || c == '.' || c == '-' || c == '+'; });
  auto [end, error] = std::from_chars(digits.begin(), digits.end(), value);
  if (error != std::errc() || end != digits.end() || !std::isfinite(value))
    return expectedAt(begin, "a finite number");
  cursor.offset += digits.size();
  return absl::OkStatus();
}

absl::Status FieldParser::parse(bool &value) {
  value = keyword("true");
  return value || keyword("false") ? absl::OkStatus() : cursor.expected("true or false");
}

absl::Status FieldParser::parse(std::string &value) {
  absl::StatusOr<std::string> word = cursor.name("a word");
  if (word.ok())
    value = *word;
  return word.status();
}

absl::Status FieldParser::parse(llvm::StringRef &value) {
  size_t begin = here();
  absl::StatusOr<std::string> word = cursor.name(oneOf(kPricedTypes));
  const auto *found = word.ok() ? llvm::find(kPricedTypes, *word) : std::end(kPricedTypes);
  if (found == std::end(kPricedTypes))
    return expectedAt(begin, oneOf(kPricedTypes));
  value = *found;
  return absl::OkStatus();
}

absl::Status FieldParser::parse(AxisRef &value) {
  absl::StatusOr<AxisRef> axis = cursor.axis();
  if (axis.ok())
    value = *axis;
  return axis.status();
}

absl::Status FieldParser::parse(PartialAxis &value) {
  if (absl::Status status = parse(value.axis); !status.ok())
    return status;
  return cursor.consume(":") ? parse(value.kind) : absl::OkStatus();
}

/// The first such character that no quotes are around, or the end.
static size_t findUnquoted(llvm::StringRef text, char wanted) {
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '"')
      isQuoted = !isQuoted;
    else if (text[i] == wanted && !isQuoted)
      return i;
  return text.size();
}

absl::Status FieldParser::parse(Sharding &value) {
  size_t begin = here();
  // Braces behind it are its own only where partial or replicated axes are in them.
  size_t end = findUnquoted(cursor.rest(), ']') + 1;
  llvm::StringRef behind = cursor.rest().drop_front(std::min(end, cursor.rest().size())).ltrim();
  bool hasGroups = behind.consume_front("{") && (behind.ltrim().starts_with("U_") || behind.ltrim().starts_with("R_"));
  llvm::StringRef rest = hasGroups ? cursor.rest() : cursor.rest().take_front(end);
  size_t length = rest.size();
  absl::StatusOr<Sharding> sharding = parseSharding(rest);
  if (!sharding.ok())
    return errorBehind(begin, sharding.status());
  cursor.offset += length - rest.size();
  value = *std::move(sharding);
  return absl::OkStatus();
}

absl::Status FieldParser::parse(std::pair<int64_t, int64_t> &value) {
  if (absl::Status status = cursor.expect("("); !status.ok())
    return status;
  if (absl::Status status = parse(value.first); !status.ok())
    return status;
  if (absl::Status status = cursor.expect(","); !status.ok())
    return status;
  if (absl::Status status = parse(value.second); !status.ok())
    return status;
  return cursor.expect(")");
}

std::optional<size_t> FieldParser::factorOf(llvm::StringRef name) {
  constexpr size_t kLetters = 'z' - 'i' + 1, kMost = 1000000;
  if (name.size() == 1 && name[0] >= 'i' && name[0] <= 'z')
    return static_cast<size_t>(name[0] - 'i');
  size_t number;
  if (!name.consume_front("z_") || name.getAsInteger(10, number) || number < 1 || number > kMost)
    return std::nullopt;
  return kLetters - 1 + number;
}

absl::Status FieldParser::parse(FactorAxes &value) {
  value.clear();
  return byFactor([&](size_t factor, size_t) {
    if (factor >= value.size())
      value.resize(factor + 1);
    return parse(value[factor]);
  });
}

absl::Status FieldParser::parse(std::vector<Factor> &value) {
  return byFactor([&](size_t factor, size_t begin) {
    return factor < value.size() ? fields(value[factor]) : expectedAt(begin, "a factor of the rule");
  });
}

} // namespace shardwright::problem_text
