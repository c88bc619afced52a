#ifndef LIB_COMPILER_OPTIONVALUE_H
#define LIB_COMPILER_OPTIONVALUE_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <cstdint>
#include <optional>
#include <string>

namespace shardwright::compiler {

/// The value of an option as it was written. Errors (kInvalidArgument) name the option and what was written.
struct OptionValue {
  std::string option; ///< as messages say it: `--devices` on a command line, `devices` in a program
  std::string text;

  /// What is wrong with the value.
  absl::Status error(absl::string_view problem) const;
  /// Errors: no whole number, below `least`.
  absl::StatusOr<int64_t> integer(int64_t least) const;
  absl::StatusOr<double> number() const;
  /// A number of bytes, with or without a unit: 65536, 80GiB. Errors: it is none, or not above 0.
  absl::StatusOr<double> size() const;
  /// Of a flag: `true`, or nothing, and `false`.
  absl::StatusOr<bool> flag() const;
  /// Errors: it is empty.
  absl::StatusOr<std::string> nonempty() const;
  /// A number of threads. Errors: not from 1 to 1024.
  absl::StatusOr<int> threads() const;
};

/// 64MiB, 1.5GB: what people write for a number of bytes; nothing where the text has no unit of them, or is no number.
std::optional<double> parseSizeWithUnit(absl::string_view text);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_OPTIONVALUE_H
