// What is cheap to make again has no buffer, however many read it.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --check-against=interp --disable=fusion
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s

// Differences of all pairs (12288 bytes) are read by their square, which reads them twice but at one place, and by the
// sum. The mask (1024) is made of indices; four times as many elements read it, before and after the product. A
// power of a scalar is computed once in each kernel, not for each element that it scales (2304).
// CHECK-NOT: :12288
// CHECK-NOT: :1024
// CHECK-NOT: {{k[0-9]+}}_{{.*}}:2304, {{.*}}:2304, {{.*}}:2304
// CHECK: end
func.func @main(%p: tensor<32x3xf32>, %s: tensor<4x16x64xf32>, %k: tensor<4x64x64xf32>, %first: tensor<i32>, %t: tensor<f32>, %v: tensor<24x24xf32>, %w: tensor<24x24xf32>)
    -> (tensor<32x3xf32>, tensor<4x16x64xf32>, tensor<24x24xf32>, tensor<24x24xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<32x32xf32>
  %0 = stablehlo.broadcast_in_dim %p, dims = [0, 2] : (tensor<32x3xf32>) -> tensor<32x32x3xf32>
  %1 = stablehlo.broadcast_in_dim %p, dims = [1, 2] : (tensor<32x3xf32>) -> tensor<32x32x3xf32>
  %2 = stablehlo.subtract %1, %0 : tensor<32x32x3xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<32x32x3xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<32x32x3xf32>, tensor<f32>) -> tensor<32x32xf32>
  %5 = stablehlo.add %4, %one : tensor<32x32xf32>
  %6 = stablehlo.rsqrt %5 : tensor<32x32xf32>
  %7 = stablehlo.dot_general %2, %6, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<32x32x3xf32>, tensor<32x32xf32>) -> tensor<32x3xf32>

  %rows = stablehlo.iota dim = 0 : tensor<16x64xi32>
  %columns = stablehlo.iota dim = 1 : tensor<16x64xi32>
  %offset = stablehlo.broadcast_in_dim %first, dims = [] : (tensor<i32>) -> tensor<16x64xi32>
  %row = stablehlo.add %rows, %offset : tensor<16x64xi32>
  %8 = stablehlo.compare GE, %row, %columns, SIGNED : (tensor<16x64xi32>, tensor<16x64xi32>) -> tensor<16x64xi1>
  %mask = stablehlo.broadcast_in_dim %8, dims = [1, 2] : (tensor<16x64xi1>) -> tensor<4x16x64xi1>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x16x64xf32>
  %9 = stablehlo.select %mask, %s, %zeros : tensor<4x16x64xi1>, tensor<4x16x64xf32>
  %10 = stablehlo.dot_general %9, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x16x64xf32>, tensor<4x64x64xf32>) -> tensor<4x16x64xf32>
  %11 = stablehlo.select %mask, %10, %zeros : tensor<4x16x64xi1>, tensor<4x16x64xf32>

  %base = stablehlo.constant dense<0.9> : tensor<f32>
  %12 = stablehlo.power %base, %t : tensor<f32>
  %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
  %14 = stablehlo.multiply %13, %v : tensor<24x24xf32>
  %15 = stablehlo.dot_general %14, %w, contracting_dims = [1] x [0] : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
  %16 = stablehlo.multiply %13, %15 : tensor<24x24xf32>
  return %7, %11, %14, %16 : tensor<32x3xf32>, tensor<4x16x64xf32>, tensor<24x24xf32>, tensor<24x24xf32>
}
