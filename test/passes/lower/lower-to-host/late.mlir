// What is made of what stays anyway is made where it is read: the tanh of a weight just before its product, though both
// stand first here, and though the weights are given away and free after their update.
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=memory-order" -o /dev/null | FileCheck %s --check-prefix=ORDER

// CHECK: 0: kernel k0_tanh (result 0:16384,
// CHECK-NEXT: 1: matmul
// CHECK-NEXT: 2: kernel k1_tanh (result 1:8192,
// CHECK-NEXT: 3: matmul
// ORDER: 0: kernel k0_tanh (result 0:16384,
// ORDER-NEXT: 1: kernel k1_tanh (result 1:8192,
func.func @main(%w: tensor<64x64xf32> {jax.buffer_donor = true}, %v: tensor<64x32xf32> {jax.buffer_donor = true}, %x: tensor<16x64xf32>)
    -> (tensor<64x64xf32>, tensor<64x32xf32>, tensor<16x32xf32>) {
  %wb = stablehlo.tanh %w : tensor<64x64xf32>
  %vb = stablehlo.tanh %v : tensor<64x32xf32>
  %0 = stablehlo.dot_general %x, %wb, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %1 = stablehlo.dot_general %0, %vb, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
  %2 = stablehlo.dot_general %1, %vb, contracting_dims = [1] x [1] : (tensor<16x32xf32>, tensor<64x32xf32>) -> tensor<16x64xf32>
  %dv = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<16x64xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
  %dw = stablehlo.dot_general %x, %2, contracting_dims = [0] x [0] : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<64x64xf32>
  %3 = stablehlo.subtract %w, %dw : tensor<64x64xf32>
  %4 = stablehlo.subtract %v, %dv : tensor<64x32xf32>
  return %3, %4, %1 : tensor<64x64xf32>, tensor<64x32xf32>, tensor<16x32xf32>
}
