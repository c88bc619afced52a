// Minima and sums of whole numbers are the same in any order, so each processor may use its widest vectors.
#include "lib/Plan/MinPlus.h"

#include <algorithm>
#include <limits>

// Thread sanitizer cannot follow the choice.
#if defined(__x86_64__) && defined(__linux__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define SHARDWRIGHT_WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SHARDWRIGHT_WIDEST
#endif

namespace shardwright::plan {

SHARDWRIGHT_WIDEST void minPlus(const double *weights, const double *table, size_t numRows, size_t numColumns,
                                double *__restrict out) {
  for (size_t column = 0; column < numColumns; ++column)
    out[column] = weights[0] + table[column];
  for (size_t row = 1; row < numRows; ++row) {
    const double weight = weights[row];
    const double *values = table + row * numColumns;
    for (size_t column = 0; column < numColumns; ++column) {
      const double sum = weight + values[column];
      out[column] = sum < out[column] ? sum : out[column];
    }
  }
}

SHARDWRIGHT_WIDEST void minOfRows(const double *weights, const double *table, size_t numColumns, size_t numRows,
                                  double *__restrict out) {
  for (size_t row = 0; row < numRows; ++row, table += numColumns) {
    double least = std::numeric_limits<double>::infinity();
    for (size_t column = 0; column < numColumns; ++column) {
      const double sum = weights[column] + table[column];
      least = sum < least ? sum : least;
    }
    out[row] = least;
  }
}

SHARDWRIGHT_WIDEST void add(double *__restrict a, const double *b, size_t size) {
  for (size_t i = 0; i < size; ++i)
    a[i] += b[i];
}

double subtractLeast(double *values, size_t size) {
  const double least = *std::min_element(values, values + size);
  for (size_t i = 0; i < size; ++i)
    values[i] -= least;
  return least;
}

} // namespace shardwright::plan
