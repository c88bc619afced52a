#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SPECTRA_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SPECTRA_H

#include "runtime/backends/host/DenseMatrix.h"

namespace shardwright::runtime::host {

/// Eigenvalues of a symmetric matrix in ascending order, and eigenvectors as columns, as LAPACK's syevd. Parameters:
/// lower. Buffers: a, vectors, values, info. Scratch: two matrices.
template <typename T> void symmetricEigen(const Member &member);

/// Singular values in descending order, left singular vectors as columns and right ones as rows, as LAPACK's gesdd: as
/// many as the results have room for. Parameters: whether vectors are wanted, zeros where not. Buffers: a, an unused
/// matrix like it, values, left, right, info. Scratch: a square of the longer side, one of the shorter, the shorter
/// side.
template <typename T> void singularValues(const Member &member);

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SPECTRA_H
