#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_DENSEMATRIX_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_DENSEMATRIX_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace shardwright::runtime::host {

/// One matrix of a batch, by rows.
template <typename T> struct Matrix {
  T *first;
  int64_t rows, columns;
  T &operator()(int64_t i, int64_t j) const { return first[i * columns + j]; }
};

/// The corner of `from` that is as large as `to`, or as its transpose.
template <typename T> void store(const Matrix<double> &from, const Matrix<T> &to) {
  for (int64_t i = 0; i < to.rows; ++i)
    for (int64_t j = 0; j < to.columns; ++j)
      to(i, j) = static_cast<T>(from(i, j));
}
template <typename T> void storeTransposed(const Matrix<double> &from, const Matrix<T> &to) {
  for (int64_t i = 0; i < to.rows; ++i)
    for (int64_t j = 0; j < to.columns; ++j)
      to(i, j) = static_cast<T>(from(j, i));
}

/// Operands and results of one member of a batch that is factorized.
struct Member {
  void *const *buffers;
  const std::vector<std::vector<int64_t>> &shapes; ///< of a member
  const std::vector<int64_t> &parameters;
  double *scratch; ///< as much as the routine asked for

  template <typename T> Matrix<T> matrix(size_t i) const {
    return {static_cast<T *>(buffers[i]), shapes[i][0], shapes[i][1]};
  }
  template <typename T> T *vector(size_t i) const { return static_cast<T *>(buffers[i]); }
  /// A copy of matrix `from` to work in, as matrix `to`.
  template <typename T> Matrix<T> copied(size_t from, size_t to) const {
    Matrix<T> result = matrix<T>(to);
    std::memcpy(result.first, buffers[from], static_cast<size_t>(result.rows * result.columns) * sizeof(T));
    return result;
  }
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_DENSEMATRIX_H
