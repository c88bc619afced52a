// Products behind which a reduce_scatter stands: the sum of a chunk goes round the ring, and each device adds what it computes
// meanwhile. What is in front of a product is computed by chunks as well; sums are formed in f32, and sent in the type that was reduced.
// RUN: shardwright run %s --seed=1 --backend=interp --save-outputs=%t
// RUN: shardwright-opt %s --decompose-collectives --verify-roundtrip -o %t.mlir
// RUN: shardwright run %t.mlir --seed=1 --backend=interp --expect=%t --rtol=0.02 --atol=0.1 | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --rtol=0.02 --atol=0.1 | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --rtol=0.02 --atol=0.1 --target=host:async | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.mlir
// SAME: all 1 results match

// CHECK-NOT:  reduce_scatter
// CHECK:      %[[PART:.+]] = stablehlo.dynamic_slice %arg0, {{.*}} sizes = [2, 6]
// CHECK-NEXT: %[[TANH:.+]] = stablehlo.tanh %[[PART]] : tensor<2x6xbf16>
// CHECK:      %[[BEGIN:.+]] = stablehlo.dot_general %[[TANH]], %arg1, {{.*}} -> tensor<2x5xf32>
// CHECK-NEXT: %[[NARROW:.+]] = stablehlo.convert %[[BEGIN]] : (tensor<2x5xf32>) -> tensor<2x5xbf16>
// CHECK-NEXT: %[[SENT:.+]] = spmd.collective_permute %[[NARROW]] pairs {{\[\[}}0, 1], [1, 2], [2, 0]] over {x} on @m {cause = "result 0, in a ring of chunks"}
// CHECK:      %[[NEXT:.+]] = stablehlo.dot_general {{.*}} -> tensor<2x5xf32>
// CHECK-NEXT: %[[WIDE:.+]] = stablehlo.convert %[[SENT]] : (tensor<2x5xbf16>) -> tensor<2x5xf32>
// CHECK-NEXT: %[[SUM:.+]] = stablehlo.add %[[NEXT]], %[[WIDE]] : tensor<2x5xf32>
// CHECK-NEXT: stablehlo.convert %[[SUM]]
// CHECK-NEXT: collective_permute
// CHECK:      dot_general
// CHECK:      return
sharding.mesh @m = <x=3>
func.func @main(%a: tensor<6x6xbf16> {sharding.spec = #sharding.spec<@m, [_, _x]>, spmd.global_type = tensor<6x18xbf16>},
                %w: tensor<6x5xbf16> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<18x5xbf16>})
    -> (tensor<2x5xbf16> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<6x5xbf16>}) {
  %t = stablehlo.tanh %a : tensor<6x6xbf16>
  %0 = stablehlo.dot_general %t, %w, contracting_dims = [1] x [0] : (tensor<6x6xbf16>, tensor<6x5xbf16>) -> tensor<6x5xbf16>
  %1 = spmd.reduce_scatter sum %0 dim 0 over {x} on @m {cause = "result 0"} : (tensor<6x5xbf16>) -> tensor<2x5xbf16>
  return %1 : tensor<2x5xbf16>
}
