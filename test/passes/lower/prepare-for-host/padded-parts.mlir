// For GPUs, the sum of two parts with zeros for each other is both beside each other.
// RUN: shardwright-opt %s --prepare-for-host=target=cuda:sm_90 | FileCheck %s
// RUN: shardwright run %s --check-against=interp --target=host

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[A:.+]]: tensor<4x3xf32>, %[[B:.+]]: tensor<4x5xf32>)
// CHECK:         %[[JOINED:.+]] = stablehlo.concatenate %[[A]], %[[B]], dim = 1
// CHECK:         stablehlo.pad
// CHECK:         stablehlo.pad
// CHECK:         return %[[JOINED]]
func.func @main(%a: tensor<4x3xf32>, %b: tensor<4x5xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %b, %zero, low = [0, 3], high = [0, 0], interior = [0, 0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = stablehlo.pad %a, %zero, low = [0, 0], high = [0, 5], interior = [0, 0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x8xf32>
  // Parts that meet.
  %3 = stablehlo.pad %b, %zero, low = [0, 3], high = [0, 0], interior = [0, 0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x8xf32>
  %4 = stablehlo.pad %b, %zero, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x8xf32>
  %5 = stablehlo.add %3, %4 : tensor<4x8xf32>
  return %2, %5 : tensor<4x8xf32>, tensor<4x8xf32>
}
