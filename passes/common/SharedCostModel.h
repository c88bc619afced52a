#ifndef PASSES_COMMON_SHAREDCOSTMODEL_H
#define PASSES_COMMON_SHAREDCOSTMODEL_H

#include "shardwright/Cost/CostModel.h"
#include "shardwright/Reshard/Reshard.h"

#include <memory>

namespace shardwright {

/// The machine that decisions are priced for, as its user spells it.
struct MachineOptions {
  std::string topology; ///< a shipped name or FILE.json, as findTopology() takes it; empty: flat
  std::string order;    ///< the mesh's axes from the outermost to the innermost, by comma; empty: the mesh's own
  std::string folder;   ///< of the shipped machines; empty: topologyFolder()

  std::string shippedMachines() const;
};

/// Names of a comma-separated list as indices into the mesh. Errors: no such axis, one given twice.
absl::StatusOr<AxisOrder> parseAxisOrder(const Mesh &mesh, llvm::StringRef text);

/// A group: `x,y`, with sub-axes as shardings write them: `x:(2)4`. Errors: no axis of the mesh, none of its sub-axes,
/// one that overlaps another.
absl::StatusOr<AxisList> parseAxisList(const Mesh &mesh, llvm::StringRef text);

/// The cost model of a mesh on the machine of those options. Errors: there is no such machine, parseAxisOrder(),
/// CostModel::create().
absl::StatusOr<CostModel> makeCostModel(const MachineOptions &options, const Mesh &mesh);

/// One model for the passes of a pipeline, made when the first of them asks.
class SharedCostModel {
public:
  explicit SharedCostModel(MachineOptions options = {}) : machine(std::move(options)) {}
  /// A model that somebody else keeps, for its mesh alone.
  explicit SharedCostModel(const CostModel &given);
  const MachineOptions &options() const { return machine; }
  /// Lives until another mesh is asked about. Errors: as of makeCostModel(); a given one is of
  /// another mesh.
  absl::StatusOr<const CostModel *> on(const Mesh &mesh);
  /// Of the model that was asked for last: passes that emit reshards find the plans that others priced.
  ReshardCache &reshards() { return *cache; }

private:
  MachineOptions machine;
  std::optional<CostModel> model;
  const CostModel *given = nullptr;
  std::unique_ptr<ReshardCache> cache;
};

} // namespace shardwright

#endif // PASSES_COMMON_SHAREDCOSTMODEL_H
