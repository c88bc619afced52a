// What each routine asks of LAPACK. Conventions of operands and results are those of JAX's custom calls `lapack_*_ffi`.
#include "runtime/backends/host/LapackCalls.h"

#include <algorithm>

namespace shardwright::runtime::host {

using Int = Lapack::Int;
using Complex = std::complex<double>;
using Shape = std::vector<int64_t>;
using Shapes = std::vector<Shape>;

template <typename S> S *LapackProblem<S>::overwrite(size_t from, size_t to) const {
  std::copy_n(in(from), int64_t{inSize(from, 0)} * (shapes[from].size() > 1 ? inSize(from, 1) : 1), out(to));
  return out(to);
}

namespace {

template <typename S> constexpr bool kIsComplex = LapackFunctions<S>::kIsComplex;
template <typename S> const LapackFunctions<S> &lapack() { return *LapackFunctions<S>::open(); }
const char *triangle(bool isLower) { return isLower ? "L" : "U"; }

template <typename S> Int cholesky(const LapackProblem<S> &p) {
  const bool isLower = p.parameters[0] != 0;
  const Int n = p.inSize(0, 0);
  S *factor = p.overwrite(0, 0);
  Int info = 0;
  lapack<S>().potrf(triangle(isLower), &n, factor, &n, &info, 1);
  for (Int column = 0; column < n; ++column)
    for (Int row = isLower ? 0 : column + 1; row < (isLower ? column : n); ++row)
      factor[int64_t{column} * n + row] = 0;
  return info;
}

template <typename S> Int triangularSolve(const LapackProblem<S> &p) {
  const bool isLeft = p.parameters[0] != 0;
  const Int n = p.inSize(0, 0), rows = p.outSize(0, 0), columns = p.outSize(0, 1);
  const S one = 1;
  if ((isLeft ? rows : columns) != n)
    return -1;
  const char *transposed = p.parameters[3] == 0 ? "N" : p.parameters[3] == 1 ? "T" : "C";
  lapack<S>().trsm(isLeft ? "L" : "R", triangle(p.parameters[1] != 0), transposed, p.parameters[2] ? "U" : "N", &rows,
                   &columns, &one, p.in(0), &n, p.overwrite(1, 0), &rows, 1, 1, 1, 1);
  return 0;
}

template <typename S> Int householderQr(const LapackProblem<S> &p) {
  const Int m = p.inSize(0, 0), n = p.inSize(0, 1);
  Int info = 0;
  lapack<S>().geqrf(&m, &n, p.overwrite(0, 0), &m, p.out(1), p.work, &p.numWork, &info);
  return info;
}

/// Columns are exchanged by their lengths; those whose pivot is not 0 come first.
template <typename S> Int pivotedQr(const LapackProblem<S> &p) {
  const Int m = p.inSize(0, 0), n = p.inSize(0, 1);
  std::copy_n(p.template in<Int>(1), n, p.template out<Int>(1));
  Int info = 0;
  S *packed = p.overwrite(0, 0);
  if constexpr (kIsComplex<S>)
    lapack<S>().geqp3(&m, &n, packed, &m, p.template out<Int>(1), p.out(2), p.work, &p.numWork, p.realWork, &info);
  else
    lapack<S>().geqp3(&m, &n, packed, &m, p.template out<Int>(1), p.out(2), p.work, &p.numWork, &info);
  return info;
}

template <typename S> Int householderProduct(const LapackProblem<S> &p) {
  const Int m = p.outSize(0, 0), n = p.outSize(0, 1), count = p.inSize(1, 0);
  Int info = 0;
  lapack<S>().ungqr(&m, &n, &count, p.overwrite(0, 0), &m, p.in(1), p.work, &p.numWork, &info);
  return info;
}

template <typename S> Int householderMultiply(const LapackProblem<S> &p) {
  const Int m = p.outSize(0, 0), n = p.outSize(0, 1), rows = p.inSize(0, 0), count = p.inSize(1, 0);
  Int info = 0;
  if ((p.parameters[0] ? m : n) != rows)
    return -1;
  lapack<S>().unmqr(p.parameters[0] ? "L" : "R", !p.parameters[1] ? "N" : (kIsComplex<S> ? "C" : "T"), &m, &n, &count,
                    p.in(0), &rows, p.in(1), p.overwrite(2, 0), &m, p.work, &p.numWork, &info, 1, 1);
  return info;
}

template <typename S> Int lu(const LapackProblem<S> &p) {
  const Int m = p.inSize(0, 0), n = p.inSize(0, 1);
  Int info = 0;
  lapack<S>().getrf(&m, &n, p.overwrite(0, 0), &m, p.template out<Int>(1), &info);
  return info;
}

template <typename S> Int hessenberg(const LapackProblem<S> &p) {
  const Int n = p.inSize(0, 0), low = static_cast<Int>(p.parameters[0]), high = static_cast<Int>(p.parameters[1]);
  if (low < 1 || low > n || high < std::min(low, n) || high > n)
    return -2;
  Int info = 0;
  lapack<S>().gehrd(&n, &low, &high, p.overwrite(0, 0), &n, p.out(1), p.work, &p.numWork, &info);
  return info;
}

template <typename S> Int tridiagonal(const LapackProblem<S> &p) {
  const Int n = p.inSize(0, 0);
  Int info = 0;
  lapack<S>().hetrd(triangle(p.parameters[0] != 0), &n, p.overwrite(0, 0), &n, p.template out<double>(1),
                    p.template out<double>(2), p.out(3), p.work, &p.numWork, &info, 1);
  return info;
}

/// The diagonals below and above are as long as the middle one: the first and the last element mean nothing.
template <typename S> Int tridiagonalSolve(const LapackProblem<S> &p) {
  const Int n = p.inSize(1, 0), columns = p.outSize(3, 1);
  Int info = 0;
  lapack<S>().gtsv(&n, &columns, p.overwrite(0, 0) + 1, p.overwrite(1, 1), p.overwrite(2, 2), p.overwrite(3, 3), &n,
                   &info);
  return info;
}

/// The same of a matrix that may be singular, as in inverse iteration: pivots too small to divide by are made larger.
Int tridiagonalSolvePerturbed(const LapackProblem<double> &p) {
  const Int n = p.inSize(1, 0), perturb = -1;
  const double none = 0;
  double *lower = p.in(0) + 1, *diagonal = p.in(1), *upper = p.in(2), *x = p.overwrite(3, 0), tolerance = 0;
  Int info = 0;
  lapack<double>().lagtf(&n, diagonal, &none, upper, lower, &none, p.work, p.integers, &info);
  for (Int column = 0; info == 0 && column < p.outSize(0, 1); ++column)
    lapack<double>().lagts(&perturb, &n, diagonal, upper, lower, p.work, p.integers, x + int64_t{column} * n,
                           &tolerance, &info);
  return info;
}

Int symmetricEigen(const LapackProblem<Complex> &p) {
  const Int n = p.inSize(0, 0);
  Int info = 0;
  lapack<Complex>().heevd("V", triangle(p.parameters[0] != 0), &n, p.overwrite(0, 0), &n, p.out<double>(1), p.work,
                          &p.numWork, p.realWork, &p.numRealWork, p.integers, &p.numIntegers, &info, 1, 1);
  return info;
}

Int singularValues(const LapackProblem<Complex> &p) {
  const Int m = p.inSize(0, 0), n = p.inSize(0, 1), least = std::min(m, n), rightRows = p.outSize(3, 0);
  const bool isWhole = p.outSize(2, 1) > least || rightRows > least;
  Int info = 0;
  lapack<Complex>().gesdd(!p.parameters[0] ? "N"
                          : isWhole        ? "A"
                                           : "S",
                          &m, &n, p.overwrite(0, 0), &m, p.out<double>(1), p.out(2), &m, p.out(3), &rightRows, p.work,
                          &p.numWork, p.realWork, p.integers, &info, 1);
  return info;
}

/// Where LAPACK has a pair of conjugates: the real parts in the first one's column, the imaginary parts in the next.
void unpackVectors(const double *packed, const double *im, Int n, Complex *vectors) {
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < n; ++i) {
      if (im[j] == 0)
        vectors[j * n + i] = packed[j * n + i];
      else if (im[j] > 0)
        vectors[j * n + i] = {packed[j * n + i], packed[(j + 1) * n + i]};
      else
        vectors[j * n + i] = {packed[(j - 1) * n + i], -packed[j * n + i]};
    }
}

const char *wanted(int64_t parameter) { return parameter ? "V" : "N"; }

Int realEigen(const LapackProblem<double> &p) {
  const Int n = p.inSize(0, 0), rest = p.numWork - 2 * n * n;
  double *re = p.out(0), *im = p.out(1), *left = p.work, *right = left + int64_t{n} * n, *work = right + int64_t{n} * n;
  Int info = 0;
  lapack<double>().geev(wanted(p.parameters[0]), wanted(p.parameters[1]), &n, p.in(0), &n, re, im, left, &n, right, &n,
                        work, &rest, &info, 1, 1);
  if (p.parameters[0])
    unpackVectors(left, im, n, p.out<Complex>(2));
  if (p.parameters[1])
    unpackVectors(right, im, n, p.out<Complex>(3));
  return info;
}

Int complexEigen(const LapackProblem<Complex> &p) {
  const Int n = p.inSize(0, 0);
  Int info = 0;
  lapack<Complex>().geev(wanted(p.parameters[0]), wanted(p.parameters[1]), &n, p.in(0), &n, p.out(0), p.out(1), &n,
                         p.out(2), &n, p.work, &p.numWork, p.realWork, &info, 1, 1);
  return info;
}

template <typename S> Int schur(const LapackProblem<S> &p) {
  const Int n = p.inSize(0, 0);
  S *form = p.overwrite(0, 0), *vectors = p.out(1);
  Int info = 0;
  const char *job = wanted(p.parameters[0]);
  if constexpr (kIsComplex<S>)
    lapack<S>().gees(job, "N", nullptr, &n, form, &n, p.template out<Int>(3), p.out(2), vectors, &n, p.work, &p.numWork,
                     p.realWork, p.integers, &info, 1, 1);
  else
    lapack<S>().gees(job, "N", nullptr, &n, form, &n, p.template out<Int>(4), p.out(2), p.out(3), vectors, &n, p.work,
                     &p.numWork, p.integers, &info, 1, 1);
  return info;
}

int64_t shorterSide(const Shape &matrix) { return std::min(matrix[0], matrix[1]); }
bool isSquare(const Shape &matrix) { return matrix.size() == 2 && matrix[0] == matrix[1]; }

const LapackCallEntry kLapackCalls[] = {
    {"cholesky", 1, nullptr, "s>si", false, false,
     [](const Shapes &s, bool) { return isSquare(s[0]) && s[1] == s[0] && s[2].empty(); }, nullptr, cholesky<Complex>},
    {"triangular_solve", 4, nullptr, "ss>s", false, false,
     [](const Shapes &s, bool) {
       return isSquare(s[0]) && s[1].size() == 2 && s[2] == s[1] && (s[1][0] == s[0][0] || s[1][1] == s[0][0]);
     },
     nullptr, triangularSolve<Complex>},
    {"householder_qr", 0, nullptr, "s>ss", false, false,
     [](const Shapes &s, bool) { return s[0].size() == 2 && s[1] == s[0] && s[2] == Shape{shorterSide(s[0])}; },
     nullptr, householderQr<Complex>},
    {"pivoted_qr", 0, "si>sis", "si>sis", false, false,
     [](const Shapes &s, bool) {
       return s[0].size() == 2 && s[1] == Shape{s[0][1]} && s[2] == s[0] && s[3] == s[1] &&
              s[4] == Shape{shorterSide(s[0])};
     },
     pivotedQr<double>, pivotedQr<Complex>},
    {"householder_product", 0, nullptr, "ss>s", false, false,
     [](const Shapes &s, bool) {
       return s[0].size() == 2 && s[0][0] >= s[0][1] && s[1].size() == 1 && s[1][0] <= s[0][1] && s[2] == s[0];
     },
     nullptr, householderProduct<Complex>},
    {"householder_multiply", 2, "sss>s", "sss>s", false, false,
     [](const Shapes &s, bool) {
       return s[0].size() == 2 && s[1].size() == 1 && s[1][0] <= shorterSide(s[0]) && s[2].size() == 2 &&
              s[3] == s[2] && (s[2][0] == s[0][0] || s[2][1] == s[0][0]);
     },
     householderMultiply<double>, householderMultiply<Complex>},
    {"lu", 0, nullptr, "s>sii", false, true,
     [](const Shapes &s, bool) {
       return s[0].size() == 2 && s[1] == s[0] && s[2] == Shape{shorterSide(s[0])} && s[3].empty();
     },
     nullptr, lu<Complex>},
    {"hessenberg", 2, "s>ssi", "s>ssi", false, false,
     [](const Shapes &s, bool) {
       return isSquare(s[0]) && s[1] == s[0] && s[2] == Shape{std::max<int64_t>(s[0][0], 1) - 1} && s[3].empty();
     },
     hessenberg<double>, hessenberg<Complex>},
    {"tridiagonal", 1, "s>srrsi", "s>srrsi", false, false,
     [](const Shapes &s, bool) {
       const Shape beside = {std::max<int64_t>(s[0][0], 1) - 1};
       return isSquare(s[0]) && s[1] == s[0] && s[2] == Shape{s[0][0]} && s[3] == beside && s[4] == beside &&
              s[5].empty();
     },
     tridiagonal<double>, tridiagonal<Complex>},
    {"tridiagonal_solve", 0, "ssss>ssssi", "ssss>ssssi", false, false,
     [](const Shapes &s, bool) {
       return s[0].size() == 1 && s[1] == s[0] && s[2] == s[0] && s[3].size() == 2 && s[3][0] == s[0][0] &&
              s[4] == s[0] && s[5] == s[0] && s[6] == s[0] && s[7] == s[3] && s[8].empty();
     },
     tridiagonalSolve<double>, tridiagonalSolve<Complex>},
    {"tridiagonal_solve_perturbed", 0, "ssss>s", nullptr, false, false,
     [](const Shapes &s, bool) {
       return s[0].size() == 1 && s[1] == s[0] && s[2] == s[0] && s[3].size() == 2 && s[3][0] == s[0][0] &&
              s[4] == s[3];
     },
     tridiagonalSolvePerturbed, nullptr},
    {"symmetric_eigen", 1, nullptr, "s>sri", true, false,
     [](const Shapes &s, bool) { return isSquare(s[0]) && s[1] == s[0] && s[2] == Shape{s[0][0]} && s[3].empty(); },
     nullptr, symmetricEigen},
    {"singular_values", 1, nullptr, "s>srssi", true, false,
     [](const Shapes &s, bool) {
       const int64_t m = s[0][0], n = s[0][1], least = std::min(m, n);
       return s[1] == s[0] && s[2] == Shape{least} && s[5].empty() &&
              ((s[3] == Shape{m, least} && s[4] == Shape{least, n}) || (s[3] == Shape{m, m} && s[4] == Shape{n, n}));
     },
     nullptr, singularValues},
    {"eigen", 2, "s>rrcci", "s>ccci", true, false,
     [](const Shapes &s, bool isComplex) {
       const size_t vectors = isComplex ? 2 : 3;
       return isSquare(s[0]) && s[1] == Shape{s[0][0]} && s[vectors - 1] == s[1] && s[vectors] == s[0] &&
              s[vectors + 1] == s[0] && s.back().empty();
     },
     realEigen, complexEigen},
    {"schur", 1, "s>ssrrii", "s>sscii", true, false,
     [](const Shapes &s, bool isComplex) {
       return isSquare(s[0]) && s[1] == s[0] && s[2] == s[0] && s[3] == Shape{s[0][0]} &&
              s[isComplex ? 3 : 4] == s[3] && s[s.size() - 2].empty() && s.back().empty();
     },
     schur<double>, schur<Complex>},
};

} // namespace

const LapackCallEntry *lapackCallEntry(std::string_view name) {
  for (const LapackCallEntry &entry : kLapackCalls)
    if (name == entry.name)
      return &entry;
  return nullptr;
}

template struct LapackProblem<double>;
template struct LapackProblem<Complex>;

} // namespace shardwright::runtime::host
