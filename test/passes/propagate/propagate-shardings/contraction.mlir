// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s

sharding.mesh @m = <x=4, y=2>

// Nothing meets on the contracting dimension: the result has both.
// CHECK-LABEL: func.func @free_dimensions
// CHECK-SAME: -> (tensor<16x32xf32> {sharding.spec = #sharding.spec<@m, [_x, _y]>})
func.func @free_dimensions(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>},
                           %b: tensor<8x32xf32> {sharding.spec = #sharding.spec<@m, [J, K_y]>}) -> tensor<16x32xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// The contracted axis passes from one side to the other.
// CHECK-LABEL: func.func @contracting
// CHECK-SAME: %arg1: tensor<8x32xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}
func.func @contracting(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>}, %b: tensor<8x32xf32>) -> tensor<16x32xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// Two free dimensions want one axis: the larger operand's wins.
// CHECK-LABEL: func.func @both_free_dimensions_want_x
// CHECK-SAME: -> (tensor<16x32xf32> {sharding.spec = #sharding.spec<@m, [_, _x]>})
func.func @both_free_dimensions_want_x(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>},
                                       %b: tensor<8x32xf32> {sharding.spec = #sharding.spec<@m, [J, K_x]>}) -> tensor<16x32xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// A reduction keeps what is not reduced; backwards, the result's axes reach the operand.
// CHECK-LABEL: func.func @reduce
// CHECK-SAME: %arg0: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [_x, _y]>}
func.func @reduce(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [_?, _y]>}) -> (tensor<16xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
