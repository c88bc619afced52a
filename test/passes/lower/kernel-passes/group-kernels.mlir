// The softmax walks its rows three times in one kernel; the other product's rows are a kernel of their own.
// RUN: shardwright-opt %s --prepare-for-host --fuse-operations --group-kernels | FileCheck %s
// RUN: shardwright-opt %s --prepare-for-host --fuse-operations --group-kernels=disable=kernel-groups | FileCheck %s --check-prefix=ALONE

// CHECK: stablehlo.reduce({{.*}}maximum {{.*}}{exec.part = #exec.part<0, reduce in 0>, exec.points = #exec.points<32, 8 a row, strides[8]>}
// CHECK: stablehlo.exponential {{.*}}{exec.part = #exec.part<0, point in 1>}
// CHECK: stablehlo.reduce({{.*}}add {{.*}}{exec.part = #exec.part<0, reduce in 1>}
// CHECK: stablehlo.divide {{.*}}{exec.part = #exec.part<0, point in 2, stored = true>}
// CHECK: stablehlo.dot_general
// CHECK: {exec.part = #exec.part<1, {{.*}} exec.points
// ALONE-NOT: exec.part
func.func @main(%a: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.subtract %a, %1 : tensor<4x8xf32>
  %3 = stablehlo.exponential %2 : tensor<4x8xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %6 = stablehlo.divide %3, %5 : tensor<4x8xf32>
  %7 = stablehlo.dot_general %6, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %8 = stablehlo.tanh %7 : tensor<4x8xf32>
  %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %8, %9 : tensor<4x8xf32>, tensor<4xf32>
}
