// Gathers with out-of-range indices clamp, scatters drop; both by global index, before the block's offset is subtracted.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%table: tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [V_x, D_y]>}, %rows: tensor<6x6xf32> {sharding.spec = #sharding.spec<@m, [N_y, D]>})
    -> (tensor<6x6xf32>, tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [V_x, D]>}) {
  %ids = stablehlo.constant dense<[[-3], [0], [9], [10], [1000], [4]]> : tensor<6x1xi32>
  %0 = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<10x6xf32>, tensor<6x1xi32>) -> tensor<6x6xf32>
  %1 = "stablehlo.scatter"(%table, %ids, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %s = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x6xf32>, tensor<6x1xi32>, tensor<6x6xf32>) -> tensor<10x6xf32>
  return %0, %1 : tensor<6x6xf32>, tensor<10x6xf32>
}
