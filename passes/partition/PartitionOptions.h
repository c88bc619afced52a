#ifndef PASSES_PARTITION_PARTITIONOPTIONS_H
#define PASSES_PARTITION_PARTITIONOPTIONS_H

#include "passes/common/Optimizations.h"

namespace shardwright {

/// What partitioning does so that programs send less.
struct PartitionOptions {
  bool demands = true;
  bool loopCarriedShardings = true;
  bool partialLoopCarried = true;
  bool haloExchange = true;
  bool runtimeWindows = true;
  bool hoistWeights = true;
  bool shareValues = true;
  bool joinPermutes = true;
  bool combineCollectives = true;

  static llvm::ArrayRef<NamedOptimization<PartitionOptions>> named();
};

} // namespace shardwright

#endif // PASSES_PARTITION_PARTITIONOPTIONS_H
