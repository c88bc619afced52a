// RUN: shardwright-opt %s --export-manual | FileCheck %s
// RUN: shardwright-opt %s --export-manual --import-manual | shardwright-opt > %t.back
// RUN: shardwright-opt %s | diff - %t.back

sharding.mesh @pod = <x=2, y=2>

func.func @main(%a: tensor<8x4xf32>) {
  sharding.manual(%a) in [<@pod, [_, _]>] out [] over {x, y} (%b: tensor<8x4xf32>) {
    // CHECK: "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}>
    %0 = spmd.all_gather %b dim 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<16x4xf32>
    // CHECK: "stablehlo.all_reduce"
    // CHECK-SAME: replica_groups = dense<{{\[\[}}0, 1], [2, 3]]>
    // CHECK: stablehlo.maximum
    %1 = spmd.all_reduce max %b over {y} on @pod : tensor<8x4xf32>
    // CHECK: "stablehlo.reduce_scatter"
    // CHECK-SAME: replica_groups = dense<{{\[\[}}0, 2, 1, 3]]>
    // CHECK-SAME: scatter_dimension = 1 : i64
    // CHECK: stablehlo.add
    %2 = spmd.reduce_scatter sum %b dim 1 over {y, x} on @pod : (tensor<8x4xf32>) -> tensor<8x1xf32>
    // CHECK: "stablehlo.all_to_all"
    // CHECK-SAME: concat_dimension = 0 : i64
    // CHECK-SAME: split_count = 2 : i64, split_dimension = 1 : i64
    %3 = spmd.all_to_all %b split 1 concat 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<16x2xf32>
    // CHECK: "stablehlo.collective_permute"
    // CHECK-SAME: source_target_pairs = dense<{{\[\[}}0, 2], [1, 3]]>
    %4 = spmd.collective_permute %b pairs [[0, 1]] over {x} on @pod : tensor<8x4xf32>
    // CHECK: %[[P:.*]] = stablehlo.partition_id
    // CHECK: %[[Q:.*]] = stablehlo.divide %[[P]]
    // CHECK: %[[R:.*]] = stablehlo.remainder %[[Q]]
    // CHECK: %[[I:.*]] = stablehlo.convert %[[R]] : (tensor<ui32>) -> tensor<i32>
    // CHECK: stablehlo.negate %[[I]]
    %5 = spmd.axis_index over {x} on @pod : tensor<i32>
    %6 = stablehlo.negate %5 : tensor<i32>
    sharding.return
  } : (tensor<8x4xf32>) -> ()
  return
}
