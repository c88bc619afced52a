#ifndef PASSES_IMPORT_HLOSHARDING_H
#define PASSES_IMPORT_HLOSHARDING_H

#include "shardwright/Sharding/Sharding.h"

#include "absl/status/statusor.h"

namespace shardwright {

/// One sharding as HLO text spells it: `{devices=[2,1,4]<=[8] last_tile_dim_replicate}`, `{replicated}`, ...
struct HloSharding {
  enum class Kind { Replicated, Manual, Unknown, Unreduced, Maximal, Tiled };
  Kind kind = Kind::Replicated;
  /// Parts of each dimension of the array, then the dimensions of the grid that are not of the array.
  std::vector<int64_t> tiles;
  /// Device of each tile, row-major; the one device of a maximal sharding.
  std::vector<int64_t> devices;
  /// What the grid's last dimensions are: replicated, manual or unreduced.
  std::vector<Kind> extra;
  /// `shard_as 5`, `shard_like 5`.
  std::optional<int64_t> group;
  bool groupIsOneWay = false;
};

/// A string; one entry, or one for each leaf of a tuple. Errors carry the offset and what was expected.
absl::StatusOr<std::vector<HloSharding>> parseHloShardings(llvm::StringRef text);

/// A mesh in which every one of these (tiled) shardings can be spelled: its axes are the common refinement of theirs,
/// named axis0, axis1, ... from the major end. Errors: device counts that differ; devices that are not a transposed
/// iota.
absl::StatusOr<Mesh> meshOfHloShardings(llvm::ArrayRef<HloSharding> shardings);

/// A replicated, unreduced or tiled sharding in that mesh (or any other of as many devices), every dimension closed.
/// `manual` gets the axes of the grid's manual dimensions.
absl::StatusOr<Sharding> toSharding(const Mesh &mesh, const HloSharding &sharding, int64_t rank, AxisList *manual);

} // namespace shardwright

#endif // PASSES_IMPORT_HLOSHARDING_H
