#include "dialects/stablehlo/linalg/Linalg.h"

#include <cmath>

namespace shardwright::interp {
namespace {

/// Attributes, and sums over everything but the feature dimension.
struct BatchNorm {
  int64_t featureDim, features;
  double epsilon, count;

  BatchNorm(mlir::Operation *op, const Tensor &operand)
      : featureDim(op->getAttrOfType<mlir::IntegerAttr>("feature_index").getInt()), features(operand.dim(featureDim)),
        epsilon(op->getAttrOfType<mlir::FloatAttr>("epsilon").getValueAsDouble()),
        count(static_cast<double>(operand.size()) / static_cast<double>(features)) {}

  /// For every feature the mean of `value(feature, linear)`.
  std::vector<double> mean(const Tensor &operand, llvm::function_ref<double(int64_t, int64_t)> value) const {
    std::vector<double> sums(features);
    forEachIndex(operand.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
      sums[index[featureDim]] += value(index[featureDim], linear);
    });
    for (double &sum : sums)
      sum /= count;
    return sums;
  }
};

Tensor vectorOf(mlir::RankedTensorType type, llvm::function_ref<double(int64_t)> value) {
  Tensor result(type);
  for (int64_t i = 0; i < result.size(); ++i)
    result.set(i, result.format().round(Element::ofReal(value(i))));
  return result;
}

Tensor tensorOf(mlir::RankedTensorType type, int64_t featureDim,
                llvm::function_ref<double(int64_t feature, int64_t linear)> value) {
  Tensor result(type);
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    result.set(linear, result.format().round(Element::ofReal(value(index[featureDim], linear))));
  });
  return result;
}

/// Operands: x, scale, offset, mean, variance.
Results inference(mlir::Operation *op, Operands x) {
  BatchNorm norm(op, *x[0]);
  return std::vector<Tensor>{tensorOf(resultType(op), norm.featureDim, [&](int64_t f, int64_t i) {
    return (x[0]->get(i).real - x[3]->get(f).real) / std::sqrt(x[4]->get(f).real + norm.epsilon) * x[1]->get(f).real +
           x[2]->get(f).real;
  })};
}

/// Operands: x, scale, offset. Results: normalised x, mean, variance.
Results training(mlir::Operation *op, Operands x) {
  BatchNorm norm(op, *x[0]);
  auto mean = norm.mean(*x[0], [&](int64_t, int64_t i) { return x[0]->get(i).real; });
  auto variance = norm.mean(*x[0], [&](int64_t f, int64_t i) { return std::pow(x[0]->get(i).real - mean[f], 2); });
  Tensor result = tensorOf(resultType(op), norm.featureDim, [&](int64_t f, int64_t i) {
    return (x[0]->get(i).real - mean[f]) / std::sqrt(variance[f] + norm.epsilon) * x[1]->get(f).real +
           x[2]->get(f).real;
  });
  return std::vector<Tensor>{result, vectorOf(resultType(op, 1), [&](int64_t f) { return mean[f]; }),
                             vectorOf(resultType(op, 2), [&](int64_t f) { return variance[f]; })};
}

/// Operands: x, scale, mean, variance, gradient. Results: gradients of x, scale, offset.
Results gradient(mlir::Operation *op, Operands x) {
  BatchNorm norm(op, *x[0]);
  auto centred = [&](int64_t f, int64_t i) { return x[0]->get(i).real - x[2]->get(f).real; };
  auto inverseDeviation = [&](int64_t f) { return 1 / std::sqrt(x[3]->get(f).real + norm.epsilon); };
  auto meanGrad = norm.mean(*x[0], [&](int64_t, int64_t i) { return x[4]->get(i).real; });
  auto meanProduct = norm.mean(*x[0], [&](int64_t f, int64_t i) { return x[4]->get(i).real * centred(f, i); });
  Tensor gradX = tensorOf(resultType(op), norm.featureDim, [&](int64_t f, int64_t i) {
    double s = inverseDeviation(f);
    return x[1]->get(f).real * s * (x[4]->get(i).real - meanGrad[f] - centred(f, i) * meanProduct[f] * s * s);
  });
  auto gradScale = [&](int64_t f) { return meanProduct[f] * norm.count * inverseDeviation(f); };
  auto gradOffset = [&](int64_t f) { return meanGrad[f] * norm.count; };
  return std::vector<Tensor>{gradX, vectorOf(resultType(op, 1), gradScale), vectorOf(resultType(op, 2), gradOffset)};
}

} // namespace

} // namespace shardwright::interp

namespace shardwright::stablehlo {

void attachNormalizationReferences(mlir::MLIRContext &context) {
  attachReference<BatchNormInferenceOp, interp::inference>(context);
  attachReference<BatchNormTrainingOp, interp::training>(context);
  attachReference<BatchNormGradOp, interp::gradient>(context);
}

} // namespace shardwright::stablehlo
