#ifndef LIB_DRIVER_COMMANDLINE_H
#define LIB_DRIVER_COMMANDLINE_H

#include "lib/Compiler/OptionTable.h"

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace shardwright::driver {

/// An option of one command. `--name=VALUE` or `--name VALUE`; a flag has no value; the one-letter `o` is `-o VALUE`.
struct OptionSpec {
  const char *name;
  const char *value; ///< what its value is called in help, or null for a flag
  const char *help;
};

/// Puts an option of the compiler's own table behind those of a command.
template <typename T> void addOptions(std::vector<OptionSpec> &specs, llvm::ArrayRef<compiler::NamedOption<T>> table) {
  for (const compiler::NamedOption<T> &option : table)
    specs.push_back({option.name, option.value, option.help});
}

/// `name` with two dashes, or one for a single letter.
std::string spelled(llvm::StringRef name);

/// What is wrong with an option's value (kInvalidArgument).
absl::Status aboutOption(llvm::StringRef name, absl::string_view problem);

/// A command's arguments, checked against its options: nothing unknown gets through.
class CommandLine {
public:
  /// Errors (kInvalidArgument): an unknown option (with the nearest names), an option without its value, a flag with
  /// one, an option given twice, more or fewer than `files` other arguments.
  static absl::StatusOr<CommandLine> parse(llvm::ArrayRef<std::string> arguments, llvm::ArrayRef<OptionSpec> options,
                                           size_t files);
  /// For `files`: any number.
  static constexpr size_t kAnyFiles = ~size_t(0);

  /// `--help` was among the arguments: nothing else was checked.
  bool wantsHelp() const { return help_; }
  const std::string &file(size_t i = 0) const { return files_[i]; }
  llvm::ArrayRef<std::string> files() const { return files_; }
  bool has(llvm::StringRef name) const { return values_.count(name) != 0; }
  std::optional<std::string> text(llvm::StringRef name) const;
  /// As it was written. Of an option that is given.
  compiler::OptionValue value(llvm::StringRef name) const;
  /// Sets those of the table's options that are given.
  template <typename T> absl::Status apply(llvm::ArrayRef<compiler::NamedOption<T>> table, T &options) const {
    for (const compiler::NamedOption<T> &option : table)
      if (has(option.name))
        if (absl::Status status = option.set(options, value(option.name)); !status.ok())
          return status;
    return absl::OkStatus();
  }
  /// A copy with another file, or another value of an option.
  CommandLine withFile(std::string file) const;
  CommandLine withText(llvm::StringRef name, std::string value) const;
  /// Errors: not a number, below `least`.
  absl::StatusOr<std::optional<int64_t>> integer(llvm::StringRef name, int64_t least) const;
  absl::StatusOr<std::optional<double>> number(llvm::StringRef name) const;

private:
  bool help_ = false;
  std::vector<std::string> files_;
  llvm::StringMap<std::string> values_;
};

} // namespace shardwright::driver

#endif // LIB_DRIVER_COMMANDLINE_H
