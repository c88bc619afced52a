#include "lib/Topology/Fields.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <charconv>
#include <cmath>

namespace shardwright {

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

Fields::Fields(Complaint &complaint, const Json &object, std::string place)
    : complaint(complaint), object(object), place(std::move(place)) {
  if (!object.isObject())
    complaint.report(this->place, "an object is wanted here, this is " + object.kindName().str());
}

const Json *Fields::find(llvm::StringRef key, bool (Json::*is)() const, const char *type, bool required) {
  asked.push_back(key.str());
  const Json *value = object.isObject() ? object.find(key) : nullptr;
  if (value && (value->*is)())
    return value;
  if (value)
    report(key, value->compact() + " is not " + type);
  else if (required)
    report(key, std::string("is missing; give ") + type);
  return nullptr;
}

std::string Fields::text(llvm::StringRef key) {
  const Json *value = find(key, &Json::isText, "a text", /*required=*/true);
  std::string text = value ? value->text() : "";
  if (value && text.empty())
    report(key, "is empty; give a text");
  return text;
}

double Fields::number(llvm::StringRef key, Range range, std::optional<double> otherwise) {
  const Json *value = find(key, &Json::isNumber, "a number", !otherwise);
  if (!value)
    return otherwise.value_or(0);
  double number = value->number();
  if (number < range.least || (range.open && number == range.least))
    report(key, print(number) + (range.open ? " is not above " : " is below ") + print(range.least));
  else if (number > range.most)
    report(key, print(number) + " is above " + print(range.most));
  return number;
}

int64_t Fields::count(llvm::StringRef key, int64_t least, std::optional<int64_t> otherwise) {
  const Json *value = find(key, &Json::isWhole, "a whole number", !otherwise);
  if (!value)
    return otherwise.value_or(0);
  int64_t number = *value->whole();
  if (number < least)
    report(key, std::to_string(number) + " is below " + std::to_string(least));
  if (number > kMostDevices)
    report(key, std::to_string(number) + " is above " + std::to_string(kMostDevices));
  return number;
}

bool Fields::flag(llvm::StringRef key, bool otherwise) {
  const Json *value = find(key, &Json::isFlag, "true or false", /*required=*/false);
  return value ? value->flag() : otherwise;
}

const Json *Fields::list(llvm::StringRef key) {
  const Json *value = find(key, &Json::isList, "a list", /*required=*/true);
  if (value && value->isEmpty()) {
    report(key, "is empty; give at least one");
    return nullptr;
  }
  return value;
}

const Json *Fields::object_(llvm::StringRef key) { return find(key, &Json::isObject, "an object", /*required=*/true); }

const Json *Fields::any(llvm::StringRef key) {
  asked.push_back(key.str());
  return object.isObject() ? object.find(key) : nullptr;
}

void Fields::finish() {
  if (!object.isObject())
    return;
  for (const auto &[key, value] : object.members())
    if (!llvm::is_contained(asked, key))
      report(key, "no such field here; there are " + llvm::join(asked, ", "));
}

} // namespace shardwright
