// Factorizations of dense matrices and what is solved with them, one matrix of a batch after the other: by LAPACK where
// the machine has it and the matrix is not small, else by the loops here. Row-major; sums are kept in double.
#include "runtime/Layout.h"
#include "runtime/backends/host/DenseMatrix.h"
#include "runtime/backends/host/LapackRoutines.h"
#include "runtime/backends/host/Library.h"
#include "runtime/backends/host/Spectra.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace shardwright::runtime::host {
namespace {

/// With a third buffer, in it the order of the first leading part that is not positive definite, or 0.
template <typename T> void cholesky(const Member &member) {
  bool isLower = member.parameters[0] != 0;
  Matrix<T> a = member.matrix<T>(0), factor = member.matrix<T>(1);
  int64_t n = a.rows;
  int32_t info = 0;
  auto at = [&](const Matrix<T> &m, int64_t i, int64_t j) -> T & { return isLower ? m(i, j) : m(j, i); };
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j) {
      if (j > i) {
        at(factor, i, j) = 0;
        continue;
      }
      double sum = at(a, i, j);
      for (int64_t k = 0; k < j; ++k)
        sum -= static_cast<double>(at(factor, i, k)) * static_cast<double>(at(factor, j, k));
      if (i == j && !(sum > 0) && info == 0)
        info = static_cast<int32_t>(i + 1);
      at(factor, i, j) = static_cast<T>(i == j ? std::sqrt(sum) : sum / static_cast<double>(at(factor, j, j)));
    }
  if (member.shapes.size() > 2)
    *member.vector<int32_t>(2) = info;
}

/// op(A) X = B, or X op(A) = B, by substitution.
template <typename T> void triangularSolve(const Member &member) {
  bool isLeft = member.parameters[0] != 0, isUnit = member.parameters[2] != 0;
  // X op(A) = B is op(A)^T X^T = B^T, which transposes A once more.
  bool isTransposed = (member.parameters[3] != 0) != !isLeft, isLower = (member.parameters[1] != 0) != isTransposed;
  Matrix<T> a = member.matrix<T>(0), x = member.copied<T>(1, 2);
  int64_t n = a.rows;
  auto coefficient = [&](int64_t i, int64_t j) { return static_cast<double>(isTransposed ? a(j, i) : a(i, j)); };
  auto unknown = [&](int64_t i, int64_t line) -> T & { return isLeft ? x(i, line) : x(line, i); };
  for (int64_t line = 0, lines = isLeft ? x.columns : x.rows; line < lines; ++line)
    for (int64_t step = 0; step < n; ++step) {
      int64_t i = isLower ? step : n - 1 - step;
      double sum = unknown(i, line);
      for (int64_t k = isLower ? 0 : i + 1; k < (isLower ? i : n); ++k)
        sum -= coefficient(i, k) * static_cast<double>(unknown(k, line));
      unknown(i, line) = static_cast<T>(isUnit ? sum : sum / coefficient(i, i));
    }
}

/// Applies I - scale v v^T from the left to the columns from `begin` on; v is 1 at row i, then column i of `of`.
template <typename T> void reflect(const Matrix<T> &of, int64_t i, double scale, const Matrix<T> &to, int64_t begin) {
  for (int64_t j = begin; j < to.columns; ++j) {
    double sum = to(i, j);
    for (int64_t r = i + 1; r < to.rows; ++r)
      sum += static_cast<double>(of(r, i)) * static_cast<double>(to(r, j));
    sum *= scale;
    to(i, j) = static_cast<T>(static_cast<double>(to(i, j)) - sum);
    for (int64_t r = i + 1; r < to.rows; ++r)
      to(r, j) = static_cast<T>(static_cast<double>(to(r, j)) - sum * static_cast<double>(of(r, i)));
  }
}

/// The largest exponent of a column's numbers from a row on, as std::frexp's; 0 where none is finite and not zero.
template <typename T> int columnExponent(const Matrix<T> &a, int64_t row, int64_t column) {
  double largest = 0;
  for (int64_t r = row; r < a.rows; ++r)
    largest = std::max(largest, std::abs(static_cast<double>(a(r, column))));
  int exponent = 0;
  if (std::isfinite(largest))
    std::frexp(largest, &exponent);
  return exponent;
}

/// R in the upper triangle, the reflections below it and their scales apart, as LAPACK's geqrf. A column's length is
/// computed of numbers at most 1: squares of large ones would overflow, those of small ones vanish.
template <typename T> void householderQr(const Member &member) {
  Matrix<T> a = member.copied<T>(0, 1);
  T *scales = member.vector<T>(2);
  for (int64_t i = 0; i < std::min(a.rows, a.columns); ++i) {
    const int exponent = columnExponent(a, i, i);
    auto scaled = [&](int64_t r) { return std::ldexp(static_cast<double>(a(r, i)), -exponent); };
    double below = 0, head = scaled(i);
    bool isZero = true;
    for (int64_t r = i + 1; r < a.rows; ++r) {
      below += scaled(r) * scaled(r);
      isZero = isZero && a(r, i) == 0;
    }
    scales[i] = 0;
    if (isZero)
      continue;
    double image = -std::copysign(std::sqrt(head * head + below), head), scale = (image - head) / image;
    for (int64_t r = i + 1; r < a.rows; ++r)
      a(r, i) = static_cast<T>(scaled(r) / (head - image));
    reflect(a, i, scale, a, i + 1);
    a(i, i) = static_cast<T>(std::ldexp(image, exponent));
    scales[i] = static_cast<T>(scale);
  }
}

