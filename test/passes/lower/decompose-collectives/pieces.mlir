// In pieces: each device's block is cut in as many, and a collective of the same kind stands for each, in front of a product or behind one.
// A piece is rows of every block, so that products read and leave strided parts; sums are the collective's own.
// RUN: shardwright run %s --seed=1 --backend=interp --save-outputs=%t
// RUN: shardwright-opt %s --decompose-collectives=pieces=2 --verify-roundtrip -o %t.mlir
// RUN: shardwright run %t.mlir --seed=1 --backend=interp --expect=%t --rtol=1e-5 | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --target=host:async | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.mlir
// RUN: shardwright-opt %s --decompose-collectives=pieces=3 | FileCheck %s --check-prefix=ODD
// RUN: not shardwright-opt %s --decompose-collectives=pieces=65 2>&1 | FileCheck %s --check-prefix=RANGE
// SAME: all 3 results match
// ODD-COUNT-2: spmd.all_gather
// ODD:         spmd.reduce_scatter
// RANGE: error: pieces is 65: a block has from 1 to 64 pieces, and 0 makes a ring

// CHECK:      %[[FIRST:.+]] = stablehlo.slice %arg0 [0:1, 0:6]
// CHECK-NEXT: %[[ONE:.+]] = spmd.all_gather %[[FIRST]] dim 0 over {x} on @m : (tensor<1x6xf32>) -> tensor<2x6xf32>
// CHECK-NEXT: %[[SECOND:.+]] = stablehlo.slice %arg0 [1:2, 0:6]
// CHECK-NEXT: %[[TWO:.+]] = spmd.all_gather %[[SECOND]]
// CHECK-NEXT: %[[P:.+]] = stablehlo.dot_general %[[ONE]], %arg1
// CHECK-NEXT: %[[PP:.+]] = stablehlo.reshape %[[P]] : (tensor<2x4xf32>) -> tensor<2x1x1x4xf32>
// CHECK-NEXT: %[[Q:.+]] = stablehlo.dot_general %[[TWO]], %arg1
// CHECK-NEXT: %[[QQ:.+]] = stablehlo.reshape %[[Q]]
// CHECK-NEXT: %[[BOTH:.+]] = stablehlo.concatenate %[[PP]], %[[QQ]], dim = 1
// CHECK-NEXT: stablehlo.reshape %[[BOTH]] : (tensor<2x2x1x4xf32>) -> tensor<4x4xf32>

// A product that sums over the gathered dimension: the same piece of the other operand.
// CHECK:      spmd.all_gather
// CHECK:      %[[OTHER:.+]] = stablehlo.reshape %arg3 : (tensor<4x5xf32>) -> tensor<2x2x1x5xf32>
// CHECK-NEXT: stablehlo.slice %[[OTHER]] [0:2, 0:1, 0:1, 0:5]
// CHECK:      stablehlo.add

// CHECK:      %[[PART:.+]] = stablehlo.dot_general {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: spmd.reduce_scatter sum %[[PART]] dim 0 over {x} on @m : (tensor<2x4xf32>) -> tensor<1x4xf32>
// CHECK:      stablehlo.dot_general {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: spmd.reduce_scatter
// CHECK-NEXT: stablehlo.concatenate
sharding.mesh @m = <x=2>
func.func @main(%a: tensor<2x6xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<4x6xf32>},
                %w: tensor<6x4xf32>,
                %b: tensor<3x2xf32> {sharding.spec = #sharding.spec<@m, [_, _x]>, spmd.global_type = tensor<3x4xf32>},
                %v: tensor<4x5xf32>,
                %c: tensor<4x6xf32> {sharding.spec = #sharding.spec<@m, [_, _x]>, spmd.global_type = tensor<4x12xf32>})
    -> (tensor<4x4xf32>, tensor<3x5xf32>, tensor<2x4xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<4x4xf32>}) {
  %0 = spmd.all_gather %a dim 0 over {x} on @m : (tensor<2x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  %2 = spmd.all_gather %b dim 1 over {x} on @m : (tensor<3x2xf32>) -> tensor<3x4xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %4 = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  %5 = spmd.reduce_scatter sum %4 dim 0 over {x} on @m : (tensor<4x4xf32>) -> tensor<2x4xf32>
  return %1, %3, %5 : tensor<4x4xf32>, tensor<3x5xf32>, tensor<2x4xf32>
}
