#include "lib/Topology/Fields.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace shardwright {
namespace {

/// Finds out only where a text ceases to be JSON, and why.
struct Position : nlohmann::json_sax<Json> {
  size_t at = 0;
  std::string why;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t &) override { return true; }
  bool string(string_t &) override { return true; }
  bool binary(binary_t &) override { return true; }
  bool start_object(size_t) override { return true; }
  bool key(string_t &) override { return true; }
  bool end_object() override { return true; }
  bool start_array(size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(size_t position, const std::string &, const nlohmann::json::exception &error) override {
    at = position;
    why = error.what();
    return false;
  }
};

/// The library's message without its number and place, which are said in our own way.
std::string reason(llvm::StringRef what) {
  size_t colon = what.find(": ", what.find("column"));
  return (colon == llvm::StringRef::npos ? what : what.drop_front(colon + 2)).str();
}

} // namespace

absl::StatusOr<Json> parseJson(llvm::StringRef text, llvm::StringRef file) {
  Json value = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!value.is_discarded())
    return value;
  Position position;
  Json::sax_parse(text.begin(), text.end(), &position);
  llvm::StringRef before = text.take_front(position.at ? position.at - 1 : 0);
  size_t line = before.count('\n') + 1, column = before.size() - (before.rfind('\n') + 1) + 1;
  return absl::InvalidArgumentError(
      llvm::formatv("{0}:{1}:{2}: not JSON: {3}", file, line, column, reason(position.why)).str());
}

std::string print(double number) { return llvm::formatv("{0}", Json(number).dump()).str(); }

Fields::Fields(Complaint &complaint, const Json &object, std::string place)
    : complaint(complaint), object(object), place(std::move(place)) {
  if (!object.is_object())
    complaint.report(this->place, std::string("an object is wanted here, this is ") + object.type_name());
}

const Json *Fields::find(const char *key, bool (Json::*is)() const noexcept, const char *type, bool required) {
  asked.push_back(key);
  if (!has(key)) {
    if (required)
      report(key, std::string("is missing; give ") + type);
    return nullptr;
  }
  const Json &value = object[key];
  if ((value.*is)())
    return &value;
  report(key, std::string(value.dump()) + " is not " + type);
  return nullptr;
}

std::string Fields::text(const char *key) {
  const Json *value = find(key, &Json::is_string, "a text", /*required=*/true);
  std::string text = value ? value->get<std::string>() : "";
  if (value && text.empty())
    report(key, "is empty; give a text");
  return text;
}

double Fields::number(const char *key, Range range, std::optional<double> otherwise) {
  const Json *value = find(key, &Json::is_number, "a number", !otherwise);
  if (!value)
    return otherwise.value_or(0);
  double number = value->get<double>();
  if (number < range.least || (range.open && number == range.least))
    report(key, print(number) + (range.open ? " is not above " : " is below ") + print(range.least));
  else if (number > range.most)
    report(key, print(number) + " is above " + print(range.most));
  return number;
}

int64_t Fields::count(const char *key, int64_t least, std::optional<int64_t> otherwise) {
  const Json *value = find(key, &Json::is_number_integer, "a whole number", !otherwise);
  if (!value)
    return otherwise.value_or(0);
  int64_t number = value->get<int64_t>();
  if (number < least)
    report(key, std::to_string(number) + " is below " + std::to_string(least));
  if (number > kMostDevices)
    report(key, std::to_string(number) + " is above " + std::to_string(kMostDevices));
  return number;
}

bool Fields::flag(const char *key, bool otherwise) {
  const Json *value = find(key, &Json::is_boolean, "true or false", /*required=*/false);
  return value ? value->get<bool>() : otherwise;
}

const Json *Fields::list(const char *key) {
  const Json *value = find(key, &Json::is_array, "a list", /*required=*/true);
  if (value && value->empty()) {
    report(key, "is empty; give at least one");
    return nullptr;
  }
  return value;
}

const Json *Fields::object_(const char *key) { return find(key, &Json::is_object, "an object", /*required=*/true); }

const Json *Fields::any(const char *key) {
  asked.push_back(key);
  return has(key) ? &object[key] : nullptr;
}

void Fields::finish() {
  if (!object.is_object())
    return;
  for (const auto &[key, value] : object.items())
    if (!llvm::is_contained(asked, key))
      report(key, "no such field here; there are " + llvm::join(asked, ", "));
}

} // namespace shardwright
