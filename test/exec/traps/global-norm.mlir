// Clipping by the global norm: one scalar all-reduce for all parameters, not one each.
// RUN: shardwright-opt --split-constants --apply-constraints --propagate-shardings --partition %s | FileCheck %s
// RUN: shardwright run %s --check-against=interp
// CHECK-COUNT-1: = spmd.all_reduce
// CHECK-NOT: = spmd.all_reduce
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, %b: tensor<8x12xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
                %c: tensor<6xf32> {sharding.spec = #sharding.spec<@m, [I]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %aa = stablehlo.multiply %a, %a : tensor<16x8xf32>
  %bb = stablehlo.multiply %b, %b : tensor<8x12xf32>
  %cc = stablehlo.multiply %c, %c : tensor<6xf32>
  %0 = stablehlo.reduce(%aa init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%bb init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x12xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%cc init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.add %0, %1 : tensor<f32>
  %4 = stablehlo.add %3, %2 : tensor<f32>
  %5 = stablehlo.sqrt %4 : tensor<f32>
  return %5 : tensor<f32>
}
