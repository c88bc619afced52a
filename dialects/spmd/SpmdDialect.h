#ifndef DIALECTS_SPMD_SPMDDIALECT_H
#define DIALECTS_SPMD_SPMDDIALECT_H

#include "mlir/IR/Dialect.h"

#include "dialects/spmd/SpmdDialect.h.inc"

namespace shardwright::spmd {

/// On arguments and results of a per-device function: the type of the whole array.
constexpr llvm::StringLiteral kGlobalTypeAttr = "spmd.global_type";
/// On a change of sharding, and on the collective that ends it: the op that cannot run on blocks of the value. The
/// value is whole on every device for its sake, and every device runs the whole op.
constexpr llvm::StringLiteral kWholeForAttr = "spmd.whole_for";
/// On a collective: it starts where it stands, and each result is there where its `spmd.done` stands.
constexpr llvm::StringLiteral kStartedAttr = "spmd.started";
/// On a permute round a ring: as much goes the other way round at the same time.
constexpr llvm::StringLiteral kBidirectionalAttr = "spmd.bidirectional";

} // namespace shardwright::spmd

#endif // DIALECTS_SPMD_SPMDDIALECT_H
