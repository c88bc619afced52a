#include "passes/partition/PartitionChoices.h"

namespace shardwright {

llvm::ArrayRef<NamedChoice<PartitionChoices>> PartitionChoices::named() {
  static constexpr NamedChoice<PartitionChoices> all[] = {
      {"wishes", &PartitionChoices::wishes, "an operation's placement depends on what its users' users want"},
      {"carry-shardings", &PartitionChoices::carryShardings, "a loop's carry lies as is cheapest over all its turns"},
      {"partial-carries", &PartitionChoices::partialCarries, "what a loop only adds to is combined once, behind it"},
      {"halo-exchange", &PartitionChoices::haloExchange,
       "of what is read across blocks only the edges are sent, not the whole"},
      {"runtime-windows", &PartitionChoices::runtimeWindows,
       "of a window at a runtime position each device reads and writes what lies in its block"},
      {"share-values", &PartitionChoices::shareValues, "what is computed or sent twice alike is so once"},
      {"join-permutes", &PartitionChoices::joinPermutes, "permutes of one value to different devices are one"},
      {"combine-collectives", &PartitionChoices::combineCollectives,
       "small collectives that may wait for each other are one"},
  };
  return all;
}

} // namespace shardwright
