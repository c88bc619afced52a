// What is wrong with a chlo operation.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{the value 1 : i32 is not of the result's element type 'f32'}}
  %0 = "chlo.constant_like"(%arg0) <{value = 1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4xf32>' is made here}}
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{the operand of type 'tensor<4xf32>' and the result of type 'tensor<5xf32>' have different shapes}}
  %0 = "chlo.constant_like"(%arg0) <{value = 1.0 : f32}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%arg0: tensor<f32>) {
  // expected-error@+1 {{needs an operand of rank 1 or more, got 'tensor<f32>'}}
  %0, %1 = chlo.top_k(%arg0, k = 1) : tensor<f32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{k is 9 but the last dimension of 'tensor<4x8xf32>' has 8 elements}}
  %0, %1 = chlo.top_k(%arg0, k = 9) : tensor<4x8xf32> -> (tensor<4x9xf32>, tensor<4x9xi32>)
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{results must have the operand's shape with 3 in the last place, got 'tensor<4x2xi32>'}}
  %0, %1 = chlo.top_k(%arg0, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x2xi32>)
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{values hold 'f64' but the operand holds 'f32'}}
  %0, %1 = chlo.top_k(%arg0, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf64>, tensor<4x3xi32>)
  return
}

// -----

// expected-note @+1 {{operand 0 of type 'tensor<4xf32>' is made here}}
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{operand 0 of type 'tensor<4xf32>' and the result of type 'tensor<5xf32>' have different shapes}}
  %0 = chlo.square %arg0 : tensor<4xf32> -> tensor<5xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<4xf64>' is made here}}
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf64>) {
  // expected-error@+1 {{operand 1 holds 'f64' but operand 0 holds 'f32'}}
  %0 = chlo.next_after %arg0, %arg1 : tensor<4xf32>, tensor<4xf64> -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x1xf32>, %arg1: tensor<1x1x1xf32>, %arg2: tensor<1xi64>) {
  // expected-error@+1 {{expected a list of dimensions of ragged_dot, got 'dims'}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<dims = [1]>}> : (tensor<1x1xf32>, tensor<1x1x1xf32>, tensor<1xi64>) -> tensor<1x1xf32>
  return
}
