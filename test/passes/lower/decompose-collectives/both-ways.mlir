// Round the ring in both directions: from each side the chunks of the nearer half, of an even ring's farthest device a half from
// each side.
// RUN: shardwright run %s --seed=1 --backend=interp --save-outputs=%t
// RUN: shardwright-opt %s --decompose-collectives=directions=2 --verify-roundtrip -o %t.mlir
// RUN: shardwright run %t.mlir --seed=1 --backend=interp --expect=%t | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --target=host:async | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.mlir
// SAME: all 2 results match

// CHECK:     %[[BELOW:.+]] = spmd.collective_permute %arg0 pairs {{\[\[}}0, 1], [1, 2], [2, 3], [3, 0]] over {y, x} {{.*}}spmd.bidirectional} : tensor<2x6xf32>
// CHECK:     %[[ABOVE:.+]] = spmd.collective_permute %arg0 pairs {{\[\[}}0, 3], [1, 0], [2, 1], [3, 2]] over {y, x} {{.*}}spmd.bidirectional} : tensor<2x6xf32>
// CHECK:     stablehlo.dot_general %arg0
// CHECK:     stablehlo.dot_general %[[BELOW]]
// What goes on is cut in front of the last product but one, which finds it there.
// CHECK:     stablehlo.slice %[[BELOW]] [0:1, 0:6]
// CHECK:     %[[FIRST:.+]] = spmd.collective_permute {{.*}} : tensor<1x6xf32>
// CHECK:     stablehlo.slice %[[ABOVE]] [1:2, 0:6]
// CHECK:     %[[SECOND:.+]] = spmd.collective_permute {{.*}} : tensor<1x6xf32>
// CHECK:     stablehlo.dot_general %[[ABOVE]]
// CHECK:     %[[FARTHEST:.+]] = stablehlo.concatenate %[[FIRST]], %[[SECOND]]
// CHECK:     stablehlo.dot_general %[[FARTHEST]]
// CHECK:     stablehlo.dot_general
// CHECK:     %[[UP:.+]] = spmd.collective_permute {{.*}}spmd.bidirectional} : tensor<1x5xf32>
// CHECK:     spmd.collective_permute {{.*}}spmd.bidirectional} : tensor<1x5xf32>
// CHECK:     stablehlo.dot_general
// CHECK:     stablehlo.pad %[[UP]]
// CHECK:     spmd.collective_permute {{.*}}spmd.bidirectional} : tensor<2x5xf32>
// CHECK:     stablehlo.dot_general
// CHECK:     spmd.collective_permute {{.*}}spmd.bidirectional} : tensor<2x5xf32>
// CHECK:     stablehlo.dot_general
// CHECK:     return
sharding.mesh @m = <x=2, y=2>
func.func @main(%a: tensor<2x6xf32> {sharding.spec = #sharding.spec<@m, [_{y,x}, _]>, spmd.global_type = tensor<8x6xf32>},
                %w: tensor<6x3xf32> {sharding.spec = #sharding.spec<@m, [_, _{y,x}]>, spmd.global_type = tensor<6x12xf32>},
                %u: tensor<3x5xf32> {sharding.spec = #sharding.spec<@m, [_{y,x}, _]>, spmd.global_type = tensor<12x5xf32>})
    -> (tensor<8x3xf32> {sharding.spec = #sharding.spec<@m, [_, _{y,x}]>, spmd.global_type = tensor<8x12xf32>},
        tensor<2x5xf32> {sharding.spec = #sharding.spec<@m, [_{y,x}, _]>, spmd.global_type = tensor<8x5xf32>}) {
  %g = spmd.all_gather %a dim 0 over {y, x} on @m : (tensor<2x6xf32>) -> tensor<8x6xf32>
  %0 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x3xf32>) -> tensor<8x3xf32>
  %1 = stablehlo.dot_general %0, %u, contracting_dims = [1] x [0] : (tensor<8x3xf32>, tensor<3x5xf32>) -> tensor<8x5xf32>
  %2 = spmd.reduce_scatter sum %1 dim 0 over {y, x} on @m : (tensor<8x5xf32>) -> tensor<2x5xf32>
  return %0, %2 : tensor<8x3xf32>, tensor<2x5xf32>
}
