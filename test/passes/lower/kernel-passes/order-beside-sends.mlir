// A product of what a device has itself runs while the next chunk of a ring is sent to it, though its result is not asked for before the
// others' are there; where collectives do not go on beside kernels, it is made where it is asked for.
// RUN: shardwright run %s --seed=1 --backend=interp --save-outputs=%t
// RUN: shardwright-opt %s --decompose-collectives -o %t.mlir
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --rtol=1e-5 --target=host:async | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --rtol=1e-5 | FileCheck %s --check-prefix=SAME
// SAME: all 2 results match
// DEFINE: %{target} = host:async
// DEFINE: %{order} = shardwright-opt %t.mlir --prepare-for-host=target=%{target} --fuse-operations=target=%{target} --group-kernels=target=%{target} --order-kernels=target=%{target}
// RUN: %{order} | FileCheck %s
// REDEFINE: %{target} = host
// RUN: %{order} | FileCheck %s --check-prefix=LATE

// CHECK:      %[[ONE:.+]] = spmd.collective_permute %arg0
// CHECK:      stablehlo.dot_general %arg0
// CHECK:      stablehlo.dot_general %[[ONE]]
// CHECK:      stablehlo.dot_general
// CHECK:      stablehlo.dot_general
// CHECK-NOT:  stablehlo.dot_general %arg0

// LATE:       %[[ONE:.+]] = spmd.collective_permute %arg0
// LATE-NOT:   stablehlo.dot_general %arg0
// LATE:       stablehlo.dot_general %[[ONE]]
// LATE:       stablehlo.dot_general %arg0

// A program that is written so: what the product is added to is a collective's, and comes last.
// CHECK:      %[[SUM:.+]] = spmd.all_reduce sum %arg3
// CHECK:      stablehlo.dot_general %arg4
// CHECK:      stablehlo.dot_general %[[SUM]]
sharding.mesh @m = <x=4>
func.func @main(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [_, _x]>, spmd.global_type = tensor<16x32xf32>},
                %w: tensor<32x4xf32>, %v: tensor<4x64xf32>,
                %p: tensor<64x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<256x16xf32>},
                %q: tensor<16x16xf32>) -> (tensor<16x64xf32>, tensor<16x16xf32>) {
  %g = spmd.all_gather %a dim 1 over {x} on @m : (tensor<16x8xf32>) -> tensor<16x32xf32>
  %0 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x4xf32>) -> tensor<16x4xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<16x4xf32>, tensor<4x64xf32>) -> tensor<16x64xf32>
  %s = spmd.all_reduce sum %p over {x} on @m : tensor<64x16xf32>
  %own = stablehlo.dot_general %q, %q, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = stablehlo.dot_general %s, %s, contracting_dims = [0] x [0] : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<16x16xf32>
  %3 = stablehlo.add %2, %own : tensor<16x16xf32>
  return %1, %3 : tensor<16x64xf32>, tensor<16x16xf32>
}
