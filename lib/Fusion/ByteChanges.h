#ifndef LIB_FUSION_BYTECHANGES_H
#define LIB_FUSION_BYTECHANGES_H

#include "lib/Fusion/RangeMax.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace shardwright::fusion {

/// Changes of the bytes that are alive at each position, made together or not at all. What reaches beyond the positions
/// is left out. Linear in the changes but for their order, and logarithmic in the positions.
class ByteChanges {
public:
  void clear() {
    changes.clear();
    isSorted = true;
  }
  bool empty() const { return changes.empty(); }

  /// Of so many bytes that were alive in [begin, end) and are in [newBegin, newEnd).
  void move(int64_t bytes, size_t begin, size_t end, size_t newBegin, size_t newEnd) {
    change(begin, newBegin, -bytes);
    change(end, newEnd, bytes);
  }

  /// Whether nowhere where bytes are added more than `peak` are alive then.
  bool fit(const RangeMax &alive, int64_t peak) {
    return forRanges(alive.size(), [&](size_t from, size_t to, int64_t more) {
      return more < 0 || alive.most(from, to) <= peak - more;
    });
  }

  void addTo(RangeMax &alive) {
    forRanges(alive.size(), [&](size_t from, size_t to, int64_t more) {
      alive.add(from, to, more);
      return true;
    });
  }

private:
  void change(size_t from, size_t to, int64_t by) {
    if (from == to)
      return;
    changes.push_back({from, by});
    changes.push_back({to, -by});
    isSorted = false;
  }

  /// `body`(from, to, how many more), unless it says no.
  template <typename Body> bool forRanges(size_t size, Body body) {
    if (!std::exchange(isSorted, true))
      llvm::sort(changes);
    int64_t more = 0;
    for (size_t next = 0; next + 1 < changes.size(); ++next) {
      more += changes[next].second;
      size_t from = changes[next].first, to = std::min(changes[next + 1].first, size);
      if (more != 0 && from < to && !body(from, to, more))
        return false;
    }
    return true;
  }

  std::vector<std::pair<size_t, int64_t>> changes; ///< from a position on, so many more
  bool isSorted = true;
};

} // namespace shardwright::fusion

#endif // LIB_FUSION_BYTECHANGES_H
