// What is never computed again: random numbers, what is returned, what comes of constants alone.
// RUN: shardwright-opt --recompute-activations=keep=products %s | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %v: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<8x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %shape = stablehlo.constant dense<[8, 4]> : tensor<2xi64>
  // CHECK: %[[RANDOM:.*]] = stablehlo.rng
  %random = stablehlo.rng %zero, %half, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<8x4xf32>
  %iota = stablehlo.iota dim = 0 : tensor<8x4xf32>
  // CHECK: %[[TABLE:.*]] = stablehlo.sine
  %table = stablehlo.sine %iota : tensor<8x4xf32>
  %noisy = stablehlo.multiply %x, %random : tensor<8x4xf32>
  // CHECK: %[[H:.*]] = stablehlo.dot_general
  %h = stablehlo.dot_general %noisy, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  // CHECK: %[[RETURNED:.*]] = stablehlo.tanh
  %returned = stablehlo.tanh %h : tensor<8x4xf32>
  %shifted = stablehlo.add %returned, %table : tensor<8x4xf32>
  %p = stablehlo.dot_general %shifted, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %a = stablehlo.exponential %p : tensor<8x4xf32>
  %b = stablehlo.multiply %a, %a : tensor<8x4xf32>
  %c = stablehlo.exponential %b : tensor<8x4xf32>
  %d = stablehlo.multiply %c, %c : tensor<8x4xf32>
  // CHECK-NOT: stablehlo.tanh
  // CHECK-NOT: stablehlo.rng
  // CHECK-NOT: stablehlo.sine
  // CHECK: stablehlo.dot_general
  %g = stablehlo.dot_general %shifted, %d, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %e = stablehlo.dot_general %d, %v, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %f = stablehlo.multiply %e, %table : tensor<8x4xf32>
  // CHECK: stablehlo.dot_general
  %k = stablehlo.dot_general %noisy, %f, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %r = stablehlo.subtract %k, %g : tensor<4x4xf32>
  return %r, %returned : tensor<4x4xf32>, tensor<8x4xf32>
}
