#include "lib/Driver/CommandLine.h"

#include "shardwright/Sharding/Suggest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace shardwright::driver {

std::string spelled(llvm::StringRef name) { return (name.size() == 1 ? "-" : "--") + name.str(); }

absl::Status aboutOption(llvm::StringRef name, absl::string_view problem) {
  return compiler::OptionValue{spelled(name), ""}.error(problem);
}

static absl::Status unknownOption(llvm::StringRef name, llvm::ArrayRef<OptionSpec> options) {
  std::vector<std::string> known;
  for (const OptionSpec &option : options)
    known.push_back(spelled(option.name));
  std::string message = "unknown option '" + spelled(name) + "'";
  std::string meant = didYouMean(spelled(name), known);
  return absl::InvalidArgumentError(message + (meant.empty() ? "; --help lists the options" : meant));
}

absl::StatusOr<CommandLine> CommandLine::parse(llvm::ArrayRef<std::string> arguments,
                                               llvm::ArrayRef<OptionSpec> options, size_t files) {
  CommandLine line;
  line.help_ = llvm::is_contained(arguments, "--help") || llvm::is_contained(arguments, "-h");
  if (line.help_)
    return line;
  for (size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef argument = arguments[i];
    if (!argument.starts_with("-") || argument == "-") {
      line.files_.push_back(argument.str());
      continue;
    }
    auto [name, value] = argument.ltrim('-').split('=');
    bool hasValue = argument.contains('=');
    auto option = llvm::find_if(options, [&](const OptionSpec &known) { return name == known.name; });
    if (option == options.end())
      return unknownOption(name, options);
    if (!option->value && hasValue)
      return absl::InvalidArgumentError("option '" + spelled(name) + "' takes no value");
    if (option->value && !hasValue) {
      if (i + 1 == arguments.size())
        return absl::InvalidArgumentError("option '" + spelled(name) + "' needs a value: " + option->value);
      value = arguments[++i];
    }
    if (!line.values_.try_emplace(name, value.str()).second)
      return absl::InvalidArgumentError("option '" + spelled(name) + "' is given twice");
  }
  if (files != kAnyFiles && line.files_.size() != files)
    return absl::InvalidArgumentError("expected " + std::to_string(files) + (files == 1 ? " file" : " files") +
                                      ", got " + std::to_string(line.files_.size()));
  return line;
}

std::optional<std::string> CommandLine::text(llvm::StringRef name) const {
  auto it = values_.find(name);
  return it == values_.end() ? std::nullopt : std::optional(it->second);
}

CommandLine CommandLine::withFile(std::string file) const {
  CommandLine line = *this;
  line.files_ = {std::move(file)};
  return line;
}

CommandLine CommandLine::withText(llvm::StringRef name, std::string value) const {
  CommandLine line = *this;
  line.values_[name] = std::move(value);
  return line;
}

compiler::OptionValue CommandLine::value(llvm::StringRef name) const {
  return {spelled(name), text(name).value_or("")};
}

absl::StatusOr<std::optional<int64_t>> CommandLine::integer(llvm::StringRef name, int64_t least) const {
  if (!has(name))
    return std::optional<int64_t>();
  absl::StatusOr<int64_t> number = value(name).integer(least);
  return number.ok() ? std::optional(*number) : absl::StatusOr<std::optional<int64_t>>(number.status());
}

absl::StatusOr<std::optional<double>> CommandLine::number(llvm::StringRef name) const {
  if (!has(name))
    return std::optional<double>();
  absl::StatusOr<double> number = value(name).number();
  return number.ok() ? std::optional(*number) : absl::StatusOr<std::optional<double>>(number.status());
}

} // namespace shardwright::driver
