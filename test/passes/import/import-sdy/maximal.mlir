// A maximal sharding puts a whole value on one device. Every device of the program computes it: it is replicated, in a program
// without a mesh nothing. An op without results may carry one, which says where it runs.
// RUN: shardwright run %s
// RUN: shardwright run %s --backend=interp
// RUN: shardwright run %s --devices=1
// RUN: shardwright-opt --import-sdy %s | FileCheck %s
// RUN: sed -e '/sdy.mesh @mesh/d' -e '/@mesh,/d' %s > %t.mlir && shardwright-opt --import-sdy %t.mlir | FileCheck %s --check-prefix=NONE
// RUN: shardwright-opt --import-mhlo-sharding %S/Inputs/maximal-mhlo.mlir | FileCheck %S/Inputs/maximal-mhlo.mlir
// RUN: shardwright run %S/Inputs/maximal-mhlo.mlir
// NONE-NOT: {{sharding|sdy}}
sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>
sdy.mesh @mesh = <["x"=4]>
sdy.mesh @maximal_mesh_3 = <[], device_ids=[3]>
// CHECK: func.func @main(%{{.*}}: tensor<8x4xf32> {sharding.spec = #sharding.spec<@mesh, [_, _]>}) -> (tensor<8x4xf32> {sharding.spec = #sharding.spec<@mesh, [_, _]>})
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@maximal_mesh_0, []>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@maximal_mesh_3, []>}) {
  %i = stablehlo.iota dim = 0 : tensor<8x4xf32>
  %s = sdy.sharding_constraint %i <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  // CHECK: stablehlo.add {{.*}} {sharding.specs = [#sharding.spec<@mesh, [_, _]>]}
  %0 = stablehlo.add %i, %i {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_3, []>]>} : tensor<8x4xf32>
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_, _]>
  %1 = sdy.sharding_constraint %0 <@maximal_mesh_0, []> : tensor<8x4xf32>
  // CHECK: check.expect_eq
  // CHECK-NOT: sharding.specs
  check.expect_eq %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>} : tensor<8x4xf32>, tensor<8x4xf32>
  %two = stablehlo.constant dense<2.0> : tensor<8x4xf32>
  %2 = stablehlo.multiply %i, %two : tensor<8x4xf32>
  check.expect_eq %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
