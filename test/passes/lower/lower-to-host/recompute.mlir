// What is cheap to compute again is not kept where most is alive.
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3 --disable=recompute
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=recompute" -o /dev/null | FileCheck %s --check-prefix=KEPT

// The normalised rows are read before and after the wide product (65536), and follow from the rows and their factors
// (256), which are there until the end. What takes a tanh to compute is kept.
// CHECK: kernel {{k[0-9]+}}_tanh (argument 0:8192, [[TANH:arena.*]]:8192)
// CHECK: kernel {{k[0-9]+}}_add (argument 0:8192, result 0:256,
// CHECK: matmul 1x[64x256 * 256x32]
// CHECK-NOT: tanh
// CHECK: matmul 1x[32x64 * 64x32] {{.*}} ([[TANH]]:8192,
// CHECK-NEXT: kernel {{k[0-9]+}}_multiply (argument 0:8192, result 0:256, [[ROWS:arena.*]]:8192)
// CHECK-NEXT: matmul 1x[32x64 * 64x32] {{.*}} ([[ROWS]]:8192,
// CHECK: most is alive at step {{[0-9]+}}: 160000 bytes
// KEPT: most is alive at step {{[0-9]+}}: 168192 bytes
func.func @main(%x: tensor<64x32xf32>, %w: tensor<32x256xf32>, %v: tensor<256x32xf32>, %q: tensor<32x32xf32>)
    -> (tensor<64xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.tanh %x : tensor<64x32xf32>
  %tq = stablehlo.dot_general %t, %q, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
  %0 = stablehlo.multiply %x, %x : tensor<64x32xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.rsqrt %1 : tensor<64xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %rows = stablehlo.multiply %x, %3 : tensor<64x32xf32>
  %both = stablehlo.add %rows, %tq : tensor<64x32xf32>
  %4 = stablehlo.dot_general %both, %w, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x256xf32>) -> tensor<64x256xf32>
  %5 = stablehlo.dot_general %4, %v, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x32xf32>) -> tensor<64x32xf32>
  %7 = stablehlo.dot_general %rows, %5, contracting_dims = [0] x [0] : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<32x32xf32>
  %8 = stablehlo.dot_general %t, %5, contracting_dims = [0] x [0] : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<32x32xf32>
  return %2, %7, %8 : tensor<64xf32>, tensor<32x32xf32>, tensor<32x32xf32>
}
