#ifndef PASSES_LOWER_KERNELGROUPS_H
#define PASSES_LOWER_KERNELGROUPS_H

#include "shardwright/Fusion/Fusion.h"

#include "mlir/IR/Block.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright::lower {

/// Operations that are one kernel together: a fusion::Group of a block's operations.
struct KernelGroup {
  using Kind = fusion::Group::Kind;
  struct Member {
    mlir::Operation *op;
    Kind kind;
    unsigned pass;
    bool isStored;
  };
  std::vector<Member> members; ///< operands before users
  int64_t elements = 1, columns = 1;
  llvm::SmallVector<int64_t> strides;
};

struct KernelGroups {
  std::vector<KernelGroup> groups; ///< of two members at least
  llvm::DenseMap<mlir::Operation *, unsigned> groupOf;
  /// Of every block that is run: its operations but the inlined ones, so that members of a group follow each other.
  llvm::DenseMap<mlir::Block *, std::vector<mlir::Operation *>> order;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_KERNELGROUPS_H
