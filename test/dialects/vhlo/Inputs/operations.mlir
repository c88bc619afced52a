module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func private @g(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %arg0 : tensor<4x8xf32>
  }
  func.func @calls(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {api_version = 2 : i32, backend_config = "cfg", has_side_effect = true} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    stablehlo.custom_call @check.expect_close(%arg0, %arg0) {has_side_effect = true} : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
    %1:2 = stablehlo.custom_call @two() : () -> (tensor<f32>, tensor<f32>)
    %2 = stablehlo.custom_call @"a-b"(%arg0) {api_version = 4 : i32, backend_config = {k = 1 : i64}, called_computations = [@calls], operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = stablehlo.composite "my.op" %arg0 {composite_attributes = {n = 1 : i64}, decomposition = @g, version = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<4x8xf32>, tensor<i32>>
    %5 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32>
    %6 = stablehlo.create_token : !stablehlo.token
    %7 = stablehlo.after_all %6, %6 : !stablehlo.token
    %8:2 = "stablehlo.infeed"(%7) <{infeed_config = "cfg"}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
    %9 = "stablehlo.outfeed"(%arg0, %7) <{outfeed_config = "cfg"}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    %10 = "stablehlo.send"(%arg0, %7) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    %11:2 = "stablehlo.recv"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
    return
  }
  func.func @collectives(%arg0: tensor<4x8xf32>) {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.replica_id : tensor<ui32>
    %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
    %3 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %11 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %11 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
    %5 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
    %6 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %7 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %8 = "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %11 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %11 : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %9 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg1: tensor<4x8xf32>):
      %11 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
      stablehlo.return %11 : tensor<8x8xf32>
    }) : (tensor<4x8xf32>) -> !stablehlo.future<tensor<8x8xf32>>
    %10 = "stablehlo.async_done"(%9) : (!stablehlo.future<tensor<8x8xf32>>) -> tensor<8x8xf32>
    return
  }
}
