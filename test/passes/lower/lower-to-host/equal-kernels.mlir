// Layers that do the same are one kernel, run once for each; another constant makes another.
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s
// CHECK: kernels 2
// CHECK: kernel k[[ONE:[0-9]+_[a-z]+]]
// CHECK: matmul
// CHECK: kernel k[[ONE]]
// CHECK: matmul
// CHECK-NOT: kernel k[[ONE]]
// CHECK: kernel k
func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %half = stablehlo.constant dense<5.0e-1> : tensor<16x16xf32>
  %third = stablehlo.constant dense<3.0e-1> : tensor<16x16xf32>
  %0 = stablehlo.multiply %x, %half : tensor<16x16xf32>
  %1 = stablehlo.tanh %0 : tensor<16x16xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %3 = stablehlo.multiply %2, %half : tensor<16x16xf32>
  %4 = stablehlo.tanh %3 : tensor<16x16xf32>
  %5 = stablehlo.dot_general %4, %w, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %6 = stablehlo.multiply %5, %third : tensor<16x16xf32>
  %7 = stablehlo.tanh %6 : tensor<16x16xf32>
  return %7 : tensor<16x16xf32>
}
