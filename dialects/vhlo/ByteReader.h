#ifndef DIALECTS_VHLO_BYTEREADER_H
#define DIALECTS_VHLO_BYTEREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <utility>

namespace shardwright::vhlo {

/// Reads MLIR bytecode's elements from a range of bytes. Behind the end, or where an element is malformed, the reader
/// fails: from then on it is at its end and everything is 0, so that callers ask once, behind all that they read.
class ByteReader {
public:
  ByteReader() = default;
  /// `offset`: where the bytes begin in the whole input.
  explicit ByteReader(llvm::ArrayRef<uint8_t> contents, size_t offset = 0) : contents(contents), start(offset) {}

  bool failed() const { return hasFailed; }
  /// Everything was read, and well.
  bool isDone() const { return !hasFailed && contents.empty(); }
  size_t size() const { return contents.size(); }
  /// In the whole input.
  size_t offset() const { return start; }
  void fail() {
    hasFailed = true;
    contents = {};
  }

  uint8_t byte() {
    llvm::ArrayRef<uint8_t> one = bytes(1);
    return one.empty() ? 0 : one[0];
  }
  llvm::ArrayRef<uint8_t> bytes(uint64_t count) {
    if (count > contents.size()) {
      fail();
      return {};
    }
    llvm::ArrayRef<uint8_t> result = contents.take_front(count);
    contents = contents.drop_front(count);
    start += count;
    return result;
  }
  /// Up to nine bytes, of which the first says how many by its trailing zeros.
  uint64_t number();
  /// Zigzag: 0, -1, 1, -2, ...
  int64_t signedNumber() {
    uint64_t value = number();
    return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
  }
  std::pair<uint64_t, bool> numberWithFlag() {
    uint64_t value = number();
    return {value >> 1, (value & 1) != 0};
  }
  /// How many elements follow, of at least a byte each: never more than there are bytes.
  size_t count() { return atMostSize(number()); }
  size_t atMostSize(uint64_t count) {
    if (count <= contents.size())
      return count;
    fail();
    return 0;
  }
  /// Text up to a zero byte, which is read as well.
  llvm::StringRef terminated();
  /// Bytes that only align what follows to `alignment` in the whole input.
  void skipPadding(uint64_t alignment);

private:
  llvm::ArrayRef<uint8_t> contents;
  size_t start = 0;
  bool hasFailed = false;
};

} // namespace shardwright::vhlo

#endif // DIALECTS_VHLO_BYTEREADER_H
