#ifndef DIALECTS_STABLEHLO_DYNAMICOPS_TD
#define DIALECTS_STABLEHLO_DYNAMICOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

// Shapes computed at run time. Read so that import can fold those whose shape operands are constant and refuse the rest.
class Stablehlo_DynamicOp<string mnemonic> : Stablehlo_Op<mnemonic, [Pure]> {
  let hasVerifier = 1;
}

def Stablehlo_GetDimensionSizeOp : Stablehlo_DynamicOp<"get_dimension_size"> {
  let summary = "the size of a dimension";
  let description = [{
    ```mlir
    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x8xf32>) -> tensor<i32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, I64Attr:$dimension);
  let results = (outs Stablehlo_SIntTensor:$result);
  let assemblyFormat = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_SetDimensionSizeOp : Stablehlo_DynamicOp<"set_dimension_size"> {
  let summary = "declares that only the first `size` positions of a dimension are valid";
  let description = [{
    ```mlir
    %1 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_SIntTensor:$size, I64Attr:$dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicBroadcastInDimOp : Stablehlo_DynamicOp<"dynamic_broadcast_in_dim"> {
  let summary = "broadcast_in_dim to a computed shape";
  let description = [{
    ```mlir
    %2 = stablehlo.dynamic_broadcast_in_dim %arg2, %arg3, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_ShapeTensor:$output_dimensions,
                       DenseI64ArrayAttr:$broadcast_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicReshapeOp : Stablehlo_DynamicOp<"dynamic_reshape"> {
  let summary = "reshape to a computed shape";
  let description = [{
    ```mlir
    %3 = stablehlo.dynamic_reshape %arg2, %arg3 : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_ShapeTensor:$output_shape);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicIotaOp : Stablehlo_DynamicOp<"dynamic_iota"> {
  let summary = "iota of a computed shape";
  let description = [{
    ```mlir
    %4 = stablehlo.dynamic_iota %arg3, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_ShapeTensor:$output_shape, I64Attr:$iota_dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicPadOp : Stablehlo_DynamicOp<"dynamic_pad"> {
  let summary = "pad by computed amounts";
  let description = [{
    ```mlir
    %5 = stablehlo.dynamic_pad %arg2, %arg5, %arg4, %arg4, %arg4 : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$padding_value,
                       Stablehlo_ShapeTensor:$edge_padding_low, Stablehlo_ShapeTensor:$edge_padding_high,
                       Stablehlo_ShapeTensor:$interior_padding);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_RealDynamicSliceOp : Stablehlo_DynamicOp<"real_dynamic_slice"> {
  let summary = "slice with computed start, limit and strides";
  let description = [{
    ```mlir
    %6 = stablehlo.real_dynamic_slice %arg2, %arg4, %arg4, %arg4 : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_ShapeTensor:$start_indices,
                       Stablehlo_ShapeTensor:$limit_indices, Stablehlo_ShapeTensor:$strides);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // DIALECTS_STABLEHLO_DYNAMICOPS_TD
