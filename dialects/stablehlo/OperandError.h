#ifndef DIALECTS_STABLEHLO_OPERANDERROR_H
#define DIALECTS_STABLEHLO_OPERANDERROR_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace shardwright::stablehlo {

/// The op's error about operands that do not go together, or not with its result: the caller writes the message, the
/// notes show where each of these operands is made and its type.
mlir::InFlightDiagnostic operandError(mlir::Operation *op, llvm::ArrayRef<unsigned> operands);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_OPERANDERROR_H
