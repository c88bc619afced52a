#ifndef LIB_TOPOLOGY_JSON_H
#define LIB_TOPOLOGY_JSON_H

#include "absl/status/statusor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardwright {

/// A value within a JSON text that was read, which must live on. Values lie in a row, each in front of those that it
/// holds and those in front of the next one, so that reading a text is one pass that makes one array, and a value can
/// say what it was written as. Values are looked at where they lie.
class Json {
public:
  enum class Kind : uint8_t { Null, Flag, Number, Text, List, Object };

  Json(const Json &) = delete;
  Json(Json &&) = default;

  Kind kind() const { return kind_; }
  bool isNumber() const { return kind_ == Kind::Number; }
  bool isText() const { return kind_ == Kind::Text; }
  bool isFlag() const { return kind_ == Kind::Flag; }
  bool isList() const { return kind_ == Kind::List; }
  bool isObject() const { return kind_ == Kind::Object; }
  /// Written without a fraction and an exponent, of 64 bits.
  bool isWhole() const { return whole().has_value(); }
  /// `null`, `boolean`, `number`, `string`, `array`, `object`.
  llvm::StringRef kindName() const;

  /// Of a number.
  double number() const { return number_; }
  std::optional<int64_t> whole() const;
  bool flag() const { return source_.front() == 't'; }
  std::string text() const;
  /// Whether it is that text.
  bool is(llvm::StringRef text) const;
  /// As it is written.
  llvm::StringRef source() const { return source_; }
  /// The same without spaces between its parts.
  std::string compact() const;

  /// The elements of a list.
  class Elements;
  Elements elements() const;
  /// One of them. Linear in the number.
  const Json &operator[](size_t number) const;
  /// Pairs of a name and a value, in the order of the text.
  class Members;
  Members members() const;
  /// Of elements or members. Linear in their number.
  size_t size() const;
  bool isEmpty() const { return within_ == 0; }
  /// The first member of that name of an object, or null. Linear in the number of members.
  const Json *find(llvm::StringRef name) const;

private:
  friend class JsonReader;
  Json(Kind kind, llvm::StringRef source) : source_(source), kind_(kind) {}
  const Json *first() const { return this + 1; }
  const Json *next() const { return this + 1 + within_; }

  llvm::StringRef source_;
  double number_ = 0;
  uint32_t within_ = 0; ///< values that it holds, at any depth; names of members are values too
  Kind kind_;
};

class Json::Elements {
public:
  class iterator : public llvm::iterator_facade_base<iterator, std::forward_iterator_tag, const Json> {
  public:
    explicit iterator(const Json *at) : at(at) {}
    const Json &operator*() const { return *at; }
    using iterator_facade_base::operator++;
    iterator &operator++() { return at = at->next(), *this; }
    bool operator==(const iterator &other) const { return at == other.at; }

  private:
    const Json *at;
  };
  explicit Elements(const Json &list) : list(list) {}
  iterator begin() const { return iterator(list.first()); }
  iterator end() const { return iterator(list.next()); }

private:
  const Json &list;
};

class Json::Members {
public:
  using Member = std::pair<std::string, const Json &>;
  class iterator
      : public llvm::iterator_facade_base<iterator, std::forward_iterator_tag, Member, std::ptrdiff_t, void, Member> {
  public:
    explicit iterator(const Json *at) : at(at) {}
    Member operator*() const { return {at->text(), *at->next()}; }
    using iterator_facade_base::operator++;
    iterator &operator++() { return at = at->next()->next(), *this; }
    bool operator==(const iterator &other) const { return at == other.at; }

  private:
    const Json *at;
  };
  explicit Members(const Json &object) : object(object) {}
  iterator begin() const { return iterator(object.first()); }
  iterator end() const { return iterator(object.next()); }

private:
  const Json &object;
};

inline Json::Elements Json::elements() const { return Elements(*this); }
inline Json::Members Json::members() const { return Members(*this); }

/// A text that was read: its value comes first.
using JsonValues = std::vector<Json>;

/// Reads a text (RFC 8259) that lives as long as what is returned. Errors: `FILE:LINE:COLUMN: not JSON: what is wrong`.
absl::StatusOr<JsonValues> parseJson(llvm::StringRef text, llvm::StringRef file);

} // namespace shardwright

#endif // LIB_TOPOLOGY_JSON_H
