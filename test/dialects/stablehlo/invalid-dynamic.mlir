// What is wrong with an operation on shapes computed at run time.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{dim names dimension 2 of a tensor of rank 2}}
  %0 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<4x8xf32>) -> tensor<i32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<i32>', got 'tensor<i64>'}}
  %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x8xf32>) -> tensor<i64>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{dim names dimension 2 of a tensor of rank 2}}
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 2 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i64>) {
  // expected-error@+1 {{size should be 'tensor<i32>', got 'tensor<i64>'}}
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i64>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{result should be 'tensor<4x?xf32>', got 'tensor<5x?xf32>'}}
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<5x?xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<?xf32>' is made here}}
func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>) {
  // expected-error@+1 {{the operand holds 'f32' but the result holds 'i32'}}
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xi32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<1xi64>) {
  // expected-error@+1 {{output_dimensions should be 'tensor<2xi64>', got 'tensor<1xi64>'}}
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<?xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>) {
  // expected-error@+1 {{broadcast_dimensions has 0 entries, but there are 1 operand dimensions}}
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>) {
  // expected-error@+1 {{broadcast_dimensions names dimension 2 of a tensor of rank 2}}
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [2] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<?xf32>' is made here}}
func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>) {
  // expected-error@+1 {{the operand holds 'f32' but the result holds 'i32'}}
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xi32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>) {
  // expected-error@+1 {{output_shape should be 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?xf32>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2xi64>) {
  // expected-error@+1 {{output_shape should be 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.dynamic_iota %arg0, dim = 0 : (tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2xi64>) {
  // expected-error@+1 {{iota_dimension names dimension 2 of a tensor of rank 2}}
  %0 = stablehlo.dynamic_iota %arg0, dim = 2 : (tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<i32>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>, %arg4: tensor<1xi64>) {
  // expected-error@+1 {{padding_value should be 'tensor<f32>', got 'tensor<i32>'}}
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<?xf32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<1xi64>, %arg4: tensor<1xi64>) {
  // expected-error@+1 {{low should be 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<?xf32>, tensor<f32>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>, %arg3: tensor<2xi64>, %arg4: tensor<1xi64>) {
  // expected-error@+1 {{high should be 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>, %arg4: tensor<2xi64>) {
  // expected-error@+1 {{interior should be 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>, %arg4: tensor<1xi64>) {
  // expected-error@+1 {{result should be 'tensor<?xf32>', got 'tensor<?x?xf32>'}}
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<2xi64>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>) {
  // expected-error@+1 {{start_indices should be 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<?xf32>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<1xi64>, %arg2: tensor<2xi64>, %arg3: tensor<1xi64>) {
  // expected-error@+1 {{limit_indices should be 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<?xf32>, tensor<1xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<1xi64>, %arg2: tensor<1xi64>, %arg3: tensor<2xi64>) {
  // expected-error@+1 {{strides should be 'tensor<1xi64>', got 'tensor<2xi64>'}}
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<1xi64>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>) {
  // expected-error@+1 {{result should be 'tensor<?xf32>', got 'tensor<?x?xf32>'}}
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{a tensor of rank 1 has 2 bounds}}
  %0 = stablehlo.constant dense<0.0> : tensor<4xf32, #stablehlo.bounds<4, 4>>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{dimension 0 of size 4 is static but has a bound of 8}}
  %0 = stablehlo.constant dense<0.0> : tensor<4xf32, #stablehlo.bounds<8>>
  return
}
