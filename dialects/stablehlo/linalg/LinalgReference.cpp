#include "dialects/stablehlo/linalg/Linalg.h"

#include <cmath>

namespace shardwright::interp {
namespace {

using Complex = std::complex<double>;

/// Calls `visit(offset)` with the linear offset of every matrix (the last two dimensions) of a batch.
void forEachMatrix(const Tensor &tensor, llvm::function_ref<void(int64_t)> visit) {
  int64_t size = tensor.dim(tensor.rank() - 1) * tensor.dim(tensor.rank() - 2);
  for (int64_t offset = 0; offset < tensor.size(); offset += size)
    visit(offset);
}

/// The lower factor L with L L* = A, or the upper U with U* U = A; a matrix that is not positive definite gives NaN.
Results cholesky(mlir::Operation *op, Operands operands) {
  const Tensor &a = *operands[0];
  auto lowerAttr = op->getAttrOfType<mlir::BoolAttr>("lower");
  bool lower = lowerAttr && lowerAttr.getValue();
  Tensor result(resultType(op));
  int64_t n = a.dim(a.rank() - 1);
  forEachMatrix(a, [&](int64_t offset) {
    std::vector<Complex> factor(n * n);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j <= i; ++j) {
        Complex sum = a.get(offset + (lower ? i * n + j : j * n + i)).complex();
        sum = lower ? sum : std::conj(sum);
        for (int64_t k = 0; k < j; ++k)
          sum -= factor[i * n + k] * std::conj(factor[j * n + k]);
        factor[i * n + j] = i == j ? std::sqrt(sum.real()) : sum / factor[j * n + j];
        Complex out = lower ? factor[i * n + j] : std::conj(factor[i * n + j]);
        result.set(offset + (lower ? i * n + j : j * n + i), result.format().round(Element::ofComplex(out)));
      }
  });
  return std::vector<Tensor>{result};
}

/// Solves op(A) X = B, or X op(A) = B, by substitution.
Results triangularSolve(mlir::Operation *op, Operands operands) {
  auto solve = llvm::cast<stablehlo::TriangularSolveOp>(op);
  const Tensor &a = *operands[0], &b = *operands[1];
  bool left = solve.getLeftSide(), unit = solve.getUnitDiagonal();
  bool transposed = solve.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE;
  bool conjugated = solve.getTransposeA() == stablehlo::Transpose::ADJOINT;
  // X op(A) = B is op(A)^T X^T = B^T, which transposes A once more.
  bool lower = solve.getLower() != (transposed != !left);
  int64_t n = a.dim(a.rank() - 1), rows = b.dim(b.rank() - 2), columns = b.dim(b.rank() - 1);
  Tensor result(resultType(op));
  int64_t matrix = 0;
  forEachMatrix(b, [&](int64_t offset) {
    int64_t base = matrix++ * n * n;
    auto coefficient = [&](int64_t i, int64_t j) {
      Complex value = a.get(base + (transposed != !left ? j * n + i : i * n + j)).complex();
      return conjugated ? std::conj(value) : value;
    };
    for (int64_t line = 0; line < (left ? columns : rows); ++line) {
      std::vector<Complex> x(n);
      for (int64_t step = 0; step < n; ++step) {
        int64_t i = lower ? step : n - 1 - step;
        int64_t place = offset + (left ? i * columns + line : line * columns + i);
        Complex sum = b.get(place).complex();
        for (int64_t k = lower ? 0 : i + 1; k < (lower ? i : n); ++k)
          sum -= coefficient(i, k) * x[k];
        x[i] = unit ? sum : sum / coefficient(i, i);
        result.set(place, result.format().round(Element::ofComplex(x[i])));
      }
    }
  });
  return std::vector<Tensor>{result};
}

/// One discrete Fourier transform by its definition: sum of x[j] e^(sign 2 pi i j k / n).
std::vector<Complex> transform(const std::vector<Complex> &x, int sign) {
  int64_t n = x.size();
  std::vector<Complex> result(n);
  for (int64_t k = 0; k < n; ++k)
    for (int64_t j = 0; j < n; ++j)
      result[k] += x[j] * std::polar(1.0, sign * 2 * M_PI * static_cast<double>(j * k % n) / static_cast<double>(n));
  return result;
}

/// Transforms every line along one dimension of a block of complex numbers.
void transformAlong(std::vector<Complex> &values, llvm::ArrayRef<int64_t> shape, size_t dim, int sign) {
  int64_t stride = numElements(shape.drop_front(dim + 1)), n = shape[dim];
  for (int64_t base = 0; base < static_cast<int64_t>(values.size()); ++base) {
    if (base / stride % n != 0)
      continue;
    std::vector<Complex> line(n);
    for (int64_t i = 0; i < n; ++i)
      line[i] = values[base + i * stride];
    line = transform(line, sign);
    for (int64_t i = 0; i < n; ++i)
      values[base + i * stride] = line[i];
  }
}

/// RFFT keeps the first half of the last dimension; IRFFT restores the other half by symmetry.
Results fft(mlir::Operation *op, Operands operands) {
  const Tensor &operand = *operands[0];
  auto type = llvm::cast<stablehlo::FftOp>(op).getFftType();
  Index lengths = integers(op, "fft_length");
  Tensor result(resultType(op));
  size_t first = operand.rank() - lengths.size(), last = operand.rank() - 1;
  bool inverse = type == stablehlo::FftType::IFFT || type == stablehlo::FftType::IRFFT;
  Index full(operand.shape());
  full[last] = lengths.back();
  std::vector<Complex> values(numElements(full));
  forEachIndex(full, [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    Index from(index);
    bool mirrored = from[last] >= operand.dim(last); // IRFFT only
    for (size_t d = first; mirrored && d <= last; ++d)
      from[d] = (full[d] - from[d]) % full[d];
    Complex value = operand.at(from).complex();
    values[linear] = mirrored ? std::conj(value) : value;
  });
  for (size_t d = first; d <= last; ++d)
    transformAlong(values, full, d, inverse ? 1 : -1);
  double scale = inverse ? 1.0 / static_cast<double>(numElements(lengths)) : 1.0;
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    int64_t from = 0;
    for (size_t d = 0; d < index.size(); ++d)
      from = from * full[d] + index[d];
    result.set(linear, result.format().round(Element::ofComplex(values[from] * scale)));
  });
  return std::vector<Tensor>{result};
}

} // namespace

} // namespace shardwright::interp

namespace shardwright::stablehlo {

void attachLinalgReferences(mlir::MLIRContext &context) {
  attachReference<CholeskyOp, interp::cholesky>(context);
  attachReference<TriangularSolveOp, interp::triangularSolve>(context);
  attachReference<FftOp, interp::fft>(context);
  attachNormalizationReferences(context);
}

} // namespace shardwright::stablehlo
