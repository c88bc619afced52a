// What arguments and results lend, and where results lie.
// RUN: shardwright-opt %s --split-input-file --lower-to-host=print-schedule -o /dev/null | FileCheck %s

// Of two results and two donated arguments alike, each pair is the caller's; the third argument lends its memory.
// CHECK: arena 256 bytes
// CHECK-NEXT: {{.*}} (argument 3:16384, argument 2:512, arena+0:256)
// CHECK-NEXT: {{.*}} (argument 3:16384, arena+0:256, argument 2:256)
// CHECK-NEXT: {{.*}} (argument 3:16384, argument 2:256, result 1:256, result 1:256, result 0:256, result 0:256)
func.func @main(%a: tensor<64xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<64xf32> {tf.aliasing_output = 0 : i32}, %c: tensor<128x1xf32> {jax.buffer_donor = true}, %w: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = stablehlo.slice %c [0:64, 0:1] : (tensor<128x1xf32>) -> tensor<64x1xf32>
  %1 = stablehlo.dot_general %w, %0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  %2 = stablehlo.dot_general %w, %1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  %3 = stablehlo.dot_general %w, %2, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  %4 = stablehlo.add %2, %3 : tensor<64x1xf32>
  %5 = stablehlo.reshape %4 : (tensor<64x1xf32>) -> tensor<64xf32>
  %6 = stablehlo.multiply %a, %5 : tensor<64xf32>
  %7 = stablehlo.multiply %b, %5 : tensor<64xf32>
  return %7, %6 : tensor<64xf32>, tensor<64xf32>
}

// -----

// The product is larger than either result, not than both: they lie in the arena, where it is over them.
// CHECK: arena 8192 bytes
// CHECK: result 1:2048
// CHECK-NEXT: end
// CHECK-NEXT: most is alive at step 2: 16384 bytes
func.func @main(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = stablehlo.slice %0 [0:16, 0:32] : (tensor<32x32xf32>) -> tensor<16x32xf32>
  %2 = stablehlo.slice %0 [16:32, 0:32] : (tensor<32x32xf32>) -> tensor<16x32xf32>
  %3 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
  %4 = stablehlo.dot_general %2, %b, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
  return %3, %4 : tensor<16x32xf32>, tensor<16x32xf32>
}

// -----

// One value that is two results: one place in the arena.
// CHECK: arena 1024 bytes
// CHECK-NEXT: kernel {{.*}} (argument 0:1024, result {{[01]}}:1024)
// CHECK-NEXT: end
// CHECK-NEXT: most is alive at step 0: 2048 bytes
func.func @main(%a: tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %0 = stablehlo.add %a, %a : tensor<256xf32>
  return %0, %0 : tensor<256xf32>, tensor<256xf32>
}
