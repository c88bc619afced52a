// Comparisons are read and written in their own syntax.
// RUN: grep -v '^//' %s > %t.expected
// RUN: shardwright-opt --verify-roundtrip %s > %t.printed
// RUN: diff -B %t.expected %t.printed
// RUN: shardwright-opt --canonicalize --cse %s > %t.kept
// RUN: diff -B %t.expected %t.kept
module {
  func.func @f(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xi1>) {
    check.expect_eq %arg0, %arg1 : tensor<2xf32>
    check.expect_eq %arg0, %arg1 : tensor<2xf32>
    check.expect_eq_const %arg2, dense<[true, false]> : tensor<2xi1>
    check.expect_almost_eq %arg0, %arg1, tolerance = 1.000000e-01 : tensor<2xf32>
    check.expect_almost_eq %arg0, %arg1 {note} : tensor<2xf32>
    check.expect_almost_eq_const %arg0, dense<1.000000e-01> : tensor<2xf32>
    check.expect_almost_eq_const %arg0, dense<1.000000e-01> : tensor<2xf32>, tolerance = 1.000000e-01 {note}
    check.expect_close %arg0, %arg1, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
    check.expect_close %arg0, %arg1 : tensor<2xf32>, tensor<2xf32>
    return
  }
}
