#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULSTEP_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULSTEP_H

#include "runtime/backends/host/MatmulPlan.h"

#include <vector>

namespace shardwright::runtime::host {

/// A matrix product in independent parts, cut along the batch, or along the longer side of the result: where there are
/// fewer devices than workers, idle ones take some.
class MatmulStep {
public:
  /// At most `wanted` parts: fewer, or one, where the product is small or has no dimension to cut.
  static absl::StatusOr<MatmulStep> create(const Matmul &matmul, int workers, int64_t wanted);

  int64_t numParts() const { return static_cast<int64_t>(parts.size()); }
  uint64_t scratchBytes() const; ///< of one part
  /// False where the library reports an error.
  bool runPart(int64_t part, int worker, const void *lhs, const void *rhs, void *out, void *scratch) const;

private:
  struct Part {
    MatmulPlan plan;
    size_t lhsOffset, rhsOffset, outOffset; ///< bytes
  };
  std::vector<Part> parts;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULSTEP_H
