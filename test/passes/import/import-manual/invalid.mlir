// RUN: shardwright-opt %s --import-manual --split-input-file --verify-diagnostics

// expected-note @+1 {{mesh @pod is <x=2, y=2>}}
sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_gather': these groups are not those of any axes of the mesh <x=2, y=2>}}
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[1, 0], [3, 2]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=2, y=2>}}
sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_gather': these groups are not those of any axes of the mesh <x=2, y=2>}}
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=2, y=2>}}
sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_gather': these groups are not those of any axes of the mesh <x=2, y=2>}}
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=2, y=2>}}
sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_gather': groups name 2 devices, but the mesh <x=2, y=2> has 4}}
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=2, y=2>}}
sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_gather': a group names device 7, but the mesh <x=2, y=2> has 4}}
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 7]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_gather' has no channel, so its groups are of replicas; a program here has one replica}}
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-note @+1 {{make it a manual axis of this region, or leave the exchange to the compiler}}
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_gather' runs along axis 'x', which is not manual here}}
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<8xf32>) -> tensor<16xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=2, y=2>}}
sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.collective_permute': these pairs are not the same in every group of axes of the mesh <x=2, y=2>}}
    %0 = "stablehlo.collective_permute"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 0], [1, 3]]> : tensor<3x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-note @+1 {{make it a manual axis of this region, or leave the exchange to the compiler}}
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.collective_permute' runs along axis 'x', which is not manual here}}
    %0 = "stablehlo.collective_permute"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=2, y=2>}}
sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.collective_permute': a pair names device 9, but the mesh <x=2, y=2> has 4}}
    %0 = "stablehlo.collective_permute"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 9]]> : tensor<2x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.collective_permute' has no channel, so its pairs are of replicas; a program here has one replica}}
    %0 = "stablehlo.collective_permute"(%b) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_reduce' combines by something else than add, multiply, maximum, minimum, and, or, xor}}
    %0 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.subtract %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_reduce' combines by something else than add, multiply, maximum, minimum, and, or, xor}}
    %0 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %l : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.all_reduce' combines by something else than add, multiply, maximum, minimum, and, or, xor}}
    %0 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %t = stablehlo.add %l, %r : tensor<f32>
      %s = stablehlo.negate %t : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{'stablehlo.collective_broadcast' is not supported in a manual region}}
    %0 = "stablehlo.collective_broadcast"(%b) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=2, y=2>}}
sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {y} (%b: tensor<8xf32>) {
    // expected-error @+1 {{sub-axis 'x:(1)3' does not divide axis 'x' of size 2}}
    %0 = "stablehlo.all_reduce"(%b) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @pod, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)3>]>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f() {
  sharding.manual() in [] out [] over {} () {
    // expected-error @+1 {{'stablehlo.partition_id' in a program without a mesh}}
    %0 = stablehlo.partition_id : tensor<ui32>
    sharding.return
  } : () -> ()
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=2>}}
sharding.mesh @pod = <x=2>
func.func @f(%a: tensor<8xf32>) {
  sharding.manual(%a) in [<@pod, [_]>] out [] over {x} (%b: tensor<8xf32>) {
    // expected-error @+1 {{unknown axis 'q': the mesh has the axes x}}
    %0 = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @pod, axes = [#stablehlo.axis_ref<name = "q">]>}> : (tensor<8xf32>) -> tensor<16xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}
