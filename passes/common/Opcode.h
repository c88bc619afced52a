#ifndef PASSES_COMMON_OPCODE_H
#define PASSES_COMMON_OPCODE_H

#include <cstdint>

namespace shardwright {

/// What computes an element from elements. Integer signedness is that of the operands' types.
enum class Opcode : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Power,
  Maximum,
  Minimum,
  And,
  Or,
  Xor,
  Not,
  ShiftLeft,
  ShiftRightArithmetic,
  ShiftRightLogical,
  Negate,
  Abs,
  Sign,
  Exp,
  Expm1,
  Log,
  Log1p,
  Logistic,
  Tanh,
  Tan,
  Sine,
  Cosine,
  Sqrt,
  Rsqrt,
  Cbrt,
  Atan2,
  Floor,
  Ceil,
  RoundAwayFromZero,
  RoundEven,
  IsFinite,
  Popcnt,
  Clz,
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE, ///< compare
  Select,
  Convert,
  Bitcast,
  ReducePrecision,
  TotalOrderLT, ///< unused by arithmetic: compare of floats by their total order
};

} // namespace shardwright

#endif // PASSES_COMMON_OPCODE_H
