#include "lib/Compiler/OptionValue.h"

#include "llvm/ADT/StringRef.h"

namespace shardwright::compiler {

absl::Status OptionValue::error(absl::string_view problem) const {
  return absl::InvalidArgumentError("option '" + option + "': " + std::string(problem));
}

absl::StatusOr<int64_t> OptionValue::integer(int64_t least) const {
  int64_t value;
  if (llvm::StringRef(text).getAsInteger(10, value))
    return absl::InvalidArgumentError("option '" + option + "' needs a whole number, got '" + text + "'");
  if (value < least)
    return absl::InvalidArgumentError("option '" + option + "' needs at least " + std::to_string(least) + ", got " +
                                      text);
  return value;
}

absl::StatusOr<double> OptionValue::number() const {
  double value;
  if (llvm::StringRef(text).getAsDouble(value))
    return absl::InvalidArgumentError("option '" + option + "' needs a number, got '" + text + "'");
  return value;
}

absl::StatusOr<double> OptionValue::size() const {
  std::optional<double> size = parseSizeWithUnit(text);
  if (double number; !size && !llvm::StringRef(text).getAsDouble(number))
    size = number;
  if (!size || !(*size > 0) || *size > 1e18)
    return error("'" + text + "' is no size above 0, such as 65536 or 256MiB");
  return *size;
}

absl::StatusOr<bool> OptionValue::flag() const {
  if (text.empty() || text == "true")
    return true;
  if (text == "false")
    return false;
  return error("'" + text + "' is neither true nor false");
}

absl::StatusOr<std::string> OptionValue::nonempty() const {
  if (text.empty())
    return error("its value is empty");
  return text;
}

absl::StatusOr<int> OptionValue::threads() const {
  constexpr int64_t most = 1024;
  absl::StatusOr<int64_t> value = integer(1);
  if (!value.ok())
    return value.status();
  if (*value > most)
    return error("needs at most " + std::to_string(most) + ", got " + std::to_string(*value));
  return static_cast<int>(*value);
}

std::optional<double> parseSizeWithUnit(absl::string_view text) {
  static constexpr struct {
    llvm::StringLiteral unit;
    double bytes;
  } kUnits[] = {{"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824}, {"TiB", 1099511627776.0},
                {"kB", 1e3},   {"KB", 1e3},      {"MB", 1e6},         {"GB", 1e9},
                {"TB", 1e12},  {"B", 1}};
  const llvm::StringRef whole(text.data(), text.size());
  for (const auto &known : kUnits) {
    double number;
    if (whole.ends_with(known.unit) && !whole.drop_back(known.unit.size()).getAsDouble(number))
      return number * known.bytes;
  }
  return std::nullopt;
}

} // namespace shardwright::compiler
