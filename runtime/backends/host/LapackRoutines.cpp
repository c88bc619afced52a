// Factorizations by LAPACK. A matrix by rows is its transpose by columns: what does not care for that is given as it
// is, the rest is turned on the way into scratch, where it becomes double.
#include "runtime/backends/host/LapackRoutines.h"

#include "runtime/Layout.h"
#include "runtime/backends/host/Lapack.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardwright::runtime::host {
namespace {

using Int = Lapack::Int;
using Shapes = std::vector<std::vector<int64_t>>;

/// Up to here our own loops take no longer: there is little to do beside the calls.
constexpr int64_t kSmallMatrix = 48, kSmallSpectrum = 8;
/// LAPACK counts what it works with in 32 bits.
constexpr int64_t kMost = 16384;
/// Columns that are worked on at once; more than any LAPACK asks for (ilaenv: 32 to 64).
constexpr int64_t kBlock = 64;

int64_t shorterSide(const Shapes &s) { return std::min(s[0][0], s[0][1]); }
int64_t longerSide(const Shapes &s) { return std::max(s[0][0], s[0][1]); }
int64_t area(const std::vector<int64_t> &matrix) { return boundedProduct({matrix[0], matrix[1]}); }
bool isBetween(const Shapes &s, int64_t small) { return shorterSide(s) > small && longerSide(s) <= kMost; }

template <typename T> void load(const Matrix<T> &from, double *to) {
  std::copy_n(from.first, from.rows * from.columns, to);
}
template <typename T> void loadTransposed(const Matrix<T> &from, double *to) {
  for (int64_t i = 0; i < from.rows; ++i)
    for (int64_t j = 0; j < from.columns; ++j)
      to[j * from.rows + i] = static_cast<double>(from(i, j));
}
template <typename T> bool isFinite(const Matrix<T> &m) {
  return std::all_of(m.first, m.first + m.rows * m.columns, [](T x) { return std::isfinite(x); });
}

template <typename T> bool cholesky(const Member &member) {
  const bool isLower = member.parameters[0] != 0;
  const Matrix<T> a = member.matrix<T>(0), factor = member.matrix<T>(1);
  const Int n = static_cast<Int>(a.rows);
  Int info = 0;
  load(a, member.scratch);
  Lapack::open()->dpotrf_(isLower ? "U" : "L", &n, member.scratch, &n, &info, 1);
  if (info != 0)
    return false;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      factor(i, j) = (isLower ? j <= i : i <= j) ? static_cast<T>(member.scratch[i * n + j]) : T(0);
  if (member.shapes.size() > 2)
    *member.vector<int32_t>(2) = 0;
  return true;
}

template <typename T> bool triangularSolve(const Member &member) {
  const bool isLeft = member.parameters[0] != 0, isLower = member.parameters[1] != 0;
  const Matrix<T> a = member.matrix<T>(0), b = member.matrix<T>(1), x = member.matrix<T>(2);
  const Int n = static_cast<Int>(a.rows), rows = static_cast<Int>(x.columns), columns = static_cast<Int>(x.rows);
  double *unknown = member.scratch + int64_t{n} * n;
  const double one = 1;
  load(a, member.scratch);
  load(b, unknown);
  Lapack::open()->dtrsm_(isLeft ? "R" : "L", isLower ? "U" : "L", member.parameters[3] ? "T" : "N",
                         member.parameters[2] ? "U" : "N", &rows, &columns, &one, member.scratch, &n, unknown, &rows, 1,
                         1, 1, 1);
  store({unknown, x.rows, x.columns}, x);
  return true;
}

template <typename T> bool householderQr(const Member &member) {
  const Matrix<T> a = member.matrix<T>(0), packed = member.matrix<T>(1);
  const Int m = static_cast<Int>(a.rows), n = static_cast<Int>(a.columns), count = std::min(m, n),
            numWork = static_cast<Int>(n * kBlock);
  double *scales = member.scratch + int64_t{m} * n, *work = scales + count;
  Int info = 0;
  loadTransposed(a, member.scratch);
  Lapack::open()->dgeqrf_(&m, &n, member.scratch, &m, scales, work, &numWork, &info);
  storeTransposed({member.scratch, n, m}, packed);
  std::transform(scales, work, member.vector<T>(2), [](double x) { return static_cast<T>(x); });
  return info == 0;
}

template <typename T> bool householderProduct(const Member &member) {
  const Matrix<T> packed = member.matrix<T>(0), q = member.matrix<T>(2);
  const Int m = static_cast<Int>(q.rows), n = static_cast<Int>(q.columns),
            count = static_cast<Int>(member.shapes[1][0]), numWork = static_cast<Int>(n * kBlock);
  double *scales = member.scratch + int64_t{m} * n, *work = scales + n;
  Int info = 0;
  loadTransposed(packed, member.scratch);
  std::copy_n(member.vector<T>(1), count, scales);
  Lapack::open()->dorgqr_(&m, &n, &count, member.scratch, &m, scales, work, &numWork, &info);
  storeTransposed({member.scratch, n, m}, q);
  return info == 0;
}

template <typename T> bool lu(const Member &member) {
  const Matrix<T> a = member.matrix<T>(0), packed = member.matrix<T>(1);
  const Int m = static_cast<Int>(a.rows), n = static_cast<Int>(a.columns);
  Int info = 0;
  loadTransposed(a, member.scratch);
  Lapack::open()->dgetrf_(&m, &n, member.scratch, &m, member.vector<int32_t>(2), &info);
  storeTransposed({member.scratch, n, m}, packed);
  *member.vector<int32_t>(3) = info;
  return info >= 0;
}

int64_t eigenWork(int64_t n) { return boundedProduct({2, n, n + 4}) + 1; }

template <typename T> bool symmetricEigen(const Member &member) {
  const Matrix<T> a = member.matrix<T>(0);
  if (!isFinite(a))
    return false;
  const Int n = static_cast<Int>(a.rows), numWork = static_cast<Int>(eigenWork(n)), numIntegers = 3 + 5 * n;
  double *values = member.scratch + int64_t{n} * n, *work = values + n;
  Int *integers = reinterpret_cast<Int *>(work + numWork);
  Int info = 0;
  load(a, member.scratch);
  Lapack::open()->dsyevd_("V", member.parameters[0] ? "U" : "L", &n, member.scratch, &n, values, work, &numWork,
                          integers, &numIntegers, &info, 1, 1);
  if (info != 0)
    return false;
  storeTransposed({member.scratch, n, n}, member.matrix<T>(1));
  std::transform(values, work, member.vector<T>(2), [](double x) { return static_cast<T>(x); });
  *member.vector<int32_t>(3) = 0;
  return true;
}

/// LAPACK's minimum for whole bases, and for values alone; blocks work faster.
int64_t singularWork(int64_t shorter, int64_t longer) {
  return boundedProduct({4, shorter, shorter + 2}) + boundedProduct({longer + shorter, 2 * kBlock});
}

/// By rows, the matrix is its transpose by columns: the right vectors come where LAPACK has the left ones.
template <typename T> bool singularValues(const Member &member) {
  const Matrix<T> a = member.matrix<T>(0), left = member.matrix<T>(3), right = member.matrix<T>(4);
  if (!isFinite(a))
    return false;
  const Int m = static_cast<Int>(a.columns), n = static_cast<Int>(a.rows), least = std::min(m, n);
  const bool wanted = member.parameters[0] != 0, isWhole = wanted && (left.columns > least || right.rows > least);
  const Int numLeft = isWhole ? n : least, one = 1, numWork = static_cast<Int>(singularWork(least, std::max(m, n)));
  double *values = member.scratch + int64_t{m} * n, *u = values + least, *vt = u + int64_t{m} * m,
         *work = vt + int64_t{n} * n;
  Int *integers = reinterpret_cast<Int *>(work + numWork);
  Int info = 0;
  load(a, member.scratch);
  Lapack::open()->dgesdd_(!wanted   ? "N"
                          : isWhole ? "A"
                                    : "S",
                          &m, &n, member.scratch, &m, values, u, wanted ? &m : &one, vt, wanted ? &numLeft : &one, work,
                          &numWork, integers, &info, 1);
  if (info != 0)
    return false;
  std::transform(values, u, member.vector<T>(2), [](double x) { return static_cast<T>(x); });
  if (wanted) {
    store({u, m, m}, right);
    store({vt, n, numLeft}, left);
  } else {
    std::fill_n(left.first, left.rows * left.columns, T(0));
    std::fill_n(right.first, right.rows * right.columns, T(0));
  }
  *member.vector<int32_t>(5) = 0;
  return true;
}

const LapackRoutine kRoutines[] = {
    {"cholesky", [](const Shapes &s) { return isBetween(s, kSmallMatrix); }, cholesky<float>, cholesky<double>,
     [](const Shapes &s) { return area(s[0]); }},
    {"triangular_solve",
     [](const Shapes &s) { return isBetween(s, kSmallMatrix) && std::max(s[1][0], s[1][1]) <= kMost; },
     triangularSolve<float>, triangularSolve<double>, [](const Shapes &s) { return area(s[0]) + area(s[1]); }},
    {"householder_qr", [](const Shapes &s) { return isBetween(s, kSmallMatrix); }, householderQr<float>,
     householderQr<double>, [](const Shapes &s) { return area(s[0]) + (s[0][1] + 1) * (kBlock + 1); }},
    {"householder_product", [](const Shapes &s) { return isBetween(s, kSmallMatrix) && s[0][0] >= s[0][1]; },
     householderProduct<float>, householderProduct<double>,
     [](const Shapes &s) { return area(s[0]) + (s[0][1] + 1) * (kBlock + 1); }},
    {"lu", [](const Shapes &s) { return isBetween(s, kSmallMatrix); }, lu<float>, lu<double>,
     [](const Shapes &s) { return area(s[0]); }},
    {"symmetric_eigen", [](const Shapes &s) { return isBetween(s, kSmallSpectrum); }, symmetricEigen<float>,
     symmetricEigen<double>, [](const Shapes &s) { return area(s[0]) + eigenWork(s[0][0]) + 4 * s[0][0] + 2; }},
    {"singular_values", [](const Shapes &s) { return isBetween(s, kSmallSpectrum); }, singularValues<float>,
     singularValues<double>,
     [](const Shapes &s) {
       return area(s[0]) + boundedProduct({s[0][0], s[0][0]}) + boundedProduct({s[0][1], s[0][1]}) +
              singularWork(shorterSide(s), longerSide(s)) + 5 * shorterSide(s);
     }},
};

} // namespace

const LapackRoutine *lapackRoutine(const std::string &name, const Shapes &shapes) {
  for (const LapackRoutine &routine : kRoutines)
    if (name == routine.name && routine.suits(shapes))
      return Lapack::open() ? &routine : nullptr;
  return nullptr;
}

} // namespace shardwright::runtime::host
