#include "lib/Driver/Sizes.h"

namespace shardwright::driver {

std::optional<double> parseSizeWithUnit(llvm::StringRef text) {
  static constexpr struct {
    llvm::StringLiteral unit;
    double bytes;
  } kUnits[] = {{"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824}, {"TiB", 1099511627776.0},
                {"kB", 1e3},   {"KB", 1e3},      {"MB", 1e6},         {"GB", 1e9},
                {"TB", 1e12},  {"B", 1}};
  for (const auto &known : kUnits) {
    double number;
    if (text.ends_with(known.unit) && !text.drop_back(known.unit.size()).getAsDouble(number))
      return number * known.bytes;
  }
  return std::nullopt;
}

absl::StatusOr<double> parseSize(llvm::StringRef option, llvm::StringRef text) {
  std::optional<double> size = parseSizeWithUnit(text);
  if (double number; !size && !text.getAsDouble(number))
    size = number;
  if (!size || !(*size > 0) || *size > 1e18)
    return aboutOption(option, "'" + text.str() + "' is no size above 0, such as 65536 or 256MiB");
  return *size;
}

} // namespace shardwright::driver
