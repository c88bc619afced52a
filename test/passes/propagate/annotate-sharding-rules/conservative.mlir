// RUN: shardwright-opt --annotate-sharding-rules=conservative=true %s | FileCheck %s

// CHECK-LABEL: func.func @no_neighbours
func.func @no_neighbours(%a: tensor<4x8xf32>, %v: tensor<f32>) -> tensor<4x12xf32> {
  // CHECK: stablehlo.slice
  // CHECK-SAME: #sharding.rule<([i, j])->([i, j]) {i=4, j=8} permutation={j} blocked_propagation={j}>
  %0 = stablehlo.slice %a [0:4, 0:4] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  // CHECK: stablehlo.concatenate
  // CHECK-SAME: #sharding.rule<([i, j], [i, k])->([i, l]) {i=4, j=1, k=1, l=1}>
  %1 = stablehlo.concatenate %a, %0, dim = 1 : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x12xf32>
  return %1 : tensor<4x12xf32>
}

// CHECK-LABEL: func.func @convolution
func.func @convolution(%a: tensor<2x8x4xf32>, %k: tensor<3x4x16xf32>) -> tensor<2x8x16xf32> {
  // CHECK: stablehlo.convolution
  // CHECK-SAME: #sharding.rule<([i, l, j], [m, j, k])->([i, n, k]) {i=2, j=4, k=16, l=1, m=1, n=1} reduction={j}>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x16xf32>) -> tensor<2x8x16xf32>
  return %0 : tensor<2x8x16xf32>
}
