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

/// No dimension is longer, and nothing that counts along one: padding, strides, dilation. Sums of a few still fit in 64
/// bits.
constexpr int64_t kMaxLength = int64_t{1} << 56;

/// Every entry is between -kMaxLength and kMaxLength.
mlir::LogicalResult verifyLengths(mlir::Operation *op, llvm::StringRef what, llvm::ArrayRef<int64_t> values);

/// Every entry is at least `least` and at most kMaxLength.
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

/// What slides over every dimension; absent attributes are filled in.
struct Window {
  llvm::SmallVector<int64_t> strides, baseDilations, dilations, low, high;
};

/// Reads and checks window attributes (null where absent) for `rank` dimensions.
mlir::FailureOr<Window> readWindow(mlir::Operation *op, size_t rank, mlir::DenseI64ArrayAttr strides,
                                   mlir::DenseI64ArrayAttr baseDilations, mlir::DenseI64ArrayAttr dilations,
                                   mlir::DenseIntElementsAttr padding);

/// How many places a window of `length` has along dimension `dim` of its numbers, over a dimension of `size`.
/// \returns the number of windows, dynamic where a size is; at least 0. Reports a length above kMaxLength.
mlir::FailureOr<int64_t> windowCount(mlir::Operation *op, int64_t size, int64_t length, const Window &window,
                                     size_t dim);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_VERIFY_H
