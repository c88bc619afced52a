#ifndef DIALECTS_STABLEHLO_ELEMENTTYPES_H
#define DIALECTS_STABLEHLO_ELEMENTTYPES_H

#include "mlir/IR/Types.h"

/// What an element type is, in the terms of the StableHLO specification: `i1` is a bool and no integer, `iN` is signed,
/// `uiN` unsigned.
namespace shardwright::stablehlo {

bool isPred(mlir::Type type);
bool isSignedInt(mlir::Type type);
bool isUnsignedInt(mlir::Type type);
bool isInt(mlir::Type type);
bool isFloat(mlir::Type type);
bool isComplex(mlir::Type type);
bool isPredOrInt(mlir::Type type);
bool isIntOrIndex(mlir::Type type);
bool isFloatOrComplex(mlir::Type type);
bool isNumber(mlir::Type type);
bool isSignedNumber(mlir::Type type);

/// Anything a tensor may hold.
bool isElement(mlir::Type type);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_ELEMENTTYPES_H
