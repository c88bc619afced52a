#ifndef PASSES_LOWER_KERNELGROUPS_H
#define PASSES_LOWER_KERNELGROUPS_H

#include "passes/lower/Fusion.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace shardwright::lower {

/// Operations that are one kernel together. Its points are rows x columns, in row-major order; what one member computes
/// at a point or for a row, the others use at the same point or in the same row. A row is walked in passes: what is
/// reduced over a row in one pass is known in the next.
struct KernelGroup {
  enum class Kind : uint8_t {
    Point,  ///< one element a point
    Reduce, ///< a value of each row, from the row's points
    Row,    ///< one element a row
  };
  struct Member {
    mlir::Operation *op;
    Kind kind;
    unsigned pass; ///< Point, Reduce: in which it is computed; Row: before which
    bool isStored; ///< somebody else uses a result
  };
  std::vector<Member> members; ///< operands before users
  int64_t elements = 1;        ///< rows x columns
  int64_t columns = 1;         ///< 1: there are no rows to speak of, every point is for itself
  /// Between 1 and `elements`, each a divisor of the next: where members' dimensions begin, so that loops of these
  /// strides walk every member's shape.
  llvm::SmallVector<int64_t> strides;
};

struct KernelGroups {
  std::vector<KernelGroup> groups; ///< of two members at least
  llvm::DenseMap<mlir::Operation *, unsigned> groupOf;
  /// Of every block that is run: its operations but the inlined ones, so that members of a group follow each other.
  llvm::DenseMap<mlir::Block *, std::vector<mlir::Operation *>> order;
};

/// Joins kernels that would read what the other computes or reads, where that keeps the order of the program possible
/// and moves no work past a matrix product, a collective or a loop.
/// `!enabled`: no groups, only the order.
KernelGroups planGroups(mlir::func::FuncOp function, const Fusion &fusion, bool enabled);

} // namespace shardwright::lower

#endif // PASSES_LOWER_KERNELGROUPS_H
