#ifndef DIALECTS_INTERFACES_OPCODE
#define DIALECTS_INTERFACES_OPCODE

include "mlir/IR/EnumAttr.td"

// Each has its code in passes/lower/EmitOps.cpp and its price in Opcode.cpp.
def Opcode : I32EnumAttr<"Opcode", "what computes an element from elements; signedness is that of the operands' types", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Subtract", 1, "subtract">,
  I32EnumAttrCase<"Multiply", 2, "multiply">, I32EnumAttrCase<"Divide", 3, "divide">,
  I32EnumAttrCase<"Remainder", 4, "remainder">, I32EnumAttrCase<"Power", 5, "power">,
  I32EnumAttrCase<"Maximum", 6, "maximum">, I32EnumAttrCase<"Minimum", 7, "minimum">,
  I32EnumAttrCase<"And", 8, "and">, I32EnumAttrCase<"Or", 9, "or">, I32EnumAttrCase<"Xor", 10, "xor">,
  I32EnumAttrCase<"Not", 11, "not">, I32EnumAttrCase<"ShiftLeft", 12, "shift_left">,
  I32EnumAttrCase<"ShiftRightArithmetic", 13, "shift_right_arithmetic">,
  I32EnumAttrCase<"ShiftRightLogical", 14, "shift_right_logical">, I32EnumAttrCase<"Negate", 15, "negate">,
  I32EnumAttrCase<"Abs", 16, "abs">, I32EnumAttrCase<"Sign", 17, "sign">, I32EnumAttrCase<"Exp", 18, "exp">,
  I32EnumAttrCase<"Expm1", 19, "expm1">, I32EnumAttrCase<"Log", 20, "log">, I32EnumAttrCase<"Log1p", 21, "log1p">,
  I32EnumAttrCase<"Logistic", 22, "logistic">, I32EnumAttrCase<"Tanh", 23, "tanh">, I32EnumAttrCase<"Tan", 24, "tan">,
  I32EnumAttrCase<"Sine", 25, "sine">, I32EnumAttrCase<"Cosine", 26, "cosine">, I32EnumAttrCase<"Sqrt", 27, "sqrt">,
  I32EnumAttrCase<"Rsqrt", 28, "rsqrt">, I32EnumAttrCase<"Cbrt", 29, "cbrt">, I32EnumAttrCase<"Atan2", 30, "atan2">,
  I32EnumAttrCase<"Floor", 31, "floor">, I32EnumAttrCase<"Ceil", 32, "ceil">,
  I32EnumAttrCase<"RoundAwayFromZero", 33, "round_away_from_zero">, I32EnumAttrCase<"RoundEven", 34, "round_even">,
  I32EnumAttrCase<"IsFinite", 35, "is_finite">, I32EnumAttrCase<"Popcnt", 36, "popcnt">,
  I32EnumAttrCase<"Clz", 37, "clz">, I32EnumAttrCase<"EQ", 38, "eq">, I32EnumAttrCase<"NE", 39, "ne">,
  I32EnumAttrCase<"LT", 40, "lt">, I32EnumAttrCase<"LE", 41, "le">, I32EnumAttrCase<"GT", 42, "gt">,
  I32EnumAttrCase<"GE", 43, "ge">, I32EnumAttrCase<"Select", 44, "select">,
  I32EnumAttrCase<"Convert", 45, "convert">, I32EnumAttrCase<"Bitcast", 46, "bitcast">,
  I32EnumAttrCase<"ReducePrecision", 47, "reduce_precision">, I32EnumAttrCase<"TotalOrderLT", 48, "total_order_lt">
]> {
  let cppNamespace = "::shardwright";
  let genSpecializedAttr = 0;
}

#endif
