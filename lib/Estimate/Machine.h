#ifndef LIB_ESTIMATE_MACHINE_H
#define LIB_ESTIMATE_MACHINE_H

#include "shardwright/Cost/Collective.h"
#include "shardwright/Cost/DeviceCosts.h"
#include "shardwright/Sharding/AxisRef.h"

#include <map>

namespace shardwright::estimate {

/// A mesh that lies on a machine: what the prices of one program are taken from.
class Machine {
public:
  /// `folder`: of the shipped machines, with what was measured on them. `order`: the axes of the mesh from the
  /// outermost to the innermost; absent: as the mesh orders its devices. Errors: more devices than the machine has, an
  /// order that names an axis twice, devices that do not lie along the axes, what CollectiveCosts::create() says.
  static absl::StatusOr<Machine> create(const Topology &topology, llvm::StringRef folder, const Mesh &mesh,
                                        std::optional<AxisOrder> order = std::nullopt);

  const std::string &name() const { return name_; }
  const Mesh &mesh() const { return mesh_; }
  /// The slowest of unlike devices.
  const cost::DeviceCosts &device() const { return device_; }
  bool sendsBesideCompute() const { return device_.device().sendsBesideCompute; }

  /// The collective over those axes, all groups of the mesh at once. Errors: the axes do not line up with the levels of
  /// the machine.
  absl::StatusOr<const CollectivePrice *> collective(CollectiveOp op, llvm::ArrayRef<AxisRef> axes,
                                                     llvm::StringRef pattern = "") const;

private:
  Machine(std::string name, Mesh mesh, llvm::SmallVector<int64_t, 4> strides, CollectiveCosts collectives,
          Device device);

  std::string name_;
  Mesh mesh_;
  llvm::SmallVector<int64_t, 4> strides_; ///< devices between neighbours along each axis
  CollectiveCosts collectives_;
  cost::DeviceCosts device_;
  /// Resolved so far, by operation, axes and pattern.
  mutable std::map<std::string, CollectivePrice> prices_;
};

} // namespace shardwright::estimate

#endif // LIB_ESTIMATE_MACHINE_H
