#ifndef DIALECTS_STABLEHLO_CONTROLFLOWOPS_TD
#define DIALECTS_STABLEHLO_CONTROLFLOWOPS_TD

include "dialects/stablehlo/StablehloDialect.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Stablehlo_ReturnOp : Stablehlo_Op<"return", [Pure, Terminator, ReturnLike]> {
  let summary = "ends a region and gives its results";
  let description = [{
    ```mlir
    %3:2 = "stablehlo.if"(%0) ({
      stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
    }, {
      %4 = stablehlo.negate %1 : tensor<f32>
      stablehlo.return %4, %2 : tensor<f32>, tensor<i32>
    }) : (tensor<i1>) -> (tensor<f32>, tensor<i32>)
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_AnyValue>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

def Stablehlo_WhileOp
    : Stablehlo_Op<"while", [RecursiveMemoryEffects, RecursivelySpeculatable,
                             DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "repeats `body` as long as `cond` holds";
  let description = [{
    Both regions take the carried values; the results are the values that `cond` refused.

    ```mlir
    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<4x8xf32> attributes {note = "n"}
    cond {
      %c = stablehlo.constant dense<5> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %iterArg, %iterArg : tensor<i32>
      stablehlo.return %4, %iterArg_0 : tensor<i32>, tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_AnyValue>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_AnyValue>:$outputs);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Stablehlo_CaseOp : Stablehlo_Op<"case", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "runs the branch whose number is the index; the last one when it is out of range";
  let description = [{
    ```mlir
    %1 = "stablehlo.case"(%arg0) ({
      stablehlo.return %arg1 : tensor<4x8xf32>
    }, {
      %4 = stablehlo.negate %arg1 : tensor<4x8xf32>
      stablehlo.return %4 : tensor<4x8xf32>
    }) : (tensor<i32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_SIntTensor:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<Stablehlo_AnyValue>:$outputs);
  let hasVerifier = 1;
}

def Stablehlo_IfOp : Stablehlo_Op<"if", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "runs one of two branches";
  let description = [{
    ```mlir
    %2:2 = "stablehlo.if"(%arg2) ({
      stablehlo.return %arg1, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>
    }, {
      %4 = stablehlo.negate %arg1 : tensor<4x8xf32>
      stablehlo.return %4, %4 : tensor<4x8xf32>, tensor<4x8xf32>
    }) : (tensor<i1>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
    ```
  }];
  let arguments = (ins Stablehlo_PredTensor:$pred);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
  let results = (outs Variadic<Stablehlo_AnyValue>:$outputs);
  let hasVerifier = 1;
}

def Stablehlo_OptimizationBarrierOp : Stablehlo_Op<"optimization_barrier", [Pure]> {
  let summary = "its operands, seen through by no optimization";
  let description = [{
    ```mlir
    %3:2 = stablehlo.optimization_barrier %arg1, %arg0 : tensor<4x8xf32>, tensor<i32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_AnyValue>:$operand);
  let results = (outs Variadic<Stablehlo_AnyValue>:$outputs);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // DIALECTS_STABLEHLO_CONTROLFLOWOPS_TD
