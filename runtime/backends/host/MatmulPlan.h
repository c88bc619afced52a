#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPLAN_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPLAN_H

#include "runtime/backends/host/Dnnl.h"
#include "runtime/backends/host/MatmulLoops.h"
#include "runtime/backends/host/PackedMatmul.h"
#include "runtime/backends/host/TileMatmul.h"

#include "absl/status/statusor.h"

#include <memory>
#include <optional>

namespace shardwright::runtime::host {

/// kInvalidArgument where the element types do not go together.
absl::Status checkMatmul(const Matmul &matmul);

/// How one matrix product runs, decided once at load: small ones of floats and of integers of at most 32 bits in tiles;
/// others by oneDNN on the operands where they lie, or on copies of them; where it is not there or does not take the
/// types, in tiles, and types that neither takes by plain loops.
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
  // None: the loops.
  std::unique_ptr<DnnlMatmul> library;
  std::unique_ptr<PackedMatmul> packed;
  std::optional<TileMatmul> tiles;
  uint64_t scratch = 0;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPLAN_H
