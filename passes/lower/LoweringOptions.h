#ifndef PASSES_LOWER_LOWERINGOPTIONS_H
#define PASSES_LOWER_LOWERINGOPTIONS_H

#include "passes/common/Optimizations.h"
#include "shardwright/Topology/FusionLimits.h"

namespace shardwright {

/// What lowering to the host does so that programs run faster or in less memory.
struct LoweringOptions {
  bool fusion = true;
  bool kernelGroups = true;
  bool vectors = true;
  bool tiles = true;
  bool productTransposes = true;
  bool smallProducts = true;
  bool copyRemoval = true;
  bool inPlace = true;
  bool memoryOrder = true;
  bool fills = true;
  bool recompute = true;
  bool memoryReuse = true;
  bool resultReuse = true;
  bool donation = true;

  /// Products round the f32 that they read. No choice of the user's: it is for machines that widen the operands of
  /// narrow products anyway; others read what lies in memory as it is.
  bool roundingProducts = false;

  /// Collectives run while devices compute, so none is kept waiting. No choice of the user's either: the machine says.
  bool sendsBesideCompute = false;

  /// The machine multiplies floats of at most 8 bits; nor is this one the user's.
  bool byteFloatProducts = false;

  /// Products walk their operands in any order, and are never taken apart: other targets than the host choose layouts.
  bool anyProductLayout = false;

  /// What products take up of the transposes around them is planned on the graphs of blocks (Fusion/ProductPlan.h),
  /// and operations stay as they are: for estimates.
  bool plansProducts = false;

  /// How large kernels become; the device's, too.
  FusionLimits limits;

  static llvm::ArrayRef<NamedOptimization<LoweringOptions>> named();
};

/// With what the machine of this process asks for.
LoweringOptions forThisHost(LoweringOptions choices);

} // namespace shardwright

#endif // PASSES_LOWER_LOWERINGOPTIONS_H
