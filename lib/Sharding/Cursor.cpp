#include "lib/Sharding/Cursor.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright {

static bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; }

bool isBareName(llvm::StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) && llvm::all_of(name, isNameChar);
}

std::string quoteIfNeeded(llvm::StringRef name) {
  if (isBareName(name))
    return name.str();
  std::string out = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + "\"";
}

void Cursor::skipSpace() {
  while (!atEnd() && llvm::isSpace(text[offset]))
    ++offset;
}

bool Cursor::consume(llvm::StringRef token) {
  skipSpace();
  if (!rest().starts_with(token))
    return false;
  offset += token.size();
  return true;
}

absl::Status Cursor::expect(llvm::StringRef token) {
  if (consume(token))
    return absl::OkStatus();
  return expected(("'" + token + "'").str());
}

absl::Status Cursor::expected(llvm::StringRef what) const {
  std::string found = atEnd() ? "the end" : absl::StrCat("'", std::string(1, text[offset]), "'");
  return absl::InvalidArgumentError(absl::StrCat("offset ", offset, ": expected ", what.str(), ", found ", found));
}

absl::StatusOr<int64_t> Cursor::integer(llvm::StringRef what) {
  skipSpace();
  llvm::StringRef digits = rest().take_while([](char c) { return llvm::isDigit(c); });
  int64_t value;
  if (digits.empty())
    return expected(what);
  if (digits.getAsInteger(10, value))
    return absl::InvalidArgumentError(absl::StrCat("offset ", offset, ": ", digits.str(), " is too large"));
  offset += digits.size();
  return value;
}

absl::StatusOr<std::string> Cursor::name(llvm::StringRef what) {
  skipSpace();
  if (!at('"')) {
    llvm::StringRef bare = rest().take_while(isNameChar);
    if (!isBareName(bare))
      return expected(what);
    offset += bare.size();
    return bare.str();
  }
  std::string out;
  for (++offset; !atEnd() && !at('"'); ++offset) {
    if (at('\\') && offset + 1 < text.size())
      ++offset;
    out += text[offset];
  }
  if (atEnd())
    return expected("'\"'");
  ++offset;
  if (out.empty())
    return absl::InvalidArgumentError(absl::StrCat("offset ", offset - 2, ": expected ", what.str(), ", found \"\""));
  return out;
}

absl::StatusOr<AxisRef> Cursor::axis() {
  absl::StatusOr<std::string> axisName = name("an axis name");
  if (!axisName.ok())
    return axisName.status();
  // `X:max` names a combination kind, so only `:(` begins a sub-axis.
  if (!rest().starts_with(":("))
    return AxisRef(*axisName);
  offset += 2;
  absl::StatusOr<int64_t> pre = integer("the number of more major positions");
  if (!pre.ok())
    return pre.status();
  if (absl::Status status = expect(")"); !status.ok())
    return status;
  absl::StatusOr<int64_t> size = integer("the size of the sub-axis");
  if (!size.ok())
    return size.status();
  return AxisRef(*axisName, *pre, *size);
}

} // namespace shardwright
