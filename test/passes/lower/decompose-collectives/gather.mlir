// An all_gather in front of products: a product for each chunk, while the next chunk is under way. The same results, to the bit
// where the gathered dimension is free.
// RUN: shardwright run %s --seed=1 --backend=interp --save-outputs=%t
// RUN: shardwright-opt %s --decompose-collectives --verify-roundtrip -o %t.mlir
// RUN: shardwright run %t.mlir --seed=1 --backend=interp --expect=%t --rtol=0 --atol=0 | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --disable=all | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --target=host:async | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.mlir
// SAME: all 3 results match

// Two products read one ring, chunk by chunk, and a chunk passes through what is in front of a product. Who wants the whole
// gets it joined.
// CHECK-LABEL: func.func @main
// CHECK-SAME:  (%[[A:[a-z0-9]+]]: tensor<2x6xf32>
// CHECK:         %[[ONE:.+]] = spmd.collective_permute %[[A]] pairs {{\[\[}}0, 1], [1, 2], [2, 3], [3, 0]] over {x} on @m {cause = "all_gather in a ring of chunks"}
// CHECK-NOT:     spmd.
// CHECK:         %[[OWN:.+]] = stablehlo.dot_general %[[A]], {{.*}} : (tensor<2x6xf32>, tensor<6x5xf32>) -> tensor<2x5xf32>
// CHECK:         stablehlo.broadcast_in_dim %[[OWN]]
// CHECK:         stablehlo.negate %[[A]] : tensor<2x6xf32>
// CHECK:         stablehlo.dot_general {{.*}} : (tensor<3x6xf32>, tensor<2x6xf32>) -> tensor<3x2xf32>
// CHECK:         %[[TWO:.+]] = spmd.collective_permute %[[ONE]]
// CHECK:         %[[FIRST:.+]] = stablehlo.dot_general %[[ONE]]
// CHECK:         stablehlo.dynamic_update_slice %{{.+}}, %[[FIRST]]
// CHECK:         %[[THREE:.+]] = spmd.collective_permute %[[TWO]]
// CHECK:         stablehlo.dot_general %[[TWO]]
// CHECK-NOT:     spmd.
// CHECK:         stablehlo.dot_general %[[THREE]]
// CHECK:         stablehlo.dynamic_update_slice %{{.+}}, %[[ONE]]
// CHECK:         return
sharding.mesh @m = <x=4>
func.func @main(%a: tensor<2x6xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<8x6xf32>},
                %w: tensor<6x5xf32>, %v: tensor<3x6xf32>)
    -> (tensor<8x5xf32>, tensor<3x8xf32>, tensor<8x6xf32>) {
  %g = spmd.all_gather %a dim 0 over {x} on @m : (tensor<2x6xf32>) -> tensor<8x6xf32>
  %0 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x5xf32>) -> tensor<8x5xf32>
  %n = stablehlo.negate %g : tensor<8x6xf32>
  %1 = stablehlo.dot_general %v, %n, contracting_dims = [1] x [1] : (tensor<3x6xf32>, tensor<8x6xf32>) -> tensor<3x8xf32>
  return %0, %1, %g : tensor<8x5xf32>, tensor<3x8xf32>, tensor<8x6xf32>
}
