// Buffers of odd sizes lie side by side: the arena and the results are what is alive.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s

// CHECK: arena [[#BYTES:]] bytes, constants 0 bytes
// CHECK: matmul {{.*}} (argument 0:132, argument 1:484, {{.*}}:132)
// CHECK: matmul {{.*}} (argument 1:484, argument 2:308, {{.*}}:308)
// CHECK: most is alive at step {{[0-9]+}}: [[#BYTES + 132 + 484 + 308 + 132 + 308 + 84]] bytes
func.func @main(%x: tensor<3x11xf32>, %w: tensor<11x11xf32>, %y: tensor<11x7xf32>) -> (tensor<3x11xf32>, tensor<11x7xf32>, tensor<3x7xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x11xf32>, tensor<11x11xf32>) -> tensor<3x11xf32>
  %1 = stablehlo.dot_general %w, %y, contracting_dims = [1] x [0] : (tensor<11x11xf32>, tensor<11x7xf32>) -> tensor<11x7xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<3x11xf32>, tensor<11x7xf32>) -> tensor<3x7xf32>
  %3 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<3x11xf32>, tensor<11x11xf32>) -> tensor<3x11xf32>
  %4 = stablehlo.dot_general %w, %1, contracting_dims = [1] x [0] : (tensor<11x11xf32>, tensor<11x7xf32>) -> tensor<11x7xf32>
  return %3, %4, %2 : tensor<3x11xf32>, tensor<11x7xf32>, tensor<3x7xf32>
}
