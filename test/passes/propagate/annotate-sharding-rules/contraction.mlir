// RUN: shardwright-opt --annotate-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @dot_general
func.func @dot_general(%a: tensor<2x4x8xf32>, %b: tensor<2x8x16xf32>) -> tensor<2x4x16xf32> {
  // Batching, left free, right free, contracting.
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: #sharding.rule<([i, j, l], [i, l, k])->([i, j, k]) {i=2, j=4, k=16, l=8} reduction={l}>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return %0 : tensor<2x4x16xf32>
}

// CHECK-LABEL: func.func @outer
func.func @outer(%a: tensor<4xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: #sharding.rule<([i], [j])->([i, j]) {i=4, j=8}>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<4xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @dot
func.func @dot(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %v: tensor<8xf32>) -> (tensor<4x16xf32>, tensor<4xf32>, tensor<f32>) {
  // CHECK: stablehlo.dot
  // CHECK-SAME: #sharding.rule<([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k}>
  %0 = stablehlo.dot %a, %b : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  // CHECK: stablehlo.dot
  // CHECK-SAME: #sharding.rule<([i, j], [j])->([i]) {i=4, j=8} reduction={j}>
  %1 = stablehlo.dot %a, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.dot
  // CHECK-SAME: #sharding.rule<([i], [i])->([]) {i=8} reduction={i}>
  %2 = stablehlo.dot %v, %v : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return %0, %1, %2 : tensor<4x16xf32>, tensor<4xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @convolution
func.func @convolution(%a: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x16xf32>) -> tensor<2x8x8x16xf32> {
  // Eight windows and three elements inside: eight fill the input.
  // CHECK: stablehlo.convolution
  // CHECK-SAME: #sharding.rule<([i, j, k, l], [n, o, l, m])->([i, j, k, m]) {i=2, j=8, k=8, l=4, m=16, n=1, o=1} reduction={l} permutation={j, k}>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x8x8x16xf32>
  return %0 : tensor<2x8x8x16xf32>
}

// CHECK-LABEL: func.func @patches
func.func @patches(%a: tensor<2x8x4xf32>, %k: tensor<2x4x16xf32>) -> tensor<2x4x16xf32> {
  // Four windows of two elements: a compound of both.
  // CHECK: stablehlo.convolution
  // CHECK-SAME: #sharding.rule<([i, jk, l], [k, l, m])->([i, j, m]) {i=2, j=4, k=2, l=4, m=16} reduction={k, l} permutation={j}>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return %0 : tensor<2x4x16xf32>
}

// CHECK-LABEL: func.func @feature_groups
func.func @feature_groups(%a: tensor<2x8xf32>, %k: tensor<4x16xf32>) -> tensor<2x16xf32> {
  // CHECK: stablehlo.convolution
  // CHECK-SAME: #sharding.rule<([i, jk], [k, jl])->([i, jl]) {i=2, j=2, k=4, l=8} reduction={k}>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8xf32>, tensor<4x16xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// CHECK-LABEL: func.func @batch_groups
func.func @batch_groups(%a: tensor<6x8xf32>, %k: tensor<8x16xf32>) -> tensor<3x16xf32> {
  // CHECK: stablehlo.convolution
  // CHECK-SAME: #sharding.rule<([ij, k], [k, il])->([j, il]) {i=2, j=3, k=8, l=8} reduction={k}>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<6x8xf32>, tensor<8x16xf32>) -> tensor<3x16xf32>
  return %0 : tensor<3x16xf32>
}
