#ifndef PASSES_LOWER_BLOCKGRAPH_H
#define PASSES_LOWER_BLOCKGRAPH_H

#include "passes/lower/LoweringOptions.h"
#include "shardwright/Fusion/Fusion.h"

#include "mlir/IR/Block.h"

namespace shardwright::lower {

/// A block of a prepared function as fusion sees it (Fusion/OpGraph.h).
struct BlockGraph {
  fusion::OpGraph graph;
  std::vector<mlir::Operation *> ops; ///< by node; without the terminator
  std::vector<mlir::Value> values;    ///< by value
};

BlockGraph graphOf(mlir::Block &block, const LoweringOptions &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_BLOCKGRAPH_H
