#ifndef PJRT_PROTO_H
#define PJRT_PROTO_H

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Protocol buffer messages, read and written field by field: the few that frameworks exchange with a plugin.
namespace shardwright::pjrt {

/// One field as it stands in a message: a number (varint, or the bits of a fixed width) or bytes.
struct ProtoField {
  uint32_t number = 0;
  bool isBytes = false;
  uint64_t value = 0;
  absl::string_view bytes; ///< of a string, message or packed numbers
};

/// Calls `use` with the fields in their order; unknown ones are the caller's to skip. kInvalidArgument: the message
/// ends within a field, a number is longer than 64 bits, or a field is of an unknown kind. `name` begins errors.
absl::Status eachField(absl::string_view message, absl::string_view name,
                       const std::function<absl::Status(const ProtoField &)> &use);

/// Appends the numbers of a repeated field: one, or packed.
absl::Status appendNumbers(const ProtoField &field, absl::string_view name, std::vector<int64_t> &numbers);

class ProtoWriter {
public:
  void number(uint32_t field, uint64_t value);
  void bytes(uint32_t field, absl::string_view value);
  void packed(uint32_t field, const std::vector<int64_t> &values);

  std::string message;

private:
  void varint(uint64_t value);
};

} // namespace shardwright::pjrt

#endif // PJRT_PROTO_H
