#ifndef LIB_ESTIMATE_LAUNCHES_H
#define LIB_ESTIMATE_LAUNCHES_H

#include "dialects/stablehlo/StablehloOps.h"
#include "lib/Estimate/Estimate.h"
#include "passes/common/AttentionForm.h"
#include "passes/lower/KernelPlan.h"

namespace shardwright::estimate {

/// Something that runs on its own, before it has a time.
struct Launch {
  PricedOp priced;
  llvm::SmallVector<mlir::Value, 4> reads, writes;
  /// Pairs (read, written) of which the written may lie where the read did, if nobody else needs that.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>, 2> mayShare;
  /// The same, but where it may not, it is copied first, at a price.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>, 1> shouldShare;
  mlir::Operation *control = nullptr; ///< while, case, if: its blocks are launches of their own
  bool isByBytes = false;             ///< what it computes is not known
  bool isAlias = false;               ///< costs nothing: its result is its operand
};

/// Prices operations of a prepared function by what they ask of a device.
class LaunchPricer {
public:
  /// `explains`: with names, derivations and what is fused.
  LaunchPricer(const CostModel &machine, const lower::KernelPlan &plan, const LoweringOptions &choices, bool explains)
      : machine(machine), plan(plan), plansProducts(choices.target.traits.plansProducts), explains(explains) {}

  /// What runs where `op` stands in the plan's order; nothing for what is inlined, or part of a group that runs at
  /// another place.
  absl::StatusOr<llvm::SmallVector<Launch, 1>> launchesOf(mlir::Operation *op);

private:
  cost::OpPrice priceOf(const cost::KernelWork &work) const;
  cost::OpPrice priceOf(const cost::ProductWork &work) const;
  /// Of the shape of `work`, which does not know its bytes yet.
  Launch product(mlir::Operation *op, cost::ProductWork work);
  Launch dot(mlir::Operation *op);
  Launch convolution(mlir::Operation *op);
  Launch attention(mlir::Operation *op, const lower::AttentionForm &form);
  absl::StatusOr<Launch> collective(mlir::Operation *op);
  Launch sort(mlir::Operation *op);
  /// By bytes in and out, and FLOPs where there is a formula.
  Launch call(mlir::Operation *op);
  /// Nothing runs for it.
  bool isCopyOfBuffer(mlir::Operation *op) const;
  void collectFused(mlir::Operation *op, llvm::SmallVectorImpl<mlir::Operation *> &fused) const;

  const CostModel &machine;
  const lower::KernelPlan &plan;
  const bool plansProducts; ///< as of MachineTraits
  const bool explains;
};

} // namespace shardwright::estimate

#endif // LIB_ESTIMATE_LAUNCHES_H
