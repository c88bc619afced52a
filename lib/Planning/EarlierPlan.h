#ifndef LIB_PLANNING_EARLIERPLAN_H
#define LIB_PLANNING_EARLIERPLAN_H

#include "shardwright/Sharding/Sharding.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace shardwright::planning {

/// What a plan that was written before says of arguments, by number: where a search begins.
struct EarlierPlan {
  Mesh mesh;
  std::vector<Sharding> arguments;

  /// Of an imported program with a mesh.
  static EarlierPlan of(mlir::ModuleOp planned);
  /// The sharding of an argument on a mesh, without axes that it does not have.
  Sharding argumentOn(const Mesh &mesh, size_t argument) const;
};

/// Fails, with a diagnostic at the plan and a note at the program, where their arguments or results are of other types.
mlir::LogicalResult checkSameTypes(mlir::ModuleOp planned, mlir::ModuleOp program);

/// An argument or result that one program shards otherwise than another, with axes of the same name on whatever mesh.
struct ShardingChange {
  std::string value; ///< `argument 3`
  std::string before, after;
};
/// Of programs with the same types. `onlyDecided`: that say something of it in `before`.
std::vector<ShardingChange> changedShardings(mlir::ModuleOp before, mlir::ModuleOp after, bool onlyDecided = false);

} // namespace shardwright::planning

#endif // LIB_PLANNING_EARLIERPLAN_H
