#ifndef PASSES_COMMON_CUSTOMCALLS_H
#define PASSES_COMMON_CUSTOMCALLS_H

#include "dialects/stablehlo/StablehloOps.h"

#include <string>

namespace shardwright {

/// An entry of the dictionary that configures a custom call, or null: JAX writes it as `mhlo.backend_config`, StableHLO
/// itself as `backend_config`.
mlir::Attribute configured(stablehlo::CustomCallOp call, llvm::StringRef name);

/// The call that `jax.debug.inspect_array_sharding` becomes.
constexpr llvm::StringLiteral kInspectSharding = "InspectSharding";

/// Whether a call leaves its operand as it is, and says in which memory the result is to be: what a `jax.device_put` to
/// another memory kind and `out_shardings` with one become.
bool movesBetweenMemories(stablehlo::CustomCallOp call);

/// Whether an operation runs Python of the process that traced the program: what `jax.debug.print`,
/// `jax.debug.callback`, `jax.experimental.io_callback` and `jax.pure_callback` become on any platform (a custom call
/// on CPUs and GPUs, sends to the host and receives from it on TPUs), and `jax.debug.inspect_array_sharding`.
bool isHostCallback(mlir::Operation *op);
/// `custom call @NAME`, or the name of the operation: for messages.
std::string describeHostCallback(mlir::Operation *op);

} // namespace shardwright

#endif // PASSES_COMMON_CUSTOMCALLS_H
