#include "lib/Topology/Fields.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright {

Fields::Fields(Complaint &complaint, const Json &object, std::string place)
    : complaint(complaint), object(object), place(std::move(place)) {
  if (!object.IsObject())
    complaint.report(this->place, "an object is wanted here, this is " + kindName(object).str());
}

const Json *Fields::find(llvm::StringRef key, bool (Json::*is)() const, const char *type, bool required) {
  asked.push_back(key.str());
  const Json *value = object.IsObject() ? memberOf(object, key) : nullptr;
  if (value && (value->*is)())
    return value;
  if (value)
    report(key, print(*value) + " is not " + type);
  else if (required)
    report(key, std::string("is missing; give ") + type);
  return nullptr;
}

std::string Fields::text(llvm::StringRef key) {
  const Json *value = find(key, &Json::IsString, "a text", /*required=*/true);
  std::string text = value ? textOf(*value).str() : "";
  if (value && text.empty())
    report(key, "is empty; give a text");
  return text;
}

double Fields::number(llvm::StringRef key, Range range, std::optional<double> otherwise) {
  const Json *value = find(key, &Json::IsNumber, "a number", !otherwise);
  if (!value)
    return otherwise.value_or(0);
  double number = value->GetDouble();
  if (number < range.least || (range.open && number == range.least))
    report(key, print(number) + (range.open ? " is not above " : " is below ") + print(range.least));
  else if (number > range.most)
    report(key, print(number) + " is above " + print(range.most));
  return number;
}

int64_t Fields::count(llvm::StringRef key, int64_t least, std::optional<int64_t> otherwise) {
  const Json *value = find(key, &Json::IsInt64, "a whole number", !otherwise);
  if (!value)
    return otherwise.value_or(0);
  int64_t number = value->GetInt64();
  if (number < least)
    report(key, std::to_string(number) + " is below " + std::to_string(least));
  if (number > kMostDevices)
    report(key, std::to_string(number) + " is above " + std::to_string(kMostDevices));
  return number;
}

bool Fields::flag(llvm::StringRef key, bool otherwise) {
  const Json *value = find(key, &Json::IsBool, "true or false", /*required=*/false);
  return value ? value->GetBool() : otherwise;
}

const Json *Fields::list(llvm::StringRef key) {
  const Json *value = find(key, &Json::IsArray, "a list", /*required=*/true);
  if (value && value->Empty()) {
    report(key, "is empty; give at least one");
    return nullptr;
  }
  return value;
}

const Json *Fields::object_(llvm::StringRef key) { return find(key, &Json::IsObject, "an object", /*required=*/true); }

const Json *Fields::any(llvm::StringRef key) {
  asked.push_back(key.str());
  return object.IsObject() ? memberOf(object, key) : nullptr;
}

void Fields::finish() {
  if (!object.IsObject())
    return;
  for (const auto &[name, value] : object.GetObject())
    if (llvm::StringRef key = textOf(name); !llvm::is_contained(asked, key))
      report(key, "no such field here; there are " + llvm::join(asked, ", "));
}

} // namespace shardwright
