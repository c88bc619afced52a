#ifndef PASSES_LOWER_KERNELPLAN_H
#define PASSES_LOWER_KERNELPLAN_H

#include "passes/lower/BlockGraph.h"
#include "passes/lower/Fusion.h"
#include "passes/lower/KernelGroups.h"
#include "passes/lower/LoweringOptions.h"

#include "shardwright/Cost/Work.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

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
  mlir::Type indexType; ///< as of indexTypeOf()
  std::vector<PlannedBlock> blocks;
  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, fusion::NodeId>> nodes; ///< by operation: its block and node

  /// The group whose kernel runs where `op` stands in the order; null where `op` is for itself, or not the first of its
  /// group.
  const KernelGroup *groupAt(mlir::Operation *op) const;
  bool isInGroup(mlir::Operation *op) const { return groups.groupOf.contains(op); }

  /// From `blocks`, what else is here.
  void collectInlined();
  void collectGroups();
};

/// The blocks of a prepared function that are run, as loops and branches have them: not what a reduction does.
void forRunBlocks(mlir::func::FuncOp function, llvm::function_ref<void(mlir::Block &)> visit);

/// Whether all values are tensors of known shape, as planning takes for granted; else with a diagnostic.
mlir::LogicalResult checkTypes(mlir::func::FuncOp function);

/// All of the following, after prepareForHost(), which needs no target either. Adds to the function what is computed
/// again.
KernelPlan planKernels(mlir::func::FuncOp function, const LoweringOptions &choices);

// One after the other, each a pass with a text of its own (KernelPasses.cpp).

/// Which operations are inlined into those that use them.
KernelPlan fuseOperations(mlir::func::FuncOp function, const LoweringOptions &choices);
/// Adds to the function what is computed again rather than kept where most is alive, and fuses anew.
void recomputeOperations(mlir::func::FuncOp function, const LoweringOptions &choices, KernelPlan &plan);
/// Which are one kernel together, and a first order of all.
void groupKernels(const LoweringOptions &choices, KernelPlan &plan);
/// The order in which least is alive.
void orderKernels(mlir::func::FuncOp function, const LoweringOptions &choices, KernelPlan &plan);
/// Reductions become part of the kernels that read them.
void sinkReductions(const LoweringOptions &choices, KernelPlan &plan);

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
