// A program that fails is made smaller: what has nothing to do with the failure goes.
// RUN: not fuzz-programs %s | FileCheck %s --implicit-check-not=stablehlo.add --implicit-check-not=sdy.sharding
// CHECK: FAIL seed 0: refused
// CHECK: 'stablehlo.batch_norm_inference'
// CHECK: stablehlo.batch_norm_inference
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %c = stablehlo.constant dense<1.0> : tensor<4xf64>
  %0 = stablehlo.add %a, %b : tensor<4xf64>
  %1 = "stablehlo.batch_norm_inference"(%0, %c, %c, %c, %c) <{epsilon = 1.0e-03 : f32, feature_index = 0 : i64}> : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %2 = stablehlo.add %1, %b : tensor<4xf64>
  return %0, %2 : tensor<4xf64>, tensor<4xf64>
}

// A difference is found: the program allows none between functions that are good to a few units in the last place.
// RUN: not fuzz-programs %S/Inputs/difference.mlir | FileCheck %s --check-prefix=DIFFERENCE
// DIFFERENCE: FAIL seed 0: mismatch
// DIFFERENCE: result 0: element [{{[0-9]+}}] is
