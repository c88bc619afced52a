// Kernels of several operations. The schedule is printed; the module is not of interest.
// RUN: shardwright-opt %s --split-input-file --lower-to-host=print-schedule -o /dev/null | FileCheck %s

// Softmax walks each row three times; what it keeps of a row between two walks never leaves the kernel.
// CHECK: arena 0 bytes, constants 0 bytes, kernels 1
// CHECK-NEXT: 0: kernel k0_divide (argument 0:65536, result 0:65536)
// CHECK-NEXT: 1: end
func.func @main(%x: tensor<4x16x256xf32>) -> tensor<4x16x256xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<4x16x256xf32>, tensor<f32>) -> tensor<4x16xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x256xf32>
  %s = stablehlo.subtract %x, %mb : tensor<4x16x256xf32>
  %e = stablehlo.exponential %s : tensor<4x16x256xf32>
  %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x16x256xf32>, tensor<f32>) -> tensor<4x16xf32>
  %nb = stablehlo.broadcast_in_dim %n, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x256xf32>
  %d = stablehlo.divide %e, %nb : tensor<4x16x256xf32>
  return %d : tensor<4x16x256xf32>
}

// -----

// Two results over the same elements: what both need is computed once, and each is stored where it is used.
// CHECK: kernels 1
// CHECK-NEXT: 0: kernel k0_subtract (argument 1:1024, result 1:1024, argument 0:1024, result 0:1024)
// CHECK-NEXT: 1: end
func.func @main(%p: tensor<16x16xf32>, %g: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = stablehlo.sqrt %g : tensor<16x16xf32>
  %1 = stablehlo.tanh %0 : tensor<16x16xf32>
  %2 = stablehlo.subtract %p, %1 : tensor<16x16xf32>
  return %2, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}

// -----

// The rows' values are the elements of a shape of their own; reshapes in between change nothing.
// CHECK: kernels 1
// CHECK-NEXT: 0: kernel k0_multiply (argument 0:16384, result 1:256, result 0:16384)
// CHECK-NEXT: 1: end
func.func @main(%x: tensor<8x8x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<8x8x64xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<8x8x64xf32>, tensor<f32>) -> tensor<8x8xf32>
  %2 = stablehlo.rsqrt %1 : tensor<8x8xf32>
  %3 = stablehlo.reshape %2 : (tensor<8x8xf32>) -> tensor<64xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.reshape %x : (tensor<8x8x64xf32>) -> tensor<64x64xf32>
  %6 = stablehlo.multiply %5, %4 : tensor<64x64xf32>
  return %6, %3 : tensor<64x64xf32>, tensor<64xf32>
}

// -----

// A product between two kernels keeps them apart: nothing is computed, and held, before its time.
// CHECK: kernels 2
// CHECK-NEXT: 0: kernel k0_sqrt (argument 0:4096
// CHECK-NEXT: 1: matmul
// CHECK-NEXT: 2: kernel k1_add
func.func @main(%x: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %0 = stablehlo.sqrt %x : tensor<32x32xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = stablehlo.tanh %0 : tensor<32x32xf32>
  %3 = stablehlo.add %2, %2 : tensor<32x32xf32>
  return %1, %3 : tensor<32x32xf32>, tensor<32x32xf32>
}

// -----

// One that reads what the other computes at another place cannot be part of its kernel.
// CHECK: kernels 2
// CHECK: kernel k0_sqrt
// CHECK: kernel k1_add
func.func @main(%x: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %0 = stablehlo.sqrt %x : tensor<32x32xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = stablehlo.add %0, %1 : tensor<32x32xf32>
  return %0, %2 : tensor<32x32xf32>, tensor<32x32xf32>
}
