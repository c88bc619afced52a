// What is wrong with a comparison.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

// expected-note @+2 {{operand 0 of type 'tensor<4xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<5xf32>' is made here}}
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  // expected-error@+1 {{compares 'tensor<4xf32>' with 'tensor<5xf32>'}}
  check.expect_eq %arg0, %arg1 : tensor<4xf32>, tensor<5xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<5xf32>' is made here}}
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  // expected-error@+1 {{compares 'tensor<4xf32>' with 'tensor<5xf32>'}}
  check.expect_almost_eq %arg0, %arg1 : tensor<4xf32>, tensor<5xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<5xf32>' is made here}}
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  // expected-error@+1 {{compares 'tensor<4xf32>' with 'tensor<5xf32>'}}
  check.expect_close %arg0, %arg1 : tensor<4xf32>, tensor<5xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 of type 'tensor<4xf32>' is made here}}
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{compares 'tensor<4xf32>' with 'tensor<4xi32>'}}
  "check.expect_eq_const"(%arg0) <{value = dense<1> : tensor<4xi32>}> : (tensor<4xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{operand 0 of type 'tensor<4xf32>' is made here}}
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{compares 'tensor<4xf32>' with 'tensor<4xi32>'}}
  "check.expect_almost_eq_const"(%arg0) <{value = dense<1> : tensor<4xi32>}> : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{min_ulp_difference 2 is above max_ulp_difference 1}}
  check.expect_close %arg0, %arg0, max_ulp_difference = 1, min_ulp_difference = 2 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{expected max_ulp_difference or min_ulp_difference, got 'ulps'}}
  check.expect_close %arg0, %arg0, ulps = 1 : tensor<4xf32>, tensor<4xf32>
  return
}
