// Eigenvalues and singular values by Jacobi's rotations: each makes two rows orthogonal, and in a few rounds over all
// pairs they all are. Not the fewest operations, but simple, and as accurate as the type allows. Computed in double.
#include "runtime/backends/host/Spectra.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace shardwright::runtime::host {
namespace {

constexpr int kMaxRounds = 60;
constexpr double kEpsilon = 1e-15;

/// The rotation that brings `between` to zero, given what the two have of themselves.
struct Rotation {
  Rotation(double first, double second, double between) {
    const double ratio = (second - first) / (2 * between);
    tangent = std::copysign(1.0, ratio) / (std::abs(ratio) + std::sqrt(ratio * ratio + 1));
    cosine = 1 / std::sqrt(tangent * tangent + 1);
    sine = tangent * cosine;
  }

  void turn(double &a, double &b) const {
    const double old = a;
    a = cosine * old - sine * b;
    b = sine * old + cosine * b;
  }
  void turnRows(const Matrix<double> &m, int64_t p, int64_t q) const {
    for (int64_t i = 0; i < m.columns; ++i)
      turn(m(p, i), m(q, i));
  }

  double tangent, cosine, sine;
};

double dot(const Matrix<double> &m, int64_t p, int64_t q) {
  double sum = 0;
  for (int64_t i = 0; i < m.columns; ++i)
    sum += m(p, i) * m(q, i);
  return sum;
}

void setIdentity(const Matrix<double> &m) {
  for (int64_t i = 0; i < m.rows; ++i)
    for (int64_t j = 0; j < m.columns; ++j)
      m(i, j) = i == j ? 1 : 0;
}

void swapRows(const Matrix<double> &m, int64_t p, int64_t q) {
  if (p != q)
    std::swap_ranges(&m(p, 0), &m(p, 0) + m.columns, &m(q, 0));
}

/// The exponent of the largest number, as std::frexp's: divided by 2 to it, which is exact, none is above 1 and squares
/// neither overflow nor vanish. 0 where all are zero, nothing where one is not finite.
std::optional<int> largestExponent(const Matrix<double> &m) {
  double largest = 0;
  bool isFinite = true;
  for (int64_t i = 0; i < m.rows * m.columns; ++i) {
    largest = std::max(largest, std::abs(m.first[i]));
    isFinite = isFinite && std::isfinite(m.first[i]);
  }
  int exponent = 0;
  std::frexp(largest, &exponent);
  return isFinite ? std::optional(exponent) : std::nullopt;
}

void scale(const Matrix<double> &m, int exponent) {
  for (int64_t i = 0; exponent != 0 && i < m.rows * m.columns; ++i)
    m.first[i] = std::ldexp(m.first[i], exponent);
}

template <typename T> void fillWithNaN(T *to, int64_t count) {
  std::fill_n(to, count, std::numeric_limits<T>::quiet_NaN());
}

/// Makes the diagonal hold the eigenvalues, and row i of `vectors` the eigenvector of value i. Whether it converged.
bool diagonalize(const Matrix<double> &a, const Matrix<double> &vectors) {
  setIdentity(vectors);
  double squares = 0;
  for (int64_t i = 0; i < a.rows; ++i)
    squares += dot(a, i, i);
  const double nothing = kEpsilon / 10 * std::sqrt(squares);
  bool isDone = false;
  for (int round = 0; round != kMaxRounds && !isDone; ++round) {
    isDone = true;
    for (int64_t p = 0; p < a.rows; ++p)
      for (int64_t q = p + 1; q < a.rows; ++q) {
        if (std::abs(a(p, q)) <= nothing)
          continue;
        isDone = false;
        const Rotation rotation(a(p, p), a(q, q), a(p, q));
        for (int64_t i = 0; i < a.rows; ++i)
          rotation.turn(a(i, p), a(i, q));
        rotation.turnRows(a, p, q);
        rotation.turnRows(vectors, p, q);
      }
  }
  return isDone;
}

/// Makes the rows of `a`, none of whose numbers is above 1, orthogonal, and those of `vectors` say of which original
/// rows each is made. Whether it converged.
bool orthogonalize(const Matrix<double> &a, const Matrix<double> &vectors) {
  setIdentity(vectors);
  const double nothing = kEpsilon * std::sqrt(static_cast<double>(a.columns)); // what rounding leaves of a sum
  bool isDone = false;
  for (int round = 0; round != kMaxRounds && !isDone; ++round) {
    isDone = true;
    for (int64_t p = 0; p < a.rows; ++p)
      for (int64_t q = p + 1; q < a.rows; ++q) {
        const double first = dot(a, p, p), second = dot(a, q, q), between = dot(a, p, q);
        // Squares that are no normal numbers have lost their digits: they are nothing beside the largest row.
        if (std::abs(between) < std::numeric_limits<double>::min() ||
            std::abs(between) <= nothing * std::sqrt(first) * std::sqrt(second))
          continue;
        isDone = false;
        const Rotation rotation(first, second, between);
        rotation.turnRows(a, p, q);
        rotation.turnRows(vectors, p, q);
      }
  }
  return isDone;
}

/// Row `next` becomes one of length 1 that is orthogonal to all before it.
void addOrthogonal(const Matrix<double> &rows, int64_t next) {
  // The axis that lies least in what the rows span.
  int64_t axis = 0;
  double least = 2;
  for (int64_t i = 0; i < rows.columns; ++i) {
    double share = 0;
    for (int64_t r = 0; r < next; ++r)
      share += rows(r, i) * rows(r, i);
    if (share < least) {
      least = share;
      axis = i;
    }
  }
  for (int64_t i = 0; i < rows.columns; ++i)
    rows(next, i) = i == axis ? 1 : 0;
  for (int time = 0; time != 2; ++time) // what the first leaves by rounding, the second takes away
    for (int64_t r = 0; r < next; ++r) {
      const double share = dot(rows, next, r);
      for (int64_t i = 0; i < rows.columns; ++i)
        rows(next, i) -= share * rows(r, i);
    }
  const double length = std::sqrt(dot(rows, next, next));
  for (int64_t i = 0; i < rows.columns; ++i)
    rows(next, i) /= length;
}

} // namespace

