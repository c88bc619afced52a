// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s

sharding.mesh @m = <d=2, t=2>

// Tensor parallelism (p0) settles first: the conflict goes against the batch (p1), though its tensor is larger.
// CHECK-LABEL: func.func @weights_before_data
// CHECK-SAME: %arg0: tensor<64x8xf32> {sharding.spec = #sharding.spec<@m, [I_t, J]>}
func.func @weights_before_data(%x: tensor<64x8xf32> {sharding.spec = #sharding.spec<@m, [I_t p1, J]>},
                               %w: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [J, K_t]>}) -> tensor<64x8xf32> {
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: #sharding.spec<@m, [_, _t]>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}

// What the weaker brings fills what is left.
// CHECK-LABEL: func.func @data_fills_in
func.func @data_fills_in(%x: tensor<64x8xf32> {sharding.spec = #sharding.spec<@m, [I_d p1, J]>},
                         %w: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [J, K_t]>}) -> tensor<64x8xf32> {
  // CHECK: stablehlo.dot_general
  // CHECK-SAME: #sharding.spec<@m, [_d, _t]>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}
