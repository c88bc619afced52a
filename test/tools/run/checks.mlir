// A program that checks itself passes or fails by its checks, on every backend; --atol loosens them.
// RUN: shardwright run %s --atol=0.01
// RUN: shardwright run %s --backend=interp-global --atol=0.01
// RUN: sh -c 'shardwright run %s; test $? = 1' | FileCheck %s
// RUN: sh -c 'shardwright run %s --backend=interp; test $? = 1' | FileCheck %s
// CHECK: expect_almost_eq{{.*}}is 2, expected 2.00099993

func.func @main() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[1.0, 2.001]> : tensor<2xf32>
  check.expect_eq %a, %a : tensor<2xf32>
  check.expect_almost_eq %a, %b, tolerance = 1.000000e-04 : tensor<2xf32>
  return
}