/// The first columns of the product of reflections, as LAPACK's orgqr.
template <typename T> void householderProduct(const Member &member) {
  Matrix<T> reflections = member.matrix<T>(0), q = member.matrix<T>(2);
  const T *scales = member.vector<T>(1);
  for (int64_t i = 0; i < q.rows; ++i)
    for (int64_t j = 0; j < q.columns; ++j)
      q(i, j) = i == j ? 1 : 0;
  for (int64_t i = member.shapes[1][0]; i-- > 0;)
    reflect(reflections, i, static_cast<double>(scales[i]), q, i);
}

/// L below the unit diagonal and U, rows exchanged in order with the (one-based) pivots, as LAPACK's getrf.
template <typename T> void lu(const Member &member) {
  Matrix<T> a = member.copied<T>(0, 1);
  int32_t *pivots = member.vector<int32_t>(2), info = 0;
  for (int64_t i = 0; i < std::min(a.rows, a.columns); ++i) {
    int64_t pivot = i;
    for (int64_t r = i + 1; r < a.rows; ++r)
      if (std::abs(a(r, i)) > std::abs(a(pivot, i)))
        pivot = r;
    pivots[i] = static_cast<int32_t>(pivot + 1);
    if (a(pivot, i) == 0) {
      info = info == 0 ? static_cast<int32_t>(i + 1) : info;
      continue;
    }
    for (int64_t j = 0; pivot != i && j < a.columns; ++j)
      std::swap(a(i, j), a(pivot, j));
    for (int64_t r = i + 1; r < a.rows; ++r) {
      a(r, i) /= a(i, i);
      for (int64_t j = i + 1; j < a.columns; ++j)
        a(r, j) -= a(r, i) * a(i, j);
    }
  }
  *member.vector<int32_t>(3) = info;
}

using Shapes = std::vector<std::vector<int64_t>>;
using Shape = std::vector<int64_t>;
int64_t smallerSide(const Shape &matrix) { return std::min(matrix[0], matrix[1]); }

struct Routine {
  const char *name;
  size_t numParameters;
  size_t numInputs;
  /// Buffers from this one on are of i32, those before of the type factorized.
  size_t firstInteger;
  /// Whether the shapes, without the batch and the first one's that of a matrix, belong together.
  bool (*fits)(const Shapes &s, const std::vector<int64_t> &parameters);
  void (*single)(const Member &);
  void (*wide)(const Member &);
  /// Numbers to work with, for one member; null where none are needed.
  int64_t (*scratch)(const Shapes &s) = nullptr;
};

constexpr size_t kMaxBuffers = 6;
const Routine kRoutines[] = {
    {"cholesky", 1, 1, 2,
     [](const Shapes &s, const std::vector<int64_t> &) {
       return (s.size() == 2 || (s.size() == 3 && s[2].empty())) && s[0][0] == s[0][1] && s[1] == s[0];
     },
     cholesky<float>, cholesky<double>},
    {"triangular_solve", 4, 2, kMaxBuffers,
     [](const Shapes &s, const std::vector<int64_t> &parameters) {
       return s.size() == 3 && s[0][0] == s[0][1] && s[1].size() == 2 && s[2] == s[1] &&
              s[1][parameters[0] ? 0 : 1] == s[0][0];
     },
     triangularSolve<float>, triangularSolve<double>},
    {"householder_qr", 0, 1, kMaxBuffers,
     [](const Shapes &s, const std::vector<int64_t> &) {
       return s.size() == 3 && s[1] == s[0] && s[2] == Shape{smallerSide(s[0])};
     },
     householderQr<float>, householderQr<double>},
    {"householder_product", 0, 2, kMaxBuffers,
     [](const Shapes &s, const std::vector<int64_t> &) {
       return s.size() == 3 && s[1].size() == 1 && s[1][0] <= smallerSide(s[0]) && s[2] == s[0];
     },
     householderProduct<float>, householderProduct<double>},
    {"lu", 0, 1, 2,
     [](const Shapes &s, const std::vector<int64_t> &) {
       return s.size() == 4 && s[1] == s[0] && s[2] == Shape{smallerSide(s[0])} && s[3].empty();
     },
     lu<float>, lu<double>},
    {"symmetric_eigen", 1, 1, 3,
     [](const Shapes &s, const std::vector<int64_t> &) {
       return s.size() == 4 && s[0][0] == s[0][1] && s[1] == s[0] && s[2] == Shape{s[0][0]} && s[3].empty();
     },
     symmetricEigen<float>, symmetricEigen<double>,
     [](const Shapes &s) {
       return boundedProduct({2, s[0][0], s[0][1]});
     }},
    {"singular_values", 1, 1, 5,
     [](const Shapes &s, const std::vector<int64_t> &parameters) {
       if (s.size() != 6 || s[1] != s[0] || s[2] != Shape{smallerSide(s[0])} || s[3].size() != 2 || s[4].size() != 2)
         return false;
       const int64_t least = smallerSide(s[0]), numLeft = s[3][1], numRight = s[4][0];
       return s[5].empty() && (parameters[0] == 0 ||
                               (s[3][0] == s[0][0] && s[4][1] == s[0][1] && (numLeft == least || numLeft == s[0][0]) &&
                                (numRight == least || numRight == s[0][1])));
     },
     singularValues<float>, singularValues<double>,
     [](const Shapes &s) {
       const int64_t longer = std::max(s[0][0], s[0][1]);
       return boundedProduct({2, longer, longer + 1});
     }},
};

