#include "shardwright/Runtime/ForeignFormat.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <algorithm>

namespace shardwright::runtime {

constexpr absl::string_view kBytecodeMagic = "ML\xefR";

/// Who wrote MLIR bytecode: the text behind the magic and the version, a number of up to nine bytes whose first says
/// how many there are by its trailing zeros.
static std::string producer(absl::string_view bytes) {
  bytes.remove_prefix(kBytecodeMagic.size());
  size_t length = 1;
  for (unsigned char first = bytes.empty() ? 1 : bytes[0]; length < 9 && (first & 1) == 0; first >>= 1)
    ++length;
  bytes.remove_prefix(std::min(length, bytes.size()));
  std::string name(bytes.substr(0, bytes.find('\0')).substr(0, 40));
  for (char &letter : name)
    letter = letter < ' ' || letter > '~' ? '?' : letter;
  return name;
}

/// Behind spaces and comments.
static absl::string_view firstWords(absl::string_view text) {
  while (true) {
    text = text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!absl::StartsWith(text, "//"))
      return text;
    text = text.substr(std::min(text.find('\n'), text.size()));
  }
}

std::optional<ForeignFormat> foreignFormat(absl::string_view bytes) {
  const std::string saveText = "save lowered.as_text(), or exported.mlir_module() of a jax.export.Exported";
  if (absl::StartsWith(bytes, kBytecodeMagic)) {
    const std::string by = producer(bytes);
    if (absl::StartsWith(by, "StableHLO"))
      return ForeignFormat{absl::StrCat("a StableHLO portable artifact (", by, ")"), "take it as it is"};
    return ForeignFormat{absl::StrCat("a program in MLIR bytecode (", by, ")"), saveText};
  }
  // A flatbuffer begins with the offset of its root; the program in it is bytecode.
  if (bytes.size() >= 8 && bytes[3] == 0 && absl::StrContains(bytes, kBytecodeMagic))
    return ForeignFormat{"a serialized jax.export.Exported", "save jax.export.deserialize(data).mlir_module()"};
  if (absl::StartsWith(bytes, "\x93NUMPY"))
    return ForeignFormat{"a NumPy array", "give the program here and the folder of its arrays to --inputs"};
  absl::string_view text = firstWords(bytes.substr(0, 1 << 16));
  if (absl::StartsWith(text, "HloModule"))
    return ForeignFormat{"HLO text", "save lowered.as_text(), which is StableHLO"};
  if (absl::ConsumePrefix(&text, "{") && absl::StartsWith(firstWords(text), "lambda "))
    return ForeignFormat{"a jaxpr", "save jax.jit(f).lower(...).as_text()"};
  return std::nullopt;
}

} // namespace shardwright::runtime
