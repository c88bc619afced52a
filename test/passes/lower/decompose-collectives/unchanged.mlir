// What has no ring of chunks stays: blocks that are not alike, several tensors at a time, a product that reads the value twice, a dimension
// that another op merges, what is started already, other reductions than sums, sums of what no product makes or others read, groups of more devices
// than asked for, and what is smaller.
// RUN: shardwright-opt %s --decompose-collectives=most-devices=4 > %t && FileCheck %s < %t && FileCheck %s --check-prefix=NONE < %t
// RUN: shardwright-opt %s --decompose-collectives=least-bytes=100000 | FileCheck %s --check-prefix=NONE
// RUN: not shardwright-opt %s --decompose-collectives=directions=3 2>&1 | FileCheck %s --check-prefix=DIRECTIONS
// NONE-NOT: collective_permute
// DIRECTIONS: error: directions is 3: chunks travel in 1 direction, or in 2

// CHECK-COUNT-6: all_gather
// CHECK-COUNT-3: reduce_scatter
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<2x6xf32>, %w: tensor<6x5xf32>) {
  %0 = spmd.all_gather %a dim 0 over {x} on @m : (tensor<2x6xf32>) -> tensor<7x6xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<7x6xf32>, tensor<6x5xf32>) -> tensor<7x5xf32>
  %2:2 = spmd.all_gather %a, %a dim 0 over {x} on @m : (tensor<2x6xf32>, tensor<2x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>)
  %3 = stablehlo.dot_general %2#0, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x5xf32>) -> tensor<8x5xf32>
  %4 = spmd.all_gather %a dim 0 over {x} on @m : (tensor<2x6xf32>) -> tensor<8x6xf32>
  %5 = stablehlo.dot_general %4, %4, contracting_dims = [1] x [1] : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x8xf32>
  %6 = spmd.all_gather %w dim 1 over {y} on @m : (tensor<6x5xf32>) -> tensor<6x10xf32>
  %7 = stablehlo.reshape %6 : (tensor<6x10xf32>) -> tensor<60xf32>
  %8 = stablehlo.dot_general %7, %7, contracting_dims = [0] x [0] : (tensor<60xf32>, tensor<60xf32>) -> tensor<f32>
  %9 = spmd.all_gather %a dim 0 over {x} on @m {spmd.started} : (tensor<2x6xf32>) -> tensor<8x6xf32>
  %10 = spmd.done %9 : tensor<8x6xf32>
  %11 = stablehlo.dot_general %10, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x5xf32>) -> tensor<8x5xf32>
  %12 = spmd.all_gather %a dim 0 over {x, y} on @m : (tensor<2x6xf32>) -> tensor<16x6xf32>
  %13 = stablehlo.dot_general %12, %w, contracting_dims = [1] x [0] : (tensor<16x6xf32>, tensor<6x5xf32>) -> tensor<16x5xf32>
  %14 = spmd.reduce_scatter max %5 dim 0 over {x} on @m : (tensor<8x8xf32>) -> tensor<2x8xf32>
  %15 = spmd.reduce_scatter sum %3 dim 0 over {x} on @m : (tensor<8x5xf32>) -> tensor<2x5xf32>
  %16 = spmd.reduce_scatter sum %4 dim 0 over {x} on @m : (tensor<8x6xf32>) -> tensor<2x6xf32>
  %17 = stablehlo.tanh %3 : tensor<8x5xf32>
  return
}
