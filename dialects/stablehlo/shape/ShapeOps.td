#ifndef DIALECTS_STABLEHLO_SHAPEOPS_TD
#define DIALECTS_STABLEHLO_SHAPEOPS_TD

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

#endif // DIALECTS_STABLEHLO_SHAPEOPS_TD
