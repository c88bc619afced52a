// Elements have no shardings: what JAX's explicit mode says of them in comparisons and reductions is left out, of constants
// that come from around the region, too.
// RUN: shardwright run %s
// RUN: shardwright run %s --devices=1
// RUN: shardwright-opt %s --import-sdy --isolate-computations | FileCheck %s
sdy.mesh @mesh = <["x"=4]>
func.func @main() {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = sdy.sharding_constraint %zero <@mesh, []> : tensor<f32>
  %whole = stablehlo.constant dense<[[5.0, -1.0, 4.0, 0.0], [2.0, 7.0, -1.0, 3.0], [0.0, -1.0, 0.0, 9.0], [6.0, 2.0, -2.0, 1.0]]> : tensor<4x4xf32>
  %a = sdy.sharding_constraint %whole <@mesh, [{"x"}, {}]> : tensor<4x4xf32>

  // CHECK: reducer
  // CHECK-NOT: sharding.constraint
  // CHECK: return
  %0 = "stablehlo.reduce"(%a, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.maximum %y, %least {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : tensor<f32>
    %2 = sdy.sharding_constraint %1 <@mesh, []> : tensor<f32>
    %3 = stablehlo.add %x, %2 : tensor<f32>
    %4 = sdy.sharding_constraint %3 <@mesh, []> : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %0, dense<[9.0, 12.0, 9.0, 9.0]> : tensor<4xf32>

  // CHECK: stablehlo.sort
  // CHECK-NOT: sharding.constraint
  // CHECK: return
  %5 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %6 = sdy.sharding_constraint %x <@mesh, []> : tensor<f32>
    %7 = stablehlo.compare LT, %6, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %7 : tensor<i1>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  check.expect_eq_const %5, dense<[[-1.0, 0.0, 4.0, 5.0], [-1.0, 2.0, 3.0, 7.0], [-1.0, 0.0, 0.0, 9.0], [-2.0, 1.0, 2.0, 6.0]]> : tensor<4x4xf32>
  return
}
