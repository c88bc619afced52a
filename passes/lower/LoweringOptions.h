#ifndef PASSES_LOWER_LOWERINGOPTIONS_H
#define PASSES_LOWER_LOWERINGOPTIONS_H

#include "passes/common/Optimizations.h"
#include "passes/common/SharedCostModel.h"
#include "passes/lower/Target.h"

#include <cstdint>
#include <optional>

namespace shardwright {

/// What lowering does so that programs run faster or in less memory, and for which machine.
struct LoweringOptions {
  bool fusion = true;
  bool kernelGroups = true;
  bool vectors = true;
  bool tiles = true;
  bool productTransposes = true;
  bool smallProducts = true;
  bool productPadding = true;
  bool transformProducts = true;
  bool convolutionProducts = true;
  bool mergedLaunches = true;
  bool copyRemoval = true;
  bool inPlace = true;
  bool memoryOrder = true;
  bool fills = true;
  bool recompute = true;
  bool memoryReuse = true;
  bool resultReuse = true;
  bool donation = true;
  bool overlap = true;
  bool decomposition = true;

  /// The machine that the program is for: no choice between ways to lower, but what such choices ask.
  Target target = Target::thisHost();
  /// What prices of steps are of, where the target starts collectives early; and the most bytes that a device may hold.
  MachineOptions machine;
  std::optional<uint64_t> memoryLimit;

  static llvm::ArrayRef<NamedOptimization<LoweringOptions>> named();
};

} // namespace shardwright

#endif // PASSES_LOWER_LOWERINGOPTIONS_H
