// RUN: shardwright-opt --split-constants %s | FileCheck %s
// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s --check-prefix=USERS

sharding.mesh @m = <x=2>

// One broadcast for two users that lie differently. Scalars are shared: they are never split.
// CHECK-LABEL: func.func @two_users
// USERS-LABEL: func.func @two_users
func.func @two_users(%a: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>},
                     %b: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_, _x]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: stablehlo.constant
  // CHECK-NOT: stablehlo.constant
  // CHECK: %[[FIRST:.*]] = stablehlo.broadcast_in_dim
  // CHECK: %[[SECOND:.*]] = stablehlo.broadcast_in_dim
  // USERS-DAG: stablehlo.broadcast_in_dim {{.*}}[_x, _]
  // USERS-DAG: stablehlo.broadcast_in_dim {{.*}}[_, _x]
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  // CHECK: stablehlo.add %arg0, %[[FIRST]]
  // USERS: stablehlo.add
  // USERS-SAME: [_x, _]
  %1 = stablehlo.add %a, %0 : tensor<8x8xf32>
  // CHECK: stablehlo.add %arg1, %[[SECOND]]
  // USERS: stablehlo.add
  // USERS-SAME: [_, _x]
  %2 = stablehlo.add %b, %0 : tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// A whole expression over iota is copied; equal copies that end alike are one again after propagation.
// CHECK-LABEL: func.func @expression
// CHECK-COUNT-2: stablehlo.iota
// USERS-LABEL: func.func @expression
// USERS-COUNT-1: stablehlo.iota
// USERS-NOT: stablehlo.iota
func.func @expression(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0 = stablehlo.iota dim = 0 : tensor<8xi32>
  %1 = stablehlo.negate %0 : tensor<8xi32>
  %2 = stablehlo.add %a, %1 : tensor<8xi32>
  %3 = stablehlo.add %b, %1 : tensor<8xi32>
  return %2, %3 : tensor<8xi32>, tensor<8xi32>
}

// What the author has pinned is one value.
// CHECK-LABEL: func.func @pinned
// USERS-LABEL: func.func @pinned
// CHECK-COUNT-1: stablehlo.iota
// CHECK-NOT: stablehlo.iota
func.func @pinned(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0 = stablehlo.iota dim = 0 {sharding.specs = [#sharding.spec<@m, [_x]>]} : tensor<8xi32>
  %1 = stablehlo.add %a, %0 : tensor<8xi32>
  %2 = stablehlo.add %b, %0 : tensor<8xi32>
  return %1, %2 : tensor<8xi32>, tensor<8xi32>
}
