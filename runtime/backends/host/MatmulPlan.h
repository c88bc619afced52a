#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPLAN_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPLAN_H

#include "runtime/backends/host/Dnnl.h"
#include "runtime/backends/host/MatmulLoops.h"

#include "absl/status/statusor.h"

#include <memory>

namespace shardwright::runtime::host {

/// How one matrix product runs, decided once at load: by oneDNN on the operands where they lie; by oneDNN on operands
/// packed (and widened to f32 where the library has no fast code for the type) into scratch first; or by our own loops.
class MatmulPlan {
public:
  /// kInvalidArgument where the element types do not go together.
  static absl::StatusOr<MatmulPlan> create(const Matmul &matmul, int workers);

  uint64_t scratchBytes() const { return scratch; }
  /// False where the library reports an error.
  bool run(int worker, const void *lhs, const void *rhs, void *out, void *scratch) const;

private:
  bool useLibrary(int workers);
  bool runPacked(int worker, const void *lhs, const void *rhs, void *out, char *scratch) const;

  Matmul matmul;
  Matmul packed; ///< what the library computes where isPacked
  MatmulLoops loops;
  std::unique_ptr<DnnlMatmul> library; ///< null: our own loops
  bool isPacked = false;
  uint64_t scratch = 0;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPLAN_H
