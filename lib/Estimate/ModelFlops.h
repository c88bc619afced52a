#ifndef LIB_ESTIMATE_MODELFLOPS_H
#define LIB_ESTIMATE_MODELFLOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::estimate {

/// FLOPs of the matrix products and convolutions of a global program, on all devices together.
struct ModelFlops {
  double all = 0;        ///< each as often as it runs
  double recomputed = 0; ///< of those, what computes once more what another one has computed
  /// What model FLOPs utilisation counts.
  double model() const { return all - recomputed; }
};

/// Of a program behind import (ExecutionCounts says how often its ops run). A product is a recomputation where it
/// computes the value of an earlier one, as `jax.checkpoint` does in a backward pass (Congruence.h). Inside a manual
/// region shapes are local: its products count once for each block of the manual axes that its operands or results are
/// split over. Near linear in the number of ops.
ModelFlops modelFlops(mlir::ModuleOp module);

} // namespace shardwright::estimate

#endif // LIB_ESTIMATE_MODELFLOPS_H
