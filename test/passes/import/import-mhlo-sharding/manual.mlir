// RUN: shardwright-opt %s --import-mhlo-sharding --inline-calls --split-input-file | FileCheck %s

// shard_map as JAX writes it without Shardy.
// CHECK-LABEL: func.func @main(
func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  // CHECK: %[[C:.*]] = sharding.constraint %{{.*}} <@mesh, [_axis0, _]>
  // CHECK-NEXT: %[[M:.*]] = sharding.manual(%[[C]]) in [<@mesh, [_axis0, _]{R_axis1}>] out [<@mesh, [_axis0, _]{R_axis1}>] over {axis0, axis1} (%[[A:.*]]: tensor<4x16xf32>) {
  // CHECK-NEXT:   %[[N:.*]] = stablehlo.negate %[[A]]
  // CHECK-NEXT:   sharding.return %[[N]]
  // CHECK: return %[[M]]
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8x16xf32>) -> tensor<4x16xf32>
  %2 = call @shmap_body(%1) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<4x16xf32>) -> tensor<8x16xf32>
  return %4 : tensor<8x16xf32>
}
func.func private @shmap_body(%a: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.negate %a : tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// Manual over one axis only; the other dimension stays open.
// CHECK-LABEL: func.func @main(
func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  // CHECK: sharding.manual(%{{.*}}) in [<@mesh, [_axis0, _?]>] out [<@mesh, [_axis0, _?]>] over {axis0}
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<8x16xf32>) -> tensor<4x16xf32>
  %2 = call @shmap_body(%1) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %4 = stablehlo.custom_call @SPMDShardToFullShape(%2) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"} : (tensor<4x16xf32>) -> tensor<8x16xf32>
  return %4 : tensor<8x16xf32>
}
func.func private @shmap_body(%a: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.negate %a : tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
