// What the iterations of a loop leave for a backward pass is what the program says; a remark points there. Around the loop,
// activations are computed again.
// RUN: shardwright-opt --recompute-activations=keep=products %s 2>&1 | FileCheck %s

func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  // CHECK: loops.mlir:[[@LINE+3]]:{{[0-9]+}}: remark: what the iterations of this loop leave for a backward pass stays as the program has it
  // CHECK-LABEL: func.func @main
  // CHECK: %[[LOOP:.*]]:2 = stablehlo.while
  %loop:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<8x4xf32>
  cond {
    %less = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %h = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %t = stablehlo.tanh %h : tensor<8x4xf32>
    stablehlo.return %next, %t : tensor<i32>, tensor<8x4xf32>
  }
  // CHECK: stablehlo.logistic %[[LOOP]]#1
  %s = stablehlo.logistic %loop#1 : tensor<8x4xf32>
  %p = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %c = stablehlo.exponential %p : tensor<8x4xf32>
  // CHECK: %[[KEPT:.*]] = stablehlo.optimization_barrier %[[LOOP]]#1
  // CHECK-NEXT: %[[AGAIN:.*]] = stablehlo.logistic %[[KEPT]]
  // CHECK-NEXT: stablehlo.dot_general %[[AGAIN]],
  %g = stablehlo.dot_general %s, %c, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %g : tensor<4x4xf32>
}
