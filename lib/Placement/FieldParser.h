#ifndef LIB_PLACEMENT_FIELDPARSER_H
#define LIB_PLACEMENT_FIELDPARSER_H

#include "lib/Placement/ProblemFields.h"
#include "lib/Sharding/Cursor.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace shardwright::problem_text {

/// Reads what ProblemFields.h lists. Errors carry the offset in the whole text.
class FieldParser {
public:
  FieldParser(llvm::StringRef text) : cursor(text) {}

  /// `{name = value, name}` over what `value` holds already.
  template <typename T> absl::Status fields(T &value) {
    if (absl::Status status = cursor.expect("{"); !status.ok())
      return status;
    return cursor.consume("}") ? absl::OkStatus() : moreFields(value);
  }
  /// The same behind the first brace and what was read of it.
  template <typename T> absl::Status moreFields(T &value) {
    do {
      size_t begin = here();
      absl::StatusOr<std::string> name = cursor.name("the name of a field");
      if (!name.ok())
        return name.status();
      if (absl::Status status = field(value, *name, begin); !status.ok())
        return status;
    } while (cursor.consume(","));
    return cursor.consume("}") ? absl::OkStatus() : cursor.expected("',' or '}'");
  }

protected:
  /// Behind space.
  size_t here() {
    cursor.skipSpace();
    return cursor.offset;
  }
  absl::Status expectedAt(size_t offset, llvm::StringRef what) {
    cursor.offset = offset;
    return cursor.expected(what);
  }
  static absl::Status errorAt(size_t offset, llvm::StringRef message) {
    return absl::InvalidArgumentError(absl::StrCat("offset ", offset, ": ", message.str()));
  }
  /// Of a text that begins at the offset; where the error has none itself, it is there.
  static absl::Status errorBehind(size_t offset, const absl::Status &status);
  /// Consumes the word, if it comes next and no other that begins with it.
  bool keyword(llvm::StringRef word);

  absl::Status parse(int64_t &value);
  absl::Status parse(size_t &value);
  absl::Status parse(unsigned &value);
  absl::Status parse(double &value);
  absl::Status parse(bool &value);
  absl::Status parse(std::string &value);
  /// One of those that prices tell apart.
  absl::Status parse(llvm::StringRef &value);
  absl::Status parse(AxisRef &value);
  absl::Status parse(PartialAxis &value);
  absl::Status parse(Sharding &value);
  absl::Status parse(std::pair<int64_t, int64_t> &value);
  absl::Status parse(FactorAxes &value);
  absl::Status parse(std::vector<Factor> &value);

  template <typename T> absl::Status parse(std::optional<T> &value) { return parse(value.emplace()); }

  template <typename T> absl::Status parse(T &value) {
    if constexpr (std::is_enum_v<T>) {
      size_t begin = here();
      absl::StatusOr<std::string> word = cursor.name(oneOf(EnumNames<T>::kAll));
      const auto *found = word.ok() ? llvm::find(EnumNames<T>::kAll, *word) : std::end(EnumNames<T>::kAll);
      if (found == std::end(EnumNames<T>::kAll))
        return expectedAt(begin, oneOf(EnumNames<T>::kAll));
      value = static_cast<T>(found - std::begin(EnumNames<T>::kAll));
      return absl::OkStatus();
    } else if constexpr (IsList<T>::value) {
      return list(value);
    } else {
      return fields(value);
    }
  }

  template <typename Words> static std::string oneOf(const Words &words) {
    return absl::StrCat("one of ", absl::StrJoin(words, ", ", [](std::string *out, llvm::StringRef word) {
                          out->append(word.data(), word.size());
                        }));
  }

  Cursor cursor;

private:
  template <typename List> absl::Status list(List &values) {
    values.clear();
    if (absl::Status status = cursor.expect("["); !status.ok())
      return status;
    if (cursor.consume("]"))
      return absl::OkStatus();
    do {
      if (absl::Status status = parse(values.emplace_back()); !status.ok())
        return status;
    } while (cursor.consume(","));
    if (!cursor.consume("]"))
      return cursor.expected("',' or ']'");
    return absl::OkStatus();
  }

  template <typename T> absl::Status field(T &value, const std::string &name, size_t begin) {
    std::optional<absl::Status> found;
    std::vector<llvm::StringLiteral> names;
    auto look = [&](const auto &field) {
      names.push_back(field.name);
      if (field.name == name)
        found = valueOf(value.*field.member);
    };
    std::apply([&](const auto &...field) { (look(field), ...); }, Fields<T>::table());
    return found ? *found : expectedAt(begin, oneOf(names));
  }

  template <typename M> absl::Status valueOf(M &member) {
    bool isAlone = !cursor.consume("=");
    if constexpr (std::is_same_v<M, bool>)
      if (isAlone) {
        member = true;
        return absl::OkStatus();
      }
    if (isAlone)
      return cursor.expected("'='");
    return parse(member);
  }

  /// `{i = ..., k = ...}`.
  template <typename Parse> absl::Status byFactor(Parse parsePart) {
    if (absl::Status status = cursor.expect("{"); !status.ok())
      return status;
    if (cursor.consume("}"))
      return absl::OkStatus();
    do {
      size_t begin = here();
      absl::StatusOr<std::string> name = cursor.name("a factor");
      if (!name.ok())
        return name.status();
      std::optional<size_t> factor = factorOf(*name);
      if (!factor)
        return expectedAt(begin, "a factor");
      if (absl::Status status = cursor.expect("="); !status.ok())
        return status;
      if (absl::Status status = parsePart(*factor, begin); !status.ok())
        return status;
    } while (cursor.consume(","));
    return cursor.expect("}");
  }
  static std::optional<size_t> factorOf(llvm::StringRef name);
};

} // namespace shardwright::problem_text

#endif // LIB_PLACEMENT_FIELDPARSER_H
