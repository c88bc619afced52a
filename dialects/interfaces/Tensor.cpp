#include "dialects/interfaces/Tensor.h"

namespace shardwright::interp {

Tensor::Tensor(mlir::RankedTensorType type)
    : type_(type), format_(*ElementFormat::get(type.getElementType())), size_(type.getNumElements()) {
  if (format_.isInteger())
    integers_.resize(size_);
  else
    reals_.resize(size_);
  if (format_.isComplex())
    imags_.resize(size_);
}

Tensor Tensor::splat(mlir::RankedTensorType type, Element element) {
  Tensor tensor(type);
  for (int64_t i = 0; i < tensor.size_; ++i)
    tensor.set(i, element);
  return tensor;
}

Tensor Tensor::fromAttribute(mlir::DenseElementsAttr attribute) {
  Tensor tensor(llvm::cast<mlir::RankedTensorType>(attribute.getType()));
  int64_t i = 0;
  if (tensor.format_.isInteger()) {
    for (const llvm::APInt &value : attribute.getValues<llvm::APInt>())
      tensor.integers_[i++] = tensor.format_.wrap(static_cast<int64_t>(value.getZExtValue()));
  } else if (tensor.format_.isFloat()) {
    for (const llvm::APFloat &value : attribute.getValues<llvm::APFloat>())
      tensor.reals_[i++] = realOf(value);
  } else {
    for (const std::complex<llvm::APFloat> &value : attribute.getValues<std::complex<llvm::APFloat>>())
      tensor.set(i++, {0, realOf(value.real()), realOf(value.imag())});
  }
  return tensor;
}

Tensor Tensor::fromBytes(mlir::RankedTensorType type, llvm::ArrayRef<uint8_t> bytes) {
  Tensor tensor(type);
  for (int64_t i = 0; i < tensor.size_; ++i)
    tensor.set(i, tensor.format_.load(bytes.data() + i * tensor.format_.bytes()));
  return tensor;
}

std::vector<uint8_t> Tensor::toBytes() const {
  std::vector<uint8_t> bytes(size_ * format_.bytes());
  for (int64_t i = 0; i < size_; ++i)
    format_.store(get(i), bytes.data() + i * format_.bytes());
  return bytes;
}

Element Tensor::get(int64_t linear) const {
  if (format_.isInteger())
    return Element::ofInt(integers_[linear]);
  return {0, reals_[linear], format_.isComplex() ? imags_[linear] : 0};
}

void Tensor::set(int64_t linear, const Element &element) {
  if (format_.isInteger()) {
    integers_[linear] = element.integer;
    return;
  }
  reals_[linear] = element.real;
  if (format_.isComplex())
    imags_[linear] = element.imag;
}

int64_t Tensor::linear(llvm::ArrayRef<int64_t> index) const {
  int64_t result = 0;
  for (size_t i = 0, e = index.size(); i < e; ++i)
    result = result * dim(i) + index[i];
  return result;
}

Tensor Tensor::reshaped(mlir::RankedTensorType type) const {
  Tensor result = *this;
  result.type_ = type;
  return result;
}

bool Tensor::equals(const Tensor &other, int64_t *where) const {
  if (type_ != other.type_)
    return false;
  for (int64_t i = 0; i < size_; ++i)
    if (!format_.equal(get(i), other.get(i))) {
      if (where)
        *where = i;
      return false;
    }
  return true;
}

void forEachIndex(llvm::ArrayRef<int64_t> shape, llvm::function_ref<void(llvm::ArrayRef<int64_t>, int64_t)> visit) {
  int64_t count = numElements(shape);
  Index index(shape.size(), 0);
  for (int64_t linear = 0; linear < count; ++linear) {
    visit(index, linear);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
}

int64_t numElements(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t dim : shape)
    count *= dim;
  return count;
}

} // namespace shardwright::interp
