// Memory in and between loops.
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-3 --disable=memory-order,fills
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=fills" -o /dev/null | FileCheck %s --check-prefix=FILLS
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=memory-order" -o /dev/null | FileCheck %s --check-prefix=ORDER

// Each loop has zeros of its own; none wait for the second loop. What is stacked is taken before the product that
// replaces it, so that the sum is made in place. The second loop only reads the first one's stack: no copy of it.
// CHECK-NOT: copy ({{.*}}:4096
// CHECK: kernel [[FILL:k[0-9]+_constant]] ([[STACK:result 1]]:4096)
// CHECK-NOT: copy ({{.*}}:4096
// CHECK: kernel {{k[0-9]+}}_dynamic_update_slice ({{.*}}[[STACK]]:4096)
// CHECK-NEXT: kernel {{k[0-9]+}}_add ({{.*}}:4)
// CHECK-NEXT: matmul {{.*}} (result 0:1024
// CHECK-NEXT: kernel {{k[0-9]+}}_add ({{.*}}result 0:1024)
// CHECK-NOT: copy ({{.*}}:{{1024|4096}}
// CHECK: kernel [[FILL]]
// CHECK-NOT: copy ({{.*}}:{{1024|4096}}
// CHECK: end
// FILLS: copy ({{.*}}:4096, {{.*}}:4096)
// ORDER: matmul
// ORDER: kernel {{k[0-9]+}}_dynamic_update_slice
// ORDER: copy ({{.*}}:1024, result 0:1024)
func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4x16x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %stack = %zeros) : tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %2 = stablehlo.add %y, %1 : tensor<16x16xf32>
    %3 = stablehlo.reshape %y : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %4 = stablehlo.dynamic_update_slice %stack, %3, %i, %zero, %zero : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %2, %4 : tensor<i32>, tensor<16x16xf32>, tensor<4x16x16xf32>
  }
  %6:3 = stablehlo.while(%i = %zero, %read = %0#2, %stack = %zeros) : tensor<i32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  cond {
    %7 = stablehlo.compare LT, %i, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %7 : tensor<i1>
  } do {
    %7 = stablehlo.dynamic_slice %read, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %8 = stablehlo.negate %7 : tensor<1x16x16xf32>
    %9 = stablehlo.dynamic_update_slice %stack, %8, %i, %zero, %zero : (tensor<4x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x16x16xf32>
    %10 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %10, %read, %9 : tensor<i32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
  }
  return %0#1, %0#2, %6#2 : tensor<16x16xf32>, tensor<4x16x16xf32>, tensor<4x16x16xf32>
}
