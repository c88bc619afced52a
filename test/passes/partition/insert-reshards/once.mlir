// A value that several users need in one sharding is brought there once, behind its definition, so that users in loops find it too.
// RUN: shardwright-opt --insert-reshards %s | FileCheck %s

sharding.mesh @m = <x=4>
// CHECK-LABEL: func.func @main
// CHECK: %[[NEG:.*]] = stablehlo.negate %arg0
// CHECK-NEXT: %[[WHOLE:.*]] = sharding.reshard %[[NEG]] <@m, [_]>
// CHECK-NOT: sharding.reshard
// CHECK: stablehlo.sort"(%[[WHOLE]])
// CHECK-NOT: sharding.reshard
// CHECK: stablehlo.while
// CHECK-NOT: sharding.reshard
// CHECK: stablehlo.sort"(%[[WHOLE]])
// CHECK-NOT: sharding.reshard
func.func @main(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [I_x]>}, %n: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
  %b = stablehlo.negate %a {sharding.specs = [#sharding.spec<@m, [I_x]>]} : tensor<8xf32>
  %c = "stablehlo.sort"(%b) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %0 = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %d = stablehlo.while(%k = %n) : tensor<i32>
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare GT, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %0 = "stablehlo.sort"(%b) <{dimension = 0 : i64}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %1 = stablehlo.compare GT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    %2 = stablehlo.slice %0 [0:1] : (tensor<8xf32>) -> tensor<1xf32>
    %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
    %4 = stablehlo.convert %3 : (tensor<f32>) -> tensor<i32>
    %5 = stablehlo.subtract %k, %4 : tensor<i32>
    stablehlo.return %5 : tensor<i32>
  }
  return %c, %d : tensor<8xf32>, tensor<i32>
}
