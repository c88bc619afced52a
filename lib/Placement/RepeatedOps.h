#ifndef LIB_PLACEMENT_REPEATEDOPS_H
#define LIB_PLACEMENT_REPEATEDOPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace shardwright::problem_text {

/// An op as repetition looks at it: those of one form are alike but for the numbers of values, each of which grows by
/// the same from one repetition to the next. Form 0 is like no other.
struct RepeatableOp {
  uint32_t form = 0;
  llvm::SmallVector<int64_t, 4> numbers;
};

/// `length` ops from `first` on that are there `times` times, one behind the other.
struct RepeatedOps {
  size_t first, length, times;
};

/// Unrolled layers: from the first op on, whatever leaves out the most ops, where that is no fewer than `least` and
/// there are three repetitions. In order, not overlapping. Close to linear: a period is a distance to one of the next
/// ops of the same form, and most end at the first op that differs.
std::vector<RepeatedOps> findRepeatedOps(llvm::ArrayRef<RepeatableOp> ops, size_t least);

} // namespace shardwright::problem_text

#endif // LIB_PLACEMENT_REPEATEDOPS_H
