#ifndef DIALECTS_STABLEHLO_INDEXING_INDEXVECTOR_H
#define DIALECTS_STABLEHLO_INDEXING_INDEXVECTOR_H

#include "dialects/stablehlo/local/LocalBuilder.h"

namespace shardwright {

/// The index tensor of a gather or scatter taken apart into the components of its index vectors, and put together
/// again.
class IndexVector {
public:
  /// Indices into an array of shape `indexed` become signed integers, so that offsets can be subtracted.
  IndexVector(mlir::Value indices, int64_t vectorDim, llvm::ArrayRef<int64_t> indexed, mlir::OpBuilder &builder,
              mlir::Location loc, const LocalContext &context);

  size_t size() const { return components.size(); }
  /// One component, of the shape of the index tensor without its vector dimension.
  mlir::Value &operator[](size_t i) { return components[i]; }
  /// Shape of each component.
  llvm::ArrayRef<int64_t> shape() const { return componentShape; }
  /// The index tensor with the components as they are now.
  mlir::Value join();

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  int64_t vectorDim;
  Shape fullShape, componentShape;
  llvm::SmallVector<mlir::Value> components;
};

} // namespace shardwright

#endif // DIALECTS_STABLEHLO_INDEXING_INDEXVECTOR_H
