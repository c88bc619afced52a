// Each iteration reads another layer of stacked weights: gathering the layer in the iteration sends no more than gathering the
// stack in front of the loop, and holds one layer.
//
// RUN: shardwright partition %s | FileCheck %s
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-5
sharding.mesh @m = <x=4>

// CHECK-NOT: spmd.all_gather
// CHECK: stablehlo.while
// CHECK: spmd.all_gather
func.func @main(%a: tensor<64x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}, %w: tensor<6x16x16xf32> {sharding.spec = #sharding.spec<@m, [_, _x, _]>}) -> (tensor<64x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %s = %a, %v = %w) : tensor<i32>, tensor<64x16xf32>, tensor<6x16x16xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.dynamic_slice %v, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<6x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %4 = stablehlo.dot_general %s, %3, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
    %5 = stablehlo.tanh %4 : tensor<64x16xf32>
    %6 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %6, %5, %v : tensor<i32>, tensor<64x16xf32>, tensor<6x16x16xf32>
  }
  return %0#1 : tensor<64x16xf32>
}
