// What may be removed or merged, and what may not.
// RUN: shardwright-opt --cse %s | FileCheck %s
// RUN: shardwright-opt --canonicalize %s | FileCheck %s --check-prefix=UNUSED

// CHECK-LABEL: @merged
func.func @merged(%a: tensor<4x8xf32>, %z: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[N:.*]] = stablehlo.negate
  // CHECK-NEXT: %[[R:.*]] = stablehlo.reduce(%[[N]] init:
  // CHECK-NEXT: return %[[R]], %[[R]]
  %0 = stablehlo.negate %a : tensor<4x8xf32>
  %1 = stablehlo.negate %a : tensor<4x8xf32>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// Random numbers differ, and what talks to the world outside stays.
// CHECK-LABEL: @kept
// UNUSED-LABEL: @kept
func.func @kept(%a: tensor<f32>, %s: tensor<1xi64>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: stablehlo.rng
  // UNUSED-COUNT-2: stablehlo.rng
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %1 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK: stablehlo.custom_call @print
  // UNUSED: stablehlo.custom_call @print
  stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<f32>) -> ()
  // UNUSED-NEXT: return
  %2 = stablehlo.custom_call @pure(%a) : (tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// UNUSED-LABEL: @unused
func.func @unused(%a: tensor<4x8xf32>, %i: tensor<i32>, %p: tensor<i1>) {
  // UNUSED-NEXT: return
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.while(%c = %i) : tensor<i32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %4 = stablehlo.add %c, %0 : tensor<i32>
    stablehlo.return %4 : tensor<i32>
  }
  %2 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<4x8xf32>
  }) : (tensor<i32>) -> tensor<4x8xf32>
  %3 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// A loop with a comparison inside stays.
// UNUSED-LABEL: @inside
func.func @inside(%i: tensor<i32>, %p: tensor<i1>) {
  // UNUSED: stablehlo.while
  // UNUSED: check.expect_eq
  %1 = stablehlo.while(%c = %i) : tensor<i32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    check.expect_eq %c, %c : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }
  return
}
