#ifndef SHARDWRIGHT_COST_COSTMODEL_H
#define SHARDWRIGHT_COST_COSTMODEL_H

#include "shardwright/Cost/Collective.h"
#include "shardwright/Cost/DeviceCosts.h"
#include "shardwright/Sharding/AxisRef.h"

#include "llvm/ADT/Hashing.h"

#include <unordered_map>

namespace shardwright {

/// A collective, whatever it is done to. It refers to what its maker holds.
struct CollectiveWork {
  CollectiveKind op = CollectiveKind::AllReduce;
  llvm::ArrayRef<AxisRef> axes;
  /// Of the elements, as data sheets name it: reductions compute.
  llvm::StringRef type = "f32";
  /// Of a permute: [source, target].
  llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs = {};
  /// Of a permute whose pairs are not known, as of CollectiveCosts::price().
  llvm::StringRef pattern = {};
};

/// A mesh that lies on a machine: what everything costs there that a program may do. Whoever chooses and whoever
/// explains asks the same model, so that equal work has one price. Not for several threads at once.
class CostModel {
public:
  /// `folder`: of the shipped machines, with what was measured on them. `order`: the axes of the mesh from the
  /// outermost to the innermost; absent: as the mesh orders its devices. Errors: more devices than the machine has, an
  /// order that names an axis twice, devices that do not lie along the axes, axes that do not line up with the levels
  /// of the machine, what CollectiveCosts::create() says.
  static absl::StatusOr<CostModel> create(const Topology &topology, llvm::StringRef folder, const Mesh &mesh,
                                          std::optional<AxisOrder> order = std::nullopt, MeasuredBy by = {});
  /// The mesh on `flat` (Topology/Files.h), which takes every mesh.
  static CostModel flat(const Mesh &mesh);
  /// Prices are found by where they lie.
  CostModel(const CostModel &) = delete;
  CostModel(CostModel &&) = default;
  CostModel &operator=(CostModel &&) = default;

  /// Of the machine.
  const std::string &name() const { return name_; }
  const Mesh &mesh() const { return mesh_; }
  /// Work on one device: the slowest of unlike ones.
  const cost::DeviceCosts &device() const { return device_; }
  bool sendsBesideCompute() const { return device_.device().sendsBesideCompute; }

  /// For all groups of the mesh at once. Resolved once for all sizes; lives as long as the model. Where sub-axes do not
  /// line up with the levels of the machine, a group takes as long for its bytes as one over the whole axes.
  const CollectivePrice &collective(const CollectiveWork &work) const;
  /// Lines below that price, made once.
  const PriceLines &linesBelow(const CollectivePrice &price) const;
  /// How the price of so many bytes (as of CollectivePrice::seconds) came about, one line each.
  std::string explain(const CollectiveWork &work, double bytes) const;

  /// Where every collective takes the bytes that a device sends times this, whatever its axes: an order by bytes is one
  /// by seconds there.
  std::optional<double> secondsPerByteSent() const { return secondsPerByteSent_; }
  /// Whether the time in which something is sent can be hidden behind what is computed, at a price of its own for each
  /// start: where there is none, any number of small pieces would look as good as one.
  bool hidesTimedSends() const { return sendsBesideCompute() && !secondsPerByteSent_; }
  /// What prices leave out of a collective's time: see Topology::collectiveSeconds.
  double collectiveSeconds() const { return collectiveSeconds_; }
  /// What one member sends in the time that the collective takes to start, and cores to wake behind it: below, several
  /// are better one. Where nothing is computed meanwhile, early bytes gain nothing: up to where one takes longer than
  /// its halves.
  int64_t bytesOfStart(const CollectivePrice &price) const;
  /// What the smallest all-gather over an axis of the mesh takes, and a byte over the fastest of their links; infinite
  /// and 0 where no axis has two devices.
  double leastStartSeconds() const;
  double leastSecondsPerByte() const;
  /// Groups cost the same over axes that agree in size and in this.
  int64_t placeOf(const AxisRef &axis) const;
  /// Whether a reduction of such elements has a price of its own.
  bool isPricedApart(llvm::StringRef type) const;

private:
  CostModel(const Topology &topology, Mesh mesh, llvm::SmallVector<int64_t, 4> strides, CollectiveCosts collectives);

  AxisStride strideOf(const AxisRef &axis) const;
  /// Where the group lies, or, where it does not line up, the group over the whole axes.
  GroupAssignment groupOf(llvm::ArrayRef<AxisRef> axes) const;
  CollectivePrice price(const CollectiveWork &work, const GroupAssignment &group, bool derive) const;
  CollectivePrice &resolve(const CollectiveWork &work) const;
  llvm::StringRef patternOf(const CollectiveWork &work) const;

  /// Operation, pattern, then size and stride of each axis; or then where the group lies.
  using Key = llvm::SmallVector<int64_t, 10>;
  struct KeyHash {
    size_t operator()(const Key &key) const { return llvm::hash_combine_range(key.begin(), key.end()); }
  };

  std::string name_;
  Mesh mesh_;
  llvm::SmallVector<int64_t, 4> strides_; ///< devices between neighbours along each axis
  CollectiveCosts collectives_;
  cost::DeviceCosts device_;
  std::optional<double> secondsPerByteSent_;
  double collectiveSeconds_ = 0;                                          ///< as of the topology
  mutable std::unordered_map<Key, CollectivePrice *, KeyHash> prices_;    ///< by axes; those of placed_
  mutable std::unordered_map<Key, CollectivePrice, KeyHash> placed_;      ///< by places
  mutable std::unordered_map<const CollectivePrice *, PriceLines> lines_; ///< of placed_, as they are asked for
};

} // namespace shardwright

#endif // SHARDWRIGHT_COST_COSTMODEL_H
