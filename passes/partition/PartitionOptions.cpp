#include "passes/partition/PartitionOptions.h"

namespace shardwright {

llvm::ArrayRef<NamedOptimization<PartitionOptions>> PartitionOptions::named() {
  static constexpr NamedOptimization<PartitionOptions> all[] = {
      {"demands", &PartitionOptions::demands, "an operation's placement depends on what its users' users want"},
      {"loop-carried-shardings", &PartitionOptions::loopCarriedShardings,
       "a loop-carried value is sharded as is cheapest over all its iterations"},
      {"partial-loop-carried", &PartitionOptions::partialLoopCarried,
       "what a loop only adds to is combined once, behind it"},
      {"halo-exchange", &PartitionOptions::haloExchange,
       "of what is read across blocks only the edges are sent, not the whole"},
      {"runtime-windows", &PartitionOptions::runtimeWindows,
       "of a window at a runtime position each device reads and writes what lies in its block"},
      {"hoist-weights", &PartitionOptions::hoistWeights,
       "what is computed of weights alone runs early enough for gathers of it to be hidden"},
      {"cse", &PartitionOptions::shareValues, "what is computed or sent twice alike is so once"},
      {"merge-permutes", &PartitionOptions::joinPermutes, "permutes of one value to different devices are one"},
      {"combine-collectives", &PartitionOptions::combineCollectives,
       "small collectives that may wait for each other are one"},
  };
  return all;
}

} // namespace shardwright
