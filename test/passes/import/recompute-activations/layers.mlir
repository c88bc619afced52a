// Four equal layers of which each makes three times what it hands on: what crosses from one to the next is kept, and of the last
// layer, where the backward pass begins, everything.
// RUN: shardwright-opt --recompute-activations %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:[^:]*]]: {{[^,]*}}, %[[W:[^:]*]]: {{[^,]*}}, %[[V:[^:]*]]:
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x12xf32>, %v: tensor<12x4xf32>) -> (tensor<4x12xf32>, tensor<4x12xf32>, tensor<4x12xf32>, tensor<4x12xf32>) {
  %h0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x12xf32>) -> tensor<8x12xf32>
  %a0 = stablehlo.tanh %h0 : tensor<8x12xf32>
  // CHECK: %[[X1:.*]] = stablehlo.dot_general %{{.*}}, %[[V]]
  %x1 = stablehlo.dot_general %a0, %v, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
  %h1 = stablehlo.dot_general %x1, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x12xf32>) -> tensor<8x12xf32>
  %a1 = stablehlo.tanh %h1 : tensor<8x12xf32>
  // CHECK: %[[X2:.*]] = stablehlo.dot_general %{{.*}}, %[[V]]
  %x2 = stablehlo.dot_general %a1, %v, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
  %h2 = stablehlo.dot_general %x2, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x12xf32>) -> tensor<8x12xf32>
  %a2 = stablehlo.tanh %h2 : tensor<8x12xf32>
  // CHECK: %[[X3:.*]] = stablehlo.dot_general %{{.*}}, %[[V]]
  %x3 = stablehlo.dot_general %a2, %v, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
  %h3 = stablehlo.dot_general %x3, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x12xf32>) -> tensor<8x12xf32>
  %a3 = stablehlo.tanh %h3 : tensor<8x12xf32>
  %x4 = stablehlo.dot_general %a3, %v, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
  %d4 = stablehlo.exponential %x4 : tensor<8x4xf32>
  %b3 = stablehlo.dot_general %d4, %v, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<12x4xf32>) -> tensor<8x12xf32>
  %c3 = stablehlo.multiply %b3, %a3 : tensor<8x12xf32>
  %g3 = stablehlo.dot_general %x3, %c3, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x12xf32>) -> tensor<4x12xf32>
  %d3 = stablehlo.dot_general %c3, %w, contracting_dims = [1] x [1] : (tensor<8x12xf32>, tensor<4x12xf32>) -> tensor<8x4xf32>
  %b2 = stablehlo.dot_general %d3, %v, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<12x4xf32>) -> tensor<8x12xf32>
  // CHECK: %[[X2AGAIN:.*]] = stablehlo.optimization_barrier %[[X2]]
  // CHECK: %[[H2:.*]] = stablehlo.dot_general %[[X2AGAIN]],
  // CHECK-NEXT: stablehlo.tanh %[[H2]]
  %c2 = stablehlo.multiply %b2, %a2 : tensor<8x12xf32>
  %g2 = stablehlo.dot_general %x2, %c2, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x12xf32>) -> tensor<4x12xf32>
  %d2 = stablehlo.dot_general %c2, %w, contracting_dims = [1] x [1] : (tensor<8x12xf32>, tensor<4x12xf32>) -> tensor<8x4xf32>
  %b1 = stablehlo.dot_general %d2, %v, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<12x4xf32>) -> tensor<8x12xf32>
  // CHECK: %[[X1AGAIN:.*]] = stablehlo.optimization_barrier %[[X1]]
  // CHECK: %[[H1:.*]] = stablehlo.dot_general %[[X1AGAIN]],
  // CHECK-NEXT: stablehlo.tanh %[[H1]]
  %c1 = stablehlo.multiply %b1, %a1 : tensor<8x12xf32>
  %g1 = stablehlo.dot_general %x1, %c1, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x12xf32>) -> tensor<4x12xf32>
  %d1 = stablehlo.dot_general %c1, %w, contracting_dims = [1] x [1] : (tensor<8x12xf32>, tensor<4x12xf32>) -> tensor<8x4xf32>
  %b0 = stablehlo.dot_general %d1, %v, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<12x4xf32>) -> tensor<8x12xf32>
  // CHECK: %[[X0AGAIN:.*]] = stablehlo.optimization_barrier %[[X]]
  // CHECK: %[[H0:.*]] = stablehlo.dot_general %[[X0AGAIN]],
  // CHECK-NEXT: stablehlo.tanh %[[H0]]
  %c0 = stablehlo.multiply %b0, %a0 : tensor<8x12xf32>
  %g0 = stablehlo.dot_general %x, %c0, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x12xf32>) -> tensor<4x12xf32>
  // CHECK-NOT: stablehlo.tanh
  return %g0, %g1, %g2, %g3 : tensor<4x12xf32>, tensor<4x12xf32>, tensor<4x12xf32>, tensor<4x12xf32>
}
