// How many bytes become one collective depends on whether devices compute while they send. Where they do, what has no
// need to wait for others starts early; where they do not, one starts in less time than two.
// RUN: shardwright-opt %s --combine-collectives=topology=laptop | FileCheck %s --check-prefix=BOTH
// RUN: shardwright-opt %s --combine-collectives=topology=h100-8 | FileCheck %s --check-prefix=EACH
// BOTH: spmd.all_reduce sum %{{.*}}, %{{.*}} over {x}
// BOTH-NOT: spmd.all_reduce
// EACH-COUNT-2: spmd.all_reduce sum %{{[^,]*}} over {x}

sharding.mesh @mesh = <x=4>
func.func public @main(%arg0: tensor<1024x1024xf32> {sharding.spec = #sharding.spec<@mesh, [_, _]>, spmd.global_type = tensor<1024x1024xf32>}) -> (tensor<1024x1024xf32> {sharding.spec = #sharding.spec<@mesh, [_, _]>, spmd.global_type = tensor<1024x1024xf32>}, tensor<1024x1024xf32> {sharding.spec = #sharding.spec<@mesh, [_, _]>, spmd.global_type = tensor<1024x1024xf32>}) {
  %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = spmd.all_reduce sum %0 over {x} on @mesh : tensor<1024x1024xf32>
  %2 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %3 = spmd.all_reduce sum %2 over {x} on @mesh : tensor<1024x1024xf32>
  return %1, %3 : tensor<1024x1024xf32>, tensor<1024x1024xf32>
}
