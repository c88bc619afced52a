// RUN: shardwright-opt --annotate-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @binary
func.func @binary(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xi1> {
  // CHECK: stablehlo.add
  // CHECK-SAME: sharding.rule = #sharding.rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
  %0 = stablehlo.add %a, %b : tensor<4x8xf32>
  // CHECK: stablehlo.compare
  // CHECK-SAME: #sharding.rule<([i, j], [i, j])->([i, j]) {i=4, j=8}>
  %1 = stablehlo.compare LT, %0, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return %1 : tensor<4x8xi1>
}

// CHECK-LABEL: func.func @scalars_take_no_part
func.func @scalars_take_no_part(%p: tensor<i1>, %l: tensor<f32>, %a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: stablehlo.clamp
  // CHECK-SAME: #sharding.rule<([], [i, j], [])->([i, j]) {i=4, j=8}>
  %0 = stablehlo.clamp %l, %a, %l : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.select
  // CHECK-SAME: #sharding.rule<([], [i, j], [i, j])->([i, j]) {i=4, j=8}>
  %1 = stablehlo.select %p, %0, %a : tensor<i1>, tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @scalar
func.func @scalar(%a: tensor<f32>) -> tensor<f32> {
  // CHECK: stablehlo.negate
  // CHECK-SAME: #sharding.rule<([])->([])>
  %0 = stablehlo.negate %a : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @without_a_rule
func.func @without_a_rule() -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NOT: sharding.rule
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %1 = stablehlo.iota dim = 0 : tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}
