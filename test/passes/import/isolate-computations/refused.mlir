// Values of the program that no constants give are refused, at their use, with where they come from.
// RUN: not shardwright run %s 2>&1 | FileCheck %s
func.func @main(%a: tensor<8xf32>, %scale: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: refused.mlir:[[#@LINE+5]]:{{.*}}error: operand #1 is of the program around 'stablehlo.reduce', whose region computes on elements and constants alone; pass it as an operand, or compute with it outside
  // CHECK: refused.mlir:3:{{.*}}note: it comes from here
  %0 = "stablehlo.reduce"(%a, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // 'multiply' is what reads it.
    %1 = stablehlo.multiply %y, %scale : tensor<f32>
    %2 = stablehlo.add %x, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
