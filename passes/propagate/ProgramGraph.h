#ifndef PASSES_PROPAGATE_PROGRAMGRAPH_H
#define PASSES_PROPAGATE_PROGRAMGRAPH_H

#include "dialects/interfaces/ShardingRuleOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "passes/common/OpClasses.h"
#include "shardwright/Propagation/Graph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright {

/// A function as propagation's graph, with the way back.
///
///   while                 init k, yield k      ->  result k (one value with the regions' arguments k)
///   case, if              yields k             ->  result k
///   optimization_barrier  operand k            ->  result k
///   manual, in            operand k            ->  `in` sharding k  ->(without the manual axes) argument k
///   manual, out           yield k              ->(with the manual axes) result k, the `out` sharding
///   function              returned value k     ->  result k
class ProgramGraph {
public:
  ProgramGraph(mlir::func::FuncOp function, const Mesh &mesh);

  const PropagationGraph &graph() const { return graph_; }
  /// The number of a value in the graph.
  size_t indexOf(mlir::Value value) const { return indices_.lookup(value); }
  size_t resultIndex(unsigned result) const { return resultIndices_[result]; }
  size_t manualInput(sharding::ManualOp manual, unsigned input) const;
  /// The op behind a step; null for the function's own edges.
  mlir::Operation *stepOp(size_t step) const { return stepOps_[step]; }
  /// One of the values with that number; null for the function's results and manual inputs.
  mlir::Value representative(size_t index) const { return representatives_[index]; }
  /// The function's result with that number, if it is one.
  std::optional<unsigned> functionResultOf(size_t index) const;

private:
  void addRegion(mlir::Region &region);
  void addOp(mlir::Operation &op);
  void addWhile(mlir::Operation *op);
  void addBranches(mlir::Operation *op);
  void addManual(sharding::ManualOp manual);
  void addRuleStep(mlir::Operation *op);
  void addEdge(mlir::Operation *op, llvm::ArrayRef<mlir::Value> sources, size_t target);
  GraphStep &addStep(mlir::Operation *op, size_t rule, std::vector<size_t> operands, std::vector<size_t> results);
  /// The number of the op's rule; nothing where it has none.
  std::optional<size_t> ruleOf(ShardingRuleOpInterface op);
  /// The number of the rule of `sources` tensors and one target that are sharded alike.
  size_t identityRule(mlir::Type type, size_t sources);
  size_t internRule(const ShardingRule &rule);
  size_t internAxes(const AxisList &axes);

  size_t newValue(mlir::Type type, sharding::SpecAttr spec, mlir::Value representative = {});
  size_t index(mlir::Value value);
  void bind(mlir::Value value, size_t index) { indices_[value] = index; }
  void mergeGroups();

  mlir::func::FuncOp function_;
  PropagationGraph graph_;
  llvm::DenseMap<mlir::Value, size_t> indices_;
  llvm::DenseMap<mlir::Operation *, std::vector<size_t>> manualInputs_;
  std::vector<size_t> resultIndices_;
  std::vector<mlir::Operation *> stepOps_;
  std::vector<mlir::Value> representatives_;
  std::vector<sharding::GroupOp> groups_;
  struct KeyHash {
    size_t operator()(llvm::ArrayRef<int64_t> key) const { return llvm::hash_combine_range(key); }
  };
  std::unordered_map<llvm::SmallVector<int64_t, 32>, size_t, KeyHash> rules_;
  OpClasses classes_;
  std::vector<std::optional<size_t>> ruleOfClass_;
  /// Manual axes around the region being read.
  AxisList manual_;
};

} // namespace shardwright

#endif // PASSES_PROPAGATE_PROGRAMGRAPH_H
