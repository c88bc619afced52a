#ifndef DIALECTS_SPMD_SPMDDIALECT_H
#define DIALECTS_SPMD_SPMDDIALECT_H

#include "mlir/IR/Dialect.h"

#include "dialects/spmd/SpmdDialect.h.inc"

namespace shardwright::spmd {

/// On arguments and results of a per-device function: the type of the whole array.
constexpr llvm::StringLiteral kGlobalTypeAttr = "spmd.global_type";

} // namespace shardwright::spmd

#endif // DIALECTS_SPMD_SPMDDIALECT_H
