#ifndef PASSES_PARTITION_PLACEMENTGRAPH_H
#define PASSES_PARTITION_PLACEMENTGRAPH_H

#include "passes/common/Reason.h"
#include "passes/partition/PartitionOptions.h"
#include "shardwright/Placement/ShardingProblem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright {

/// A function as the choice of placements sees it.
struct PlacementGraph {
  ShardingProblem program;
  /// The numbers of the ops that run by a rule.
  llvm::DenseMap<mlir::Operation *, size_t> numberOf;
  /// The results of loops, as program.carries has them.
  llvm::SmallVector<mlir::Value> loopCarried;
  /// By value of the program.
  std::vector<mlir::Value> values;
};

/// Fails, with a diagnostic, at an op that cannot be partitioned.
mlir::FailureOr<PlacementGraph> buildPlacementGraph(mlir::func::FuncOp func, const CostModel &costs,
                                                    const PartitionOptions &choices);

/// A constant or an iota: made where it is wanted, since any block of it costs nothing.
bool isMadeAnywhere(mlir::Operation *op);

/// An op's second cheapest placement in seconds, operations and bytes.
NextBest nextBest(mlir::Operation *op, const ShardingProblem::OpClass &opClass, const NextPlacement &next,
                  const CostModel &costs);

/// The type of a value's elements as prices tell it apart.
ElementType elementTypeOf(mlir::Value value, const CostModel &costs);

// The shardings that do not wait for a choice: what propagation gave a value (replicated where it gave none), what a
// function returns, what an operand of a region's terminator must lie in.
Sharding propagatedSharding(const Mesh &mesh, mlir::Value value);
Sharding returnedSharding(const Mesh &mesh, mlir::func::ReturnOp op, unsigned index);
Sharding yieldedSharding(const Mesh &mesh, mlir::Operation *terminator, unsigned index);
/// The same for the operand of an op without a rule.
Sharding fixedSharding(const Mesh &mesh, mlir::Operation *op, unsigned index);

} // namespace shardwright

#endif // PASSES_PARTITION_PLACEMENTGRAPH_H
