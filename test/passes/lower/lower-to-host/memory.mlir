// Memory that results and donated arguments lend while they do not need it.
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3 --repeat=3
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3 --repeat=3 --devices=1 --disable=in-place
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=donation" -o /dev/null | FileCheck %s --check-prefix=KEPT
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=donation,result-reuse" -o /dev/null | FileCheck %s --check-prefix=OWN

// The weights become the new weights in place; the other donated argument's memory becomes the second result, or,
// where nothing is donated, result 0 lends its memory to the first product. An argument that the caller keeps stays.
// CHECK: arena 4096 bytes
// CHECK-NEXT: 0: matmul {{.*}} (argument 1:4096, result 0:4096, arena+[[FIRST:[0-9]+]]:4096)
// CHECK-NEXT: 1: matmul {{.*}} (arena+[[FIRST]]:4096, argument 2:4096, result 1:4096)
// CHECK-NEXT: 2: kernel {{.*}} (result 0:4096, result 1:4096, result 0:4096)
// CHECK-NEXT: 3: end
// CHECK-NEXT: most is alive at step 0: 16384 bytes

// KEPT: arena 0 bytes
// KEPT-NEXT: 0: matmul {{.*}} (argument 1:4096, argument 0:4096, result 0:4096)
// KEPT-NEXT: 1: matmul {{.*}} (result 0:4096, argument 2:4096, result 1:4096)
// KEPT-NEXT: 2: kernel {{.*}} (argument 0:4096, result 1:4096, result 0:4096)
// KEPT: most is alive at step 1: 20480 bytes

// OWN: arena 4096 bytes
// OWN: most is alive at step 0: 24576 bytes
// OWN-NEXT: arena+0:4096 since 0, matmul
func.func @main(%w: tensor<32x32xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<32x32xf32> {jax.buffer_donor = true},
                %kept: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = stablehlo.dot_general %0, %kept, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = stablehlo.subtract %w, %1 : tensor<32x32xf32>
  return %2, %1 : tensor<32x32xf32>, tensor<32x32xf32>
}
