// RUN: shardwright-opt --annotate-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @dynamic_slice
func.func @dynamic_slice(%a: tensor<4x8xf32>, %i: tensor<i32>) -> tensor<4x2xf32> {
  // CHECK: stablehlo.dynamic_slice
  // CHECK-SAME: #sharding.rule<([i, j], [], [])->([i, j]) {i=4, j=8} need_replication={j} blocked_propagation={j}>
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [4, 2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @dynamic_update_slice
func.func @dynamic_update_slice(%a: tensor<4x8xf32>, %u: tensor<4x2xf32>, %i: tensor<i32>) -> tensor<4x8xf32> {
  // CHECK: stablehlo.dynamic_update_slice
  // CHECK-SAME: #sharding.rule<([i, j], [i, k], [], [])->([i, j]) {i=4, j=8, k=2} need_replication={k}>
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<4x8xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.dynamic_update_slice
  // CHECK-SAME: #sharding.rule<([i, j], [i, k], [], [])->([i, j]) {i=4, j=8, k=2}>
  %1 = stablehlo.dynamic_update_slice %0, %u, %c, %c : (tensor<4x8xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @rows
func.func @rows(%t: tensor<32x8xf32>, %i: tensor<5x1xi32>) -> tensor<5x8xf32> {
  // CHECK: "stablehlo.gather"
  // CHECK-SAME: #sharding.rule<([k, j], [i, l])->([i, j]) {i=5, j=8, k=32, l=1} reduction={k} need_replication={l}>
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<32x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// CHECK-LABEL: func.func @batched_windows
func.func @batched_windows(%t: tensor<3x4x8xf32>, %i: tensor<3x5x1xi32>) -> tensor<3x5x1x6xf32> {
  // A window of one keeps its dimension: looked up with a mask; a partial window cannot be split.
  // CHECK: "stablehlo.gather"
  // CHECK-SAME: #sharding.rule<([i, k, m], [i, j, n])->([i, j, l, m]) {i=3, j=5, k=4, l=1, m=8, n=1} reduction={k} need_replication={l, m, n} blocked_propagation={m}>
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x1x6xf32>
  return %0 : tensor<3x5x1x6xf32>
}

// CHECK-LABEL: func.func @scatter_add
func.func @scatter_add(%t: tensor<32x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) -> tensor<32x8xf32> {
  // CHECK: "stablehlo.scatter"
  // CHECK: sharding.rule = #sharding.rule<([k, j], [i, l], [i, j])->([k, j]) {i=5, j=8, k=32, l=1} reduction={i} need_replication={l}>
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<32x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// CHECK-LABEL: func.func @scatter_replace
func.func @scatter_replace(%t: tensor<32x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x6xf32>) -> tensor<32x8xf32> {
  // The later update wins: the updates cannot be split. A partial window stands alone on either side.
  // CHECK: "stablehlo.scatter"
  // CHECK: sharding.rule = #sharding.rule<([l, j], [i, m], [i, k])->([l, j]) {i=5, j=8, k=6, l=32, m=1} need_replication={i, j, k, m}>
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<32x8xf32>, tensor<5x1xi32>, tensor<5x6xf32>) -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}
