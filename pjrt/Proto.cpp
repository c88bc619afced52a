#include "pjrt/Proto.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <optional>

namespace shardwright::pjrt {
namespace {

/// How a field is encoded: the low three bits of its tag.
enum class WireType : uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

std::optional<uint64_t> takeVarint(absl::string_view &from) {
  uint64_t value = 0;
  for (size_t i = 0; i != 10 && i != from.size(); ++i) {
    const auto byte = static_cast<uint8_t>(from[i]);
    if (i == 9 && byte > 1)
      return std::nullopt; // more than 64 bits
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      from.remove_prefix(i + 1);
      return value;
    }
  }
  return std::nullopt;
}

template <typename T> std::optional<uint64_t> takeFixed(absl::string_view &from) {
  T value;
  if (from.size() < sizeof(value))
    return std::nullopt;
  std::memcpy(&value, from.data(), sizeof(value));
  from.remove_prefix(sizeof(value));
  return value;
}

absl::Status broken(absl::string_view name, size_t at, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(name, ": ", what, " at byte ", at));
}

} // namespace

absl::Status eachField(absl::string_view message, absl::string_view name,
                       const std::function<absl::Status(const ProtoField &)> &use) {
  absl::string_view rest = message;
  while (!rest.empty()) {
    const size_t at = message.size() - rest.size();
    std::optional<uint64_t> tag = takeVarint(rest), value;
    if (!tag || *tag >> 3 == 0 || *tag >> 3 > 0x1fffffff)
      return broken(name, at, "a malformed field");
    ProtoField field;
    field.number = static_cast<uint32_t>(*tag >> 3);
    switch (static_cast<WireType>(*tag & 7)) {
    case WireType::Varint:
      value = takeVarint(rest);
      break;
    case WireType::Fixed64:
      value = takeFixed<uint64_t>(rest);
      break;
    case WireType::Fixed32:
      value = takeFixed<uint32_t>(rest);
      break;
    case WireType::Bytes:
      value = takeVarint(rest);
      if (value && *value > rest.size())
        return broken(name, at,
                      absl::StrCat("field ", field.number, " has ", *value, " bytes, ", rest.size(), " are left"));
      if (value) {
        field.isBytes = true;
        field.bytes = rest.substr(0, *value);
        rest.remove_prefix(*value);
      }
      break;
    default:
      return broken(name, at, absl::StrCat("field ", field.number, " is encoded in an unknown way"));
    }
    if (!value)
      return broken(name, at, absl::StrCat("field ", field.number, " is cut short"));
    field.value = *value;
    if (absl::Status status = use(field); !status.ok())
      return status;
  }
  return absl::OkStatus();
}

absl::Status appendNumbers(const ProtoField &field, absl::string_view name, std::vector<int64_t> &numbers) {
  if (!field.isBytes) {
    numbers.push_back(static_cast<int64_t>(field.value));
    return absl::OkStatus();
  }
  absl::string_view rest = field.bytes;
  while (!rest.empty()) {
    std::optional<uint64_t> value = takeVarint(rest);
    if (!value)
      return absl::InvalidArgumentError(absl::StrCat(name, ": the numbers of field ", field.number, " are cut short"));
    numbers.push_back(static_cast<int64_t>(*value));
  }
  return absl::OkStatus();
}

void ProtoWriter::varint(uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    message.push_back(static_cast<char>(value | 0x80));
  message.push_back(static_cast<char>(value));
}

void ProtoWriter::number(uint32_t field, uint64_t value) {
  varint(static_cast<uint64_t>(field) << 3 | static_cast<uint64_t>(WireType::Varint));
  varint(value);
}

void ProtoWriter::bytes(uint32_t field, absl::string_view value) {
  varint(static_cast<uint64_t>(field) << 3 | static_cast<uint64_t>(WireType::Bytes));
  varint(value.size());
  message.append(value.data(), value.size());
}

void ProtoWriter::packed(uint32_t field, const std::vector<int64_t> &values) {
  ProtoWriter numbers;
  for (int64_t value : values)
    numbers.varint(static_cast<uint64_t>(value));
  bytes(field, numbers.message);
}

} // namespace shardwright::pjrt
