// Constants whose elements lie in the file's resources: every width, and bits beyond those of i4 and i1.
// RUN: shardwright run %s
// RUN: shardwright run --backend=interp %s
// RUN: shardwright-opt --import %s | FileCheck %s
// CHECK: stablehlo.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00]> : tensor<3xf32>
// CHECK-NOT: dialect_resources
func.func @main() {
  %f32 = stablehlo.constant dense_resource<f32> : tensor<3xf32>
  check.expect_eq_const %f32, dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %i1 = stablehlo.constant dense_resource<i1> : tensor<3xi1>
  check.expect_eq_const %i1, dense<[true, false, true]> : tensor<3xi1>
  %i4 = stablehlo.constant dense_resource<i4> : tensor<3xi4>
  check.expect_eq_const %i4, dense<[1, 7, -1]> : tensor<3xi4>
  %bf16 = stablehlo.constant dense_resource<bf16> : tensor<2xbf16>
  check.expect_eq_const %bf16, dense<[1.0, 2.0]> : tensor<2xbf16>
  %c64 = stablehlo.constant dense_resource<c64> : tensor<1xcomplex<f32>>
  %re = stablehlo.real %c64 : (tensor<1xcomplex<f32>>) -> tensor<1xf32>
  %im = stablehlo.imag %c64 : (tensor<1xcomplex<f32>>) -> tensor<1xf32>
  check.expect_eq_const %re, dense<1.0> : tensor<1xf32>
  check.expect_eq_const %im, dense<2.0> : tensor<1xf32>
  %one = stablehlo.constant dense_resource<one> : tensor<1xi64>
  check.expect_eq_const %one, dense<258> : tensor<1xi64>
  return
}
{-#
  dialect_resources: {
    builtin: {
      f32: "0x04000000000000000000803F00000040",
      i1: "0x01000000010002",
      i4: "0x0100000001F7FF",
      bf16: "0x02000000803F0040",
      c64: "0x080000000000803F00000040",
      one: "0x080000000201000000000000"
    }
  }
#-}
