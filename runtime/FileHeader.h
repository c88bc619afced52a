#ifndef SHARDWRIGHT_RUNTIME_FILEHEADER_H
#define SHARDWRIGHT_RUNTIME_FILEHEADER_H

#include "absl/strings/string_view.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

/// What a `.swx` file begins with.
namespace shardwright::runtime {

constexpr char kMagic[8] = {'\x7f', 'S', 'W', 'X', '\r', '\n', '\x1a', '\n'};

struct FileHeader {
  char magic[8];
  uint32_t version;
  uint32_t numSections;
  uint64_t length; ///< of what follows the header
  uint64_t hash;   ///< of what follows the header
};
static_assert(sizeof(FileHeader) == 32);

/// Every step is a bijection of the state for a given word and of the word for a given state, so that a change within
/// one word always shows.
inline uint64_t contentHash(absl::string_view bytes) {
  uint64_t hash = 0x9e3779b97f4a7c15 ^ bytes.size();
  while (!bytes.empty()) {
    uint64_t word = 0;
    size_t n = std::min(bytes.size(), sizeof(word));
    std::memcpy(&word, bytes.data(), n);
    bytes.remove_prefix(n);
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_FILEHEADER_H
