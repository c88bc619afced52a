// RUN: shardwright-opt --annotate-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @fft
func.func @fft(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: stablehlo.fft
  // CHECK-SAME: #sharding.rule<([i, j])->([i, j]) {i=4, j=8} need_replication={j} blocked_propagation={j}>
  %0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
  // CHECK: stablehlo.fft
  // CHECK-SAME: #sharding.rule<([i, j])->([i, j]) {i=4, j=5} need_replication={j}>
  %1 = stablehlo.fft %0, type = FFT, length = [5] : (tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>>
  %2 = stablehlo.fft %1, type = IRFFT, length = [8] : (tensor<4x5xcomplex<f32>>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @cholesky
func.func @cholesky(%a: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  // CHECK: stablehlo.cholesky
  // CHECK-SAME: #sharding.rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=4} need_replication={j, k}>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @triangular_solve
func.func @triangular_solve(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>, %c: tensor<2x3x4xf32>) -> (tensor<2x4x3xf32>, tensor<2x4x3xf32>, tensor<2x3x4xf32>) {
  // CHECK: "stablehlo.triangular_solve"
  // CHECK-SAME: #sharding.rule<([i, j, k], [i, j, l])->([i, k, l]) {i=2, j=4, k=4, l=3} need_replication={j, k, l}>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  // CHECK: "stablehlo.triangular_solve"
  // CHECK-SAME: #sharding.rule<([i, k, j], [i, j, l])->([i, k, l]) {i=2, j=4, k=4, l=3} need_replication={j, k, l}>
  %1 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  // CHECK: "stablehlo.triangular_solve"
  // CHECK-SAME: #sharding.rule<([i, k, j], [i, l, j])->([i, l, k]) {i=2, j=4, k=4, l=3} need_replication={j, k, l}>
  %2 = "stablehlo.triangular_solve"(%a, %c) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0, %1, %2 : tensor<2x4x3xf32>, tensor<2x4x3xf32>, tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @batch_norm
func.func @batch_norm(%a: tensor<4x8xf32>, %s: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK: "stablehlo.batch_norm_inference"
  // CHECK-SAME: #sharding.rule<([i, j], [j], [j], [j], [j])->([i, j]) {i=4, j=8}>
  %0 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: "stablehlo.batch_norm_training"
  // CHECK-SAME: #sharding.rule<([i, j], [j], [j])->([i, j], [j], [j]) {i=4, j=8}>
  %1:3 = "stablehlo.batch_norm_training"(%a, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK: "stablehlo.batch_norm_grad"
  // CHECK-SAME: #sharding.rule<([i, j], [j], [j], [j], [i, j])->([i, j], [j], [j]) {i=4, j=8}>
  %2:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @rng
func.func @rng(%s: tensor<2xui64>) -> tensor<4x8xui32> {
  // CHECK: stablehlo.rng_bit_generator
  // CHECK-SAME: #sharding.rule<([i])->([i], [j, k]) {i=2, j=4, k=8} need_replication={i} blocked_propagation={i}>
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
  return %1 : tensor<4x8xui32>
}
