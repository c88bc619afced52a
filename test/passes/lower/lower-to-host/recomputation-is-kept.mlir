// What a program computes again behind an optimization barrier, to save the memory of keeping it, is not shared with what
// it computed before: jax.checkpoint asks for that, and layers that are unrolled depend on it.
// RUN: shardwright-opt --lower-to-host=print-schedule %s | FileCheck %s
// CHECK-COUNT-2: matmul 1x[96x96 * 96x96]
// CHECK-NOT: matmul
// CHECK: end

// Without the barrier it is one product.
// RUN: sed '/optimization_barrier/d; s/%%again/%%x/; s/%%and/%%w/' %s > %t.mlir
// RUN: shardwright-opt --lower-to-host=print-schedule %t.mlir | FileCheck %s --check-prefix=ONE
// ONE-COUNT-1: matmul 1x[96x96 * 96x96]
// ONE-NOT: matmul
// ONE: end

// Both compute the same.
// RUN: shardwright run %s --save-outputs=%t.kept --seed=7
// RUN: shardwright run %t.mlir --save-outputs=%t.shared --seed=7
// RUN: cmp %t.kept/0.npy %t.shared/0.npy

func.func @main(%x: tensor<96x96xf32>, %w: tensor<96x96xf32>) -> tensor<96x96xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<96x96xf32>, tensor<96x96xf32>) -> tensor<96x96xf32>
  %again, %and = stablehlo.optimization_barrier %x, %w : tensor<96x96xf32>, tensor<96x96xf32>
  %1 = stablehlo.dot_general %again, %and, contracting_dims = [1] x [0] : (tensor<96x96xf32>, tensor<96x96xf32>) -> tensor<96x96xf32>
  %2 = stablehlo.tanh %1 : tensor<96x96xf32>
  %3 = stablehlo.add %0, %2 : tensor<96x96xf32>
  return %3 : tensor<96x96xf32>
}
