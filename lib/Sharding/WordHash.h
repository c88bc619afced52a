#ifndef SHARDWRIGHT_LIB_SHARDING_WORDHASH_H
#define SHARDWRIGHT_LIB_SHARDING_WORDHASH_H

#include <cstdint>

namespace shardwright {

/// A hash of words in order. A multiplication a word, by the golden ratio's digits, as in Fibonacci hashing: what is
/// hashed this way is looked up all the time.
class WordHash {
public:
  void add(uint64_t word) {
    state = (state ^ word) * 0x9e3779b97f4a7c15;
    state ^= state >> 29;
  }
  uint64_t get() const { return state; }

private:
  uint64_t state = 0;
};

} // namespace shardwright

#endif // SHARDWRIGHT_LIB_SHARDING_WORDHASH_H
