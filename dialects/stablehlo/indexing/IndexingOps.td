#ifndef DIALECTS_STABLEHLO_INDEXINGOPS_TD
#define DIALECTS_STABLEHLO_INDEXINGOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

class Stablehlo_IndexingOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [Pure] # traits> {
  let hasVerifier = 1;
}

//===-- Pieces ----------------------------------------------------------------------------------------------------===//

def Stablehlo_DynamicSliceOp : Stablehlo_IndexingOp<"dynamic_slice"> {
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

def Stablehlo_DynamicUpdateSliceOp : Stablehlo_IndexingOp<"dynamic_update_slice"> {
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

def Stablehlo_GatherOp : Stablehlo_IndexingOp<"gather"> {
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

def Stablehlo_DynamicGatherOp : Stablehlo_IndexingOp<"dynamic_gather"> {
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

def Stablehlo_TorchIndexSelectOp : Stablehlo_IndexingOp<"torch_index_select"> {
  let summary = "rows of the operand along `dim`, chosen by index";
  let description = [{
    ```mlir
    %4 = "stablehlo.torch_index_select"(%arg0, %arg5) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<2x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$index, I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs Stablehlo_Tensor:$result);
}

#endif // DIALECTS_STABLEHLO_INDEXINGOPS_TD
