#ifndef DIALECTS_SHARDING_SHARDINGS_H
#define DIALECTS_SHARDING_SHARDINGS_H

#include "dialects/sharding/ShardingOps.h"

#include "mlir/IR/Value.h"

namespace shardwright::sharding {

/// The carriers: on a function's arguments and results / on ops, an array with one entry per result / on ops, a rule.
constexpr llvm::StringLiteral kSpecAttr = "sharding.spec";
constexpr llvm::StringLiteral kSpecsAttr = "sharding.specs";
constexpr llvm::StringLiteral kRuleAttr = "sharding.rule";

/// The module's mesh: the first `sharding.mesh` of the module around `from`, or null. After import there is at most
/// one.
MeshOp lookupMeshOp(mlir::Operation *from);
/// Its value; fails, without a diagnostic, where the program has none.
mlir::FailureOr<Mesh> lookupMesh(mlir::Operation *from);
/// Replaces the module's mesh, or gives it one named `mesh`.
MeshOp setMesh(mlir::ModuleOp module, const Mesh &mesh);
/// The mesh of that name, or null.
MeshOp lookupMeshOp(mlir::Operation *from, mlir::FlatSymbolRefAttr name);

/// Sharding of a value, or null where it carries none (every dimension open).
///   argument of a function       its `sharding.spec`
///   argument of a manual region  the operand's sharding as seen inside: without the manual axes
///   argument of another region   that of the owner's result of the same number and type (while), else null
///   result of an op              its entry in `sharding.specs`; constraint, reshard and manual: their own attribute
SpecAttr getSpec(mlir::Value value);
/// The inverse. Manual axes are attached again in front of the free ones. A region argument without a result to carry
/// its sharding is left alone. Other results of an op that had no `sharding.specs` become open.
void setSpec(mlir::Value value, SpecAttr spec);

/// Sharding of result `index` of a function, or null.
SpecAttr getResultSpec(mlir::Operation *function, unsigned index);
void setResultSpec(mlir::Operation *function, unsigned index, SpecAttr spec);

/// Removes the axes `manual` from dims, partial and replicated: what a manual region's inside sees.
Sharding withoutAxes(const Sharding &sharding, llvm::ArrayRef<AxisRef> manual);
/// Puts the axes of `manual` that `outer` uses back in front of those of `inner`.
Sharding withManualAxes(const Sharding &inner, const Sharding &outer, llvm::ArrayRef<AxisRef> manual);

/// Bitwise reductions have a meaning on integers, maximum and minimum on all but complex numbers, the others on all.
bool isDefinedOn(ReductionKind kind, mlir::Type elementType);

/// Checks one sharding of a value of type `type` seen from `from`: the mesh exists; its axes exist, divide and are used
/// once; the rank matches; elements can be combined as the partial axes say. Emits through `emitError`, with a note at
/// the mesh.
mlir::LogicalResult verifySpec(mlir::Operation *from, SpecAttr spec, mlir::Type type,
                               llvm::function_ref<mlir::InFlightDiagnostic()> emitError);
/// Checks that the mesh exists and has these axes, none used twice; gives the mesh.
mlir::FailureOr<Mesh> verifyAxes(mlir::Operation *op, mlir::FlatSymbolRefAttr mesh, llvm::ArrayRef<AxisRef> axes);

} // namespace shardwright::sharding

#endif // DIALECTS_SHARDING_SHARDINGS_H
