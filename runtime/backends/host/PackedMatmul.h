#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_PACKEDMATMUL_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_PACKEDMATMUL_H

#include "runtime/backends/host/Dnnl.h"

#include <memory>

namespace shardwright::runtime::host {

/// A matrix product by oneDNN on copies of its operands: without gaps where it has no fast code for their strides,
/// widened to f32 where it has none for their type. It is cut into blocks whose copies stay in the cache: along the
/// batch where several matrices fit, else along the longer side of each result.
class PackedMatmul {
public:
  /// The copies of the operands are of type `operands`, what the library writes is of type `result`. Null where
  /// oneDNN is missing or slow for these as well.
  static std::unique_ptr<PackedMatmul> create(const MatmulPart &matmul, ElementType operands, ElementType result,
                                              int workers);

  uint64_t scratchBytes() const;
  /// False where the library reports an error.
  bool run(int worker, const void *lhs, const void *rhs, void *out, void *scratch) const;

private:
  /// Blocks of one size: that of all but the last, or of the last.
  struct PanelSplit {
    MatmulPart part;   ///< of the operands where they lie
    MatmulPart packed; ///< of their copies
    std::unique_ptr<DnnlMatmul> library;
  };

  bool writesInPlace() const;
  bool runMatrix(int worker, const char *lhs, const char *rhs, char *out, char *scratch) const;

  MatmulPart matmul;
  MatmulCut cut = MatmulCut::Batch;
  int64_t matrices = 1;          ///< of the batch, each of which is cut by itself
  int64_t length = 1, piece = 1; ///< of the dimension that is cut, of a block
  PanelSplit first, last;        ///< `last` has no library where all are equal
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_PACKEDMATMUL_H
