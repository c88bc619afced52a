// Linear algebra, Fourier transforms, random numbers, normalisation.
// RUN: grep -v '^//' %s > %t.expected
// RUN: shardwright-opt --verify-roundtrip %s > %t.printed
// RUN: diff -B %t.expected %t.printed
// RUN: shardwright-opt --mlir-print-op-generic %s | shardwright-opt > %t.generic
// RUN: diff -B %t.expected %t.generic
module {
  func.func @linalg(%arg0: tensor<4x8xcomplex<f32>>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32>, %arg4: tensor<2xi64>, %arg5: tensor<2xui64>, %arg6: tensor<8xf32>) {
    %0 = stablehlo.fft %arg0, type = IFFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    %1 = stablehlo.fft %arg0, type = IRFFT, length = [14] : (tensor<4x8xcomplex<f32>>) -> tensor<4x14xf32>
    %2 = stablehlo.cholesky %arg1, lower = true : tensor<4x4xf32>
    %3 = stablehlo.cholesky %arg1 : tensor<4x4xf32>
    %4 = "stablehlo.triangular_solve"(%arg1, %arg2) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %5 = stablehlo.rng %arg3, %arg3, %arg4, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
    %output_state, %output = stablehlo.rng_bit_generator %arg5, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
    %6 = "stablehlo.batch_norm_inference"(%arg2, %arg6, %arg6, %arg6, %arg6) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    %output_0, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg2, %arg6, %arg6) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg2, %arg6, %arg6, %arg6, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    return
  }
}
