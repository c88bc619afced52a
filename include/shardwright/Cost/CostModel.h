#ifndef SHARDWRIGHT_COST_COSTMODEL_H
#define SHARDWRIGHT_COST_COSTMODEL_H

#include "shardwright/Cost/Collective.h"
#include "shardwright/Cost/DeviceCosts.h"
#include "shardwright/Reshard/Reshard.h"
#include "shardwright/Sharding/AxisRef.h"

#include <map>

namespace shardwright {

/// A collective, whatever it is done to. It refers to what its maker holds.
struct CollectiveWork {
  CollectiveOp op = CollectiveOp::AllReduce;
  llvm::ArrayRef<AxisRef> axes;
  /// Of the elements, as data sheets name it: reductions compute.
  llvm::StringRef type = "f32";
  /// Of a permute: [source, target].
  llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs = {};
};

/// A mesh that lies on a machine: what everything costs there that a program may do. Whoever chooses and whoever
/// explains asks the same model, so that equal work has one price. Not for several threads at once.
class CostModel {
public:
  /// `folder`: of the shipped machines, with what was measured on them. `order`: the axes of the mesh from the
  /// outermost to the innermost; absent: as the mesh orders its devices. Errors: more devices than the machine has, an
  /// order that names an axis twice, devices that do not lie along the axes, what CollectiveCosts::create() says.
  static absl::StatusOr<CostModel> create(const Topology &topology, llvm::StringRef folder, const Mesh &mesh,
                                          std::optional<AxisOrder> order = std::nullopt);

  /// Of the machine.
  const std::string &name() const { return name_; }
  const Mesh &mesh() const { return mesh_; }
  /// Work on one device: the slowest of unlike ones.
  const cost::DeviceCosts &device() const { return device_; }
  bool sendsBesideCompute() const { return device_.device().sendsBesideCompute; }

  /// For all groups of the mesh at once. Resolved once for all sizes; lives as long as the model. Errors: the axes do
  /// not line up with the levels of the machine.
  absl::StatusOr<const CollectivePrice *> collective(const CollectiveWork &work) const;

  /// Seconds of one step of a reshard of such elements: a collective by what its links carry, anything else as a copy
  /// of what it leaves. Errors: as of collective().
  absl::StatusOr<double> seconds(const ReshardStep &step, int64_t elementBytes, llvm::StringRef type = "f32") const;

private:
  CostModel(std::string name, Mesh mesh, llvm::SmallVector<int64_t, 4> strides, CollectiveCosts collectives,
            Device device);

  std::string name_;
  Mesh mesh_;
  llvm::SmallVector<int64_t, 4> strides_; ///< devices between neighbours along each axis
  CollectiveCosts collectives_;
  cost::DeviceCosts device_;
  /// Resolved so far, by operation, axes and pattern.
  mutable std::map<std::string, CollectivePrice> prices_;
};

} // namespace shardwright

#endif // SHARDWRIGHT_COST_COSTMODEL_H
