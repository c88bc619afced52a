#ifndef DIALECTS_STABLEHLO_ELEMENTWISEOPS_TD
#define DIALECTS_STABLEHLO_ELEMENTWISEOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

//===-- One operand -----------------------------------------------------------------------------------------------===//

class Stablehlo_UnaryOp<string mnemonic, Type operandType, Type resultType = operandType, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [Pure, Stablehlo_Elementwise] # traits> {
  string exampleType = "f32";
  let description = "```mlir\n%1 = stablehlo." # mnemonic # " %0 : tensor<4x" # exampleType # ">\n```";
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameTypes>(type($operand), type($result))";
}

// The result's type is the operand's.
class Stablehlo_SameUnaryOp<string mnemonic, Type type>
    : Stablehlo_UnaryOp<mnemonic, type, type, [Stablehlo_SameElementType]> {
  let builders = [OpBuilder<(ins "::mlir::Value":$operand),
                            [{ build($_builder, $_state, operand.getType(), operand); }]>];
}

class Stablehlo_AccurateUnaryOp<string mnemonic, Type type> : Stablehlo_SameUnaryOp<mnemonic, type> {
  let arguments = (ins type:$operand,
                       DefaultValuedOptionalAttr<Stablehlo_ResultAccuracyAttr, "{}">:$result_accuracy);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand),
                            [{ build($_builder, $_state, operand.getType(), operand,
                                     ::shardwright::stablehlo::ResultAccuracyAttr()); }]>];
}

def Stablehlo_AbsOp : Stablehlo_UnaryOp<"abs", Stablehlo_SignedNumberTensor, Stablehlo_Tensor> {
  let summary = "magnitude; of a complex value, a real number";
  let hasVerifier = 1;
}
def Stablehlo_CbrtOp : Stablehlo_AccurateUnaryOp<"cbrt", Stablehlo_FloatTensor> {
  let summary = "cubic root";
}
def Stablehlo_CeilOp : Stablehlo_SameUnaryOp<"ceil", Stablehlo_FloatTensor> {
  let summary = "smallest integral value not below";
}
def Stablehlo_ConvertOp : Stablehlo_UnaryOp<"convert", Stablehlo_Tensor> {
  let summary = "the same values in another element type";
  let description = [{
    ```mlir
    %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xi32>
    ```

    Float to integer truncates, anything to `i1` asks "not zero", complex to real drops the imaginary part.
  }];
}
def Stablehlo_CosineOp : Stablehlo_AccurateUnaryOp<"cosine", Stablehlo_FloatOrComplexTensor> {
  let summary = "cosine";
}
def Stablehlo_CountLeadingZerosOp : Stablehlo_SameUnaryOp<"count_leading_zeros", Stablehlo_IntTensor> {
  let summary = "number of zero bits above the highest set bit";
  let exampleType = "i32";
}
def Stablehlo_ExpOp : Stablehlo_AccurateUnaryOp<"exponential", Stablehlo_FloatOrComplexTensor> {
  let summary = "e to the operand";
}
def Stablehlo_Expm1Op : Stablehlo_AccurateUnaryOp<"exponential_minus_one", Stablehlo_FloatOrComplexTensor> {
  let summary = "e to the operand, minus one, exact near zero";
}
def Stablehlo_FloorOp : Stablehlo_SameUnaryOp<"floor", Stablehlo_FloatTensor> {
  let summary = "largest integral value not above";
}
def Stablehlo_ImagOp
    : Stablehlo_UnaryOp<"imag", Stablehlo_FloatOrComplexTensor, Stablehlo_FloatTensor> {
  let summary = "imaginary part; zero of a real tensor";
  let hasVerifier = 1;
}
def Stablehlo_IsFiniteOp : Stablehlo_UnaryOp<"is_finite", Stablehlo_FloatTensor, Stablehlo_PredTensor> {
  let summary = "neither infinite nor NaN";
  let description = [{
    ```mlir
    %1 = stablehlo.is_finite %0 : (tensor<4xf32>) -> tensor<4xi1>
    ```
  }];
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}
def Stablehlo_LogOp : Stablehlo_AccurateUnaryOp<"log", Stablehlo_FloatOrComplexTensor> {
  let summary = "natural logarithm";
}
def Stablehlo_Log1pOp : Stablehlo_AccurateUnaryOp<"log_plus_one", Stablehlo_FloatOrComplexTensor> {
  let summary = "natural logarithm of one plus the operand, exact near zero";
}
def Stablehlo_LogisticOp : Stablehlo_AccurateUnaryOp<"logistic", Stablehlo_FloatOrComplexTensor> {
  let summary = "1 / (1 + e^-x)";
}
def Stablehlo_NegOp : Stablehlo_SameUnaryOp<"negate", Stablehlo_NumberTensor> {
  let summary = "the operand times -1";
}
def Stablehlo_NotOp : Stablehlo_SameUnaryOp<"not", Stablehlo_PredOrIntTensor> {
  let summary = "logical negation of bools, bitwise complement of integers";
  let exampleType = "i1";
}
def Stablehlo_PopulationCountOp : Stablehlo_SameUnaryOp<"popcnt", Stablehlo_IntTensor> {
  let summary = "number of set bits";
  let exampleType = "i32";
}
def Stablehlo_RealOp
    : Stablehlo_UnaryOp<"real", Stablehlo_FloatOrComplexTensor, Stablehlo_FloatTensor> {
  let summary = "real part; the identity on a real tensor";
  let hasVerifier = 1;
}
def Stablehlo_RoundNearestAfzOp : Stablehlo_SameUnaryOp<"round_nearest_afz", Stablehlo_FloatTensor> {
  let summary = "nearest integral value, halves away from zero";
}
def Stablehlo_RoundNearestEvenOp : Stablehlo_SameUnaryOp<"round_nearest_even", Stablehlo_FloatTensor> {
  let summary = "nearest integral value, halves to the even one";
}
def Stablehlo_RsqrtOp : Stablehlo_AccurateUnaryOp<"rsqrt", Stablehlo_FloatOrComplexTensor> {
  let summary = "one over the square root";
}
def Stablehlo_SignOp : Stablehlo_SameUnaryOp<"sign", Stablehlo_SignedNumberTensor> {
  let summary = "-1, 0 or 1 (zeros and NaN stay as they are); x/|x| of a complex value";
}
def Stablehlo_SineOp : Stablehlo_AccurateUnaryOp<"sine", Stablehlo_FloatOrComplexTensor> {
  let summary = "sine";
}
def Stablehlo_SqrtOp : Stablehlo_AccurateUnaryOp<"sqrt", Stablehlo_FloatOrComplexTensor> {
  let summary = "square root";
}
def Stablehlo_TanOp : Stablehlo_AccurateUnaryOp<"tan", Stablehlo_FloatOrComplexTensor> {
  let summary = "tangent";
}
def Stablehlo_TanhOp : Stablehlo_AccurateUnaryOp<"tanh", Stablehlo_FloatOrComplexTensor> {
  let summary = "hyperbolic tangent";
}
// Read only to be refused.
class Stablehlo_QuantizingOp<string mnemonic> : Stablehlo_UnaryOp<mnemonic, AnyType> {
  let description = "```mlir refused\n%1 = stablehlo." # mnemonic # " %0 : tensor<4xf32>\n```";
}
def Stablehlo_UniformQuantizeOp : Stablehlo_QuantizingOp<"uniform_quantize"> {
  let summary = "to a quantized type; read only to be refused";
  let hasVerifier = 1;
}
def Stablehlo_UniformDequantizeOp : Stablehlo_QuantizingOp<"uniform_dequantize"> {
  let summary = "from a quantized type; read only to be refused";
  let hasVerifier = 1;
}

