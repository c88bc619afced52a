#include "lib/Compiler/OptionValue.h"
#include "lib/Driver/CostCommand.h"
#include "shardwright/Sharding/Suggest.h"
#include "tools/book/Constants.h"
#include "tools/book/Quantities.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace shardwright::driver {
namespace {

/// A number, a size, a list or record in JSON, else text.
llvm::json::Value parseValue(llvm::StringRef text) {
  if (std::optional<double> size = compiler::parseSizeWithUnit(std::string(text)))
    return *size;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (value)
    return std::move(*value);
  llvm::consumeError(value.takeError());
  return text.str();
}

absl::StatusOr<llvm::json::Object> parseInputs(llvm::ArrayRef<std::string> words) {
  llvm::json::Object inputs;
  for (llvm::StringRef word : words) {
    auto [name, value] = word.split('=');
    if (name.empty() || value.empty())
      return absl::InvalidArgumentError("expected NAME=VALUE, got '" + word.str() + "'");
    if (!inputs.try_emplace(name.str(), parseValue(value)).second)
      return absl::InvalidArgumentError("input '" + name.str() + "' is given twice");
  }
  return inputs;
}

absl::StatusOr<const book::Quantity *> find(const std::string &name) {
  if (const book::Quantity *quantity = book::findQuantity("", name))
    return quantity;
  std::vector<std::string> names;
  for (const book::Quantity &quantity : book::quantities())
    names.push_back(quantity.name);
  std::string meant = didYouMean(name, names);
  return absl::InvalidArgumentError("unknown quantity '" + name + "'" +
                                    (meant.empty() ? "; `shardwright cost list` shows them all" : meant));
}

/// Every input that the formula names must be given, and nothing else: a misspelt name is not silently ignored.
absl::Status checkNames(const book::QuantityVariant &variant, const book::Quantity &quantity,
                        const llvm::json::Object &inputs) {
  std::vector<std::string> names = variant.formula.inputs();
  for (const auto &[name, value] : inputs)
    if (!llvm::is_contained(names, name) && name != variant.selector)
      return absl::InvalidArgumentError(quantity.name + " has no input '" + name.str() + "' (its inputs are " +
                                        llvm::join(names, ", ") + ")");
  for (const std::string &name : names)
    if (!inputs.get(name))
      return absl::InvalidArgumentError(quantity.name + " needs " + name + " (its inputs are " +
                                        llvm::join(names, ", ") + ")");
  return absl::OkStatus();
}

void print(const llvm::json::Value &value, llvm::raw_ostream &out) {
  std::optional<double> number = value.getAsNumber();
  if (!number)
    out << value;
  else if (*number == std::floor(*number) && std::fabs(*number) < 1e15)
    out << llvm::format("%.0f", *number);
  else
    out << llvm::format("%.6g", *number);
}

void printDerivation(const book::Quantity &quantity, const book::QuantityVariant &variant,
                     const llvm::json::Object &inputs, const llvm::json::Value &value) {
  llvm::raw_ostream &out = llvm::outs();
  out << quantity.name << ": " << quantity.meaning << "\n  " << variant.formula.text();
  std::string numbers = variant.formula.withNumbers(inputs);
  if (numbers != variant.formula.text())
    out << "\n  = " << numbers;
  out << "\n  = ";
  print(value, out);
  out << " " << quantity.unit << "\n";
}

void printJson(const book::Quantity &quantity, const book::QuantityVariant &variant, llvm::json::Object inputs,
               const llvm::json::Value &value) {
  llvm::outs() << llvm::json::Value(llvm::json::Object{{"quantity", quantity.name},
                                                       {"unit", quantity.unit},
                                                       {"formula", variant.formula.text()},
                                                       {"inputs", std::move(inputs)},
                                                       {"value", value}})
               << "\n";
}

absl::Status quantity(const CommandLine &line) {
  if (line.files().empty())
    return absl::InvalidArgumentError("expected a quantity; `shardwright cost list` shows them all");
  absl::StatusOr<const book::Quantity *> found = find(line.file());
  if (!found.ok())
    return found.status();
  const book::Quantity &quantity = **found;
  absl::StatusOr<llvm::json::Object> inputs = parseInputs(line.files().drop_front());
  if (!inputs.ok())
    return inputs.status();
  std::vector<book::SuppliedInput> supplied;
  auto supply = [&](llvm::ArrayRef<std::string> names) -> absl::Status {
    if (!line.has("device"))
      return absl::OkStatus();
    auto some = book::supplyConstants(*line.text("device"), names, *inputs);
    if (some.ok())
      supplied.insert(supplied.end(), some->begin(), some->end());
    return some.status();
  };
  if (absl::Status status = supply({quantity.variants.front().selector}); !status.ok())
    return status;
  absl::StatusOr<const book::QuantityVariant *> variant = quantity.variant(*inputs);
  if (!variant.ok())
    return variant.status();
  if (absl::Status status = supply((*variant)->formula.inputs()); !status.ok())
    return status;
  if (absl::Status status = checkNames(**variant, quantity, *inputs); !status.ok())
    return status;
  absl::StatusOr<llvm::json::Value> value = (*variant)->formula.evaluate(*inputs);
  if (!value.ok())
    return value.status();
  if (line.has("json")) {
    printJson(quantity, **variant, *inputs, *value);
    return absl::OkStatus();
  }
  printDerivation(quantity, **variant, *inputs, *value);
  for (const book::SuppliedInput &one : supplied)
    llvm::outs() << one.input << " is " << (one.input == one.constant ? "that" : "the " + one.constant) << " of "
                 << *line.text("device") << "\n";
  return absl::OkStatus();
}

absl::Status list(const CommandLine &line) {
  std::string group;
  if (line.files().size() > 1)
    return absl::InvalidArgumentError("expected one word to look for, got " + std::to_string(line.files().size()));
  llvm::StringRef word = line.files().empty() ? llvm::StringRef() : llvm::StringRef(line.file());
  bool any = false;
  for (const book::Quantity &quantity : book::quantities()) {
    if (!llvm::StringRef(quantity.name).contains_insensitive(word) && quantity.group != word &&
        !llvm::StringRef(quantity.meaning).contains_insensitive(word))
      continue;
    any = true;
    if (quantity.group != group)
      llvm::outs() << (group.empty() ? "" : "\n") << quantity.group << "\n";
    group = quantity.group;
    llvm::outs() << "  " << quantity.name << " (" << quantity.unit << "): " << quantity.meaning << "\n";
    if (word.empty())
      continue;
    for (const book::QuantityVariant &variant : quantity.variants) {
      llvm::outs() << "      ";
      if (!variant.selector.empty())
        llvm::outs() << variant.selector << "=" << variant.choice << ": ";
      llvm::outs() << variant.formula.text() << "\n";
    }
  }
  if (!any)
    return absl::InvalidArgumentError("no quantity has '" + word.str() + "' in its name or its meaning");
  return absl::OkStatus();
}

} // namespace

Command costQuantityCommand() {
  return {
      "cost QUANTITY",
      "NAME=VALUE ... [--device=NAME] [--json]",
      "evaluates one quantity and prints its formula with the numbers put in",
      "Evaluates a quantity of `shardwright cost list`. Values are in SI units: numbers, sizes (64MiB, 1.5GB), lists "
      "and\nrecords as in JSON, or words (op=all_gather).",
      CommandLine::kAnyFiles,
      {{"device", "NAME", "supplies peak rates, bandwidths and sizes of this device"},
       {"json", nullptr, "print one JSON object"}},
      quantity};
}

Command costListCommand() {
  return {
      "cost list",
      "[WORD]",
      "lists the quantities, or those about WORD with their formulas",
      "Lists the quantities that `shardwright cost QUANTITY` evaluates; with a word, those with it in their name or "
      "meaning,\nor the group of that name, with their formulas.",
      CommandLine::kAnyFiles,
      {},
      list};
}

} // namespace shardwright::driver
