// RUN: shardwright-opt %s --inline-calls | FileCheck %s

// A composite's decomposition is always right.
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate
// CHECK-NEXT: return %[[N]]
// CHECK-NOT: @g
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "my.op" %a {decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %a : tensor<f32>
  return %0 : tensor<f32>
}
