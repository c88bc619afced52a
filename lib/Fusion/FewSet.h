#ifndef LIB_FUSION_FEWSET_H
#define LIB_FUSION_FEWSET_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <utility>

namespace shardwright::fusion {

/// A set of what is most often a few, in the order in which it came: looked through one by one, and hashed only when
/// there are more.
template <typename T> class FewSet {
public:
  /// Its number, and whether it is new.
  std::pair<size_t, bool> insert(const T &element) {
    if (all.size() <= kFew) {
      for (size_t number = 0; number < all.size(); ++number)
        if (all[number] == element)
          return {number, false};
    } else if (auto known = numbers.find(element); known != numbers.end()) {
      return {known->second, false};
    }
    all.push_back(element);
    if (all.size() > kFew + 1)
      numbers.try_emplace(element, all.size() - 1);
    else if (all.size() > kFew)
      for (size_t number = 0; number < all.size(); ++number)
        numbers.try_emplace(all[number], number);
    return {all.size() - 1, true};
  }

  void clear() {
    all.clear();
    numbers.clear();
  }

private:
  static constexpr size_t kFew = 16;
  llvm::SmallVector<T, kFew> all;
  llvm::DenseMap<T, size_t> numbers; ///< of all, when they are many
};

} // namespace shardwright::fusion

#endif // LIB_FUSION_FEWSET_H
