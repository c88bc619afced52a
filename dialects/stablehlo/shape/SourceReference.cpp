#include "dialects/stablehlo/shape/Shape.h"

namespace shardwright::interp {
namespace {

Results constant(mlir::Operation *op, Operands) {
  auto value = op->getAttrOfType<mlir::DenseElementsAttr>("value");
  if (!value)
    return unsupported(op, "the constant's value is not dense");
  return std::vector<Tensor>{Tensor::fromAttribute(value)};
}

Results iota(mlir::Operation *op, Operands) {
  Tensor result(resultType(op));
  int64_t dim = op->getAttrOfType<mlir::IntegerAttr>("iota_dimension").getInt();
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    Element element =
        result.format().isInteger() ? Element::ofInt(index[dim]) : Element::ofReal(static_cast<double>(index[dim]));
    result.set(linear, result.format().round(element));
  });
  return std::vector<Tensor>{result};
}

Results broadcastInDim(mlir::Operation *op, Operands operands) {
  const Tensor &operand = *operands[0];
  Tensor result(resultType(op));
  Index dims = integers(op, "broadcast_dimensions");
  Index from(operand.rank());
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    for (size_t d = 0; d < dims.size(); ++d)
      from[d] = operand.dim(d) == 1 ? 0 : index[dims[d]];
    result.set(linear, operand.at(from));
  });
  return std::vector<Tensor>{result};
}

/// The operand's dimensions are the result's last.
Results broadcast(mlir::Operation *op, Operands operands) {
  const Tensor &operand = *operands[0];
  Tensor result(resultType(op));
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    result.set(linear, operand.at(index.take_back(operand.rank())));
  });
  return std::vector<Tensor>{result};
}

Results reshape(mlir::Operation *op, Operands operands) {
  return std::vector<Tensor>{operands[0]->reshaped(resultType(op))};
}

/// Elements of a type k times narrower lie along a last dimension of length k, the least significant first.
Results bitcastConvert(mlir::Operation *op, Operands operands) {
  const Tensor &operand = *operands[0];
  Tensor result(resultType(op));
  const ElementFormat &from = operand.format(), &to = result.format();
  if (from.isComplex() || to.isComplex()) {
    if (operand.elementType() == result.elementType())
      return std::vector<Tensor>{operand};
    return unsupported(op, "bits of complex numbers");
  }
  unsigned parts = std::max(from.width(), to.width()) / std::min(from.width(), to.width());
  bool splits = from.width() > to.width();
  unsigned width = std::min(from.width(), to.width());
  int64_t wide = splits ? operand.size() : result.size();
  for (int64_t i = 0; i < wide; ++i) {
    uint64_t bits = 0;
    for (unsigned p = 0; p < parts; ++p)
      bits |=
          splits || parts == 1 ? from.toBits(operand.get(i)) : from.toBits(operand.get(i * parts + p)) << (p * width);
    for (unsigned p = 0; splits && p < parts; ++p)
      result.set(i * parts + p, to.fromBits((bits >> (p * width)) & ((uint64_t(1) << width) - 1)));
    if (!splits)
      result.set(i, to.fromBits(bits));
  }
  return std::vector<Tensor>{result};
}

} // namespace

} // namespace shardwright::interp

namespace shardwright::stablehlo {

void attachSourceReferences(mlir::MLIRContext &context) {
  attachReference<ConstantOp, interp::constant>(context);
  attachReference<IotaOp, interp::iota>(context);
  attachReference<BroadcastInDimOp, interp::broadcastInDim>(context);
  attachReference<BroadcastOp, interp::broadcast>(context);
  attachReference<ReshapeOp, interp::reshape>(context);
  attachReference<BitcastConvertOp, interp::bitcastConvert>(context);
}

} // namespace shardwright::stablehlo
