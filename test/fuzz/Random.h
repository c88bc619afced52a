#ifndef TEST_FUZZ_RANDOM_H
#define TEST_FUZZ_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace shardwright::fuzz {

/// Splitmix64: the same numbers on every platform and with every library.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// A number in [0, bound); `bound` is positive.
  int64_t below(int64_t bound) { return static_cast<int64_t>(next() % static_cast<uint64_t>(bound)); }
  /// A number in [first, last].
  int64_t between(int64_t first, int64_t last) { return first + below(last - first + 1); }
  bool oneIn(int64_t n) { return below(n) == 0; }
  template <typename T> const T &pick(const std::vector<T> &from) { return from[below(from.size())]; }
  template <typename T> void shuffle(std::vector<T> &values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }

private:
  uint64_t state;
};

} // namespace shardwright::fuzz

#endif // TEST_FUZZ_RANDOM_H
