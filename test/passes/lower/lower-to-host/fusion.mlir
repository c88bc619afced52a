// What becomes one kernel. The schedule is printed; the module is not of interest.
// RUN: shardwright-opt %s --split-input-file --lower-to-host=print-schedule -o /dev/null | FileCheck %s

// A chain of element-wise operations, a broadcast and a constant: one kernel, straight into the result.
// CHECK: arena 0 bytes, constants 0 bytes, kernels 1
// CHECK-NEXT: 0: kernel k0_tanh (argument 0:1024, argument 1:64, result 0:1024)
// CHECK-NEXT: 1: end
func.func @main(%x: tensor<16x16xf32>, %b: tensor<16xf32>) -> tensor<16x16xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<16x16xf32>
  %3 = stablehlo.add %2, %0 : tensor<16x16xf32>
  %4 = stablehlo.tanh %3 : tensor<16x16xf32>
  return %4 : tensor<16x16xf32>
}

// -----

// What feeds a reduction and what follows it belong to its kernel.
// CHECK: kernels 1
// CHECK-NEXT: 0: kernel k0_sqrt (argument 0:1024, result 0:64)
// CHECK-NEXT: 1: end
func.func @main(%x: tensor<16x16xf32>) -> tensor<16xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<16x16xf32>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  %2 = stablehlo.sqrt %1 : tensor<16xf32>
  return %2 : tensor<16xf32>
}

// -----

// A transpose in front of a product is only another stride.
// CHECK: kernels 0
// CHECK-NEXT: 0: matmul 1x[8x16 * 16x4] f32*f32->f32 (argument 0:512, argument 1:256, result 0:128)
// CHECK-NEXT: 1: end
func.func @main(%x: tensor<8x16xf32>, %w: tensor<4x16xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x16xf32>) -> tensor<16x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// -----

// One that would reorder the result's dimensions is made of the result where that is less to move.
// CHECK: kernels 1
// CHECK-NEXT: 0: matmul 1x[512x16 * 16x2] f32*f32->f32 (argument 0:32768, argument 1:128, arena+0:4096)
// CHECK-NEXT: 1: kernel k0_transpose (arena+0:4096, result 0:4096)
// CHECK-NEXT: 2: end
func.func @main(%x: tensor<8x64x16xf32>, %w: tensor<16x2xf32>) -> tensor<64x8x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<8x64x16xf32>) -> tensor<64x8x16xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [2] x [0] : (tensor<64x8x16xf32>, tensor<16x2xf32>) -> tensor<64x8x2xf32>
  return %1 : tensor<64x8x2xf32>
}

// -----

// A transpose behind a product exchanges the operands.
// CHECK: kernels 0
// CHECK-NEXT: 0: matmul 1x[4x16 * 16x8] f32*f32->f32 (argument 1:256, argument 0:512, result 0:128)
// CHECK-NEXT: 1: end
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// An expensive value with two uses is computed once: in passing by the one that walks it alike, stored for the other.
// CHECK: kernels 2
// CHECK-NEXT: 0: kernel k0_reduce (argument 0:262144, arena+0:262144, result 0:1024)
// CHECK-NEXT: 1: kernel k1_reduce (arena+0:262144, result 1:1024)
func.func @main(%x: tensor<256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<256x256xf32>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
  %2 = stablehlo.reduce(%0 init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
  return %1, %2 : tensor<256xf32>, tensor<256xf32>
}

// -----

// Equal kernels are compiled once.
// CHECK: kernels 1
// CHECK-NEXT: 0: kernel k0_tanh (argument 0:64, result 0:64)
// CHECK-NEXT: 1: kernel k0_tanh (argument 1:64, result 1:64)
// CHECK-NEXT: 2: end
func.func @main(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = stablehlo.tanh %x : tensor<16xf32>
  %1 = stablehlo.tanh %y : tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}

// -----

// A small product with a vector is a kernel like any other.
// CHECK: kernels 1
// CHECK-NEXT: 0: kernel k0_negate (argument 0:512, argument 1:64, result 0:32)
// CHECK-NEXT: 1: end
func.func @main(%x: tensor<8x16xf32>, %v: tensor<16xf32>) -> tensor<8xf32> {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
