// A product that sums over the gathered dimension: partial sums in the order of arrival, in f32 where the product's type is
// narrower. Not where that is asked for.
// RUN: shardwright run %s --seed=1 --backend=interp --save-outputs=%t
// RUN: shardwright-opt %s --decompose-collectives -o %t.mlir
// RUN: shardwright run %t.mlir --seed=1 --backend=interp --expect=%t --rtol=0.01 | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --rtol=0.01 | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --rtol=0.01 --target=host:async | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.mlir
// RUN: shardwright-opt %s --decompose-collectives=contracting=false | FileCheck %s --check-prefix=WHOLE
// SAME: all 1 results match

// CHECK:      %[[PART:.+]] = stablehlo.dynamic_slice %{{.+}}, sizes = [3, 4]
// CHECK-NEXT: %[[FIRST:.+]] = stablehlo.dot_general %arg0, %[[PART]], {{.*}} : (tensor<2x3xbf16>, tensor<3x4xbf16>) -> tensor<2x4xf32>
// CHECK:      %[[SECOND:.+]] = stablehlo.dot_general {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: %[[SUM:.+]] = stablehlo.add %[[FIRST]], %[[SECOND]] : tensor<2x4xf32>
// CHECK-NEXT: stablehlo.convert %[[SUM]] : (tensor<2x4xf32>) -> tensor<2x4xbf16>

// WHOLE:      spmd.all_gather
// WHOLE-NOT:  collective_permute
sharding.mesh @m = <x=2>
func.func @main(%a: tensor<2x3xbf16> {sharding.spec = #sharding.spec<@m, [_, _x]>, spmd.global_type = tensor<2x6xbf16>},
                %w: tensor<6x4xbf16>) -> tensor<2x4xbf16> {
  %g = spmd.all_gather %a dim 1 over {x} on @m : (tensor<2x3xbf16>) -> tensor<2x6xbf16>
  %0 = stablehlo.dot_general %g, %w, contracting_dims = [1] x [0] : (tensor<2x6xbf16>, tensor<6x4xbf16>) -> tensor<2x4xbf16>
  return %0 : tensor<2x4xbf16>
}
