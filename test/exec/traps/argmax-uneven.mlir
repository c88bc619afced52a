// Argmax over a split dimension, with ties: the lowest index wins whatever the layout. Only what each device found travels, and
// the padding of the last, uneven block is never found.
//
// RUN: shardwright run %s
// RUN: shardwright run %s --backend=interp
// RUN: shardwright run %s --devices=1
// RUN: shardwright-opt --import --propagate-shardings --partition %s | FileCheck %s
sharding.mesh @m = <x=4>

// CHECK: stablehlo.reduce
// CHECK-COUNT-2: spmd.all_gather {{.*}} -> tensor<4x2x{{f32|i32}}>
// CHECK: stablehlo.reduce
// CHECK-NOT: spmd.all_gather {{.*}}tensor<2x
func.func @main() {
  %values = stablehlo.constant dense<[[1.0, 7.0, 3.0, 7.0, 2.0, 7.0, 0.0, 7.0, 7.0, 5.0],
                                      [-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0, -0.5, -0.5]]> : tensor<2x10xf32>
  %split = sharding.constraint %values <@m, [I, J_x]> : tensor<2x10xf32>
  %index = stablehlo.iota dim = 1 : tensor<2x10xi32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %max:2 = stablehlo.reduce(%split init: %lowest), (%index init: %first) across dimensions = [1] : (tensor<2x10xf32>, tensor<2x10xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>)  {
    %more = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %same, %before : tensor<i1>
    %take = stablehlo.or %more, %tie : tensor<i1>
    %value = stablehlo.select %more, %a, %b : tensor<i1>, tensor<f32>
    %at = stablehlo.select %take, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %at : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %max#0, dense<[7.0, -0.5]> : tensor<2xf32>
  check.expect_eq_const %max#1, dense<[1, 8]> : tensor<2xi32>
  return
}
