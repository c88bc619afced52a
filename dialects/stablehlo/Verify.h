#ifndef DIALECTS_STABLEHLO_VERIFY_H
#define DIALECTS_STABLEHLO_VERIFY_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

/// Questions that many verifiers ask. Each emits an error that names what is wrong and both numbers. Encodings of
/// tensor types are ignored, and a dynamic size agrees with every size.
namespace shardwright::stablehlo {

/// Whether two sizes, shapes or types may be the same at run time.
bool agree(int64_t lhs, int64_t rhs);
bool agree(llvm::ArrayRef<int64_t> lhs, llvm::ArrayRef<int64_t> rhs);
bool agree(mlir::Type lhs, mlir::Type rhs);
bool agree(mlir::TypeRange lhs, mlir::TypeRange rhs);

/// `what` has `expected` entries; `per` says of what there are so many.
mlir::LogicalResult verifyCount(mlir::Operation *op, llvm::StringRef what, size_t count, size_t expected,
                                llvm::StringRef per);

/// `dim` numbers a dimension of a tensor of that rank.
mlir::LogicalResult verifyDim(mlir::Operation *op, llvm::StringRef what, int64_t dim, int64_t rank);

/// All of `dims` do, and none does twice.
mlir::LogicalResult verifyDims(mlir::Operation *op, llvm::StringRef what, llvm::ArrayRef<int64_t> dims, int64_t rank);

/// `dims` ascends.
mlir::LogicalResult verifySorted(mlir::Operation *op, llvm::StringRef what, llvm::ArrayRef<int64_t> dims);

/// Every entry is at least `least`.
mlir::LogicalResult verifyAtLeast(mlir::Operation *op, llvm::StringRef what, llvm::ArrayRef<int64_t> values,
                                  int64_t least);

/// The value called `what` has this shape and element type.
mlir::LogicalResult verifyTensor(mlir::Operation *op, llvm::StringRef what, mlir::Type type,
                                 llvm::ArrayRef<int64_t> shape, mlir::Type element);

/// The value has rank 0.
mlir::LogicalResult verifyScalar(mlir::Operation *op, llvm::StringRef what, mlir::Type type);

/// The region called `what` takes and returns values of these types.
mlir::LogicalResult verifyBody(mlir::Operation *op, llvm::StringRef what, mlir::Region &region,
                               mlir::TypeRange arguments, mlir::TypeRange results);

/// The scalar tensor type with the element type of a tensor.
mlir::RankedTensorType scalarOf(mlir::Type tensor);

/// A body that combines two sets of scalars, one each for every input: arguments and results as the inputs' elements.
mlir::LogicalResult verifyReducer(mlir::Operation *op, llvm::StringRef what, mlir::Region &region,
                                  mlir::TypeRange inputs);

/// Size of a dimension that a window slides over.
/// \returns the number of windows, dynamic where the size is; at least 0.
int64_t windowCount(int64_t size, int64_t baseDilation, int64_t low, int64_t high, int64_t window,
                    int64_t windowDilation, int64_t stride);

/// What slides over every dimension; absent attributes are filled in.
struct Window {
  llvm::SmallVector<int64_t> strides, baseDilations, dilations, low, high;
};

/// Reads and checks window attributes (null where absent) for `rank` dimensions.
mlir::FailureOr<Window> readWindow(mlir::Operation *op, size_t rank, mlir::DenseI64ArrayAttr strides,
                                   mlir::DenseI64ArrayAttr baseDilations, mlir::DenseI64ArrayAttr dilations,
                                   mlir::DenseIntElementsAttr padding);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_VERIFY_H
