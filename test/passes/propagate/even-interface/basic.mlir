// Axes that leave parts of several lengths, or are parts of axes, are dropped with all behind them.
// RUN: shardwright-opt --even-interface %s | FileCheck %s

sharding.mesh @mesh = <x=2, y=4>

// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<6x8xf32> {sharding.spec = #sharding.spec<@mesh, [I_x, J]>}
// CHECK-SAME: %arg1: tensor<8x6xf32> {sharding.spec = #sharding.spec<@mesh, [I, J_x]>}
// CHECK-SAME: tensor<6x8xf32> {sharding.spec = #sharding.spec<@mesh, [I, J_x]>}
// CHECK-SAME: tensor<f32> {sharding.spec = #sharding.spec<@mesh, []>}
func.func @main(%a: tensor<6x8xf32> {sharding.spec = #sharding.spec<@mesh, [I_{x,y}, J]>},
                %b: tensor<8x6xf32> {sharding.spec = #sharding.spec<@mesh, [I_y:(1)2, J_x]>},
                %c: tensor<f32> {sharding.spec = #sharding.spec<@mesh, []>})
    -> (tensor<6x8xf32> {sharding.spec = #sharding.spec<@mesh, [I_y, J_x]>},
        tensor<f32> {sharding.spec = #sharding.spec<@mesh, []>}) {
  // CHECK: return %arg0, %arg2
  return %a, %c : tensor<6x8xf32>, tensor<f32>
}
