#ifndef DIALECTS_STABLEHLO_REDUCTIONOPS_TD
#define DIALECTS_STABLEHLO_REDUCTIONOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

// Operations with scalar functions as regions: free to move when what is inside is.
class Stablehlo_BodyOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [RecursiveMemoryEffects, RecursivelySpeculatable] # traits> {
  let hasVerifier = 1;
}

def Stablehlo_ReduceOp : Stablehlo_BodyOp<"reduce", [SameVariadicOperandSize]> {
  let summary = "combines the elements along the given dimensions";
  let description = [{
    The block takes one element of every input, then one accumulator for every input. When it is one commutative
    operation the short form `applies stablehlo.add` stands for it.

    ```mlir
    %0 = stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ReduceWindowOp : Stablehlo_BodyOp<"reduce_window", [SameVariadicOperandSize]> {
  let summary = "combines the elements of every window";
  let description = [{
    ```mlir
    %0 = "stablehlo.reduce_window"(%arg0, %arg2) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %4 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations, OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
}

def Stablehlo_SelectAndScatterOp : Stablehlo_BodyOp<"select_and_scatter"> {
  let summary = "adds each source element to the element that its window of the operand selects";
  let description = [{
    ```mlir
    %1 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %4 = stablehlo.compare GE, %arg4, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }, {
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %4 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$source, Stablehlo_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_SortOp : Stablehlo_BodyOp<"sort"> {
  let summary = "sorts tensors together along one dimension";
  let description = [{
    The comparator takes two scalars of every input, a0, b0, a1, b1, ..., and says whether a comes before b. A
    negative dimension counts from the end.

    ```mlir
    %2:2 = "stablehlo.sort"(%arg0, %arg3) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<i32>, %arg7: tensor<i32>):
      %4 = stablehlo.compare LT, %arg4, %arg5, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
}

def Stablehlo_MapOp : Stablehlo_BodyOp<"map", [Stablehlo_Elementwise]> {
  let summary = "applies a scalar function to every element";
  let description = [{
    ```mlir
    %3 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %4 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Stablehlo_Tensor:$result);
}

#endif // DIALECTS_STABLEHLO_REDUCTIONOPS_TD
