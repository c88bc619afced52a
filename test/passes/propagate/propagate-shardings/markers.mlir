// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s

sharding.mesh @m = <x=2, y=2>

// A constraint becomes a reshard; as nobody else asks, its operand lies the same way.
// CHECK-LABEL: func.func @constraint
func.func @constraint(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[N:.*]] = stablehlo.negate
  // CHECK-SAME: #sharding.spec<@m, [I_x, J]>
  %0 = stablehlo.negate %a : tensor<8x8xf32>
  // CHECK: sharding.reshard %[[N]] <@m, [I_x, J]>
  %1 = sharding.constraint %0 <@m, [I_x, J]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// A constraint that nobody uses pins its operand and is gone.
// CHECK-LABEL: func.func @dangling
// CHECK-NOT: reshard
func.func @dangling(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: stablehlo.negate
  // CHECK-SAME: #sharding.spec<@m, [I_x, J]>
  %0 = stablehlo.negate %a : tensor<8x8xf32>
  %1 = sharding.constraint %0 <@m, [I_x, J]> : tensor<8x8xf32>
  // CHECK: return
  return %0 : tensor<8x8xf32>
}

// An open constraint gives and takes.
// CHECK-LABEL: func.func @open_constraint
func.func @open_constraint(%a: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I?, J_y]>}) -> tensor<8x8xf32> {
  // CHECK: sharding.reshard %arg0 <@m, [_x, _y]>
  %0 = sharding.constraint %a <@m, [_x, _?]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Members of a group share one sharding, across a barrier and without a path between them.
// CHECK-LABEL: func.func @group
func.func @group(%a: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: stablehlo.negate
  // CHECK-SAME: #sharding.spec<@m, [_x, _]>
  %0 = stablehlo.negate %a : tensor<8x8xf32>
  // CHECK: stablehlo.abs
  // CHECK-SAME: #sharding.spec<@m, [_x, _]>
  %1 = stablehlo.abs %b : tensor<8x8xf32>
  // CHECK-NOT: sharding.group
  sharding.group %0, 1 : tensor<8x8xf32>
  sharding.group %1, 1 : tensor<8x8xf32>
  // CHECK: return
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @barriers
// CHECK-SAME: %arg0: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}, %arg1: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_, _]>}
func.func @barriers(%a: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_x, _?]>}, %b: tensor<8x8xf32>)
    -> (tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_?, _y]>}, tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_?, _y]>}) {
  // CHECK-NOT: sharding.barrier
  %0 = sharding.barrier %a allow forward : tensor<8x8xf32>
  // CHECK: stablehlo.negate
  // CHECK-SAME: #sharding.spec<@m, [_x, _y]>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  %2 = sharding.barrier %b allow none : tensor<8x8xf32>
  // CHECK: stablehlo.abs
  // CHECK-SAME: #sharding.spec<@m, [_, _y]>
  %3 = stablehlo.abs %2 : tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}
