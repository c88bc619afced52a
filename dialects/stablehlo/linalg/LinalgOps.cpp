#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"
#include "dialects/stablehlo/linalg/Linalg.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/linalg/LinalgOps.cpp.inc"

namespace shardwright::stablehlo {

void registerLinalgOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/linalg/LinalgOps.cpp.inc"
      >(dialect);
  attachLinalgRules(*dialect.getContext());
  attachLinalgKernels(*dialect.getContext());
  attachLinalgReferences(*dialect.getContext());
}

// What the transform makes of one type: the operand's element type, the result's, and the last dimension.
LogicalResult FftOp::verify() {
  RankedTensorType operand = getOperand().getType();
  ArrayRef<int64_t> length = getFftLength();
  FftType type = getFftType();
  if (length.empty() || length.size() > 3 || static_cast<int64_t>(length.size()) > operand.getRank())
    return emitOpError() << "transforms 1 to 3 dimensions, got " << length.size() << " of a tensor of rank "
                         << operand.getRank();
  if (failed(verifyAtLeast(*this, "length", length, 0)))
    return failure();
  bool realOperand = type == FftType::RFFT, realResult = type == FftType::IRFFT;
  Type element = operand.getElementType();
  if (isFloat(element) != realOperand)
    return operandError(*this, {0}) << stringifyFftType(type) << " takes " << (realOperand ? "float" : "complex")
                                    << " values, got " << element;
  SmallVector<int64_t> shape(operand.getShape());
  for (auto [index, size] : llvm::enumerate(length)) {
    int64_t dim = operand.getRank() - length.size() + index;
    bool half = realResult && index + 1 == length.size();
    if (int64_t expected = half ? size / 2 + 1 : size; !agree(shape[dim], expected))
      return operandError(*this, {0}) << "length has " << size << " at " << index << ", which needs " << expected
                                      << " elements in dimension " << dim << ", got " << shape[dim];
  }
  if (realOperand)
    shape.back() = length.back() / 2 + 1;
  if (realResult)
    shape.back() = length.back();
  if (realOperand)
    element = ComplexType::get(element);
  else if (realResult)
    element = cast<ComplexType>(element).getElementType();
  return verifyTensor(*this, "result", getType(), shape, element);
}

// Square matrices in the last two dimensions.
static LogicalResult verifySquare(Operation *op, RankedTensorType type) {
  ArrayRef<int64_t> shape = type.getShape();
  if (type.getRank() >= 2 && agree(shape[type.getRank() - 2], shape.back()))
    return success();
  return op->emitOpError() << "a should hold square matrices, got " << type;
}

LogicalResult CholeskyOp::verify() {
  if (failed(verifySquare(*this, getA().getType())))
    return failure();
  return verifyTensor(*this, "result", getType(), getA().getType().getShape(), getA().getType().getElementType());
}

LogicalResult TriangularSolveOp::verify() {
  RankedTensorType a = getA().getType(), b = getB().getType();
  if (failed(verifySquare(*this, a)))
    return failure();
  int64_t rank = a.getRank();
  if (b.getRank() != rank || !agree(a.getShape().drop_back(2), b.getShape().drop_back(2)))
    return operandError(*this, {0, 1}) << "a " << a << " and b " << b << " have different batches";
  int64_t shared = b.getDimSize(getLeftSide() ? rank - 2 : rank - 1);
  if (!agree(a.getShape().back(), shared))
    return operandError(*this, {0, 1}) << "a is " << a.getShape().back() << " wide but b has " << shared
                                       << (getLeftSide() ? " rows" : " columns");
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return emitOpError() << "transpose_a should be NO_TRANSPOSE, TRANSPOSE or ADJOINT, got TRANSPOSE_INVALID";
  return verifyTensor(*this, "result", getType(), b.getShape(), b.getElementType());
}

LogicalResult RngOp::verify() {
  Type element = getType().getElementType();
  if (failed(verifyTensor(*this, "a", getA().getType(), {}, element)) ||
      failed(verifyTensor(*this, "b", getB().getType(), {}, element)))
    return failure();
  return verifyTensor(*this, "shape", getShape().getType(), {getType().getRank()},
                      getShape().getType().getElementType());
}

LogicalResult RngBitGeneratorOp::verify() {
  RankedTensorType state = getInitialState().getType();
  if (state.getRank() != 1 || !state.getElementType().isUnsignedInteger(64))
    return emitOpError() << "the state should be a vector of ui64, got " << state;
  int64_t words = state.getDimSize(0);
  RngAlgorithm algorithm = getRngAlgorithm();
  if (algorithm == RngAlgorithm::THREE_FRY && !agree(words, 2))
    return emitOpError() << "THREE_FRY has a state of 2 words, got " << words;
  if (algorithm == RngAlgorithm::PHILOX && words != 2 && !agree(words, 3))
    return emitOpError() << "PHILOX has a state of 2 or 3 words, got " << words;
  return verifyTensor(*this, "output_state", getOutputState().getType(), state.getShape(), state.getElementType());
}

// One number for every feature, in each of the given vectors.
static LogicalResult verifyFeatures(Operation *op, RankedTensorType operand, int64_t feature, ValueRange vectors) {
  if (failed(verifyDim(op, "feature_index", feature, operand.getRank())))
    return failure();
  for (Value vector : vectors)
    if (failed(verifyTensor(op, "a vector over the features", vector.getType(), {operand.getDimSize(feature)},
                            operand.getElementType())))
      return failure();
  return success();
}

LogicalResult BatchNormInferenceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  if (failed(verifyFeatures(*this, operand, getFeatureIndex(), {getScale(), getOffset(), getMean(), getVariance()})))
    return failure();
  return verifyTensor(*this, "result", getType(), operand.getShape(), operand.getElementType());
}

LogicalResult BatchNormTrainingOp::verify() {
  RankedTensorType operand = getOperand().getType();
  if (failed(
          verifyFeatures(*this, operand, getFeatureIndex(), {getScale(), getOffset(), getBatchMean(), getBatchVar()})))
    return failure();
  return verifyTensor(*this, "output", getOutput().getType(), operand.getShape(), operand.getElementType());
}

LogicalResult BatchNormGradOp::verify() {
  RankedTensorType operand = getOperand().getType();
  Type element = operand.getElementType();
  if (failed(verifyFeatures(*this, operand, getFeatureIndex(),
                            {getScale(), getMean(), getVariance(), getGradScale(), getGradOffset()})) ||
      failed(verifyTensor(*this, "grad_output", getGradOutput().getType(), operand.getShape(), element)))
    return failure();
  return verifyTensor(*this, "grad_operand", getGradOperand().getType(), operand.getShape(), element);
}

} // namespace shardwright::stablehlo
