#ifndef DIALECTS_STABLEHLO_CONTRACTIONOPS_TD
#define DIALECTS_STABLEHLO_CONTRACTIONOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

def Stablehlo_DotGeneralOp : Stablehlo_Op<"dot_general", [Pure]> {
  let summary = "sum of products over the contracting dimensions";
  let description = [{
    Result dimensions: batching, then lhs free, then rhs free. The result's element type may be wider than the
    operands': products are accumulated in it.

    ```mlir
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       Stablehlo_DotDimensionNumbersAttr:$dot_dimension_numbers,
                       OptionalAttr<Stablehlo_PrecisionConfig>:$precision_config,
                       OptionalAttr<Stablehlo_DotAlgorithmAttr>:$algorithm);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensions>($dot_dimension_numbers) ``
    custom<DotPrecision>($precision_config, $algorithm) attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DotOp : Stablehlo_Op<"dot", [Pure]> {
  let summary = "product of vectors and matrices: contracts the lhs's last with the rhs's first dimension";
  let description = [{
    ```mlir
    %5 = stablehlo.dot %arg2, %arg3 : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       OptionalAttr<Stablehlo_PrecisionConfig>:$precision_config);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<DotPrecision>($precision_config) attr-dict `:` functional-type(operands, results)
  }];
}

// The attributes that describe a window sliding over a convolution's input.
class Stablehlo_WindowedProductOp<string mnemonic> : Stablehlo_Op<mnemonic, [Pure]> {
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_ConvolutionOp : Stablehlo_WindowedProductOp<"convolution"> {
  let summary = "sum of products of a kernel and the windows of an input";
  let description = [{
    Absent window attributes mean stride 1, padding 0, dilation 1, not reversed.

    ```mlir
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x4x4x16xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding, OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       Stablehlo_ConvDimensionNumbersAttr:$dimension_numbers, I64Attr:$feature_group_count,
                       I64Attr:$batch_group_count, OptionalAttr<Stablehlo_PrecisionConfig>:$precision_config);
  let assemblyFormat = [{
    `(` $lhs `,` $rhs `)` `dim_numbers` `=` custom<ConvDimensions>($dimension_numbers) `,` `window` `=`
    custom<Window>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal)
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicConvOp : Stablehlo_WindowedProductOp<"dynamic_conv"> {
  let summary = "a convolution whose padding is computed";
  let description = [{
    ```mlir
    %6 = "stablehlo.dynamic_conv"(%arg0, %arg1, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> tensor<1x?x?x16xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs, Stablehlo_ShapeTensor:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       Stablehlo_ConvDimensionNumbersAttr:$dimension_numbers, I64Attr:$feature_group_count,
                       I64Attr:$batch_group_count, OptionalAttr<Stablehlo_PrecisionConfig>:$precision_config);
}

def Stablehlo_EinsumOp : Stablehlo_Op<"einsum", [Pure]> {
  let summary = "sum of products as the config spells it";
  let description = [{
    ```mlir
    %7 = stablehlo.einsum %arg2, %arg3, config = "ab,bc->ac" : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs, StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_UnaryEinsumOp : Stablehlo_Op<"unary_einsum", [Pure]> {
  let summary = "sums and transposes as the config spells it";
  let description = [{
    ```mlir
    %8 = stablehlo.unary_einsum %arg2, config = "ab->a" : (tensor<4x8xbf16>) -> tensor<4xbf16>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)";
}

#endif // DIALECTS_STABLEHLO_CONTRACTIONOPS_TD
