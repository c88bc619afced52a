// A collective whose result nobody reads is combined as any other; it was counted as alive from behind its end, which
// wrote in front of a table.
// RUN: shardwright-opt %s --combine-collectives | FileCheck %s
// CHECK: stablehlo.maximum
// CHECK-NEXT: %[[BOTH:.*]]:2 = spmd.all_gather
// CHECK-NEXT: return %[[BOTH]]#1

sharding.mesh @mesh = <x=3, y=2>
func.func public @main(%arg0: tensor<1xf32> {sharding.spec = #sharding.spec<@mesh, [_{x,y}]>, spmd.global_type = tensor<4xf32>}) -> (tensor<4xf32> {sharding.spec = #sharding.spec<@mesh, [_]>, spmd.global_type = tensor<4xf32>}) {
  %0 = spmd.all_gather %arg0 dim 0 over {x, y} on @mesh : (tensor<1xf32>) -> tensor<4xf32>
  %1 = stablehlo.maximum %arg0, %arg0 : tensor<1xf32>
  %2 = spmd.all_gather %1 dim 0 over {x, y} on @mesh : (tensor<1xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
