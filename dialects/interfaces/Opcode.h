#ifndef DIALECTS_INTERFACES_OPCODE_H
#define DIALECTS_INTERFACES_OPCODE_H

#include "mlir/IR/DialectImplementation.h"

#include "dialects/interfaces/Opcode.h.inc"

namespace shardwright {

/// The price of one element, in cheap instructions, without its operands.
double opcodePrice(Opcode opcode, bool isFloat);

} // namespace shardwright

#endif // DIALECTS_INTERFACES_OPCODE_H
