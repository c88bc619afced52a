#include "lib/Placement/RepeatedOps.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright::problem_text {

namespace {

class Finder {
public:
  Finder(llvm::ArrayRef<RepeatableOp> ops) : ops(ops), nextAlike(ops.size(), ops.size()) {
    std::vector<size_t> last;
    for (size_t op = ops.size(); op-- > 0;) {
      if (ops[op].form >= last.size())
        last.resize(ops[op].form + 1, ops.size());
      if (ops[op].form)
        nextAlike[op] = std::exchange(last[ops[op].form], op);
    }
  }

  RepeatedOps bestFrom(size_t first) const {
    RepeatedOps best{first, 1, 1};
    size_t saved = 0, tried = 0;
    for (size_t at = nextAlike[first]; at < ops.size() && tried < kMostPeriods; at = nextAlike[at], ++tried) {
      size_t length = at - first, times = timesOf(first, length);
      // Any two ops of a form move on alike: the third repetition tells.
      if (times > 2 && (times - 1) * length > saved) {
        saved = (times - 1) * length;
        best = {first, length, times};
      }
    }
    return best;
  }

private:
  static constexpr size_t kMostPeriods = 256;

  size_t timesOf(size_t first, size_t length) const {
    size_t op = first;
    while (op + length < ops.size() && follows(first, length, op))
      ++op;
    return 1 + (op - first) / length;
  }

  /// The op one period behind is this one, moved on as the first repetition was.
  bool follows(size_t first, size_t length, size_t op) const {
    const RepeatableOp &here = ops[op], &behind = ops[op + length];
    if (!here.form || here.form != behind.form)
      return false;
    const RepeatableOp &start = ops[first + (op - first) % length],
                       &second = ops[first + (op - first) % length + length];
    for (size_t i = 0; i < here.numbers.size(); ++i)
      if (behind.numbers[i] - here.numbers[i] != second.numbers[i] - start.numbers[i])
        return false;
    return true;
  }

  llvm::ArrayRef<RepeatableOp> ops;
  std::vector<size_t> nextAlike; ///< the next op of the same form
};

} // namespace

std::vector<RepeatedOps> findRepeatedOps(llvm::ArrayRef<RepeatableOp> ops, size_t least) {
  Finder finder(ops);
  std::vector<RepeatedOps> found;
  for (size_t op = 0; op < ops.size();) {
    RepeatedOps best = finder.bestFrom(op);
    if ((best.times - 1) * best.length < least) {
      ++op;
      continue;
    }
    found.push_back(best);
    op += best.times * best.length;
  }
  return found;
}

} // namespace shardwright::problem_text
