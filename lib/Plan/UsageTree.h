#ifndef LIB_PLAN_USAGETREE_H
#define LIB_PLAN_USAGETREE_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace shardwright::plan {

/// Usage by row under changes of whole ranges: a segment tree, so that a change or a question takes the logarithm of
/// the number of rows.
class UsageTree {
public:
  explicit UsageTree(llvm::ArrayRef<double> usage);

  void add(size_t first, size_t last, int64_t amount) { add(1, 0, width, first, last, amount); }
  /// The most in first <= row < last, which is not empty.
  int64_t most(size_t first, size_t last) const { return most(1, 0, width, first, last); }
  /// The most of all; 0 where there are no rows.
  int64_t peak() const { return numRows == 0 ? 0 : largest[1]; }
  /// A row where the most is held.
  size_t peakRow() const;

private:
  void add(size_t node, size_t begin, size_t end, size_t first, size_t last, int64_t amount);
  int64_t most(size_t node, size_t begin, size_t end, size_t first, size_t last) const;

  size_t numRows, width = 1;
  std::vector<int64_t> largest, added; ///< by node of the tree: within it; to all of it, as part of `largest`
};

} // namespace shardwright::plan

#endif // LIB_PLAN_USAGETREE_H
