// A loop-carried value that only feeds itself, or another such, is not carried; what the condition or an effect needs is.
// RUN: shardwright-opt %s --drop-dead-values | FileCheck %s
// RUN: shardwright run %s --check-against=interp
sharding.mesh @mesh = <x=2>

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
func.func @main(%x: tensor<4x8xf32> {sharding.spec = #sharding.spec<@mesh, [I_x, J]>}) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %fill = stablehlo.constant dense<0.0> : tensor<3x4x8xf32>
  // Carried: the counter, the value, and what the inner loop counts. Not: the stack, and a pair that feed each other.
  // CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%{{.*}} = %{{.*}}, %[[V:.*]] = %[[X]]) : tensor<i32>, tensor<4x8xf32>
  // CHECK: do {
  // CHECK-NOT: dynamic_update_slice
  // CHECK-NOT: cosine
  // CHECK: stablehlo.tanh
  // CHECK: stablehlo.while(%{{.*}} = %{{.*}}) : tensor<i32>{{$}}
  // CHECK: check.expect_eq_const
  // CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<i32>, tensor<4x8xf32>
  %0:5 = stablehlo.while(%i = %zero, %v = %x, %stack = %fill, %a = %x, %b = %x) : tensor<i32>, tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %less = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %t = stablehlo.tanh %v : tensor<4x8xf32>
    %page = stablehlo.reshape %t : (tensor<4x8xf32>) -> tensor<1x4x8xf32>
    %pushed = stablehlo.dynamic_update_slice %stack, %page, %i, %zero, %zero : (tensor<3x4x8xf32>, tensor<1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x8xf32>
    %turned = stablehlo.cosine %a : tensor<4x8xf32>
    %1:2 = stablehlo.while(%n = %zero, %w = %turned) : tensor<i32>, tensor<4x8xf32>
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %less = stablehlo.compare LT, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %more = stablehlo.add %n, %one : tensor<i32>
      %w1 = stablehlo.cosine %w : tensor<4x8xf32>
      stablehlo.return %more, %w1 : tensor<i32>, tensor<4x8xf32>
    }
    check.expect_eq_const %1#0, dense<2> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t, %pushed, %b, %1#1 : tensor<i32>, tensor<4x8xf32>, tensor<3x4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  // CHECK: return %[[LOOP]]#1
  return %0#1 : tensor<4x8xf32>
}
