#include "dialects/vhlo/ByteReader.h"

#include <gtest/gtest.h>

#include <vector>

namespace shardwright::vhlo {
namespace {

/// A number as MLIR's format describes it: as many bytes more as zeros stand below the lowest one of the first.
std::vector<uint8_t> encode(uint64_t value) {
  for (int more = 0; more < 8; ++more) {
    if (more * 7 + 7 < 64 && value >> (more * 7 + 7) != 0)
      continue;
    const uint64_t marked = (value << 1 | 1) << more;
    std::vector<uint8_t> bytes;
    for (int i = 0; i <= more; ++i)
      bytes.push_back(static_cast<uint8_t>(marked >> (8 * i)));
    if ((marked >> (more + 1)) == value)
      return bytes;
  }
  std::vector<uint8_t> bytes = {0};
  for (int i = 0; i < 8; ++i)
    bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
  return bytes;
}

TEST(ByteReader, Numbers) {
  std::vector<uint64_t> values = {0, 1, 127, 128, UINT64_MAX, UINT64_MAX - 1};
  for (int bits = 1; bits < 64; ++bits)
    for (int64_t near : {-1, 0, 1})
      values.push_back((uint64_t{1} << bits) + near);
  for (uint64_t value : values) {
    std::vector<uint8_t> bytes = encode(value);
    ByteReader in(bytes);
    EXPECT_EQ(in.number(), value);
    EXPECT_TRUE(in.isDone()) << value;
    ByteReader cut(llvm::ArrayRef<uint8_t>(bytes).drop_back());
    (void)cut.number();
    EXPECT_TRUE(cut.failed()) << value;
  }
}

TEST(ByteReader, SignedNumbersAndFlags) {
  const std::vector<uint8_t> bytes = {0 << 1 | 1, 1 << 1 | 1, 2 << 1 | 1, 7 << 1 | 1, 6 << 1 | 1};
  ByteReader in(bytes);
  EXPECT_EQ(in.signedNumber(), 0);
  EXPECT_EQ(in.signedNumber(), -1);
  EXPECT_EQ(in.signedNumber(), 1);
  EXPECT_EQ(in.numberWithFlag(), std::pair(uint64_t{3}, true));
  EXPECT_EQ(in.numberWithFlag(), std::pair(uint64_t{3}, false));
  EXPECT_TRUE(in.isDone());
}

TEST(ByteReader, CountsAreNoMoreThanBytes) {
  const std::vector<uint8_t> bytes = {3 << 1 | 1, 1, 1, 1};
  EXPECT_EQ(ByteReader(bytes).count(), 3u);
  ByteReader cut(llvm::ArrayRef<uint8_t>(bytes).drop_back());
  EXPECT_EQ(cut.count(), 0u);
  EXPECT_TRUE(cut.failed());
  EXPECT_FALSE(cut.isDone());
  EXPECT_EQ(cut.byte(), 0);
}

TEST(ByteReader, TextAndPadding) {
  const std::vector<uint8_t> bytes = {'a', 'b', 0, 0xCB, 5, 0xCC, 1};
  ByteReader in(bytes);
  EXPECT_EQ(in.terminated(), "ab");
  in.skipPadding(4);
  EXPECT_EQ(in.offset(), 4u);
  EXPECT_EQ(in.byte(), 5);
  in.skipPadding(8); // other bytes than padding
  EXPECT_TRUE(in.failed());
  ByteReader unterminated(llvm::ArrayRef<uint8_t>(bytes).take_front(2));
  (void)unterminated.terminated();
  EXPECT_TRUE(unterminated.failed());
  ByteReader odd(bytes);
  odd.skipPadding(3); // no power of two
  EXPECT_TRUE(odd.failed());
}

} // namespace
} // namespace shardwright::vhlo
