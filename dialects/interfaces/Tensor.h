#ifndef DIALECTS_INTERFACES_TENSOR_H
#define DIALECTS_INTERFACES_TENSOR_H

#include "dialects/interfaces/Element.h"

#include "mlir/IR/BuiltinAttributes.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace shardwright::interp {

using Index = llvm::SmallVector<int64_t, 6>;

/// A dense array by value: a static ranked type and its elements, row-major. Elements are kept wide (ElementFormat says
/// how they round), in one vector a kind: integers, reals, imaginary parts.
class Tensor {
public:
  /// No tensor: what a device holds that does not take part.
  Tensor() = default;
  /// All elements zero. The type's shape is static and its element type has an ElementFormat.
  explicit Tensor(mlir::RankedTensorType type);
  /// Every element the same.
  static Tensor splat(mlir::RankedTensorType type, Element element);
  static Tensor fromAttribute(mlir::DenseElementsAttr attribute);
  /// Elements as ElementFormat::store lays them out.
  static Tensor fromBytes(mlir::RankedTensorType type, llvm::ArrayRef<uint8_t> bytes);
  std::vector<uint8_t> toBytes() const;

  explicit operator bool() const { return static_cast<bool>(type_); }
  mlir::RankedTensorType type() const { return type_; }
  mlir::Type elementType() const { return type_.getElementType(); }
  const ElementFormat &format() const { return format_; }
  llvm::ArrayRef<int64_t> shape() const { return type_.getShape(); }
  int64_t dim(size_t i) const { return shape()[i]; }
  size_t rank() const { return shape().size(); }
  int64_t size() const { return size_; }

  Element get(int64_t linear) const;
  /// The element must have been rounded to the format.
  void set(int64_t linear, const Element &element);
  Element at(llvm::ArrayRef<int64_t> index) const { return get(linear(index)); }
  void setAt(llvm::ArrayRef<int64_t> index, const Element &element) { set(linear(index), element); }
  /// Row-major number of an index.
  int64_t linear(llvm::ArrayRef<int64_t> index) const;

  /// The same elements under another shape of the same number of elements.
  Tensor reshaped(mlir::RankedTensorType type) const;
  /// Same type, and equal elements (NaN equals NaN). `where` receives the first linear index that differs.
  bool equals(const Tensor &other, int64_t *where = nullptr) const;

private:
  mlir::RankedTensorType type_;
  ElementFormat format_;
  int64_t size_ = 0;
  std::vector<int64_t> integers_;
  std::vector<double> reals_, imags_;
};

/// Calls `visit(index, linear)` for every index of a shape in row-major order.
void forEachIndex(llvm::ArrayRef<int64_t> shape, llvm::function_ref<void(llvm::ArrayRef<int64_t>, int64_t)> visit);
int64_t numElements(llvm::ArrayRef<int64_t> shape);

} // namespace shardwright::interp

#endif // DIALECTS_INTERFACES_TENSOR_H
