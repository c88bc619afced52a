#ifndef LIB_PLANNING_OPENPROGRAM_H
#define LIB_PLANNING_OPENPROGRAM_H

#include "dialects/sharding/Shardings.h"
#include "passes/partition/PartitionOptions.h"
#include "passes/partition/PlacementGraph.h"
#include "shardwright/Plan/Strategies.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <map>

namespace shardwright::planning {

/// A program of which some shardings are to be chosen, as the planner sees it.
class OpenProgram {
public:
  /// Of an imported program with a mesh, which stays as it is and outlives the result. Shardings that it says are
  /// fixed: those of arguments, results and loop-carried values with an axis or a closed dimension; constraints with
  /// either. The rest is open. Results whose place an argument donates (`tf.aliasing_output`) are sharded as it is.
  /// Fails, with a diagnostic, where it cannot be partitioned.
  static mlir::FailureOr<OpenProgram> create(mlir::ModuleOp imported, const CostModel &costs,
                                             const PartitionOptions &choices);

  const ShardingProblem &program() const { return graph.program; }
  const plan::StrategyOptions &options() const { return strategies; }
  /// The value of the imported program that a value of program() stands for; null for one that preparation made.
  mlir::Value sourceOf(size_t value) const;
  /// Values, by number of the argument.
  llvm::ArrayRef<size_t> arguments() const { return all; }
  /// Those that are open: whose shardings a plan says.
  llvm::ArrayRef<std::pair<size_t, size_t>> openArguments() const { return open; } ///< number, value
  llvm::ArrayRef<size_t> openResults() const { return results; }
  /// The arguments (values) whose place results take; where there are none, those of floating point.
  std::vector<size_t> parameters() const;
  /// What each axis does (Plan/AxisRoles.h).
  std::string describe(const Mesh &mesh, const plan::Strategies::Decoded &plan) const;
  /// The argument as which an open one is to be sharded, by number: itself, or another of its sharding group, one whose
  /// sharding is written if there is one.
  size_t leaderOf(size_t argument) const;
  /// Index into program().loopCarried.
  bool isOpenLoopCarried(size_t carried) const;

private:
  void findOpen(mlir::func::FuncOp func);
  void findGroups();
  bool isWritten(mlir::Value value) const;

  mlir::OwningOpRef<mlir::ModuleOp> propagated; ///< each op's location refers to one of the imported program
  PlacementGraph graph;
  plan::StrategyOptions strategies;
  mlir::func::FuncOp source;
  std::vector<size_t> all;
  std::vector<std::pair<size_t, size_t>> open;
  std::vector<size_t> results;
  std::map<size_t, size_t> leaders; ///< of arguments of groups
};

/// Whether an annotation decides anything: an axis, or a dimension that is closed. Null decides nothing.
bool decides(sharding::SpecAttr spec);

} // namespace shardwright::planning

#endif // LIB_PLANNING_OPENPROGRAM_H
