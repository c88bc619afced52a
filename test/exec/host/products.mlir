// Products that round and repeat what they read, beside the same with everything left out.
// RUN: rm -rf %t && shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3 --save-outputs=%t --disable=all
// RUN: shardwright run %s --expect=%t --rtol=1e-5 --atol=1e-4
// RUN: shardwright run %s --expect=%t --rtol=1e-5 --atol=1e-4 --disable=fusion
// RUN: shardwright run %s --expect=%t --rtol=1e-5 --atol=1e-4 --disable=product-transposes
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s

// Whether bf16 is rounded by the product is the machine's matter; no projection of three is turned.
// CHECK-NOT: transpose
// CHECK: matmul 3x[80x64 * 64x96] bf16*{{(f32 as )?}}bf16->f32
// CHECK-NOT: transpose
// CHECK: matmul 3x[64x80 * 80x96] bf16*f32->f32
// CHECK-NOT: transpose
// CHECK: end
func.func @main(%w: tensor<3x64x96xf32>, %x: tensor<2x40x64xbf16>, %dy: tensor<3x2x40x96xf32>, %v: tensor<96x64xf32>, %y: tensor<40x96xbf16>, %s: tensor<4x32x96xf32>, %u: tensor<64x96xf32>, %z: tensor<40x64xbf16>)
    -> (tensor<3x2x40x96xf32>, tensor<3x64x96xf32>, tensor<40x64xf32>, tensor<40x96xbf16>, tensor<4x32x64xf32>, tensor<40x96xf32>, tensor<64x96xbf16>) {
  // A query, a key and a value of one weight, whose contracted dimension lies in its middle; and the weight's gradient.
  %wb = stablehlo.convert %w : (tensor<3x64x96xf32>) -> tensor<3x64x96xbf16>
  %0 = stablehlo.dot_general %wb, %x, contracting_dims = [1] x [2] : (tensor<3x64x96xbf16>, tensor<2x40x64xbf16>) -> tensor<3x96x2x40xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 3, 1] : (tensor<3x96x2x40xf32>) -> tensor<3x2x40x96xf32>
  %2 = stablehlo.transpose %dy, dims = [0, 3, 1, 2] : (tensor<3x2x40x96xf32>) -> tensor<3x96x2x40xf32>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [2, 3] x [0, 1] : (tensor<3x96x2x40xf32>, tensor<2x40x64xbf16>) -> tensor<3x96x64xf32>
  %4 = stablehlo.transpose %3, dims = [0, 2, 1] : (tensor<3x96x64xf32>) -> tensor<3x64x96xf32>

  // A weight that two products read.
  %vb = stablehlo.convert %v : (tensor<96x64xf32>) -> tensor<96x64xbf16>
  %5 = stablehlo.dot_general %y, %vb, contracting_dims = [1] x [0] : (tensor<40x96xbf16>, tensor<96x64xbf16>) -> tensor<40x64xf32>
  %6 = stablehlo.dot_general %z, %vb, contracting_dims = [1] x [1] : (tensor<40x64xbf16>, tensor<96x64xbf16>) -> tensor<40x96xbf16>

  // One that repeats, in the other narrow type.
  %vh = stablehlo.convert %v : (tensor<96x64xf32>) -> tensor<96x64xf16>
  %many = stablehlo.broadcast_in_dim %vh, dims = [1, 2] : (tensor<96x64xf16>) -> tensor<4x96x64xf16>
  %7 = stablehlo.dot_general %s, %many, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x32x96xf32>, tensor<4x96x64xf16>) -> tensor<4x32x64xf32>

  // One whose rounded form lies in memory anyway.
  %ub = stablehlo.convert %u : (tensor<64x96xf32>) -> tensor<64x96xbf16>
  %8 = stablehlo.dot_general %z, %ub, contracting_dims = [1] x [0] : (tensor<40x64xbf16>, tensor<64x96xbf16>) -> tensor<40x96xf32>
  return %1, %4, %5, %6, %7, %8, %ub : tensor<3x2x40x96xf32>, tensor<3x64x96xf32>, tensor<40x64xf32>, tensor<40x96xbf16>, tensor<4x32x64xf32>, tensor<40x96xf32>, tensor<64x96xbf16>
}
