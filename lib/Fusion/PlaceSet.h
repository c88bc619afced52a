#ifndef LIB_FUSION_PLACESET_H
#define LIB_FUSION_PLACESET_H

#include "lib/Fusion/FewSet.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace shardwright::fusion {

/// A set of nodes or values, each with a divisor under which it is computed, in the order in which they came. Most come
/// under one divisor: these are found by their number, in O(1). Keeps its memory from one use to the next.
class PlaceSet {
public:
  struct Inserted {
    size_t index;
    bool isNew, isNewNumber; ///< the number under this divisor, and under any
  };

  /// Empty, for numbers below a size. Constant but for the first time.
  void restart(size_t size) {
    if (entries.size() < size)
      entries.resize(size);
    ++use;
    count = 0;
    if (!indicesOfOthers.empty()) {
      others.clear();
      indicesOfOthers.clear();
    }
  }

  Inserted insert(uint32_t number, int64_t divisor) {
    Entry &entry = entries[number];
    if (std::exchange(entry.use, use) != use) {
      entry.index = count;
      entry.divisor = divisor;
      return {count++, true, true};
    }
    if (entry.divisor == divisor)
      return {entry.index, false, false};
    auto [other, isNew] = others.insert({number, divisor});
    if (isNew)
      indicesOfOthers.push_back(count++);
    return {indicesOfOthers[other], isNew, false};
  }

private:
  struct Entry {
    uint64_t use = 0; ///< in which it is there
    size_t index = 0;
    int64_t divisor = 0;
  };
  uint64_t use = 0;
  size_t count = 0;
  std::vector<Entry> entries; ///< by number, under the divisor that came first
  FewSet<std::pair<uint32_t, int64_t>> others;
  std::vector<size_t> indicesOfOthers;
};

} // namespace shardwright::fusion

#endif // LIB_FUSION_PLACESET_H
