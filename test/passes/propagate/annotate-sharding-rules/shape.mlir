// RUN: shardwright-opt --annotate-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @broadcast
func.func @broadcast(%a: tensor<8x1xf32>) -> tensor<4x8x16xf32> {
  // CHECK: stablehlo.broadcast_in_dim
  // CHECK-SAME: #sharding.rule<([j, k])->([i, j, l]) {i=4, j=8, k=1, l=16}>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<8x1xf32>) -> tensor<4x8x16xf32>
  return %0 : tensor<4x8x16xf32>
}

// CHECK-LABEL: func.func @transpose
func.func @transpose(%a: tensor<2x4x8xf32>) -> tensor<4x8x2xf32> {
  // CHECK: stablehlo.transpose
  // CHECK-SAME: #sharding.rule<([k, i, j])->([i, j, k]) {i=4, j=8, k=2}>
  %0 = stablehlo.transpose %a, dims = [1, 2, 0] : (tensor<2x4x8xf32>) -> tensor<4x8x2xf32>
  return %0 : tensor<4x8x2xf32>
}

// CHECK-LABEL: func.func @reshape
func.func @reshape(%a: tensor<6x4xf32>, %b: tensor<12xf32>, %e: tensor<0x4xf32>) -> (tensor<4x6xf32>, tensor<3x4xf32>, tensor<4x0xf32>) {
  // CHECK: stablehlo.reshape
  // CHECK-SAME: #sharding.rule<([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2}>
  %0 = stablehlo.reshape %a : (tensor<6x4xf32>) -> tensor<4x6xf32>
  // CHECK: stablehlo.reshape
  // CHECK-SAME: #sharding.rule<([ij])->([i, j]) {i=3, j=4}>
  %1 = stablehlo.reshape %b : (tensor<12xf32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.reshape
  // CHECK-SAME: #sharding.rule<([i, j])->([k, l]) {i=1, j=1, k=1, l=1}>
  %2 = stablehlo.reshape %e : (tensor<0x4xf32>) -> tensor<4x0xf32>
  // CHECK: return
  return %0, %1, %2 : tensor<4x6xf32>, tensor<3x4xf32>, tensor<4x0xf32>
}

// CHECK-LABEL: func.func @reverse
func.func @reverse(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: stablehlo.reverse
  // CHECK-SAME: #sharding.rule<([i, j])->([i, j]) {i=4, j=8} permutation={j}>
  %0 = stablehlo.reverse %a, dims = [1] : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @slice_pad
func.func @slice_pad(%a: tensor<4x8xf32>, %v: tensor<f32>) -> tensor<4x9xf32> {
  // CHECK: stablehlo.slice
  // CHECK-SAME: #sharding.rule<([i, j])->([i, j]) {i=4, j=8} permutation={j}>
  %0 = stablehlo.slice %a [0:4, 1:7] : (tensor<4x8xf32>) -> tensor<4x6xf32>
  // CHECK: stablehlo.pad
  // CHECK-SAME: #sharding.rule<([i, j], [])->([i, j]) {i=4, j=6} permutation={j}>
  %1 = stablehlo.pad %0, %v, low = [0, 1], high = [0, 2], interior = [0, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x9xf32>
  return %1 : tensor<4x9xf32>
}

// CHECK-LABEL: func.func @concatenate
func.func @concatenate(%a: tensor<4x8xf32>, %b: tensor<4x2xf32>) -> (tensor<4x10xf32>, tensor<4x8xf32>) {
  // CHECK: stablehlo.concatenate
  // CHECK-SAME: #sharding.rule<([i, j], [i, j])->([i, j]) {i=4, j=10} need_replication={j}>
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
  // A rotation: pieces move to neighbours.
  %1 = stablehlo.slice %a [0:4, 2:8] : (tensor<4x8xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.slice %a [0:4, 0:2] : (tensor<4x8xf32>) -> tensor<4x2xf32>
  // CHECK: stablehlo.concatenate
  // CHECK-SAME: #sharding.rule<([i, j], [i, j])->([i, j]) {i=4, j=8} permutation={j}>
  %3 = stablehlo.concatenate %1, %2, dim = 1 : (tensor<4x6xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return %0, %3 : tensor<4x10xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @bitcast
func.func @bitcast(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: stablehlo.bitcast_convert
  // CHECK-SAME: #sharding.rule<([i, j])->([i, j, k]) {i=4, j=8, k=4} need_replication={k}>
  %0 = stablehlo.bitcast_convert %a : (tensor<4x8xf32>) -> tensor<4x8x4xi8>
  // CHECK: stablehlo.bitcast_convert
  // CHECK-SAME: #sharding.rule<([i, j, k])->([i, j]) {i=4, j=8, k=4} need_replication={k}>
  %1 = stablehlo.bitcast_convert %0 : (tensor<4x8x4xi8>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
