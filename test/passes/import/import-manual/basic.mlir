// RUN: shardwright-opt %s --import-manual --split-input-file | FileCheck %s

sharding.mesh @pod = <x=4, y=2>

// CHECK-LABEL: func.func @collectives(
func.func @collectives(%a: tensor<8x12xf32>) {
  // CHECK: sharding.manual
  // CHECK-SAME: (%[[A:[a-z0-9]+]]: tensor<2x6xf32>)
  sharding.manual(%a) in [<@pod, [_x, _y]>] out [] over {x, y} (%b: tensor<2x6xf32>) {
    // CHECK: spmd.all_gather %[[A]] dim 0 over {x} on @pod : (tensor<2x6xf32>) -> tensor<8x6xf32>
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<2x6xf32>) -> tensor<8x6xf32>
    // The order within the groups matters: here y is the major axis, and the groups come in another order.
    // CHECK: spmd.all_gather %[[A]] dim 0 over {y, x} on @pod : (tensor<2x6xf32>) -> tensor<16x6xf32>
    %1 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6, 1, 3, 5, 7]]> : tensor<1x8xi64>, use_global_device_ids}> : (tensor<2x6xf32>) -> tensor<16x6xf32>
    // CHECK: spmd.all_gather %[[A]] dim 0 over {x:(2)2} on @pod : (tensor<2x6xf32>) -> tensor<4x6xf32>
    %2 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[5, 7], [0, 2], [1, 3], [4, 6]]> : tensor<4x2xi64>, use_global_device_ids}> : (tensor<2x6xf32>) -> tensor<4x6xf32>
    // CHECK: spmd.all_gather %[[A]] dim 0 over {x:(1)2, y} on @pod : (tensor<2x6xf32>) -> tensor<8x6xf32>
    %3 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<2x6xf32>) -> tensor<8x6xf32>
    // CHECK: spmd.all_reduce sum %[[A]] over {x, y} on @pod : tensor<2x6xf32>
    %4 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %r, %l : tensor<f32>
      %t = sharding.constraint %s <@pod, []> : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (tensor<2x6xf32>) -> tensor<2x6xf32>
    // Without global ids a group is of replicas: all partitions of the one replica.
    // CHECK: spmd.all_reduce max %[[A]] over {x, y} on @pod : tensor<2x6xf32>
    // CHECK: spmd.all_reduce max %{{.*}} over {x, y} on @pod : tensor<8x6xf32>
    %5:2 = "stablehlo.all_reduce"(%b, %0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.maximum %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x6xf32>, tensor<8x6xf32>) -> (tensor<2x6xf32>, tensor<8x6xf32>)
    // CHECK: spmd.reduce_scatter min %[[A]] dim 1 over {y} on @pod : (tensor<2x6xf32>) -> tensor<2x3xf32>
    %6 = "stablehlo.reduce_scatter"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.minimum %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x6xf32>) -> tensor<2x3xf32>
    // CHECK: spmd.all_to_all %[[A]] split 1 concat 0 over {y} on @pod : (tensor<2x6xf32>) -> tensor<4x3xf32>
    %7 = "stablehlo.all_to_all"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x6xf32>) -> tensor<4x3xf32>
    // Each device alone: nothing happens.
    // CHECK-NEXT: spmd.collective_permute %[[A]] pairs {{\[}}[0, 1], [1, 2], [2, 3], [3, 0]] over {x} on @pod : tensor<2x6xf32>
    %8 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0], [1], [2], [3], [4], [5], [6], [7]]> : tensor<8x1xi64>, use_global_device_ids}> : (tensor<2x6xf32>) -> tensor<2x6xf32>
    %9 = "stablehlo.collective_permute"(%8) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]]> : tensor<8x2xi64>}> : (tensor<2x6xf32>) -> tensor<2x6xf32>
    // Pairs that differ from group to group of x are pairs along both axes.
    // CHECK: spmd.collective_permute %[[A]] pairs {{\[}}[0, 2], [2, 0]] over {x, y} on @pod : tensor<2x6xf32>
    %10 = "stablehlo.collective_permute"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 0]]> : tensor<2x2xi64>}> : (tensor<2x6xf32>) -> tensor<2x6xf32>
    // CHECK: spmd.all_reduce sum %[[A]] over {x:(1)2} on @pod : tensor<2x6xf32>
    %11 = "stablehlo.all_reduce"(%b) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @pod, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x6xf32>) -> tensor<2x6xf32>
    sharding.return
  } : (tensor<8x12xf32>) -> ()
  return
}

