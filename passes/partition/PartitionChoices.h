#ifndef PASSES_PARTITION_PARTITIONCHOICES_H
#define PASSES_PARTITION_PARTITIONCHOICES_H

#include "passes/common/Choices.h"

#include "absl/status/statusor.h"

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
  /// All but those of a list (see LeftOut). Errors: a name that none has.
  static absl::StatusOr<PartitionChoices> without(llvm::StringRef list);
};

} // namespace shardwright

#endif // PASSES_PARTITION_PARTITIONCHOICES_H
