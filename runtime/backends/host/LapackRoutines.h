#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACKROUTINES_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACKROUTINES_H

#include "runtime/backends/host/DenseMatrix.h"

#include <string>

namespace shardwright::runtime::host {

/// One of the factorizations of Factorizations.cpp by LAPACK, in double whatever the type: the same buffers and
/// parameters, as accurate, and faster where the matrix is not small.
struct LapackRoutine {
  const char *name;
  /// Whether the shapes of a member are large enough to gain by it, and what LAPACK takes.
  bool (*suits)(const std::vector<std::vector<int64_t>> &shapes);
  /// False where LAPACK gave up and our own loops say what is to be said.
  bool (*single)(const Member &);
  bool (*wide)(const Member &);
  /// Numbers to work with, for one member.
  int64_t (*scratch)(const std::vector<std::vector<int64_t>> &shapes);
};

/// Null where the machine has no LAPACK, or our own loops are as fast.
const LapackRoutine *lapackRoutine(const std::string &name, const std::vector<std::vector<int64_t>> &shapes);

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LAPACKROUTINES_H