// On booleans, sums and products are logical.
// CHECK-LABEL: func.func @booleans(
func.func @booleans(%a: tensor<8xi1>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {x} (%b: tensor<8xi1>) {
    // CHECK: spmd.all_reduce or
    %0 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<i1>, %r: tensor<i1>):
      %s = stablehlo.add %l, %r : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<8xi1>) -> tensor<8xi1>
    // CHECK: spmd.all_reduce and
    %1 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<i1>, %r: tensor<i1>):
      %s = stablehlo.minimum %l, %r : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<8xi1>) -> tensor<8xi1>
    sharding.return
  } : (tensor<8xi1>) -> ()
  return
}

// CHECK-LABEL: func.func @ids(
func.func @ids() {
  sharding.manual() in [] out [] over {x, y} () {
    // An axis index as JAX writes it.
    // CHECK: %[[X:.*]] = spmd.axis_index over {x} on @pod : tensor<i32>
    // CHECK-NEXT: stablehlo.negate %[[X]]
    %c2 = stablehlo.constant dense<2> : tensor<ui32>
    %c4 = stablehlo.constant dense<4> : tensor<ui32>
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.divide %0, %c2 : tensor<ui32>
    %2 = stablehlo.remainder %1, %c4 : tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
    %4 = stablehlo.negate %3 : tensor<i32>
    // CHECK: %[[Y:.*]] = spmd.axis_index over {y} on @pod : tensor<i32>
    // CHECK-NEXT: %[[U:.*]] = stablehlo.convert %[[Y]] : (tensor<i32>) -> tensor<ui32>
    // CHECK-NEXT: stablehlo.add %[[U]], %[[U]]
    %5 = stablehlo.partition_id : tensor<ui32>
    %6 = stablehlo.remainder %5, %c2 : tensor<ui32>
    %7 = stablehlo.add %6, %6 : tensor<ui32>
    // Anything else is arithmetic over the position.
    // CHECK: %[[P:.*]] = spmd.axis_index over {x, y} on @pod : tensor<i32>
    // CHECK-NEXT: %[[V:.*]] = stablehlo.convert %[[P]] : (tensor<i32>) -> tensor<ui32>
    // CHECK-NEXT: stablehlo.add %[[V]], %[[V]]
    %8 = stablehlo.partition_id : tensor<ui32>
    %9 = stablehlo.add %8, %8 : tensor<ui32>
    // CHECK-NEXT: stablehlo.constant dense<0> : tensor<ui32>
    %10 = stablehlo.replica_id : tensor<ui32>
    sharding.return
  } : () -> ()
  return
}

// -----

// Groups list physical devices: position 1 is device 2.
sharding.mesh @pod = <x=2, y=2, order=[0, 2, 1, 3]>

// CHECK-LABEL: func.func @order(
func.func @order(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {x, y} (%b: tensor<8xf32>) {
    // CHECK: spmd.all_gather %{{.*}} dim 0 over {x} on @pod
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
    // CHECK: spmd.collective_permute %{{.*}} pairs {{\[}}[0, 1]] over {y} on @pod
    %1 = "stablehlo.collective_permute"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
    // CHECK: %[[P:.*]] = spmd.axis_index over {x, y} on @pod
    // CHECK-NEXT: %[[T:.*]] = stablehlo.constant dense<[0, 2, 1, 3]> : tensor<4xi32>
    // CHECK-NEXT: %[[S:.*]] = stablehlo.dynamic_slice %[[T]], %[[P]], sizes = [1]
    // CHECK-NEXT: %[[D:.*]] = stablehlo.reshape %[[S]]
    // CHECK-NEXT: stablehlo.convert %[[D]] : (tensor<i32>) -> tensor<ui32>
    %2 = stablehlo.partition_id : tensor<ui32>
    %3 = stablehlo.negate %2 : tensor<ui32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// A mesh whose axes are gone.
sharding.mesh @pod = <>

// CHECK-LABEL: func.func @one(
func.func @one(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sharding.manual(%a) in [<@pod, [_]>] out [<@pod, [_]>] over {} (%b: tensor<8xf32>) {
    // CHECK: sharding.return %{{arg.*}} : tensor<8xf32>
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0]]> : tensor<1x1xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return %0 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
