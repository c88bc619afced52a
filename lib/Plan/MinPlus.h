#ifndef LIB_PLAN_MINPLUS_H
#define LIB_PLAN_MINPLUS_H

#include <cstddef>

namespace shardwright::plan {

/// out[column] = min over rows of (weights[row] + table[row][column]): a product in the semiring of minimum and sum.
/// Rows: at least one.
void minPlus(const double *weights, const double *table, size_t numRows, size_t numColumns, double *out);

/// out[row] = min over columns of (weights[column] + table[row][column]): the same with the table turned.
void minOfRows(const double *weights, const double *table, size_t numColumns, size_t numRows, double *out);

/// a[i] += b[i].
void add(double *a, const double *b, size_t size);

/// Subtracts the least from all and returns it.
double subtractLeast(double *values, size_t size);

} // namespace shardwright::plan

#endif // LIB_PLAN_MINPLUS_H