template <typename T> void symmetricEigen(const Member &member) {
  const bool isLower = member.parameters[0] != 0;
  const Matrix<T> input = member.matrix<T>(0);
  const int64_t n = input.rows;
  const Matrix<double> a{member.scratch, n, n}, vectors{member.scratch + n * n, n, n};
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j <= i; ++j)
      a(i, j) = a(j, i) = static_cast<double>(isLower ? input(i, j) : input(j, i));
  T *values = member.vector<T>(2);
  int32_t &info = *member.vector<int32_t>(3);
  const std::optional<int> exponent = largestExponent(a);
  if (!exponent) {
    fillWithNaN(values, n);
    fillWithNaN(member.matrix<T>(1).first, n * n);
    info = 1;
    return;
  }
  scale(a, -*exponent);
  info = diagonalize(a, vectors) ? 0 : 1;
  for (int64_t i = 0; i < n; ++i) {
    int64_t least = i;
    for (int64_t j = i + 1; j < n; ++j)
      if (a(j, j) < a(least, least))
        least = j;
    std::swap(a(i, i), a(least, least));
    swapRows(vectors, i, least);
    values[i] = static_cast<T>(std::ldexp(a(i, i), *exponent));
  }
  storeTransposed(vectors, member.matrix<T>(1));
}

template <typename T> void singularValues(const Member &member) {
  const Matrix<T> input = member.matrix<T>(0), left = member.matrix<T>(3), right = member.matrix<T>(4);
  const bool isTall = input.rows >= input.columns;
  const int64_t longer = std::max(input.rows, input.columns), shorter = std::min(input.rows, input.columns);
  double *lengths = member.scratch + longer * longer + shorter * shorter;
  // Each row is a line of the input along its longer side; rows are added up to a whole basis where one is asked for.
  Matrix<double> rows{member.scratch, shorter, longer};
  const Matrix<double> vectors{member.scratch + longer * longer, shorter, shorter};
  for (int64_t i = 0; i < shorter; ++i)
    for (int64_t j = 0; j < longer; ++j)
      rows(i, j) = static_cast<double>(isTall ? input(j, i) : input(i, j));
  int32_t &info = *member.vector<int32_t>(5);
  const std::optional<int> exponent = largestExponent(rows);
  if (!exponent) {
    fillWithNaN(member.vector<T>(2), shorter);
    fillWithNaN(left.first, left.rows * left.columns);
    fillWithNaN(right.first, right.rows * right.columns);
    info = -4; // as LAPACK's, which looks at its fourth argument
    return;
  }
  scale(rows, -*exponent);
  info = orthogonalize(rows, vectors) ? 0 : 1;
  for (int64_t i = 0; i < shorter; ++i)
    lengths[i] = std::sqrt(dot(rows, i, i));
  T *values = member.vector<T>(2);
  for (int64_t i = 0; i < shorter; ++i) {
    const int64_t greatest = std::max_element(lengths + i, lengths + shorter) - lengths;
    std::swap(lengths[i], lengths[greatest]);
    swapRows(rows, i, greatest);
    swapRows(vectors, i, greatest);
    values[i] = static_cast<T>(std::ldexp(lengths[i], *exponent));
  }
  if (member.parameters[0] == 0) {
    std::fill_n(left.first, left.rows * left.columns, T(0));
    std::fill_n(right.first, right.rows * right.columns, T(0));
    return;
  }
  rows.rows = isTall ? left.columns : right.rows;
  for (int64_t i = 0; i < rows.rows; ++i)
    if (i < shorter && lengths[i] > kEpsilon * static_cast<double>(longer) * lengths[0])
      std::for_each_n(&rows(i, 0), longer, [&](double &x) { x /= lengths[i]; });
    else
      addOrthogonal(rows, i);
  storeTransposed(isTall ? rows : vectors, left);
  store(isTall ? vectors : rows, right);
}

template void symmetricEigen<float>(const Member &);
template void symmetricEigen<double>(const Member &);
template void singularValues<float>(const Member &);
template void singularValues<double>(const Member &);

} // namespace shardwright::runtime::host
