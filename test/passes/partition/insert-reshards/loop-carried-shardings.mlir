// A loop-carried value is sharded as is cheapest over all iterations: a weight that every iteration reads is gathered once, before the loop.
//
// RUN: shardwright partition %s | FileCheck %s
// RUN: shardwright partition %s --disable=loop-carried-shardings | FileCheck %s --check-prefix=EACH
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-5
// RUN: shardwright run %s --backend=interp --check-against=interp --rtol=1e-4 --atol=1e-5
// RUN: shardwright run %s --disable=all --check-against=interp --rtol=1e-4 --atol=1e-5

// CHECK: spmd.all_gather %arg1 dim 0 over {x}
// CHECK: stablehlo.while
// CHECK-NOT: spmd.all
// CHECK: return
// EACH: stablehlo.while
// EACH: spmd.reduce_scatter
sharding.mesh @m = <x=4>
func.func @main(%a: tensor<8x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}, %w: tensor<16x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>},
                %m: tensor<64x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}) -> (tensor<8x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}) {
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
