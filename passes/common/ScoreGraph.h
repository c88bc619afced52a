#ifndef PASSES_COMMON_SCOREGRAPH_H
#define PASSES_COMMON_SCOREGRAPH_H

#include "passes/common/KernelGraph.h"
#include "passes/common/ScoreSpace.h"

namespace shardwright::lower {

/// Stands for the depth of a product, or the width of vectors, among a tensor's dimensions.
constexpr int kDepth = -2;

/// A tensor in memory and what its dimensions are in a space.
struct SpaceTensor {
  mlir::Value value;
  Dims dims;
  /// What transposes and repetitions are made of, and what was widened.
  static SpaceTensor behind(mlir::Value value, Dims dims);
  bool isHalf() const;
};

/// Writes a routine of attention and its graph: elements of a space at a point.
class ScoreGraph {
public:
  /// `columnsAreRows`: rows of the routine are columns of the space. `summed`: dimensions of the space that are summed
  /// over beside the routine's columns.
  ScoreGraph(const ScoreSpace &space, bool columnsAreRows, llvm::ArrayRef<int> summed, mlir::Type indexType);

  /// An element of the graph; false where there is none.
  bool addElement(mlir::Value value);
  /// Element `number`, as a sum of `parts` numbers of 16 bits, times the vectors of a tensor, into another; without a
  /// vector where `vectors` is null.
  bool addOutput(size_t number, const SpaceTensor *vectors, const SpaceTensor &out, int64_t parts = 1);
  AttentionForm::Access outputAccess(const SpaceTensor &out);
  AttentionForm::Access inputAccess(const SpaceTensor &tensor);
  /// Tells the form where elements read a softmax's sum.
  void setSum(mlir::Value value);
  /// Gives buffers their numbers and makes the graph.
  bool finish();

  /// By dimension of the form: that of the space.
  llvm::ArrayRef<int> dims() const { return order; }

  AttentionForm form;
  KernelGraph graph;
  llvm::SmallVector<mlir::Value> inputs, outputs;

private:
  const Node *build(mlir::Value value, const Dims &dims);
  const Node *buildNew(mlir::Value value, const Dims &dims);
  const Node *read(mlir::Value value, const Dims &dims);
  const Node *point(unsigned buffer, mlir::Type type);
  const Node *productNode(stablehlo::DotGeneralOp dot, const Dims &dims);
  bool isOfIndices(mlir::Value value);
  bool addProduct(stablehlo::DotGeneralOp dot, const Dims &dims);
  bool setHalf(const SpaceTensor &tensor);
  int64_t inputNumber(mlir::Value value);
  AttentionForm::Access accessOf(const SpaceTensor &tensor, int64_t &depthStride);

  const ScoreSpace &space;
  llvm::SmallVector<int> order; ///< dimensions of the space, as the routine has them
  mlir::Type indexType, half;   ///< half: of what matrix units read
  llvm::SmallVector<mlir::Value> wanted;
  llvm::SmallVector<stablehlo::DotGeneralOp> products;
  llvm::SmallVector<mlir::Type> readTypes;
  bool isNumbered = false;
  size_t numReads = 0; ///< of the second time
  llvm::DenseMap<mlir::Value, std::pair<Dims, const Node *>> known;
  llvm::DenseMap<mlir::Value, bool> indices;
};

} // namespace shardwright::lower

#endif // PASSES_COMMON_SCOREGRAPH_H
