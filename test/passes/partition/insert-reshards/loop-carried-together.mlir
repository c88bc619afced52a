// A loop over layers and the one back, over which propagation had the inner dimension split where batches enter. Moving
// the gradient alone, or what is stacked alone, does not pay: together they are sharded as what enters and what an iteration makes.
//
// RUN: shardwright partition %s | FileCheck %s
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-5
// RUN: shardwright run %s --backend=interp --check-against=interp --rtol=1e-4 --atol=1e-5
// RUN: shardwright run %s --disable=all --check-against=interp --rtol=1e-4 --atol=1e-5

// Weights are gathered, never what batches made.
// CHECK-NOT: spmd.all_to_all
// CHECK: spmd.all_gather {{.*}} -> tensor<{{(1x)?}}16x16xf32>
// CHECK-NOT: spmd.all_gather {{.*}} -> tensor<8x16x16xf32>
// CHECK-NOT: spmd.all_to_all
// CHECK: return
sharding.mesh @m = <x=8>
func.func @main(%h: tensor<8x16x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _, _]>}, %w: tensor<4x16x16xf32> {sharding.spec = #sharding.spec<@m, [_, _x, _]>})
    -> (tensor<4x16x16xf32> {sharding.spec = #sharding.spec<@m, [_, _x, _]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %s0 = stablehlo.broadcast_in_dim %none, dims = [] : (tensor<f32>) -> tensor<4x8x16x16xf32>
  %g0 = stablehlo.broadcast_in_dim %none, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
  %f:3 = stablehlo.while(%i = %zero, %a = %h, %s = %s0) : tensor<i32>, tensor<8x16x16xf32>, tensor<4x8x16x16xf32> attributes {sharding.specs = [#sharding.spec<@m, []>, #sharding.spec<@m, [_x, _, _]>, #sharding.spec<@m, [_, _, _, _x]>]}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %ws = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %wi = stablehlo.reshape %ws : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %d = stablehlo.dot_general %a, %wi, contracting_dims = [2] x [0] : (tensor<8x16x16xf32>, tensor<16x16xf32>) -> tensor<8x16x16xf32>
    %t = stablehlo.tanh %d : tensor<8x16x16xf32>
    %u = stablehlo.reshape %a : (tensor<8x16x16xf32>) -> tensor<1x8x16x16xf32>
    %s2 = stablehlo.dynamic_update_slice %s, %u, %i, %zero, %zero, %zero : (tensor<4x8x16x16xf32>, tensor<1x8x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t, %s2 : tensor<i32>, tensor<8x16x16xf32>, tensor<4x8x16x16xf32>
  }
  %b:3 = stablehlo.while(%i = %zero, %a = %f#1, %g = %g0) : tensor<i32>, tensor<8x16x16xf32>, tensor<4x16x16xf32> attributes {sharding.specs = [#sharding.spec<@m, []>, #sharding.spec<@m, [_, _, _x]>, #sharding.spec<@m, [_, _x, _]>]}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %ws = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %wi = stablehlo.reshape %ws : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %ss = stablehlo.dynamic_slice %f#2, %i, %zero, %zero, %zero, sizes = [1, 8, 16, 16] : (tensor<4x8x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x16xf32>
    %si = stablehlo.reshape %ss : (tensor<1x8x16x16xf32>) -> tensor<8x16x16xf32>
    %dw = stablehlo.dot_general %si, %a, contracting_dims = [0, 1] x [0, 1] : (tensor<8x16x16xf32>, tensor<8x16x16xf32>) -> tensor<16x16xf32>
    %dh = stablehlo.dot_general %a, %wi, contracting_dims = [2] x [1] : (tensor<8x16x16xf32>, tensor<16x16xf32>) -> tensor<8x16x16xf32>
    %p = stablehlo.multiply %dh, %si : tensor<8x16x16xf32>
    %u = stablehlo.reshape %dw : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %g2 = stablehlo.dynamic_update_slice %g, %u, %i, %zero, %zero : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %p, %g2 : tensor<i32>, tensor<8x16x16xf32>, tensor<4x16x16xf32>
  }
  return %b#2 : tensor<4x16x16xf32>
}
