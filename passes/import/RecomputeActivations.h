#ifndef PASSES_IMPORT_RECOMPUTEACTIVATIONS_H
#define PASSES_IMPORT_RECOMPUTEACTIVATIONS_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace shardwright {

/// Which values of the forward pass a training step keeps for its backward pass; the others are computed again. In
/// order of the work that is done twice.
enum class KeptActivations {
  /// Results of matrix products and convolutions (JAX's dots_saveable).
  Products,
  /// Those of products without batch dimensions, so not attention's scores (JAX's dots_with_no_batch_dims_saveable;
  /// selective recomputation of Korthikanti et al. 2022).
  UnbatchedProducts,
  /// What crosses boundaries between layers: points of the program that few bytes cross (Chen et al. 2016).
  Layers,
};
constexpr KeptActivations kKeptActivations[] = {KeptActivations::Products, KeptActivations::UnbatchedProducts,
                                                KeptActivations::Layers};

/// `products`, `unbatched-products`, `layers`.
llvm::StringRef str(KeptActivations keep);
std::optional<KeptActivations> parseKeptActivations(llvm::StringRef text);

/// What is computed twice in an execution of the program; sums over all devices.
struct RecomputedActivations {
  size_t ops = 0;
  double productFlops = 0; ///< of matrix products and convolutions
  double savedBytes = 0;   ///< of values that the backward pass read
  double freedBytes = 0;   ///< of these, what is no longer kept, less what is kept instead
};

/// Of an imported program: values that the forward pass makes, the backward pass reads and `keep` does not name are
/// computed again before their first reader in the backward pass, from what is kept. What recomputation starts from is
/// behind an optimization barrier, so that the copies stay apart from the originals. The forward pass ends where most
/// bytes lie idle for long. Results of random operations, custom calls, loops, branches and manual regions are always
/// kept, and so are values that come of constants alone or that no product follows from. Looks at @main outside of its
/// loops: inside them, the program says itself what each iteration leaves. Linear in the ops, but for sorting.
RecomputedActivations recomputeActivations(mlir::ModuleOp module, KeptActivations keep);

} // namespace shardwright

#endif // PASSES_IMPORT_RECOMPUTEACTIVATIONS_H
