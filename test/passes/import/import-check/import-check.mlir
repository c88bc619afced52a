// RUN: shardwright-opt %s --import-check -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: @calls
func.func @calls(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  // CHECK-NEXT: check.expect_eq %arg0, %arg1 : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%arg0, %arg1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  // The custom calls have bounds of their own.
  // CHECK-NEXT: check.expect_close %arg0, %arg1, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%arg0, %arg1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  // CHECK-NEXT: check.expect_almost_eq %arg0, %arg1, tolerance = 1.000000e-03 : tensor<2xf32>
  stablehlo.custom_call @check.expect_almost_eq(%arg0, %arg1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  // CHECK-NEXT: stablehlo.custom_call @other
  stablehlo.custom_call @other(%arg0, %arg1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func @unknown(%arg0: tensor<2xf32>) {
  // expected-error@+1 {{unknown comparison @check.expect_less: expected check.expect_eq, check.expect_close or check.expect_almost_eq}}
  stablehlo.custom_call @check.expect_less(%arg0, %arg0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func @operands(%arg0: tensor<2xf32>) {
  // expected-error@+1 {{@check.expect_eq compares 2 operands and has 0 results, got 1 and 0}}
  stablehlo.custom_call @check.expect_eq(%arg0) {has_side_effect = true} : (tensor<2xf32>) -> ()
  return
}
