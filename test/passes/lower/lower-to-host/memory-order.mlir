// What runs when, and what is written over what.
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3 --disable=memory-order
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=memory-order" -o /dev/null | FileCheck %s --check-prefix=ORDER

// The product that only waits for the last one is computed just before it. The rows of the softmax are written over what
// they are computed from.
// CHECK: 0: matmul 1x[128x32 * 32x32] {{.*}} arena+[[ROWS:[0-9]+]]:16384)
// CHECK-NEXT: 1: kernel k0_divide (arena+[[ROWS]]:16384, arena+[[ROWS]]:16384)
// CHECK-NEXT: 2: matmul 1x[32x128 * 128x32]
// CHECK-NEXT: 3: matmul 1x[32x32 * 32x32] {{.*}} (argument 1:4096, argument 1:4096,
// CHECK-NEXT: 4: matmul
// CHECK: most is alive at step 2: 40960 bytes
// ORDER: 0: matmul 1x[32x32 * 32x32] {{.*}} (argument 1:4096, argument 1:4096,
// ORDER: most is alive at step 3: 45056 bytes
func.func @main(%x: tensor<128x32xf32>, %w: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %late = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x32xf32>, tensor<32x32xf32>) -> tensor<128x32xf32>
  %1 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<128x32xf32>, tensor<f32>) -> tensor<128xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<128xf32>) -> tensor<128x32xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<128x32xf32>
  %4 = stablehlo.exponential %3 : tensor<128x32xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<128x32xf32>, tensor<f32>) -> tensor<128xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<128xf32>) -> tensor<128x32xf32>
  %7 = stablehlo.divide %4, %6 : tensor<128x32xf32>
  %8 = stablehlo.dot_general %7, %x, contracting_dims = [0] x [0] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
  %9 = stablehlo.dot_general %8, %late, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %9 : tensor<32x32xf32>
}
