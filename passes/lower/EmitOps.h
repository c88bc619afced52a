#ifndef PASSES_LOWER_EMITOPS_H
#define PASSES_LOWER_EMITOPS_H

#include "passes/common/KernelGraph.h"

#include "mlir/IR/Builders.h"

namespace shardwright::lower {

/// The type a value of a StableHLO element type has inside a kernel: f32 for narrower floats (already rounded to them),
/// signless integers.
mlir::Type computeType(mlir::Type elementType);
/// The type its buffers have: i8 for i1 and floats of at most 8 bits, i16 for bf16 and f16.
mlir::Type storageType(mlir::Type elementType);
/// `scalar`, or a vector of it when lanes > 1.
mlir::Type withLanes(mlir::Type scalar, int64_t lanes);

/// Bytes in memory <-> the value inside the kernel.
mlir::Value fromStorage(mlir::OpBuilder &b, mlir::Location loc, mlir::Type elementType, mlir::Value stored);
mlir::Value toStorage(mlir::OpBuilder &b, mlir::Location loc, mlir::Type elementType, mlir::Value value);

/// On a conversion that toStorage() makes: its operand is rounded already.
constexpr llvm::StringLiteral kExactAttr = "shardwright.exact";

/// A constant of the compute type.
mlir::Value emitConstant(mlir::OpBuilder &b, mlir::Location loc, mlir::Type elementType, mlir::Attribute value);
/// An Apply node on scalars, or on vectors of the same number of lanes. Functions of f32 and conversions of bf16 are
/// operations still, which become arithmetic by the target (EmitMath.h, ExpandHalf.h).
mlir::Value emitApply(mlir::OpBuilder &b, mlir::Location loc, const Node &node, llvm::ArrayRef<mlir::Value> operands);

/// How the lanes of a vector accumulator combine into one; none when the op does not allow it.
std::optional<Opcode> laneReduction(const AccumulatorSpec &accumulator);
mlir::Attribute neutralElement(Opcode op, mlir::Type elementType);
mlir::Value emitLaneReduction(mlir::OpBuilder &b, mlir::Location loc, Opcode op, mlir::Type elementType,
                              mlir::Value vector);

} // namespace shardwright::lower

#endif // PASSES_LOWER_EMITOPS_H
