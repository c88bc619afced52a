#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACKFUNCTIONS_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACKFUNCTIONS_H

#include "runtime/backends/host/Lapack.h"

#include <complex>
#include <type_traits>

namespace shardwright::runtime::host {

/// LAPACK's functions of real or complex numbers, S being `double` or `std::complex<double>`: those that
/// LapackCalls.cpp offers. Names are those of complex ones where both have a name.
template <typename S> struct LapackFunctions {
  using Int = Lapack::Int;
  using Length = Lapack::Length;
  static constexpr bool kIsComplex = !std::is_same_v<S, double>;
  template <typename Real, typename Complex> using Either = std::conditional_t<kIsComplex, Complex, Real>;

  void (*potrf)(const char *uplo, const Int *n, S *a, const Int *lda, Int *info, Length);
  void (*trsm)(const char *side, const char *uplo, const char *trans, const char *diag, const Int *m, const Int *n,
               const S *alpha, const S *a, const Int *lda, S *b, const Int *ldb, Length, Length, Length, Length);
  void (*geqrf)(const Int *m, const Int *n, S *a, const Int *lda, S *tau, S *work, const Int *lwork, Int *info);
  void (*ungqr)(const Int *m, const Int *n, const Int *k, S *a, const Int *lda, const S *tau, S *work, const Int *lwork,
                Int *info);
  void (*unmqr)(const char *side, const char *trans, const Int *m, const Int *n, const Int *k, const S *a,
                const Int *lda, const S *tau, S *c, const Int *ldc, S *work, const Int *lwork, Int *info, Length,
                Length);
  void (*getrf)(const Int *m, const Int *n, S *a, const Int *lda, Int *pivots, Int *info);
  void (*gehrd)(const Int *n, const Int *low, const Int *high, S *a, const Int *lda, S *tau, S *work, const Int *lwork,
                Int *info);
  void (*hetrd)(const char *uplo, const Int *n, S *a, const Int *lda, double *d, double *e, S *tau, S *work,
                const Int *lwork, Int *info, Length);
  void (*gtsv)(const Int *n, const Int *columns, S *lower, S *diagonal, S *upper, S *b, const Int *ldb, Int *info);
  Either<void (*)(const Int *m, const Int *n, S *a, const Int *lda, Int *pivots, S *tau, S *work, const Int *lwork,
                  Int *info),
         void (*)(const Int *m, const Int *n, S *a, const Int *lda, Int *pivots, S *tau, S *work, const Int *lwork,
                  double *rwork, Int *info)>
      geqp3;
  Either<void (*)(const char *left, const char *right, const Int *n, S *a, const Int *lda, double *re, double *im,
                  S *vl, const Int *ldvl, S *vr, const Int *ldvr, S *work, const Int *lwork, Int *info, Length, Length),
         void (*)(const char *left, const char *right, const Int *n, S *a, const Int *lda, S *w, S *vl, const Int *ldvl,
                  S *vr, const Int *ldvr, S *work, const Int *lwork, double *rwork, Int *info, Length, Length)>
      geev;
  Either<void (*)(const char *vectors, const char *sort, void *select, const Int *n, S *a, const Int *lda, Int *count,
                  double *re, double *im, S *vs, const Int *ldvs, S *work, const Int *lwork, Int *bwork, Int *info,
                  Length, Length),
         void (*)(const char *vectors, const char *sort, void *select, const Int *n, S *a, const Int *lda, Int *count,
                  S *w, S *vs, const Int *ldvs, S *work, const Int *lwork, double *rwork, Int *bwork, Int *info, Length,
                  Length)>
      gees;
  // Of real numbers alone.
  void (*lagtf)(const Int *n, double *diagonal, const double *shift, double *upper, double *lower,
                const double *tolerance, double *second, Int *pivots, Int *info);
  void (*lagts)(const Int *job, const Int *n, const double *diagonal, const double *upper, const double *lower,
                const double *second, const Int *pivots, double *y, double *tolerance, Int *info);
  // Of complex numbers alone: real ones are in Lapack.h.
  void (*heevd)(const char *job, const char *uplo, const Int *n, S *a, const Int *lda, double *values, S *work,
                const Int *lwork, double *rwork, const Int *lrwork, Int *iwork, const Int *liwork, Int *info, Length,
                Length);
  void (*gesdd)(const char *job, const Int *m, const Int *n, S *a, const Int *lda, double *values, S *u, const Int *ldu,
                S *vt, const Int *ldvt, S *work, const Int *lwork, double *rwork, Int *iwork, Int *info, Length);

  /// Null where no LAPACK is installed.
  static const LapackFunctions *open();
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACKFUNCTIONS_H
