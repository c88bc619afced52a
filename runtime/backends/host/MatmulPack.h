#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPACK_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPACK_H

#include "runtime/backends/host/MatmulPart.h"

#include <cstdint>

namespace shardwright::runtime::host {

/// A batch of matrices in memory: an operand or the result of a product. Strides are in elements.
struct Matrices {
  ElementType type;
  int64_t batch, rows, columns;
  int64_t batchStride, rowStride, columnStride;
  ElementType rounding = ElementType::F32; ///< as in Matmul

  int64_t elements() const { return batch * rows * columns; }
};

Matrices lhsOf(const Matmul &matmul);
Matrices rhsOf(const Matmul &matmul);
Matrices resultOf(const MatmulPart &matmul);

/// The same matrices without gaps, of `type`; columns stay what lies together where they were.
Matrices packedLike(const Matrices &matrices, ElementType type);

/// Where an element is, so many behind the first.
const char *elementAt(const void *first, int64_t elements, ElementType type);

/// Of what type the elements are that are multiplied.
ElementType multipliedType(const Matrices &operand);

/// Writes the elements of `from`, rounded as it says, to the matrices `to` of the same sizes, whose rows or columns lie
/// together wherever those of `from` do. Types: the same, or between f32 and a smaller float.
void copy(const Matrices &to, void *out, const Matrices &from, const void *in);

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPACK_H
