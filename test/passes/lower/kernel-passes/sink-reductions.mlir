// The sums of columns become part of the kernel that reads them.
// RUN: shardwright-opt %s --prepare-for-host --fuse-operations --group-kernels --sink-reductions | FileCheck %s
// RUN: shardwright-opt %s --prepare-for-host --fuse-operations --group-kernels --sink-reductions=disable=fusion | FileCheck %s --check-prefix=ALONE
// RUN: shardwright run %s --check-against=interp --rtol=1e-6

// CHECK: stablehlo.reduce({{.*}}across dimensions = [0] {exec.inlined}
// CHECK: stablehlo.multiply %{{[0-9]+}}, %arg1 : tensor<8xf32>
// ALONE: stablehlo.reduce({{.*}}across dimensions = [0] : (
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.multiply %0, %b : tensor<8xf32>
  return %1 : tensor<8xf32>
}