class Factorization : public LibraryRoutine {
public:
  Factorization(const LibraryCall &call, const Routine &routine, Shapes shapes, int64_t batch)
      : parameters(call.parameters), shapes(std::move(shapes)), batch(batch), inputs(routine.numInputs),
        function(call.types[0] == ElementType::F32 ? routine.single : routine.wide),
        scratchNumbers(routine.scratch ? routine.scratch(this->shapes) : 0) {
    if (const LapackRoutine *lapack = lapackRoutine(routine.name, this->shapes)) {
      library = call.types[0] == ElementType::F32 ? lapack->single : lapack->wide;
      scratchNumbers = std::max(scratchNumbers, lapack->scratch(this->shapes));
    }
    for (size_t i = 0; i != call.types.size(); ++i)
      memberBytes.push_back(static_cast<uint64_t>(numElements(this->shapes[i])) * elementBytes(call.types[i]));
  }

  std::vector<uint64_t> bufferBytes() const override {
    std::vector<uint64_t> bytes;
    for (uint64_t own : memberBytes)
      bytes.push_back(own * static_cast<uint64_t>(batch));
    return bytes;
  }

  size_t numInputs() const override { return inputs; }

  uint64_t scratchBytes() const override {
    return static_cast<uint64_t>(boundedProduct({scratchNumbers, sizeof(double)}));
  }

  bool run(void *const *buffers, void *scratch, int) const override {
    void *own[kMaxBuffers];
    for (int64_t b = 0; b < batch; ++b) {
      for (size_t i = 0; i != memberBytes.size(); ++i)
        own[i] = static_cast<char *>(buffers[i]) + static_cast<uint64_t>(b) * memberBytes[i];
      const Member member{own, shapes, parameters, static_cast<double *>(scratch)};
      if (!library || !library(member))
        function(member);
    }
    return true;
  }

private:
  std::vector<int64_t> parameters;
  Shapes shapes;
  int64_t batch;
  size_t inputs;
  void (*function)(const Member &);
  bool (*library)(const Member &) = nullptr; ///< LAPACK's, where it is there and worth the call
  int64_t scratchNumbers;
  std::vector<uint64_t> memberBytes;
};

/// The shapes behind the dimensions of the batch, which all begin with; nothing where one does not.
bool dropBatch(Shapes &shapes, size_t numDims) {
  Shape batch(shapes[0].begin(), shapes[0].begin() + static_cast<ptrdiff_t>(numDims));
  for (Shape &shape : shapes) {
    if (shape.size() < numDims || !std::equal(batch.begin(), batch.end(), shape.begin()))
      return false;
    shape.erase(shape.begin(), shape.begin() + static_cast<ptrdiff_t>(numDims));
  }
  return true;
}

} // namespace

absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeFactorization(const LibraryCall &call, KernelFunction, int) {
  const Routine *routine =
      std::find_if(std::begin(kRoutines), std::end(kRoutines), [&](const Routine &r) { return call.name == r.name; });
  bool isSingle = !call.types.empty() && call.types[0] == ElementType::F32;
  if (!isSingle && (call.types.empty() || call.types[0] != ElementType::F64))
    return absl::InvalidArgumentError(absl::StrCat(call.name, " of other elements than f32 and f64"));
  Shapes shapes = call.shapes;
  bool fits = routine != std::end(kRoutines) && shapes.size() <= kMaxBuffers && shapes[0].size() >= 2 &&
              call.parameters.size() == routine->numParameters;
  size_t numBatchDims = fits ? shapes[0].size() - 2 : 0;
  for (size_t i = 0; fits && i != call.types.size(); ++i)
    fits = call.types[i] == (i < routine->firstInteger ? call.types[0] : ElementType::I32);
  if (!fits || !dropBatch(shapes, numBatchDims) || !routine->fits(shapes, call.parameters))
    return absl::InvalidArgumentError(absl::StrCat(call.name, " of operands that do not belong together"));
  int64_t batch = numElements(Shape(call.shapes[0].begin(), call.shapes[0].end() - 2));
  return std::make_unique<Factorization>(call, *routine, std::move(shapes), batch);
}

} // namespace shardwright::runtime::host
