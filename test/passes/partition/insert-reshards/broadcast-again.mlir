// What repeats along a dimension is made once more where it is needed split along that one, and sent where only a part of what it reads is there.
// RUN: shardwright run %s --check-against=unpartitioned
// RUN: shardwright-opt --propagate-shardings --insert-reshards %s | FileCheck %s
sharding.mesh @m = <x=2, y=2>
func.func @main(%v: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>})
    -> (tensor<4x8xf32> {sharding.spec = #sharding.spec<@m, [_, _x]>}, tensor<4x8xf32> {sharding.spec = #sharding.spec<@m, [_y, _x]>},
        tensor<4x8xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}) {
  // CHECK: %[[MADE:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1] {sharding.specs = [#sharding.spec<@m, [_, _x]>]}
  // CHECK-NEXT: %[[SENT:.*]] = sharding.reshard %[[MADE]] <@m, [_x, _]>
  // CHECK-NEXT: %[[AGAIN:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1] {sharding.specs = [#sharding.spec<@m, [_y, _x]>]}
  // CHECK-NEXT: return %[[MADE]], %[[AGAIN]], %[[SENT]]
  %0 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  return %0, %0, %0 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
