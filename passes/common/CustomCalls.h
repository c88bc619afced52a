#ifndef PASSES_COMMON_CUSTOMCALLS_H
#define PASSES_COMMON_CUSTOMCALLS_H

#include "dialects/stablehlo/StablehloOps.h"

namespace shardwright {

/// An entry of the dictionary that configures a custom call, or null: JAX writes it as `mhlo.backend_config`, StableHLO
/// itself as `backend_config`.
mlir::Attribute configured(stablehlo::CustomCallOp call, llvm::StringRef name);

} // namespace shardwright

#endif // PASSES_COMMON_CUSTOMCALLS_H
