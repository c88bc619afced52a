// Regions that read constants of the program around them, by themselves and through what is computed from them: over four
// devices and on one.
// RUN: shardwright run %s
// RUN: shardwright run %s --devices=1
// RUN: shardwright-opt %s --isolate-computations | FileCheck %s
sharding.mesh @m = <x=4>
func.func @main() {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %three = stablehlo.add %two, %two : tensor<f32>
  %limit = stablehlo.subtract %three, %two : tensor<f32>
  %whole = stablehlo.constant dense<[[5.0, 1.0, 4.0, 0.0], [2.0, 7.0, 1.0, 3.0], [0.0, 1.0, 0.0, 9.0], [6.0, 2.0, 2.0, 1.0]]> : tensor<4x4xf32>
  %a = sharding.constraint %whole <@m, [I, J_x]> : tensor<4x4xf32>

  // Of each row the sum of what is at most 2, or 2.
  // CHECK: stablehlo.reduce
  // CHECK: reducer(
  // CHECK: %[[TWO:.*]] = stablehlo.constant dense<2.0
  // CHECK: %[[SUM:.*]] = stablehlo.add %[[TWO]], %[[TWO]]
  // CHECK: %[[LIMIT:.*]] = stablehlo.subtract %[[SUM]], %[[TWO]]
  // CHECK: stablehlo.minimum %{{.*}}, %[[LIMIT]]
  %0 = "stablehlo.reduce"(%a, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.minimum %y, %limit : tensor<f32>
    %2 = stablehlo.add %x, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %0, dense<[5.0, 7.0, 3.0, 7.0]> : tensor<4xf32>

  // By the distance from 2.
  // CHECK: stablehlo.sort
  // CHECK: ^bb0
  // CHECK: stablehlo.constant dense<2.0
  %3 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %4 = stablehlo.subtract %x, %two : tensor<f32>
    %5 = stablehlo.abs %4 : tensor<f32>
    %6 = stablehlo.subtract %y, %two : tensor<f32>
    %7 = stablehlo.abs %6 : tensor<f32>
    %8 = stablehlo.compare LT, %5, %7 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  check.expect_eq_const %3, dense<[[2.0, 2.0, 2.0, 3.0], [0.0, 1.0, 1.0, 1.0], [5.0, 1.0, 4.0, 0.0], [6.0, 7.0, 0.0, 9.0]]> : tensor<4x4xf32>
  return
}
