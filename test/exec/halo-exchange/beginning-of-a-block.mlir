// Of a block that holds all of a short slice, its other devices are sent their elements and no more.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright partition %s | FileCheck %s
sharding.mesh @mesh = <x=4>
func.func @main(%a: tensor<32x5xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>})
    -> (tensor<3x5xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}) {
  // CHECK-COUNT-2: spmd.collective_permute %{{.*}} pairs {{.*}} : tensor<1x5xf32>
  // CHECK-NOT: spmd.collective_permute
  %0 = stablehlo.slice %a [2:5, 0:5] : (tensor<32x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
