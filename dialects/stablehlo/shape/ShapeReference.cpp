#include "dialects/stablehlo/shape/Shape.h"

namespace shardwright::interp {
namespace {

/// A result whose every element is one of the operand's: `source` fills the operand index from the result index.
std::vector<Tensor> rearranged(mlir::Operation *op, const Tensor &operand,
                               llvm::function_ref<void(llvm::ArrayRef<int64_t>, Index &)> source) {
  Tensor result(resultType(op));
  Index from(operand.rank());
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    source(index, from);
    result.set(linear, operand.at(from));
  });
  return {result};
}

Results transpose(mlir::Operation *op, Operands operands) {
  Index permutation = integers(op, "permutation");
  return rearranged(op, *operands[0], [&](llvm::ArrayRef<int64_t> index, Index &from) {
    for (size_t d = 0; d < index.size(); ++d)
      from[permutation[d]] = index[d];
  });
}

Results reverse(mlir::Operation *op, Operands operands) {
  Index dims = integers(op, "dimensions");
  return rearranged(op, *operands[0], [&](llvm::ArrayRef<int64_t> index, Index &from) {
    from.assign(index.begin(), index.end());
    for (int64_t d : dims)
      from[d] = operands[0]->dim(d) - 1 - index[d];
  });
}

Results slice(mlir::Operation *op, Operands operands) {
  Index starts = integers(op, "start_indices"), strides = integers(op, "strides", operands[0]->rank(), 1);
  return rearranged(op, *operands[0], [&](llvm::ArrayRef<int64_t> index, Index &from) {
    for (size_t d = 0; d < index.size(); ++d)
      from[d] = starts[d] + index[d] * strides[d];
  });
}

/// Every operand element goes to low + index * (interior + 1), or nowhere where that is outside.
Results pad(mlir::Operation *op, Operands operands) {
  const Tensor &operand = *operands[0];
  Tensor result = Tensor::splat(resultType(op), operands[1]->get(0));
  Index low = integers(op, "edge_padding_low"), interior = integers(op, "interior_padding");
  Index to(result.rank());
  forEachIndex(operand.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    for (size_t d = 0; d < index.size(); ++d) {
      to[d] = low[d] + index[d] * (interior[d] + 1);
      if (to[d] < 0 || to[d] >= result.dim(d))
        return;
    }
    result.setAt(to, operand.get(linear));
  });
  return std::vector<Tensor>{result};
}

Results concatenate(mlir::Operation *op, Operands operands) {
  Tensor result(resultType(op));
  int64_t dim = op->getAttrOfType<mlir::IntegerAttr>("dimension").getInt(), offset = 0;
  for (const Tensor *operand : operands) {
    forEachIndex(operand->shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
      Index to(index);
      to[dim] += offset;
      result.setAt(to, operand->get(linear));
    });
    offset += operand->dim(dim);
  }
  return std::vector<Tensor>{result};
}

} // namespace

} // namespace shardwright::interp

namespace shardwright::stablehlo {

void attachShapeReferences(mlir::MLIRContext &context) {
  attachReference<TransposeOp, interp::transpose>(context);
  attachReference<ReverseOp, interp::reverse>(context);
  attachReference<SliceOp, interp::slice>(context);
  attachReference<PadOp, interp::pad>(context);
  attachReference<ConcatenateOp, interp::concatenate>(context);
  attachSourceReferences(context);
}

} // namespace shardwright::stablehlo
