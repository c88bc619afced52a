#ifndef SHARDWRIGHT_RUNTIME_SHARDS_H
#define SHARDWRIGHT_RUNTIME_SHARDS_H

#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/ProgramInputs.h"

#include "absl/status/status.h"

#include <vector>

/// Between a whole array and what each device holds of it.
namespace shardwright::runtime {

/// A device's block: where it begins in the whole array, and how much of it is data.
struct ShardBox {
  std::vector<int64_t> start, valid, local, zero; ///< zero: as many zeros
};
ShardBox blockOf(const Executable &executable, const Interface &interface, int64_t device);

/// Fills `local` (localBytes(interface), dense) with the device's block of `whole`; slots past the end become zero. Of
/// a partial argument the first device along its axes takes the block, the others the identity of the reduction, so
/// that combining all of them gives the array.
void copyShardIn(const Executable &executable, const Interface &interface, int64_t device, const Array &whole,
                 void *local);

/// The same out of a source, of which no more than the block is read.
absl::Status readShard(const Executable &executable, const Interface &interface, int64_t device,
                       const ArraySource &whole, void *local);

/// Writes the device's block into `whole`, without its padding.
void copyShardOut(const Executable &executable, const Interface &interface, int64_t device, const void *local,
                  Array &whole);

/// The devices whose blocks together make the whole array: the first holder of each block.
std::vector<int64_t> blockOwners(const Executable &executable, const Interface &interface);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_SHARDS_H
