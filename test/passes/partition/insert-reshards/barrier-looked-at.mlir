// What a barrier hands on (where a program computes something again rather than keep it) is sharded as its users and its operand
// would have it, whatever propagation said.
//
// RUN: shardwright partition %s | FileCheck %s
// RUN: shardwright partition %s --disable=loop-carried-shardings | FileCheck %s --check-prefix=AS-PROPAGATED
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-5
// RUN: shardwright run %s --backend=interp --check-against=interp --rtol=1e-4 --atol=1e-5
sharding.mesh @m = <x=8>

// The weight alone is sent.
// CHECK-NOT: spmd.{{(all_to_all|reduce_scatter|all_reduce)}}
// CHECK: stablehlo.optimization_barrier {{.*}} : tensor<8x16xf32>
// AS-PROPAGATED: spmd.all_to_all
func.func @main(%h: tensor<64x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}, %w: tensor<16x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>})
    -> (tensor<64x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}) {
  %t = stablehlo.tanh %h : tensor<64x16xf32>
  %b:2 = stablehlo.optimization_barrier %t, %w {sharding.specs = [#sharding.spec<@m, [_, _x]>, #sharding.spec<@m, [_x, _]>]} : tensor<64x16xf32>, tensor<16x16xf32>
  %d = stablehlo.dot_general %b#0, %b#1, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  return %d : tensor<64x16xf32>
}
