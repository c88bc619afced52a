#ifndef DIALECTS_STABLEHLO_DATAMOVEMENTOPS_TD
#define DIALECTS_STABLEHLO_DATAMOVEMENTOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

//===-- Sources ---------------------------------------------------------------------------------------------------===//

def Stablehlo_ConstantOp
    : Stablehlo_Op<"constant", [Pure, ConstantLike, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a tensor known at compile time";
  let description = [{
    ```mlir
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Stablehlo_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value),
                            [{ build($_builder, $_state, value.getType(), value); }]>];
}

def Stablehlo_IotaOp : Stablehlo_Op<"iota", [Pure]> {
  let summary = "0, 1, 2, ... along one dimension, the same along the others";
  let description = [{
    ```mlir
    %0 = stablehlo.iota dim = 1 : tensor<4x8xi32>
    ```
  }];
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Stablehlo_Tensor:$output);
  let hasVerifier = 1;
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

//===-- Shape -----------------------------------------------------------------------------------------------------===//

class Stablehlo_ShapeOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [Pure] # traits> {
  let hasVerifier = 1;
}

def Stablehlo_BroadcastInDimOp : Stablehlo_ShapeOp<"broadcast_in_dim", [Stablehlo_SameElementType]> {
  let summary = "repeats a tensor along new dimensions and along dimensions of size one";
  let description = [{
    `broadcast_dimensions[i]` is the result dimension of operand dimension `i`.

    ```mlir
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_BroadcastOp : Stablehlo_ShapeOp<"broadcast", [Stablehlo_SameElementType]> {
  let summary = "repeats a tensor along new major dimensions";
  let description = [{
    ```mlir
    %3 = stablehlo.broadcast %arg1, sizes = [2, 3] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_ReshapeOp : Stablehlo_ShapeOp<"reshape", [Stablehlo_SameElementType]> {
  let summary = "the same elements in row-major order under another shape";
  let description = [{
    ```mlir
    %4 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<32xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_BitcastConvertOp : Stablehlo_ShapeOp<"bitcast_convert"> {
  let summary = "the same bits as another element type";
  let description = [{
    Where the element widths differ, the wider side lacks the last dimension, whose size is the ratio of the widths.

    ```mlir
    %5 = stablehlo.bitcast_convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8x4xi8>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_TransposeOp : Stablehlo_ShapeOp<"transpose", [Stablehlo_SameElementType]> {
  let summary = "result dimension `i` is operand dimension `permutation[i]`";
  let description = [{
    ```mlir
    %6 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_ReverseOp : Stablehlo_ShapeOp<"reverse", [Stablehlo_SameElementType]> {
  let summary = "reverses the order along the given dimensions";
  let description = [{
    ```mlir
    %7 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:` custom<SameTypes>(type($operand), type($result))
  }];
}

//===-- Pieces ----------------------------------------------------------------------------------------------------===//

def Stablehlo_SliceOp : Stablehlo_ShapeOp<"slice", [Stablehlo_SameElementType]> {
  let summary = "a strided piece; printed `[start:limit:stride, ...]`";
  let description = [{
    ```mlir
    %8 = stablehlo.slice %arg0 [1:4, 0:8:2] : (tensor<4x8xf32>) -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$start_indices, DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_PadOp : Stablehlo_ShapeOp<"pad", [Stablehlo_SameElementType]> {
  let summary = "adds copies of padding_value before, after and between elements";
  let description = [{
    Negative low and high padding removes elements.

    ```mlir
    %10 = stablehlo.pad %arg0, %arg2, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8x9xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$padding_value, DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high, DenseI64ArrayAttr:$interior_padding);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high
    `,` `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_ConcatenateOp : Stablehlo_ShapeOp<"concatenate", [Stablehlo_SameElementType]> {
  let summary = "joins tensors along one dimension";
  let description = [{
    ```mlir
    %11 = stablehlo.concatenate %arg0, %arg3, dim = 1 : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "custom<CommaEnded>($inputs) `` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicSliceOp : Stablehlo_ShapeOp<"dynamic_slice"> {
  let summary = "a piece whose start is computed; the start is clamped so that the piece fits";
  let description = [{
    ```mlir
    %12 = stablehlo.dynamic_slice %arg0, %arg4, %arg4, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Variadic<Stablehlo_IntTensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<CommaEnded>($start_indices) `` `sizes` `=` $slice_sizes attr-dict
    `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicUpdateSliceOp : Stablehlo_ShapeOp<"dynamic_update_slice"> {
  let summary = "the operand with a piece replaced; the start is clamped so that the update fits";
  let description = [{
    ```mlir
    %14 = stablehlo.dynamic_update_slice %arg0, %arg5, %arg4, %arg4 : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$update, Variadic<Stablehlo_IntTensor>:$start_indices);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

//===-- Gather and scatter ----------------------------------------------------------------------------------------===//

def Stablehlo_GatherOp : Stablehlo_ShapeOp<"gather"> {
  let summary = "windows of the operand at computed starts; starts out of range are clamped";
  let description = [{
    ```mlir
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$start_indices,
                       Stablehlo_GatherDimensionNumbersAttr:$dimension_numbers, DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_DynamicGatherOp : Stablehlo_ShapeOp<"dynamic_gather"> {
  let summary = "a gather whose window sizes are computed";
  let description = [{
    ```mlir
    %3 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$start_indices, Stablehlo_ShapeTensor:$slice_sizes,
                       Stablehlo_GatherDimensionNumbersAttr:$dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_ScatterOp
    : Stablehlo_Op<"scatter", [SameVariadicOperandSize, RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "combines updates into windows of the inputs; updates that would land outside are dropped";
  let description = [{
    ```mlir
    %2 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %5 = stablehlo.add %arg6, %arg7 : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Stablehlo_IntTensor:$scatter_indices,
                       Variadic<Stablehlo_Tensor>:$updates,
                       Stablehlo_ScatterDimensionNumbersAttr:$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
  let hasVerifier = 1;
}

def Stablehlo_TorchIndexSelectOp : Stablehlo_ShapeOp<"torch_index_select"> {
  let summary = "rows of the operand along `dim`, chosen by index";
  let description = [{
    ```mlir
    %4 = "stablehlo.torch_index_select"(%arg0, %arg5) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<2x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$index, I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs Stablehlo_Tensor:$result);
}

#endif // DIALECTS_STABLEHLO_DATAMOVEMENTOPS_TD
