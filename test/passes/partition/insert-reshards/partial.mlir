// A partial sum passes through linear ops and is combined once, where somebody needs it whole.
// RUN: shardwright-opt --propagate-shardings --insert-reshards --split-input-file %s | FileCheck %s

sharding.mesh @m = <x=4>
// Two products are added while both are partial.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dot_general {{.*}} [_, _]{U_x}
// CHECK: stablehlo.dot_general {{.*}} [_, _]{U_x}
// CHECK: stablehlo.add {{.*}} [_, _]{U_x}
// CHECK: sharding.reshard {{.*}} <@m, [_x, _]>
// CHECK-NOT: sharding.reshard
// CHECK: stablehlo.tanh
func.func @main(%a: tensor<8x16xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>}, %b: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [J_x, K]>},
                %c: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [J_x, K]>}) -> (tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, K]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xf32>
  %3 = stablehlo.tanh %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// -----

sharding.mesh @m = <x=4>
// A square needs the combined value: it is combined once.
// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = stablehlo.dot_general {{.*}} [_, _]{U_x}
// CHECK: %[[V:.*]] = sharding.reshard %[[P]] <@m, [_, _]>
// CHECK: stablehlo.multiply %[[V]], %[[V]]
func.func @main(%a: tensor<8x16xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>}, %b: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [J_x, K]>})
    -> (tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I, K]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
