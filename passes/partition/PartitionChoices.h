#ifndef PASSES_PARTITION_PARTITIONCHOICES_H
#define PASSES_PARTITION_PARTITIONCHOICES_H

#include "passes/common/Choices.h"

namespace shardwright {

/// What partitioning does so that programs send less.
struct PartitionChoices {
  bool wishes = true;
  bool carryShardings = true;
  bool partialCarries = true;
  bool haloExchange = true;
  bool runtimeWindows = true;
  bool shareValues = true;
  bool joinPermutes = true;
  bool combineCollectives = true;

  static llvm::ArrayRef<NamedChoice<PartitionChoices>> named();
};

} // namespace shardwright

#endif // PASSES_PARTITION_PARTITIONCHOICES_H
