// A step of two layers: what is not kept is computed again before its first reader in the backward pass.
// RUN: shardwright-opt --recompute-activations=keep=products %s | FileCheck %s
// RUN: not shardwright-opt --recompute-activations=keep=all %s 2>&1 | FileCheck %s --check-prefix=WRONG

// WRONG: error: option 'keep' of --recompute-activations: 'all' is none; there are products, unbatched-products, layers

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32>, %[[W0:.*]]: tensor<4x4xf32>, %[[W1:.*]]: tensor<4x4xf32>)
func.func @main(%x: tensor<8x4xf32>, %w0: tensor<4x4xf32>, %w1: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: %[[H0:.*]] = stablehlo.dot_general %[[X]], %[[W0]]
  %h0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  // CHECK: stablehlo.tanh %[[H0]]
  %a0 = stablehlo.tanh %h0 : tensor<8x4xf32>
  // CHECK: %[[H1:.*]] = stablehlo.dot_general
  %h1 = stablehlo.dot_general %a0, %w1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %a1 = stablehlo.tanh %h1 : tensor<8x4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8x4xf32>
  %s1 = stablehlo.multiply %a1, %a1 : tensor<8x4xf32>
  %t1 = stablehlo.subtract %one, %s1 : tensor<8x4xf32>
  %d1 = stablehlo.multiply %a1, %t1 : tensor<8x4xf32>
  // The first reader of what the first layer made.
  // CHECK: %[[AGAIN:.*]] = stablehlo.optimization_barrier %[[H0]]
  // CHECK-NEXT: %[[A0:.*]] = stablehlo.tanh %[[AGAIN]]
  // CHECK-NEXT: stablehlo.dot_general %[[A0]],
  %g1 = stablehlo.dot_general %a0, %d1, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %b0 = stablehlo.dot_general %d1, %w1, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  // It is computed again once.
  // CHECK-NOT: stablehlo.tanh
  // CHECK: stablehlo.multiply %[[A0]], %[[A0]]
  %s0 = stablehlo.multiply %a0, %a0 : tensor<8x4xf32>
  %t0 = stablehlo.subtract %one, %s0 : tensor<8x4xf32>
  %d0 = stablehlo.multiply %b0, %t0 : tensor<8x4xf32>
  %g0 = stablehlo.dot_general %x, %d0, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // What no product follows from reads parameters themselves.
  // CHECK: stablehlo.subtract %[[W0]],
  %n0 = stablehlo.subtract %w0, %g0 : tensor<4x4xf32>
  %n1 = stablehlo.subtract %w1, %g1 : tensor<4x4xf32>
  return %n0, %n1 : tensor<4x4xf32>, tensor<4x4xf32>
}
