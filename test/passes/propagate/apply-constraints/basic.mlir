// RUN: shardwright-opt --apply-constraints %s | FileCheck %s

sharding.mesh @m = <x=2, y=2>

// CHECK-LABEL: func.func @pins_its_operand
// CHECK-SAME: %arg0: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>}
func.func @pins_its_operand(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sharding.constraint %a <@m, [_x]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Open ones ask for too little to pin anything.
// CHECK-LABEL: func.func @open
// CHECK-SAME: %arg0: tensor<8xf32>)
func.func @open(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sharding.constraint %a <@m, [_{x,?}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @contested
// CHECK-SAME: %arg0: tensor<8xf32>)
func.func @contested(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sharding.constraint %a <@m, [_x]> : tensor<8xf32>
  %1 = sharding.constraint %a <@m, [_y]> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @keeps_what_is_written
// CHECK-SAME: %arg0: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_y]>}
func.func @keeps_what_is_written(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_y]>}) -> tensor<8xf32> {
  %0 = sharding.constraint %a <@m, [_x]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A loop-carried value is not pinned; its other uses read the constraint.
// CHECK-LABEL: func.func @carry
func.func @carry(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stablehlo.while(%[[ARG:.*]] = %arg0) : tensor<8xf32>
  // CHECK-NOT: sharding.specs
  %0 = stablehlo.while(%v = %a) : tensor<8xf32>
  cond {
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    // CHECK: %[[PINNED:.*]] = sharding.constraint %[[ARG]]
    %1 = sharding.constraint %v <@m, [_x]> : tensor<8xf32>
    // CHECK: stablehlo.add %[[PINNED]], %[[PINNED]]
    %2 = stablehlo.add %v, %1 : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// Later uses of the head of a chain read its end; returns do not.
// CHECK-LABEL: func.func @chain
func.func @chain(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[FIRST:.*]] = sharding.constraint %arg0 <@m, [_x]>
  %0 = sharding.constraint %a <@m, [_x]> : tensor<8xf32>
  // CHECK: %[[LAST:.*]] = sharding.constraint %[[FIRST]] <@m, [_y]>
  %1 = sharding.constraint %0 <@m, [_y]> : tensor<8xf32>
  // CHECK: stablehlo.negate %[[LAST]]
  %2 = stablehlo.negate %a : tensor<8xf32>
  // CHECK: return %{{.*}}, %arg0
  return %2, %a : tensor<8xf32>, tensor<8xf32>
}
