// RUN: shardwright-opt --annotate-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @by_name
func.func @by_name(%a: tensor<2x4x8xf32>, %m: tensor<2x4x4xf32>) -> tensor<2x4x8xf32> {
  // CHECK: @annotate_device_placement
  // CHECK-SAME: #sharding.rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=8}>
  %0 = stablehlo.custom_call @annotate_device_placement(%a) : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  // CHECK: @Eigh
  // CHECK-SAME: #sharding.rule<([i, j, k])->([i, j, k], [i, k]) {i=2, j=4, k=4} need_replication={j, k}>
  %1:2 = stablehlo.custom_call @Eigh(%m) : (tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4xf32>)
  // CHECK: @Qr
  // CHECK-SAME: #sharding.rule<([i, j, k])->([i, l, m], [i, n]) {i=2, j=4, k=8, l=4, m=8, n=4} need_replication={j, k, l, m, n}>
  %2:2 = stablehlo.custom_call @Qr(%a) : (tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<2x4xf32>)
  // CHECK: @mhlo.topk
  // CHECK-SAME: #sharding.rule<([i, j, k])->([i, j, k], [i, j, k]) {i=2, j=4, k=8} need_replication={k} blocked_propagation={k}>
  %3:2 = stablehlo.custom_call @mhlo.topk(%a) : (tensor<2x4x8xf32>) -> (tensor<2x4x3xf32>, tensor<2x4x3xi32>)
  // CHECK: @unknown
  // CHECK-NOT: sharding.rule
  %4 = stablehlo.custom_call @unknown(%a) : (tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  // CHECK: return
  return %4 : tensor<2x4x8xf32>
}

// CHECK-LABEL: func.func @written_by_the_author
func.func @written_by_the_author(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: @unknown
  // CHECK-SAME: #sharding.rule<([i, j])->([i, k]) {i=4, j=8, k=8} need_replication={j, k}, custom>
  %0 = stablehlo.custom_call @unknown(%a) {sharding.rule = #sharding.rule<([i, j])->([i, k]) {i=4, j=8, k=8} need_replication={j, k}, custom>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
