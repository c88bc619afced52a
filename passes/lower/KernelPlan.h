#ifndef PASSES_LOWER_KERNELPLAN_H
#define PASSES_LOWER_KERNELPLAN_H

#include "passes/lower/BlockGraph.h"
#include "passes/lower/Fusion.h"
#include "passes/lower/KernelGroups.h"
#include "passes/lower/LoweringOptions.h"

#include "shardwright/Cost/Work.h"

namespace shardwright::lower {

/// A block and which of its operations are kernels.
struct PlannedBlock {
  mlir::Block *block;
  BlockGraph graph;
  fusion::Inlined inlined;
  fusion::Groups groups;
};

/// Which operations of a prepared function are one kernel, and in which order: what can be said before there is a
/// target.
struct KernelPlan {
  Fusion fusion;
  KernelGroups groups;
  mlir::Type indexType; ///< wide enough for every element of every tensor
  std::vector<PlannedBlock> blocks;
  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, fusion::NodeId>> nodes; ///< by operation: its block and node

  /// The group whose kernel runs where `op` stands in the order; null where `op` is for itself, or not the first of its
  /// group.
  const KernelGroup *groupAt(mlir::Operation *op) const;
  bool isInGroup(mlir::Operation *op) const { return groups.groupOf.contains(op); }
};

/// After prepareForHost(), which needs no target either. Adds to the function what is computed again.
KernelPlan planKernels(mlir::func::FuncOp function, const LoweringOptions &choices);

/// One kernel of a plan, without its code.
struct PlannedKernel {
  cost::KernelWork work;
  llvm::SmallVector<mlir::Value, 4> reads, writes;
  /// Pairs (read, written) that may be one buffer.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>, 2> mayShare;
};

/// The kernel that runs where `op` stands, that of its group or its own, by what its operations are (Fusion/Kernel.h);
/// what is inlined into it is part of it. A dynamic_update_slice or scatter writes into its operand's buffer: what
/// others still need is copied before, which is not counted here. Fails where no kernel computes the operation.
mlir::FailureOr<PlannedKernel> outlineKernel(mlir::Operation *op, const KernelPlan &plan);

} // namespace shardwright::lower

#endif // PASSES_LOWER_KERNELPLAN_H
