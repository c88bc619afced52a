// A product whose transpose makes rows of what its left operand keeps: its operands change places, and rows are read
// whole, though other dimensions still change places.
// RUN: rm -rf %t && shardwright run %s --check-against=interp --save-outputs=%t --disable=all
// RUN: shardwright run %s --expect=%t --rtol=1e-5 --atol=1e-5
// RUN: shardwright run %s --expect=%t --rtol=1e-5 --atol=1e-5 --disable=product-transposes
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=product-transposes" -o /dev/null | FileCheck %s --check-prefix=AS-WRITTEN

// CHECK: matmul 6x[48x8 * 8x16]
// CHECK: matmul 1x[35x8 * 8x6]
// CHECK: end

// AS-WRITTEN: matmul 6x[16x8 * 8x48]
// AS-WRITTEN: matmul 1x[6x8 * 8x35]
// AS-WRITTEN: end
func.func @main(%keys: tensor<2x16x3x8xf32>, %queries: tensor<2x12x3x4x8xf32>, %a: tensor<6x8xf32>, %b: tensor<8x5x7xf32>)
    -> (tensor<2x3x4x12x16xf32>, tensor<7x5x6xf32>) {
  %0 = stablehlo.dot_general %keys, %queries, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4] : (tensor<2x16x3x8xf32>, tensor<2x12x3x4x8xf32>) -> tensor<2x3x16x12x4xf32>
  %scores = stablehlo.transpose %0, dims = [0, 1, 4, 3, 2] : (tensor<2x3x16x12x4xf32>) -> tensor<2x3x4x12x16xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %top = stablehlo.reduce(%scores init: %low) applies stablehlo.maximum across dimensions = [4] : (tensor<2x3x4x12x16xf32>, tensor<f32>) -> tensor<2x3x4x12xf32>
  %tops = stablehlo.broadcast_in_dim %top, dims = [0, 1, 2, 3] : (tensor<2x3x4x12xf32>) -> tensor<2x3x4x12x16xf32>
  %below = stablehlo.subtract %scores, %tops : tensor<2x3x4x12x16xf32>
  %exp = stablehlo.exponential %below : tensor<2x3x4x12x16xf32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [4] : (tensor<2x3x4x12x16xf32>, tensor<f32>) -> tensor<2x3x4x12xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2, 3] : (tensor<2x3x4x12xf32>) -> tensor<2x3x4x12x16xf32>
  %weights = stablehlo.divide %exp, %sums : tensor<2x3x4x12x16xf32>

  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x5x7xf32>) -> tensor<6x5x7xf32>
  %turned = stablehlo.transpose %1, dims = [2, 1, 0] : (tensor<6x5x7xf32>) -> tensor<7x5x6xf32>
  return %weights, %turned : tensor<2x3x4x12x16xf32>, tensor<7x5x6xf32>
}
