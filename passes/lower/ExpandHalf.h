#ifndef PASSES_LOWER_EXPANDHALF_H
#define PASSES_LOWER_EXPANDHALF_H

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::lower {

/// Conversions between f16 and f32 become arithmetic on their bits (EmitByteFloat.h): for CPUs without an instruction,
/// where LLVM would call functions that no library of the system has.
void expandHalfConversions(mlir::ModuleOp kernels);

/// Conversions between bf16 and f32 become arithmetic on bits: instructions of CPUs flush subnormal numbers, or round
/// as the mode says.
void expandBFloatConversions(mlir::ModuleOp kernels);

} // namespace shardwright::lower

#endif // PASSES_LOWER_EXPANDHALF_H
