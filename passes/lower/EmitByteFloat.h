#ifndef PASSES_LOWER_EMITBYTEFLOAT_H
#define PASSES_LOWER_EMITBYTEFLOAT_H

#include "shardwright/Runtime/FloatFormat.h"

#include "mlir/IR/Builders.h"

/// Floats of at most 8 bits inside kernels (scalars or vectors), and f16 where a CPU has no instructions for it
/// (ExpandHalf.h): kept in f32, which holds all their numbers; the instructions follow from the format's row in the
/// runtime's table.
namespace shardwright::lower {

/// The format of a float type that lies in one byte; null for any other type.
const runtime::FloatFormat *byteFloat(mlir::Type type);

/// The byte (i8; i16 of f16) as f32.
mlir::Value decodeByteFloat(mlir::OpBuilder &b, mlir::Location loc, const runtime::FloatFormat &format,
                            mlir::Value stored);
/// The byte of an f32 that is one of the format's numbers.
mlir::Value encodeByteFloat(mlir::OpBuilder &b, mlir::Location loc, const runtime::FloatFormat &format,
                            mlir::Value number);
/// Any f32 rounded to the format once, as runtime::encodeFloat says; still an f32.
mlir::Value roundToByteFloat(mlir::OpBuilder &b, mlir::Location loc, const runtime::FloatFormat &format, mlir::Value x);

} // namespace shardwright::lower

#endif // PASSES_LOWER_EMITBYTEFLOAT_H
