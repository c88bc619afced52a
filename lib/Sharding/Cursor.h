#ifndef SHARDWRIGHT_LIB_SHARDING_CURSOR_H
#define SHARDWRIGHT_LIB_SHARDING_CURSOR_H

#include "shardwright/Sharding/AxisRef.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "llvm/ADT/StringRef.h"

namespace shardwright {

/// A place in a text being parsed, and the few tokens that all notations of this layer share.
class Cursor {
public:
  explicit Cursor(llvm::StringRef text) : text(text) {}

  llvm::StringRef rest() const { return text.drop_front(offset); }
  bool atEnd() const { return offset == text.size(); }
  void skipSpace();
  /// The next character is `c` (no space skipped).
  bool at(char c) const { return !atEnd() && text[offset] == c; }
  /// Consumes `token` if it comes next, after space.
  bool consume(llvm::StringRef token);
  /// The same, or an error.
  absl::Status expect(llvm::StringRef token);
  /// A number that fits 63 bits.
  absl::StatusOr<int64_t> integer(llvm::StringRef what);
  /// Letters, digits, `_`, `.` and `$` not beginning with a digit, or any text between quotes.
  absl::StatusOr<std::string> name(llvm::StringRef what);
  /// `X` or `X:(2)4`.
  absl::StatusOr<AxisRef> axis();
  /// `offset 7: expected an axis name, found ']'`.
  absl::Status expected(llvm::StringRef what) const;

private:
  llvm::StringRef text;

public:
  size_t offset = 0;
};

/// Can be written without quotes.
bool isBareName(llvm::StringRef name);
/// The name as it is written, quoted where it must be.
std::string quoteIfNeeded(llvm::StringRef name);

} // namespace shardwright

#endif // SHARDWRIGHT_LIB_SHARDING_CURSOR_H
