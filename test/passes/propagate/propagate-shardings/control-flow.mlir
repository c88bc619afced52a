// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s

sharding.mesh @m = <x=2, y=2>

// The loop-carried value is one for entry, body and exit; what the body finds reaches the results.
// CHECK-LABEL: func.func @while
func.func @while(%a: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J?]>}, %w: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I, J_y]>}) -> tensor<8x8xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: %[[LOOP:.*]]:2 = stablehlo.while
  // CHECK-SAME: attributes {sharding.specs = [#sharding.spec<@m, []>, #sharding.spec<@m, [_x, _y]>]}
  %0:2 = stablehlo.while(%i = %c, %v = %a) : tensor<i32>, tensor<8x8xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    // CHECK: stablehlo.dot_general
    // CHECK-SAME: #sharding.spec<@m, [_x, _y]>
    %2 = stablehlo.dot_general %v, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<8x8xf32>
  }
  // CHECK: stablehlo.negate
  // CHECK-SAME: #sharding.spec<@m, [_x, _y]>
  %3 = stablehlo.negate %0#1 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @case
func.func @case(%p: tensor<i32>, %a: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: "stablehlo.case"
  // CHECK: stablehlo.negate
  // CHECK-SAME: #sharding.spec<@m, [_x, _]>
  // CHECK: stablehlo.abs
  // CHECK-SAME: #sharding.spec<@m, [_x, _]>
  // CHECK: }) {sharding.specs = [#sharding.spec<@m, [_x, _]>]}
  %0 = "stablehlo.case"(%p) ({
    %1 = stablehlo.negate %a : tensor<8x8xf32>
    stablehlo.return %1 : tensor<8x8xf32>
  }, {
    %1 = stablehlo.abs %b : tensor<8x8xf32>
    stablehlo.return %1 : tensor<8x8xf32>
  }) : (tensor<i32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @if
func.func @if(%p: tensor<i1>, %a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [I_x]>}, %b: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: "stablehlo.if"
  // CHECK: {sharding.specs = [#sharding.spec<@m, [_x]>]}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<8xf32>
  }, {
    stablehlo.return %b : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @optimization_barrier
func.func @optimization_barrier(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [I_x]>}, %b: tensor<8x4xf32>) -> (tensor<8xf32>, tensor<8x4xf32> {sharding.spec = #sharding.spec<@m, [I, J_y]>}) {
  // CHECK: stablehlo.optimization_barrier
  // CHECK-SAME: sharding.specs = [#sharding.spec<@m, [_x]>, #sharding.spec<@m, [_, _y]>]
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<8xf32>, tensor<8x4xf32>
  return %0#0, %0#1 : tensor<8xf32>, tensor<8x4xf32>
}
