// What is wrong with linear algebra, a transform, random numbers or a normalisation.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<4x8xcomplex<f32>>) {
  // expected-error@+1 {{transforms 1 to 3 dimensions, got 0 of a tensor of rank 2}}
  %0 = stablehlo.fft %arg0, type = FFT, length = [] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xcomplex<f32>>) {
  // expected-error@+1 {{transforms 1 to 3 dimensions, got 3 of a tensor of rank 2}}
  %0 = stablehlo.fft %arg0, type = FFT, length = [2, 4, 8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{FFT takes complex values, got 'f32'}}
  %0 = stablehlo.fft %arg0, type = FFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xcomplex<f32>>' is made here}}
func.func @f(%arg0: tensor<4x8xcomplex<f32>>) {
  // expected-error@+1 {{RFFT takes float values, got 'complex<f32>'}}
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xcomplex<f32>>' is made here}}
func.func @f(%arg0: tensor<4x8xcomplex<f32>>) {
  // expected-error@+1 {{length has 7 at 0, which needs 7 elements in dimension 1, got 8}}
  %0 = stablehlo.fft %arg0, type = FFT, length = [7] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xcomplex<f32>>' is made here}}
func.func @f(%arg0: tensor<4x8xcomplex<f32>>) {
  // expected-error@+1 {{length has 8 at 0, which needs 5 elements in dimension 1, got 8}}
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x5xcomplex<f32>>', got 'tensor<4x8xcomplex<f32>>'}}
  %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{a should hold square matrices, got 'tensor<4x8xf32>'}}
  %0 = stablehlo.cholesky %arg0 : tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x4xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x4xf32>', got 'tensor<4x8xf32>'}}
  %0 = stablehlo.cholesky %arg0 : (tensor<4x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{a should hold square matrices, got 'tensor<4x8xf32>'}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<2x4x4xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<2x4x4xf32>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{a 'tensor<2x4x4xf32>' and b 'tensor<4x8xf32>' have different batches}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<5x5xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<5x5xf32>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{a is 5 wide but b has 4 rows}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x5xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4x4xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{a is 4 wide but b has 8 columns}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{transpose_a should be NO_TRANSPOSE, TRANSPOSE or ADJOINT, got TRANSPOSE_INVALID}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x4xf32>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x8xf32>', got 'tensor<4x4xf32>'}}
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>) {
  // expected-error@+1 {{a should be 'tensor<f32>', got 'tensor<1xf32>'}}
  %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = NORMAL : (tensor<1xf32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>, %arg2: tensor<2xi64>) {
  // expected-error@+1 {{b should be 'tensor<f32>', got 'tensor<i32>'}}
  %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = NORMAL : (tensor<f32>, tensor<i32>, tensor<2xi64>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<f32>, %arg1: tensor<3xi64>) {
  // expected-error@+1 {{shape should be 'tensor<2xi64>', got 'tensor<3xi64>'}}
  %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2xui32>) {
  // expected-error@+1 {{the state should be a vector of ui64, got 'tensor<2xui32>'}}
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui32>) -> (tensor<2xui32>, tensor<4xui32>)
  return
}

// -----

func.func @f(%arg0: tensor<3xui64>) {
  // expected-error@+1 {{THREE_FRY has a state of 2 words, got 3}}
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @f(%arg0: tensor<4xui64>) {
  // expected-error@+1 {{PHILOX has a state of 2 or 3 words, got 4}}
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}

// -----

func.func @f(%arg0: tensor<2xui64>) {
  // expected-error@+1 {{output_state should be 'tensor<2xui64>', got 'tensor<3xui64>'}}
  %0, %1 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{feature_index names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.0e-03 : f32, feature_index = 2 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{a vector over the features should be 'tensor<4xf32>', got 'tensor<8xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.0e-03 : f32, feature_index = 0 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x8xf32>', got 'tensor<8xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{a vector over the features should be 'tensor<8xf32>', got 'tensor<4xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{output should be 'tensor<4x8xf32>', got 'tensor<8xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{grad_output should be 'tensor<4x8xf32>', got 'tensor<8xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{grad_operand should be 'tensor<4x8xf32>', got 'tensor<8xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{a vector over the features should be 'tensor<4xf32>', got 'tensor<8xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.0e-03 : f32, feature_index = 0 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x1xcomplex<f32>>) {
  // expected-error@+1 {{length has -1 at 0, expected at least 0}}
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [-1] : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
  return
}
