#include "tools/book/Quantities.h"

#include "tools/book/quantities.inc"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace shardwright::book {

absl::StatusOr<const QuantityVariant *> Quantity::variant(const llvm::json::Object &inputs) const {
  const QuantityVariant &first = variants.front();
  if (first.selector.empty())
    return &first;
  std::optional<llvm::StringRef> choice = inputs.getString(first.selector);
  if (!choice && variants.size() == 1)
    return &first;
  std::vector<std::string> known;
  for (const QuantityVariant &variant : variants) {
    if (choice && variant.choice == *choice)
      return &variant;
    known.push_back(variant.choice);
  }
  return absl::InvalidArgumentError(name +
                                    (choice ? " has no formula for " + first.selector + " '" + choice->str() + "'"
                                            : " needs '" + first.selector + "'") +
                                    " (there is " + llvm::join(known, ", ") + ")");
}

absl::StatusOr<llvm::json::Value> Quantity::evaluate(const llvm::json::Object &inputs) const {
  absl::StatusOr<const QuantityVariant *> chosen = variant(inputs);
  if (!chosen.ok())
    return chosen.status();
  return (*chosen)->formula.evaluate(inputs);
}

static absl::Status atLine(size_t number, llvm::StringRef what) {
  return absl::InvalidArgumentError("line " + std::to_string(number) + ": " + what.str());
}

/// `name (unit): meaning`
static absl::StatusOr<Quantity> parseHead(llvm::StringRef group, llvm::StringRef line) {
  auto [name, rest] = line.split(" (");
  auto [unit, meaning] = rest.split("): ");
  if (name.empty() || unit.empty() || meaning.empty())
    return absl::InvalidArgumentError("expected 'name (unit): meaning', found '" + line.str() + "'");
  return Quantity{group.str(), name.str(), unit.str(), meaning.str(), {}};
}

/// `formula`, or `selector=choice: formula`
static absl::StatusOr<QuantityVariant> parseVariant(llvm::StringRef line) {
  QuantityVariant variant;
  auto [condition, text] = line.split(": ");
  auto [selector, choice] = condition.split('=');
  auto isWord = [](llvm::StringRef word) {
    return !word.empty() && llvm::all_of(word, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  };
  if (!text.empty() && isWord(selector) && isWord(choice)) {
    variant.selector = selector.str();
    variant.choice = choice.str();
    line = text;
  }
  absl::StatusOr<Formula> formula = Formula::parse(line);
  if (!formula.ok())
    return formula.status();
  variant.formula = *std::move(formula);
  return variant;
}

absl::StatusOr<std::vector<Quantity>> parseQuantities(llvm::StringRef group, llvm::StringRef text) {
  std::vector<Quantity> found;
  size_t number = 0;
  for (llvm::StringRef line : llvm::split(text.rtrim(), '\n')) {
    ++number;
    if (line.starts_with("  ")) {
      absl::StatusOr<QuantityVariant> variant = parseVariant(line.trim());
      if (!variant.ok())
        return atLine(number, std::string(variant.status().message()));
      if (found.empty())
        return atLine(number, "a formula stands under the name of its quantity");
      found.back().variants.push_back(*std::move(variant));
      continue;
    }
    if (!found.empty() && found.back().variants.empty())
      return atLine(number, found.back().name + " has no formula");
    absl::StatusOr<Quantity> head = parseHead(group, line);
    if (!head.ok())
      return atLine(number, std::string(head.status().message()));
    if (llvm::any_of(found, [&](const Quantity &other) { return other.name == head->name; }))
      return atLine(number, head->name + " is there twice");
    found.push_back(*std::move(head));
  }
  if (!found.empty() && found.back().variants.empty())
    return atLine(number, found.back().name + " has no formula");
  return found;
}

llvm::ArrayRef<Quantity> quantities() {
  static const std::vector<Quantity> kAll = [] {
    std::vector<Quantity> all;
    for (const auto &[group, text] : kQuantityFiles) {
      absl::StatusOr<std::vector<Quantity>> some = parseQuantities(group, text);
      if (!some.ok()) // our own file, which a test reads first
        llvm::report_fatal_error(llvm::Twine(group) + ": " + std::string(some.status().message()));
      llvm::append_range(all, *std::move(some));
    }
    return all;
  }();
  return kAll;
}

const Quantity *findQuantity(llvm::StringRef group, llvm::StringRef name) {
  auto found = llvm::find_if(quantities(), [&](const Quantity &quantity) {
    return quantity.name == name && (group.empty() || quantity.group == group);
  });
  return found == quantities().end() ? nullptr : found;
}

} // namespace shardwright::book
