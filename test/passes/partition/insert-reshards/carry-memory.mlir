// A weight gathered before the loop would be held through it, and be more than the program's arguments take: it stays split.
//
// RUN: shardwright partition %s | FileCheck %s
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-5

// CHECK-NOT: spmd.all_gather
// CHECK: stablehlo.while
// CHECK-SAME: tensor<4x16xf32>
sharding.mesh @m = <x=4>
func.func @main(%a: tensor<8x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}, %w: tensor<16x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}) -> (tensor<8x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %s = %a, %v = %w) : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.dot_general %s, %v, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %3 = stablehlo.tanh %2 : tensor<8x16xf32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3, %v : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
  }
  return %0#1 : tensor<8x16xf32>
}
