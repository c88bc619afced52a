#ifndef SHARDWRIGHT_RUNTIME_ARCHIVE_H
#define SHARDWRIGHT_RUNTIME_ARCHIVE_H

#include "absl/strings/string_view.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

/// Values to bytes and back, from one description: `template <class A> void fields(A &archive, T &value)`, found by
/// argument lookup, lists a struct's members once for both directions.
namespace shardwright::runtime {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the file format is little endian and so must be the host");

template <typename T> constexpr bool isPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
public:
  template <typename... Ts> void operator()(Ts &...values) { (one(values), ...); }
  std::string take() { return std::move(out); }

private:
  template <typename T> void one(T &value) {
    if constexpr (isPlain<T>)
      raw(&value, sizeof(T));
    else
      fields(*this, value);
  }
  void one(std::string &text) {
    uint64_t n = text.size();
    one(n);
    raw(text.data(), n);
  }
  template <typename T> void one(std::vector<T> &values) {
    uint64_t n = values.size();
    one(n);
    if constexpr (isPlain<T>)
      raw(values.data(), n * sizeof(T));
    else
      for (T &value : values)
        one(value);
  }
  void raw(const void *data, size_t n) { out.append(static_cast<const char *>(data), n); }

  std::string out;
};

/// Reads what Writer wrote. After the first value that does not fit into what is left, ok() is false and all further
/// values are left as they were.
class Reader {
public:
  explicit Reader(absl::string_view in) : in(in) {}
  template <typename... Ts> void operator()(Ts &...values) { (one(values), ...); }
  bool ok() const { return good; }
  size_t left() const { return in.size(); }

private:
  template <typename T> void one(T &value) {
    if constexpr (isPlain<T>)
      raw(&value, sizeof(T));
    else
      fields(*this, value);
  }
  void one(std::string &text) {
    if (uint64_t n = count(1)) {
      text.resize(n);
      raw(text.data(), n);
    }
  }
  template <typename T> void one(std::vector<T> &values) {
    if constexpr (isPlain<T>) {
      if (uint64_t n = count(sizeof(T))) {
        values.resize(n);
        raw(values.data(), n * sizeof(T));
      }
    } else {
      // Grows with what is really there: a count that lies cannot ask for memory.
      for (uint64_t i = 0, n = count(1); i != n && good; ++i)
        one(values.emplace_back());
    }
  }
  uint64_t count(size_t least) {
    uint64_t n = 0;
    raw(&n, sizeof(n));
    if (good && n > in.size() / least)
      good = false;
    return good ? n : 0;
  }
  void raw(void *data, size_t n) {
    if (!good || n > in.size()) {
      good = false;
      return;
    }
    std::memcpy(data, in.data(), n);
    in.remove_prefix(n);
  }

  absl::string_view in;
  bool good = true;
};

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_ARCHIVE_H
