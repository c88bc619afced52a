#ifndef PASSES_COMMON_EXECUTIONS_H
#define PASSES_COMMON_EXECUTIONS_H

#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright {

struct Executions {
  int64_t times = 1;
  /// False inside a loop whose trip count is not known, of which one iteration is counted.
  bool isKnown = true;

  bool operator==(const Executions &other) const { return times == other.times && isKnown == other.isKnown; }
};

/// How often each op of a module runs when its function runs once: the product of the trip counts of the loops around
/// it. A loop's condition runs once more than its body. Of the branches of a `case` or `if` one is counted: the one
/// that sends most, of several the one that computes most, of several the first; ops of the others run 0 times. So all
/// sums over a program (bytes, FLOPs, seconds) are of the same run of it. Counts saturate at the largest int64_t.
/// Linear in the number of ops.
class ExecutionCounts {
public:
  explicit ExecutionCounts(mlir::ModuleOp module);

  Executions of(mlir::Operation *op) const { return of(op->getBlock()); }
  Executions of(mlir::Block *block) const;
  /// The number of the region of a `case` or `if` that is counted.
  unsigned countedBranch(mlir::Operation *branches) const { return counted.lookup(branches); }

private:
  struct Cost {
    double bytes = 0, flops = 0;
  };

  Cost costOf(mlir::Region &region);
  void count(mlir::Region &region, Executions executions);

  /// By block: its ops run alike. Only of regions that control flow runs.
  llvm::DenseMap<mlir::Block *, Executions> counts;
  llvm::DenseMap<mlir::Operation *, unsigned> counted;
};

/// a * b, or the largest int64_t where that is larger; of numbers that are not negative.
int64_t saturatingProduct(int64_t a, int64_t b);

} // namespace shardwright

#endif // PASSES_COMMON_EXECUTIONS_H
