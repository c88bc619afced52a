#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACKCALLS_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACKCALLS_H

#include "runtime/backends/host/LapackFunctions.h"

#include <string_view>
#include <vector>

namespace shardwright::runtime::host {

/// One member of a batch for a routine: operands and results in scratch, matrices by columns, in double.
template <typename S> struct LapackProblem {
  using Int = Lapack::Int;
  static constexpr size_t kMaxTensors = 12;

  void *data[kMaxTensors];                         ///< of the inputs, then of the outputs
  const std::vector<std::vector<int64_t>> &shapes; ///< of the same
  const std::vector<int64_t> &parameters;
  size_t numInputs;
  S *work;
  Int numWork;
  double *realWork;
  Int numRealWork;
  Int *integers;
  Int numIntegers;

  template <typename T = S> T *in(size_t i) const { return static_cast<T *>(data[i]); }
  template <typename T = S> T *out(size_t i) const { return static_cast<T *>(data[numInputs + i]); }
  Int inSize(size_t i, size_t dim) const { return static_cast<Int>(shapes[i][dim]); }
  Int outSize(size_t i, size_t dim) const { return static_cast<Int>(shapes[numInputs + i][dim]); }
  /// Output `to`, which begins as input `from`.
  S *overwrite(size_t from, size_t to) const;
};

/// A routine that exists with LAPACK alone.
struct LapackCallEntry {
  const char *name;
  size_t numParameters;
  /// A letter for each operand, '>', and one for each result: (s)calars of the matrix's type, its (r)eal parts,
  /// (c)omplex numbers, (i)ntegers of 32 bits. Of real matrices, and of complex ones; null where there is no such.
  const char *ofReal, *ofComplex;
  /// Whether numbers that are not finite make LAPACK search for ever.
  bool wantsFinite;
  /// Whether results are right where `info` is positive: factors of a singular matrix.
  bool mayBeSingular;
  /// Whether shapes, without the batch's dimensions, belong together.
  bool (*fits)(const std::vector<std::vector<int64_t>> &shapes, bool isComplex);
  /// LAPACK's `info`; below zero, too, where a parameter does not fit the shapes.
  Lapack::Int (*real)(const LapackProblem<double> &);
  Lapack::Int (*complex)(const LapackProblem<std::complex<double>> &);
};

/// Null where there is none of that name.
const LapackCallEntry *lapackCallEntry(std::string_view name);

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACKCALLS_H
