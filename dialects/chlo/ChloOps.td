#ifndef DIALECTS_CHLO_CHLOOPS_TD
#define DIALECTS_CHLO_CHLOOPS_TD

include "dialects/stablehlo/StablehloDialect.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::shardwright::chlo";
  let summary = "functions that frameworks export as one operation although tensor operations can express them";
  let description = [{
    Read from exported programs. `--expand-chlo` turns them into `stablehlo` operations during import; nothing behind
    import knows them.
  }];
  let dependentDialects = ["::shardwright::stablehlo::StablehloDialect"];
  let useDefaultAttributePrinterParser = 1;
}

//===-- Attributes ------------------------------------------------------------------------------------------------===//

class Chlo_EnumAttr<EnumInfo info, string mnemonic> : EnumAttr<Chlo_Dialect, info, mnemonic> {
  let cppNamespace = "::shardwright::chlo";
}
def Chlo_ComparisonDirectionAttr : Chlo_EnumAttr<Stablehlo_ComparisonDirection, "comparison_direction">;
def Chlo_ComparisonTypeAttr : Chlo_EnumAttr<Stablehlo_ComparisonType, "comparison_type">;
def Chlo_PrecisionAttr : Chlo_EnumAttr<Stablehlo_Precision, "precision">;

def Chlo_RaggedDotDimensionNumbersAttr : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "which dimensions of a ragged_dot are batching, contracting, ragged and groups";
  let parameters = (ins Stablehlo_Dims<"">:$lhs_batching_dimensions, Stablehlo_Dims<"">:$rhs_batching_dimensions,
                        Stablehlo_Dims<"">:$lhs_contracting_dimensions, Stablehlo_Dims<"">:$rhs_contracting_dimensions,
                        Stablehlo_Dims<"">:$lhs_ragged_dimensions, Stablehlo_Dims<"">:$rhs_group_dimensions);
  let hasCustomAssemblyFormat = 1;
}

//===-- Functions of one and two operands -------------------------------------------------------------------------===//

class Chlo_Op<string mnemonic, list<Trait> traits = [Pure]> : Op<Chlo_Dialect, mnemonic, traits>;

