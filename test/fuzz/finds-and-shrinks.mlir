// A program that fails is made smaller: what has nothing to do with the failure goes.
// RUN: not fuzz-programs %s | FileCheck %s --implicit-check-not=stablehlo.add --implicit-check-not=sdy.sharding
// CHECK: FAIL seed 0: refused
// CHECK: 'stablehlo.custom_call'
// CHECK: stablehlo.custom_call @nobody_knows
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  %1 = stablehlo.custom_call @nobody_knows(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.add %1, %b : tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// A difference is found: the error that the program allows is below zero.
// RUN: not fuzz-programs %S/Inputs/difference.mlir | FileCheck %s --check-prefix=DIFFERENCE
// DIFFERENCE: FAIL seed 0: mismatch
// DIFFERENCE: result 0: element [0] is
