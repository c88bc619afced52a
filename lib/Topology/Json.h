#ifndef LIB_TOPOLOGY_JSON_H
#define LIB_TOPOLOGY_JSON_H

#include "absl/status/statusor.h"
#include "llvm/ADT/StringRef.h"

#include <rapidjson/document.h>

#include <cstdint>
#include <optional>
#include <string>

namespace shardwright {

/// A value of a JSON text. What it is must be asked (IsArray) before what it holds (GetArray).
using Json = rapidjson::Value;

/// Reads a text (RFC 8259), however deep it is; numbers are those that std::from_chars reads. Errors:
/// `FILE:LINE:COLUMN: not JSON: what is wrong`.
absl::StatusOr<rapidjson::Document> parseJson(llvm::StringRef text, llvm::StringRef file);

/// That error, for what the library's reader found wrong.
absl::Status notJson(const rapidjson::ParseResult &result, llvm::StringRef text, llvm::StringRef file);
/// `FILE:LINE:COLUMN` of byte `offset`, both from 1.
std::string placeInText(llvm::StringRef text, size_t offset, llvm::StringRef file);

/// `null`, `boolean`, `number`, `string`, `array`, `object`.
llvm::StringRef kindName(const Json &value);
/// What a string says.
llvm::StringRef textOf(const Json &string);
/// A number that is written without a fraction and an exponent and has 64 bits; nothing of any other value.
std::optional<int64_t> wholeOf(const Json &value);
/// The first member of that name of an object, or null. Linear in the number of members.
const Json *memberOf(const Json &object, llvm::StringRef name);

/// A number as a person writes it: 4.5e+15, 8.0.
std::string print(double number);
/// A value in one line without spaces, with "..." where it becomes deeper than 100 lists and objects.
std::string print(const Json &value);

} // namespace shardwright

#endif // LIB_TOPOLOGY_JSON_H
