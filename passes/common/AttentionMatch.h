#ifndef PASSES_COMMON_ATTENTIONMATCH_H
#define PASSES_COMMON_ATTENTIONMATCH_H

#include "passes/common/RowDot.h"
#include "passes/common/ScoreGraph.h"
#include "shardwright/Fusion/Attention.h"

#include <list>
#include <memory>
#include <vector>

namespace shardwright::lower {

/// An output: what of the space it is made of, and the operation whose result it replaces.
struct AttentionConsumer {
  mlir::OpOperand *use;
  Dims dims;                     ///< of the operand
  llvm::SmallVector<int> summed; ///< dimensions of the space
  SpaceTensor vectors, out;
  llvm::SmallVector<SpaceTensor, 3> chain; ///< from the product's result to `out`
  int64_t parts = 1;                       ///< of elements, as the product wants them
};

/// Attention and its gradients, as kernels that keep scores on the chip in place of products and of what is computed
/// of them.
struct AttentionMatch {
  std::unique_ptr<ScoreSpace> space;
  std::vector<AttentionConsumer> consumers;
  std::list<ScoreGraph> graphs;          ///< a kernel each; what one makes, later ones read
  std::vector<RowDot> rowDots;           ///< sums that take no kernel over scores
  std::vector<mlir::Operation *> places; ///< by graph: in front of which covered operation it goes
  /// In these places everything is made before it is used.
  bool isInOrder = false;

  /// What kernels compute: of these, nothing but outputs is used elsewhere.
  llvm::SetVector<mlir::Operation *> covered() const;
  /// Of those, what a graph's outputs are computed by: back to what it reads.
  llvm::SetVector<mlir::Operation *> computedBy(const ScoreGraph &graph) const;
  /// Of each graph, by dimensions of the space.
  std::vector<fusion::AttentionKernel> kernels() const;
  cost::AttentionSteps steps() const;
  /// Whether kernels take no longer than steps.
  bool paysOff(const cost::AttentionRates &rates) const;

  void findPlaces();
};

/// What is computed, element by element, of a product of 16-bit floats, with a softmax over its columns, and sums of it
/// over rows or columns, alone or times vectors. Nothing where anything else uses what lies between, or no kernel
/// holds it. `indexType`: as of indexTypeOf(). Linear in operations and uses.
std::optional<AttentionMatch> matchAttention(stablehlo::DotGeneralOp product, mlir::Type indexType);

/// Erases what nobody reads: a use by it is none.
void eraseDead(mlir::func::FuncOp function);

} // namespace shardwright::lower

#endif // PASSES_COMMON_ATTENTIONMATCH_H
