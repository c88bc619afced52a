// Edges are sent, or the blocks are joined once for all that read across them.
// RUN: shardwright-opt --propagate-shardings --insert-reshards --split-input-file %s | FileCheck %s

// One shift stays split.
// CHECK-LABEL: func.func @shift
// CHECK-NOT: sharding.reshard
// CHECK: return
sharding.mesh @m = <x=4>
func.func @shift(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}) -> (tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

// Quarters that lie on one device each and are wanted on all: the blocks are joined.
// CHECK-LABEL: func.func @join
// CHECK: %[[WHOLE:.*]] = sharding.reshard %arg0 <@m, [_, _]>
// CHECK-NOT: sharding.reshard
// CHECK-COUNT-4: stablehlo.slice %[[WHOLE]]
sharding.mesh @m = <x=4>
func.func @join(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>})
    -> (tensor<4x8xf32> {sharding.spec = #sharding.spec<@m, [I, J]>}, tensor<4x8xf32> {sharding.spec = #sharding.spec<@m, [I, J]>}, tensor<4x8xf32> {sharding.spec = #sharding.spec<@m, [I, J]>}, tensor<4x8xf32> {sharding.spec = #sharding.spec<@m, [I, J]>}) {
  %0 = stablehlo.slice %a [0:4, 0:8] : (tensor<16x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.slice %a [4:8, 0:8] : (tensor<16x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.slice %a [8:12, 0:8] : (tensor<16x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.slice %a [12:16, 0:8] : (tensor<16x8xf32>) -> tensor<4x8xf32>
  return %0, %1, %2, %3 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
