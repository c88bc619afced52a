#include "dialects/stablehlo/OperandError.h"

using namespace mlir;

namespace shardwright::stablehlo {

InFlightDiagnostic operandError(Operation *op, ArrayRef<unsigned> operands) {
  InFlightDiagnostic error = op->emitOpError();
  for (unsigned index : operands) {
    Value value = op->getOperand(index);
    error.attachNote(value.getLoc()) << "operand " << index << " of type " << value.getType() << " is made here";
  }
  return error;
}

} // namespace shardwright::stablehlo
