// Sizes that are known at run time only are refused by the operation's name.
// RUN: not shardwright run %s 2>&1 | FileCheck %s
func.func @main(%a: tensor<8xf32>, %n: tensor<i32>, %at: tensor<1xi32>) -> (tensor<8xf32>, tensor<3xf32>) {
  // CHECK: refused.mlir:[[#@LINE+1]]:{{.*}}error: 'stablehlo.set_dimension_size' gives a dimension a size that is known at run time only; export the program with static shapes
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<8xf32>, tensor<i32>) -> tensor<8xf32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  // CHECK: refused.mlir:[[#@LINE+1]]:{{.*}}error: 'stablehlo.real_dynamic_slice' takes sizes that no constants give; export the program with static shapes
  %1 = stablehlo.real_dynamic_slice %a, %at, %at, %one : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  return %0, %1 : tensor<8xf32>, tensor<3xf32>
}
