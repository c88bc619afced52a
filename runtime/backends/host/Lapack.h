#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACK_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACK_H

#include "runtime/backends/host/SharedLibrary.h"

#include <cstddef>
#include <cstdint>

/// LAPACK, opened when a program first needs it: a machine without it computes by our own loops.
namespace shardwright::runtime::host {

/// The Fortran interface: everything by reference, matrices by columns, the lengths of strings behind all else.
struct Lapack {
  using Int = int32_t;
  using Length = size_t;

  void (*dpotrf_)(const char *uplo, const Int *n, double *a, const Int *lda, Int *info, Length);
  void (*dtrsm_)(const char *side, const char *uplo, const char *trans, const char *diag, const Int *m, const Int *n,
                 const double *alpha, const double *a, const Int *lda, double *b, const Int *ldb, Length, Length,
                 Length, Length);
  void (*dgeqrf_)(const Int *m, const Int *n, double *a, const Int *lda, double *tau, double *work, const Int *lwork,
                  Int *info);
  void (*dorgqr_)(const Int *m, const Int *n, const Int *k, double *a, const Int *lda, const double *tau, double *work,
                  const Int *lwork, Int *info);
  void (*dgetrf_)(const Int *m, const Int *n, double *a, const Int *lda, Int *pivots, Int *info);
  void (*dsyevd_)(const char *job, const char *uplo, const Int *n, double *a, const Int *lda, double *values,
                  double *work, const Int *lwork, Int *iwork, const Int *liwork, Int *info, Length, Length);
  void (*dgesdd_)(const char *job, const Int *m, const Int *n, double *a, const Int *lda, double *values, double *u,
                  const Int *ldu, double *vt, const Int *ldvt, double *work, const Int *lwork, Int *iwork, Int *info,
                  Length);

  /// Null where no LAPACK is installed. It runs on the calling thread alone, for the workers are the threads.
  static const Lapack *open();
  static SharedLibrary library();
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACK_H
