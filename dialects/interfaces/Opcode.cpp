#include "dialects/interfaces/Opcode.h"

#include "dialects/interfaces/Opcode.cpp.inc"

namespace shardwright {

double opcodePrice(Opcode opcode, bool isFloat) {
  switch (opcode) {
  case Opcode::Divide:
  case Opcode::Sqrt:
  case Opcode::Remainder:
    return isFloat ? 6 : 20;
  case Opcode::Rsqrt:
    return 10;
  case Opcode::Exp:
  case Opcode::Log:
  case Opcode::Tanh:
  case Opcode::Logistic:
  case Opcode::Expm1:
  case Opcode::Log1p:
    return 20;
  case Opcode::Sine:
  case Opcode::Cosine:
  case Opcode::Tan:
  case Opcode::Cbrt:
  case Opcode::Atan2:
  case Opcode::Power:
    return 60;
  default:
    return 1;
  }
}

} // namespace shardwright
