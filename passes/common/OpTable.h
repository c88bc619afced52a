#ifndef PASSES_COMMON_OPTABLE_H
#define PASSES_COMMON_OPTABLE_H

#include "passes/common/Opcode.h"

#include "mlir/IR/Operation.h"

#include <optional>

namespace shardwright {

/// The opcode of a StableHLO operation that computes each element from the same element of its operands and nothing
/// else; none for the others (compare, select, clamp, convert and the like have attributes or mixed shapes).
std::optional<Opcode> elementwiseOpcode(mlir::Operation *op);

/// Whether each element of the result is an expression over elements of the operands at computed places, so that it can
/// be part of its consumers' kernels.
bool isIndexComputation(mlir::Operation *op);

/// Whether each element of the result follows from the same element of the operands, or from scalars.
bool isElementwise(mlir::Operation *op);

/// Elements of a tensor.
int64_t elementsOf(mlir::Value tensor);

/// The price of one element, in cheap instructions, without its operands.
double elementPrice(mlir::Operation *op);
double opcodePrice(Opcode opcode, bool isFloat);

} // namespace shardwright

#endif // PASSES_COMMON_OPTABLE_H