class Chlo_UnaryOp<string mnemonic, Type operandType, Type resultType = operandType>
    : Chlo_Op<mnemonic, [Pure, Stablehlo_Elementwise]> {
  string exampleResult = "f32";
  let description = "```mlir\n%1 = chlo." # mnemonic # " %0 : tensor<4xf32> -> tensor<4x" # exampleResult # ">\n```";
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def Chlo_AcosOp : Chlo_UnaryOp<"acos", Stablehlo_FloatOrComplexTensor> {
  let summary = "arc cosine";
}
def Chlo_AcoshOp : Chlo_UnaryOp<"acosh", Stablehlo_FloatOrComplexTensor> {
  let summary = "inverse hyperbolic cosine";
}
def Chlo_AsinOp : Chlo_UnaryOp<"asin", Stablehlo_FloatOrComplexTensor> {
  let summary = "arc sine";
}
def Chlo_AsinhOp : Chlo_UnaryOp<"asinh", Stablehlo_FloatOrComplexTensor> {
  let summary = "inverse hyperbolic sine";
}
def Chlo_AtanOp : Chlo_UnaryOp<"atan", Stablehlo_FloatOrComplexTensor> {
  let summary = "arc tangent";
}
def Chlo_AtanhOp : Chlo_UnaryOp<"atanh", Stablehlo_FloatOrComplexTensor> {
  let summary = "inverse hyperbolic tangent";
}
def Chlo_BesselI1eOp : Chlo_UnaryOp<"bessel_i1e", Stablehlo_FloatTensor> {
  let summary = "modified Bessel function of order one times e^-|x|";
}
def Chlo_ConjOp : Chlo_UnaryOp<"conj", Stablehlo_FloatOrComplexTensor> {
  let summary = "complex conjugate; the identity on real values";
}
def Chlo_CoshOp : Chlo_UnaryOp<"cosh", Stablehlo_FloatOrComplexTensor> {
  let summary = "hyperbolic cosine";
}
def Chlo_DigammaOp : Chlo_UnaryOp<"digamma", Stablehlo_FloatTensor> {
  let summary = "derivative of lgamma";
}
def Chlo_ErfOp : Chlo_UnaryOp<"erf", Stablehlo_FloatTensor> {
  let summary = "error function";
}
def Chlo_ErfInvOp : Chlo_UnaryOp<"erf_inv", Stablehlo_FloatTensor> {
  let summary = "inverse of the error function";
}
def Chlo_ErfcOp : Chlo_UnaryOp<"erfc", Stablehlo_FloatTensor> {
  let summary = "one minus the error function, exact in the tail";
}
def Chlo_IsInfOp : Chlo_UnaryOp<"is_inf", Stablehlo_FloatTensor, Stablehlo_PredTensor> {
  let exampleResult = "i1";
  let summary = "infinite";
}
def Chlo_IsNegInfOp : Chlo_UnaryOp<"is_neg_inf", Stablehlo_FloatTensor, Stablehlo_PredTensor> {
  let exampleResult = "i1";
  let summary = "negative infinity";
}
def Chlo_IsPosInfOp : Chlo_UnaryOp<"is_pos_inf", Stablehlo_FloatTensor, Stablehlo_PredTensor> {
  let exampleResult = "i1";
  let summary = "positive infinity";
}
def Chlo_LgammaOp : Chlo_UnaryOp<"lgamma", Stablehlo_FloatTensor> {
  let summary = "logarithm of the magnitude of the gamma function";
}
def Chlo_SinhOp : Chlo_UnaryOp<"sinh", Stablehlo_FloatOrComplexTensor> {
  let summary = "hyperbolic sine";
}
def Chlo_SquareOp : Chlo_UnaryOp<"square", Stablehlo_NumberTensor> {
  let summary = "the operand times itself";
}
def Chlo_TanOp : Chlo_UnaryOp<"tan", Stablehlo_FloatOrComplexTensor> {
  let summary = "tangent";
}

class Chlo_BinaryOp<string mnemonic, Type type>
    : Chlo_Op<mnemonic, [Pure, Stablehlo_Elementwise, Stablehlo_SameElementType]> {
  string example = "tensor<4xf32>";
  let description = "```mlir\n%2 = chlo." # mnemonic # " %0, %1 : " # example # ", " # example # " -> " # example # "\n```";
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
}

def Chlo_MulhiOp : Chlo_BinaryOp<"mulhi", Stablehlo_IntTensor> {
  let example = "tensor<4xi32>";
  let summary = "upper half of the product";
}
def Chlo_NextAfterOp : Chlo_BinaryOp<"next_after", Stablehlo_FloatTensor> {
  let summary = "the value next to lhs in the direction of rhs";
}
def Chlo_PolygammaOp : Chlo_BinaryOp<"polygamma", Stablehlo_FloatTensor> {
  let summary = "derivative of order lhs of digamma at rhs";
}
def Chlo_ZetaOp : Chlo_BinaryOp<"zeta", Stablehlo_FloatTensor> {
  let summary = "Hurwitz zeta function";
}

//===-- Broadcasting ----------------------------------------------------------------------------------------------===//

class Chlo_BroadcastOp<string mnemonic, Type type, Type resultType = type> : Chlo_Op<mnemonic> {
  let summary = "the operation of this name on operands broadcast to one shape";
  string exampleType = "f32";
  string exampleResult = exampleType;
  let description = "```mlir\n%2 = chlo." # mnemonic # " %0, %1 {broadcast_dimensions = array<i64: 1>} : (tensor<4x8x" #
                    exampleType # ">, tensor<8x" # exampleType # ">) -> tensor<4x8x" # exampleResult # ">\n```";
  let arguments = (ins type:$lhs, type:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs resultType:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Chlo_BroadcastAddOp : Chlo_BroadcastOp<"broadcast_add", Stablehlo_Tensor>;
def Chlo_BroadcastAndOp : Chlo_BroadcastOp<"broadcast_and", Stablehlo_PredOrIntTensor> { let exampleType = "i32"; }
def Chlo_BroadcastAtan2Op : Chlo_BroadcastOp<"broadcast_atan2", Stablehlo_FloatOrComplexTensor>;
def Chlo_BroadcastComplexOp : Chlo_BroadcastOp<"broadcast_complex", Stablehlo_FloatTensor, Stablehlo_ComplexTensor> { let exampleResult = "complex<f32>"; }
def Chlo_BroadcastDivOp : Chlo_BroadcastOp<"broadcast_divide", Stablehlo_NumberTensor>;
def Chlo_BroadcastMaxOp : Chlo_BroadcastOp<"broadcast_maximum", Stablehlo_Tensor>;
def Chlo_BroadcastMinOp : Chlo_BroadcastOp<"broadcast_minimum", Stablehlo_Tensor>;
def Chlo_BroadcastMulOp : Chlo_BroadcastOp<"broadcast_multiply", Stablehlo_Tensor>;
def Chlo_BroadcastNextAfterOp : Chlo_BroadcastOp<"broadcast_next_after", Stablehlo_FloatTensor>;
def Chlo_BroadcastOrOp : Chlo_BroadcastOp<"broadcast_or", Stablehlo_PredOrIntTensor> { let exampleType = "i32"; }
def Chlo_BroadcastPolygammaOp : Chlo_BroadcastOp<"broadcast_polygamma", Stablehlo_FloatTensor>;
def Chlo_BroadcastPowOp : Chlo_BroadcastOp<"broadcast_power", Stablehlo_NumberTensor>;
def Chlo_BroadcastRemOp : Chlo_BroadcastOp<"broadcast_remainder", Stablehlo_NumberTensor>;
def Chlo_BroadcastShiftLeftOp : Chlo_BroadcastOp<"broadcast_shift_left", Stablehlo_IntTensor> { let exampleType = "i32"; }
def Chlo_BroadcastShiftRightArithmeticOp : Chlo_BroadcastOp<"broadcast_shift_right_arithmetic", Stablehlo_IntTensor> { let exampleType = "i32"; }
def Chlo_BroadcastShiftRightLogicalOp : Chlo_BroadcastOp<"broadcast_shift_right_logical", Stablehlo_IntTensor> { let exampleType = "i32"; }
def Chlo_BroadcastSubOp : Chlo_BroadcastOp<"broadcast_subtract", Stablehlo_NumberTensor>;
def Chlo_BroadcastXorOp : Chlo_BroadcastOp<"broadcast_xor", Stablehlo_PredOrIntTensor> { let exampleType = "i32"; }
def Chlo_BroadcastZetaOp : Chlo_BroadcastOp<"broadcast_zeta", Stablehlo_FloatTensor>;

def Chlo_BroadcastCompareOp : Chlo_Op<"broadcast_compare"> {
  let summary = "compares operands broadcast to one shape";
  let description = [{
    ```mlir
    %2 = chlo.broadcast_compare %0, %1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       Chlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs Stablehlo_PredTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Chlo_BroadcastSelectOp : Chlo_Op<"broadcast_select"> {
  let summary = "select on operands broadcast to one shape";
  let description = [{
    ```mlir
    %3 = chlo.broadcast_select %0, %1, %2 : (tensor<8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred, Stablehlo_Tensor:$on_true, Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

//===-- Others ----------------------------------------------------------------------------------------------------===//

def Chlo_ConstantOp : Chlo_Op<"constant"> {
  let summary = "a tensor known at compile time";
  let description = [{
    ```mlir
    %0 = chlo.constant dense<1.000000e+00> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
}

def Chlo_ConstantLikeOp : Chlo_Op<"constant_like"> {
  let summary = "one value in the shape of the operand";
  let description = [{
    ```mlir
    %1 = "chlo.constant_like"(%0) <{value = 1.000000e+00 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value, Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Chlo_TopKOp : Chlo_Op<"top_k"> {
  let summary = "the k largest values of the last dimension and where they stand; equal values keep their order";
  let description = [{
    ```mlir
    %values, %indices = chlo.top_k(%0, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, I64Attr:$k);
  let results = (outs Stablehlo_Tensor:$values, Stablehlo_IntTensor:$indices);
  let hasVerifier = 1;
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k `)` attr-dict `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot"> {
  let summary = "dot_general group by group";
  let description = [{
    ```mlir
    %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs, Stablehlo_IntTensor:$group_sizes,
                       Chlo_RaggedDotDimensionNumbersAttr:$ragged_dot_dimension_numbers,
                       OptionalAttr<TypedArrayAttrBase<Chlo_PrecisionAttr, "precisions">>:$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
}

def Chlo_ScanOp : Chlo_Op<"scan", [AttrSizedOperandSegments, RecursiveMemoryEffects]> {
  let summary = "a loop over one dimension that carries values";
  let description = [{
    ```mlir
    %2:2 = chlo.scan(%0) inits(%1) dimension = 0 {
    ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
      %3 = stablehlo.add %input, %carry : tensor<f32>
      stablehlo.return %3, %3 : tensor<f32>, tensor<f32>
    } : (tensor<6xf32>, tensor<f32>) -> (tensor<6xf32>, tensor<f32>)
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Variadic<Stablehlo_Tensor>:$inits, I64Attr:$dimension);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
  let assemblyFormat = [{
    `(` $inputs `)` `inits` `(` $inits `)` `dimension` `=` $dimension attr-dict-with-keyword $body
    `:` functional-type(operands, results)
  }];
}

#endif // DIALECTS_CHLO_CHLOOPS_TD
