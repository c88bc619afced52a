// An attribute of a dialect that is not read (complex) is no number: it ended in a signal.
// RUN: not shardwright run %s 2>&1 | FileCheck %s
// CHECK: unregistered-attribute.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: 'chlo.constant_like' op the value {{.*}} is neither an integer nor a float; chlo.constant takes complex values
func.func @main(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = "chlo.constant_like"(%a) <{value = #complex.number<:f32 1.0, 1.0> : complex<f32>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
