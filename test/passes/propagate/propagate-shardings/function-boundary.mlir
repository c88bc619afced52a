// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s

sharding.mesh @m = <x=4, y=2>

// CHECK-LABEL: func.func @returned_unchanged
// CHECK-SAME: -> (tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>})
func.func @returned_unchanged(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// What the author gave stays, even or not; what propagation would add unevenly to the program's border does not.
// CHECK-LABEL: func.func @uneven
// CHECK-SAME: %arg0: tensor<3xf32> {sharding.spec = #sharding.spec<@m, [_x]>}
// CHECK-SAME: -> (tensor<3xf32> {sharding.spec = #sharding.spec<@m, [_]>})
func.func @uneven(%a: tensor<3xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) -> tensor<3xf32> {
  // CHECK: stablehlo.negate
  // CHECK-SAME: #sharding.spec<@m, [_x]>
  %0 = stablehlo.negate %a : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @largest_even_part
// CHECK-SAME: -> (tensor<4xf32> {sharding.spec = #sharding.spec<@m, [_y]>})
func.func @largest_even_part(%a: tensor<4xf32> {sharding.spec = #sharding.spec<@m, [_{y,x}]>}) -> tensor<4xf32> {
  %0 = stablehlo.negate %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Nothing is asked of anybody: everything is closed and whole.
// CHECK-LABEL: func.func @nothing_known
// CHECK-SAME: %arg0: tensor<4xf32> {sharding.spec = #sharding.spec<@m, [_]>}
func.func @nothing_known(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
