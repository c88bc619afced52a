// RUN: shardwright-opt --annotate-sharding-rules %s | FileCheck %s

sharding.mesh @m = <x=2, y=2>

// CHECK-LABEL: func.func @touched_dimensions_stand_alone
func.func @touched_dimensions_stand_alone(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: spmd.all_gather
  // CHECK-SAME: #sharding.rule<([i, k])->([j, k]) {i=4, j=8, k=8} need_replication={i, j}>
  %0 = spmd.all_gather %a dim 0 over {x} on @m : (tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: spmd.reduce_scatter
  // CHECK-SAME: #sharding.rule<([i, k])->([j, k]) {i=8, j=4, k=8} need_replication={i, j}>
  %1 = spmd.reduce_scatter sum %0 dim 0 over {x} on @m : (tensor<8x8xf32>) -> tensor<4x8xf32>
  // CHECK: spmd.all_to_all
  // CHECK-SAME: #sharding.rule<([i, k])->([j, l]) {i=4, j=8, k=8, l=4} need_replication={i, j, k, l}>
  %2 = spmd.all_to_all %1 split 1 concat 0 over {x} on @m : (tensor<4x8xf32>) -> tensor<8x4xf32>
  // CHECK: spmd.all_reduce
  // CHECK-SAME: #sharding.rule<([i, j])->([i, j]) {i=4, j=8}>
  %3 = spmd.all_reduce sum %1 over {x} on @m : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
