// RUN: shardwright-opt --propagate-shardings --partition %s | FileCheck %s

sharding.mesh @m = <x=2>

// What a body yields already is sharded as the loop-carried value does: nothing is sent.
// CHECK-LABEL: func.func @while
// CHECK-NOT: spmd.all_gather
// CHECK-NOT: spmd.slice
func.func @while(%a: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, %w: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I, J]>}) -> tensor<8x8xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.while
  // CHECK-SAME: tensor<4x8xf32>
  %0:2 = stablehlo.while(%i = %c, %v = %a) : tensor<i32>, tensor<8x8xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<8x8xf32>
  }
  return %0#1 : tensor<8x8xf32>
}
