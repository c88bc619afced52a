// RUN: shardwright-opt %s --verify-roundtrip | FileCheck %s

sharding.mesh @pod = <x=4, y=2>

// CHECK: func.func @main(%{{.*}}: tensor<16x32xf32> {sharding.spec = #sharding.spec<@pod, [I_x, J]>, spmd.global_type = tensor<62x32xf32>})
func.func @main(%a: tensor<16x32xf32> {sharding.spec = #sharding.spec<@pod, [I_x, J]>, spmd.global_type = tensor<62x32xf32>})
    -> (tensor<62x32xf32> {spmd.global_type = tensor<62x32xf32>}) {
  // CHECK: spmd.all_gather %{{.*}} dim 0 over {x} on @pod {cause = "because"} : (tensor<16x32xf32>) -> tensor<62x32xf32>
  %0 = spmd.all_gather %a dim 0 over {x} on @pod {cause = "because"} : (tensor<16x32xf32>) -> tensor<62x32xf32>
  // CHECK: spmd.slice %{{.*}} dim 0 over {x, y} on @pod : (tensor<62x32xf32>) -> tensor<8x32xf32>
  %1 = spmd.slice %0 dim 0 over {x, y} on @pod : (tensor<62x32xf32>) -> tensor<8x32xf32>
  // CHECK: spmd.reduce_scatter max %{{.*}} dim 1 over {x:(2)2} on @pod : (tensor<8x32xf32>) -> tensor<8x16xf32>
  %2 = spmd.reduce_scatter max %1 dim 1 over {x:(2)2} on @pod : (tensor<8x32xf32>) -> tensor<8x16xf32>
  // CHECK: spmd.all_reduce sum %{{.*}} over {x} on @pod : tensor<8x32xf32>
  %3 = spmd.all_reduce sum %1 over {x} on @pod : tensor<8x32xf32>
  // CHECK: spmd.all_to_all %{{.*}} split 1 concat 0 over {x} on @pod : (tensor<8x32xf32>) -> tensor<30x8xf32>
  %4 = spmd.all_to_all %3 split 1 concat 0 over {x} on @pod : (tensor<8x32xf32>) -> tensor<30x8xf32>
  // CHECK: spmd.all_to_all %{{.*}} split 0 concat 0 over {x} on @pod : (tensor<30x8xf32>) -> tensor<32x8xf32>
  %5 = spmd.all_to_all %4 split 0 concat 0 over {x} on @pod : (tensor<30x8xf32>) -> tensor<32x8xf32>
  // CHECK: spmd.collective_permute %{{.*}} pairs {{\[}}[0, 1], [1, 0]] over {y} on @pod : tensor<32x8xf32>
  %6 = spmd.collective_permute %5 pairs [[0, 1], [1, 0]] over {y} on @pod : tensor<32x8xf32>
  // CHECK: spmd.collective_permute %{{.*}} pairs [] over {y} on @pod : tensor<32x8xf32>
  %7 = spmd.collective_permute %6 pairs [] over {y} on @pod : tensor<32x8xf32>
  // CHECK: spmd.axis_index over {x, y} on @pod : tensor<i32>
  %8 = spmd.axis_index over {x, y} on @pod : tensor<i32>
  // CHECK: %{{.*}}:2 = spmd.all_gather %{{.*}}, %{{.*}} dim 0 over {x} on @pod : (tensor<8x32xf32>, tensor<8x16xf32>) -> (tensor<32x32xf32>, tensor<30x16xf32>)
  %9:2 = spmd.all_gather %1, %2 dim 0 over {x} on @pod : (tensor<8x32xf32>, tensor<8x16xf32>) -> (tensor<32x32xf32>, tensor<30x16xf32>)
  // CHECK: %{{.*}}:2 = spmd.all_reduce sum %{{.*}}#0, %{{.*}} over {y} on @pod : tensor<32x32xf32>, tensor<32x8xf32>
  %10:2 = spmd.all_reduce sum %9#0, %6 over {y} on @pod : tensor<32x32xf32>, tensor<32x8xf32>
  // CHECK: %[[STARTED:.+]]:2 = spmd.all_reduce sum {{.*}} over {y} on @pod {spmd.started} : tensor<32x32xf32>, tensor<32x8xf32>
  %11:2 = spmd.all_reduce sum %9#0, %6 over {y} on @pod {spmd.started} : tensor<32x32xf32>, tensor<32x8xf32>
  // CHECK: spmd.done %[[STARTED]]#1 : tensor<32x8xf32>
  %12 = spmd.done %11#1 : tensor<32x8xf32>
  %13 = spmd.done %11#0 : tensor<32x32xf32>
  return %0 : tensor<62x32xf32>
}
