#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_DNNL_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_DNNL_H

#include "runtime/backends/host/MatmulPart.h"

#include <cstdint>
#include <memory>

/// oneDNN, opened when a program first needs it: a machine without it computes by our own loops.
namespace shardwright::runtime::host {

/// One matrix product as a oneDNN primitive, single-threaded, created once and executed by any worker.
class DnnlMatmul {
public:
  virtual ~DnnlMatmul() = default;

  /// Null where oneDNN is missing, or has only its slow reference code for these types and strides. `workers` bounds
  /// the worker numbers that run will see. The element types must be f32, bf16 operands with an f32 or bf16 result, or
  /// i8 operands with an i32 result.
  static std::unique_ptr<DnnlMatmul> create(const MatmulPart &matmul, int workers);

  /// Whether the processor multiplies bf16 faster than f32: where it does not, oneDNN takes two to five times as long.
  static bool hasFastBf16();

  /// Whether it multiplies bytes as such, in tiles or vectors: before that it adds products of two up in 16 bits, which
  /// they may not fit into.
  static bool hasFastBytes();

  virtual uint64_t scratchBytes() const = 0;
  /// False where oneDNN reports an error.
  virtual bool run(int worker, const void *lhs, const void *rhs, void *out, void *scratch) const = 0;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_DNNL_H
