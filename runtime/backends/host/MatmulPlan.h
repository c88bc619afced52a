#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPLAN_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPLAN_H

#include "runtime/backends/host/Dnnl.h"
#include "runtime/backends/host/MatmulLoops.h"
#include "runtime/backends/host/PackedMatmul.h"

#include "absl/status/statusor.h"

#include <memory>

namespace shardwright::runtime::host {

/// kInvalidArgument where the element types do not go together.
absl::Status checkMatmul(const Matmul &matmul);

/// How one matrix product runs, decided once at load: by oneDNN on the operands where they lie; by oneDNN on copies of
/// them; or by our own loops.
class MatmulPlan {
public:
  /// kInvalidArgument where the element types do not go together.
  static absl::StatusOr<MatmulPlan> create(const MatmulPart &matmul, int workers);

  uint64_t scratchBytes() const { return scratch; }
  /// False where the library reports an error.
  bool run(int worker, const void *lhs, const void *rhs, void *out, void *scratch) const;

private:
  bool useLibrary(int workers);

  MatmulPart matmul;
  MatmulLoops loops;
  // Neither: our own loops.
  std::unique_ptr<DnnlMatmul> library;
  std::unique_ptr<PackedMatmul> packed;
  uint64_t scratch = 0;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPLAN_H
