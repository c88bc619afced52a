#include "dialects/vhlo/ByteReader.h"

#include "llvm/ADT/bit.h"

#include <algorithm>

namespace shardwright::vhlo {

uint64_t ByteReader::number() {
  uint8_t first = byte();
  if (first & 1)
    return first >> 1;
  if (hasFailed)
    return 0;
  const int more = first == 0 ? 8 : llvm::countr_zero(first);
  uint64_t value = 0;
  llvm::ArrayRef<uint8_t> rest = bytes(more);
  for (size_t i = rest.size(); i-- > 0;)
    value = value << 8 | rest[i];
  // A first byte of zeros holds none of the value; else the bits above its mark are the lowest ones.
  return first == 0 ? value : (value << 8 | first) >> (more + 1);
}

llvm::StringRef ByteReader::terminated() {
  const uint8_t *end = std::find(contents.begin(), contents.end(), uint8_t{0});
  if (end == contents.end()) {
    fail();
    return {};
  }
  llvm::ArrayRef<uint8_t> text = bytes(end - contents.begin());
  (void)byte();
  return {reinterpret_cast<const char *>(text.data()), text.size()};
}

void ByteReader::skipPadding(uint64_t alignment) {
  constexpr uint8_t kPadding = 0xCB;
  if (!llvm::has_single_bit(alignment))
    return fail();
  while (!hasFailed && (start & (alignment - 1)) != 0)
    if (byte() != kPadding)
      fail();
}

} // namespace shardwright::vhlo