def Stablehlo_ReducePrecisionOp
    : Stablehlo_Op<"reduce_precision", [Pure, Stablehlo_Elementwise, Stablehlo_SameElementType]> {
  let summary = "rounds to a float format of fewer bits and back";
  let description = [{
    ```mlir
    %1 = stablehlo.reduce_precision %0, format = e5m10 : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FloatTensor:$operand, I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let results = (outs Stablehlo_FloatTensor:$output);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict
    `:` custom<SameTypes>(type($operand), type($output))
  }];
}

//===-- Two operands ----------------------------------------------------------------------------------------------===//

class Stablehlo_BinaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [Pure, Stablehlo_Elementwise, Stablehlo_SameElementType] # traits> {
  string exampleType = "i32";
  let description = "```mlir\n%2 = stablehlo." # mnemonic # " %0, %1 : tensor<4x" # exampleType # ">\n```";
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))";
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs),
                            [{ build($_builder, $_state, lhs.getType(), lhs, rhs); }]>];
}

def Stablehlo_AddOp : Stablehlo_BinaryOp<"add", Stablehlo_Tensor, [Commutative]> {
  let summary = "sum; of bools, or";
}
def Stablehlo_AndOp : Stablehlo_BinaryOp<"and", Stablehlo_PredOrIntTensor, [Commutative]> {
  let summary = "logical and of bools, bitwise and of integers";
}
def Stablehlo_Atan2Op : Stablehlo_BinaryOp<"atan2", Stablehlo_FloatOrComplexTensor> {
  let summary = "angle of the point (rhs, lhs)";
  let exampleType = "f32";
}
def Stablehlo_DivOp : Stablehlo_BinaryOp<"divide", Stablehlo_NumberTensor> {
  let summary = "quotient; of integers, truncated";
}
def Stablehlo_MaxOp : Stablehlo_BinaryOp<"maximum", Stablehlo_Tensor, [Commutative]> {
  let summary = "larger value (NaN if either is); of bools, or";
}
def Stablehlo_MinOp : Stablehlo_BinaryOp<"minimum", Stablehlo_Tensor, [Commutative]> {
  let summary = "smaller value (NaN if either is); of bools, and";
}
def Stablehlo_MulOp : Stablehlo_BinaryOp<"multiply", Stablehlo_Tensor, [Commutative]> {
  let summary = "product; of bools, and";
}
def Stablehlo_OrOp : Stablehlo_BinaryOp<"or", Stablehlo_PredOrIntTensor, [Commutative]> {
  let summary = "logical or of bools, bitwise or of integers";
}
def Stablehlo_PowOp : Stablehlo_BinaryOp<"power", Stablehlo_NumberTensor> {
  let summary = "lhs to the rhs";
}
def Stablehlo_RemOp : Stablehlo_BinaryOp<"remainder", Stablehlo_NumberTensor> {
  let summary = "remainder of the truncated quotient: the sign is the dividend's";
}
def Stablehlo_ShiftLeftOp : Stablehlo_BinaryOp<"shift_left", Stablehlo_IntTensor> {
  let summary = "lhs shifted left by rhs bits";
}
def Stablehlo_ShiftRightArithmeticOp : Stablehlo_BinaryOp<"shift_right_arithmetic", Stablehlo_IntTensor> {
  let summary = "lhs shifted right by rhs bits, the sign bit copied in";
}
def Stablehlo_ShiftRightLogicalOp : Stablehlo_BinaryOp<"shift_right_logical", Stablehlo_IntTensor> {
  let summary = "lhs shifted right by rhs bits, zeros moved in";
}
def Stablehlo_SubtractOp : Stablehlo_BinaryOp<"subtract", Stablehlo_NumberTensor> {
  let summary = "difference";
}
def Stablehlo_XorOp : Stablehlo_BinaryOp<"xor", Stablehlo_PredOrIntTensor, [Commutative]> {
  let summary = "logical exclusive or of bools, bitwise of integers";
}

def Stablehlo_ComplexOp : Stablehlo_Op<"complex", [Pure, Stablehlo_Elementwise]> {
  let summary = "complex values from real and imaginary parts";
  let description = [{
    ```mlir
    %2 = stablehlo.complex %0, %1 : tensor<4x8xcomplex<f32>>
    ```
  }];
  let arguments = (ins Stablehlo_FloatTensor:$lhs, Stablehlo_FloatTensor:$rhs);
  let results = (outs Stablehlo_ComplexTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<ComplexTypes>(type($lhs), type($rhs), type($result))";
}

def Stablehlo_CompareOp : Stablehlo_Op<"compare", [Pure, Stablehlo_Elementwise]> {
  let summary = "compares element by element";
  let description = [{
    ```mlir
    %2 = stablehlo.compare GE, %0, %1, TOTALORDER : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       Stablehlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Stablehlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs Stablehlo_PredTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    `` $comparison_direction `,` $lhs `,` $rhs (`,` `` $compare_type^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
                                 "::shardwright::stablehlo::ComparisonDirection":$direction)>];
}

//===-- Three operands --------------------------------------------------------------------------------------------===//

def Stablehlo_SelectOp : Stablehlo_Op<"select", [Pure, Stablehlo_Elementwise]> {
  let summary = "on_true where pred holds, on_false elsewhere; pred may be a scalar";
  let description = [{
    ```mlir
    %3 = stablehlo.select %0, %1, %2 : tensor<i1>, tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred, Stablehlo_Tensor:$on_true, Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    operands attr-dict `:` custom<SelectTypes>(type($pred), type($on_true), type($on_false), type($result))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$pred, "::mlir::Value":$onTrue, "::mlir::Value":$onFalse),
                            [{ build($_builder, $_state, onTrue.getType(), pred, onTrue, onFalse); }]>];
}

def Stablehlo_ClampOp : Stablehlo_Op<"clamp", [Pure, Stablehlo_Elementwise, Stablehlo_SameElementType]> {
  let summary = "the operand, no less than min and no more than max; the bounds may be scalars";
  let description = [{
    ```mlir
    %3 = stablehlo.clamp %0, %1, %2 : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$min, Stablehlo_Tensor:$operand, Stablehlo_Tensor:$max);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict
    `:` custom<SameTypes>(type($min), type($operand), type($max), type($result))
  }];
}

#endif // DIALECTS_STABLEHLO_ELEMENTWISEOPS_TD
