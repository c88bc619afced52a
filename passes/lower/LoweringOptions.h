#ifndef PASSES_LOWER_LOWERINGOPTIONS_H
#define PASSES_LOWER_LOWERINGOPTIONS_H

#include "passes/common/Optimizations.h"
#include "passes/lower/Target.h"

namespace shardwright {

/// What lowering does so that programs run faster or in less memory, and for which machine.
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

  /// The machine that the program is for: no choice between ways to lower, but what such choices ask.
  Target target = Target::thisHost();

  static llvm::ArrayRef<NamedOptimization<LoweringOptions>> named();
};

} // namespace shardwright

#endif // PASSES_LOWER_LOWERINGOPTIONS_H
