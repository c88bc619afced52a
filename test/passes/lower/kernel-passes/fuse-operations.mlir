// What is computed where it is used says so; what has a buffer, is read by another product, or leaves, does not.
// RUN: shardwright-opt %s --prepare-for-host --fuse-operations | FileCheck %s
// RUN: shardwright-opt %s --prepare-for-host --fuse-operations=disable=fusion | FileCheck %s --check-prefix=ALONE

// CHECK: func.func @main({{.*}}attributes {exec.planned}
// CHECK: stablehlo.multiply {{.*}} {exec.inlined} :
// CHECK: stablehlo.tanh %{{[0-9]+}} :
// CHECK: stablehlo.dot_general
// CHECK-NOT: exec.inlined
// ALONE-NOT: stablehlo.multiply {{.*}} {exec.inlined} :
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.multiply %a, %b : tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
