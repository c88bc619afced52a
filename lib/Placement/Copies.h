#ifndef LIB_PLACEMENT_COPIES_H
#define LIB_PLACEMENT_COPIES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace shardwright {

/// The shardings in which one value exists, each resharded from the nearest before it. Nothing is paid for one that is
/// neither read nor the source of one that is.
template <typename PriceType> class Copies {
public:
  explicit Copies(uint32_t made) { copies.push_back({made, 0, true, {}}); }

  /// `price(from, to, best)`: an optional price; of one that is dearer than `best`, if there is one, nothing will do.
  /// False where there is no way.
  template <typename Function> bool fetch(uint32_t wanted, bool isRead, Function price) {
    for (Copy &copy : copies)
      if (copy.sharding == wanted) {
        copy.isRead |= isRead;
        return true;
      }
    std::optional<PriceType> best;
    size_t source = 0;
    for (size_t from = 0; from < copies.size(); ++from)
      if (std::optional<PriceType> each = price(copies[from].sharding, wanted, best);
          each && (!best || *each < *best)) {
        best = each;
        source = from;
      }
    if (best)
      copies.push_back({wanted, source, isRead, *best});
    return best.has_value();
  }

  PriceType total() {
    PriceType total;
    for (Copy &copy : llvm::reverse(llvm::drop_begin(copies)))
      if (copy.isRead) {
        copies[copy.source].isRead = true;
        total += copy.price;
      }
    return total;
  }

private:
  struct Copy {
    uint32_t sharding;
    size_t source;
    bool isRead;
    PriceType price;
  };
  llvm::SmallVector<Copy, 6> copies;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_COPIES_H
