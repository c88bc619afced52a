// Branches lose results; what has an effect stays, and so does a constraint that nothing reads if its operand is read.
// RUN: shardwright-opt %s --drop-dead-values --split-input-file | FileCheck %s
sharding.mesh @mesh = <x=2>

// CHECK-LABEL: func.func @branches
func.func @branches(%c: tensor<i1>, %x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[IF:.*]] = "stablehlo.if"
  // CHECK-NEXT: %[[EXP:.*]] = stablehlo.exponential
  // CHECK-NEXT: stablehlo.return %[[EXP]] : tensor<8xf32>
  // CHECK: specs = [#sharding.spec<@mesh, [I_x]>]
  %0:2 = "stablehlo.if"(%c) ({
    %l = stablehlo.log %x : tensor<8xf32>
    %e = stablehlo.exponential %x : tensor<8xf32>
    stablehlo.return %l, %e : tensor<8xf32>, tensor<8xf32>
  }, {
    stablehlo.return %x, %x : tensor<8xf32>, tensor<8xf32>
  }) {sharding.specs = [#sharding.spec<@mesh, [I]>, #sharding.spec<@mesh, [I_x]>]} : (tensor<i1>) -> (tensor<8xf32>, tensor<8xf32>)
  // CHECK: return %[[IF]]
  return %0#1 : tensor<8xf32>
}

// -----
sharding.mesh @mesh = <x=2>

// CHECK-LABEL: func.func @effects
func.func @effects(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: sharding.constraint %arg0 <@mesh, [I_x]>
  // CHECK-NEXT: %[[SEEN:.*]] = stablehlo.negate %arg0
  // CHECK-NEXT: stablehlo.custom_call @print(%[[SEEN]]) {has_side_effect = true}
  // CHECK-NEXT: return %arg0
  %0 = sharding.constraint %x <@mesh, [I_x]> : tensor<8xf32>
  %1 = stablehlo.negate %x : tensor<8xf32>
  %2 = stablehlo.custom_call @print(%1) {has_side_effect = true} : (tensor<8xf32>) -> tensor<8xf32>
  %3 = stablehlo.custom_call @pure(%1) : (tensor<8xf32>) -> tensor<8xf32>
  // Of a constraint whose reader goes, nothing is left to say; nor of one on a value that goes.
  %4 = sharding.constraint %x <@mesh, [I]> : tensor<8xf32>
  %5 = stablehlo.sine %4 : tensor<8xf32>
  %6 = sharding.constraint %5 <@mesh, [I]> : tensor<8xf32>
  return %x : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @reduced
func.func @reduced(%x: tensor<8xf32>, %init: tensor<f32>) -> tensor<f32> {
  // CHECK: stablehlo.reduce
  // CHECK-NOT: stablehlo.multiply
  // CHECK: stablehlo.add
  %0 = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.multiply %a, %b : tensor<f32>
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
