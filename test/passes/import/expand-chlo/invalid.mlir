// What no expansion exists for is named.
// RUN: shardwright-opt %s --expand-chlo -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<11x5xf32>, %arg1: tensor<3x5x7xf32>, %arg2: tensor<3xi64>) {
  // expected-error@+1 {{'chlo.ragged_dot' op is not supported}}
  %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?xf32>) {
  // expected-error@+1 {{'chlo.erf' op has a dynamic shape: 'tensor<?xf32>'}}
  %0 = chlo.erf %arg0 : tensor<?xf32> -> tensor<?xf32>
  return
}
