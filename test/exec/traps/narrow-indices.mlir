// Indices of types that cannot hold the array's positions, or hold more than any signed type: a device reads them relative
// to its block in a type that holds the difference. Indices beyond the end clamp where elements are read and drop updates
// where they are written, whatever the sign bit of their type says.
// RUN: shardwright run %s --check-against=interp --rtol=0 --atol=0
// RUN: shardwright run %s --backend=interp --check-against=interp --rtol=0 --atol=0
// RUN: shardwright run %s --disable=all --check-against=interp --rtol=0 --atol=0
// RUN: shardwright run %s --devices=1 --check-against=interp --rtol=0 --atol=0
// RUN: shardwright run %s --mesh=x=3 --fuzz-shardings=3 --check-against=interp --rtol=0 --atol=0
sharding.mesh @m = <x=4>
func.func @main(%table: tensor<1000x3xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>},
                %rows: tensor<6x3xf32>, %update: tensor<300x3xf32>)
    -> (tensor<6x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>, tensor<1000x3xf32>, tensor<1000x3xf32>, tensor<1000x3xf32>,
        tensor<300x3xf32>, tensor<300x3xf32>, tensor<300x3xf32>, tensor<1000x3xf32>, tensor<1000x3xf32>) {
  %signed0 = stablehlo.constant dense<[[-128], [-1], [0], [5], [100], [127]]> : tensor<6x1xi8>
  %unsigned0 = stablehlo.constant dense<[[0], [5], [100], [127], [200], [255]]> : tensor<6x1xui8>
  %huge0 = stablehlo.constant dense<[[0], [5], [999], [1000], [9223372036854775808], [18446744073709551615]]> : tensor<6x1xui64>
  %signed = stablehlo.optimization_barrier %signed0 : tensor<6x1xi8>
  %unsigned = stablehlo.optimization_barrier %unsigned0 : tensor<6x1xui8>
  %huge = stablehlo.optimization_barrier %huge0 : tensor<6x1xui64>
  %0 = "stablehlo.gather"(%table, %signed) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<1000x3xf32>, tensor<6x1xi8>) -> tensor<6x3xf32>
  %1 = "stablehlo.gather"(%table, %unsigned) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<1000x3xf32>, tensor<6x1xui8>) -> tensor<6x3xf32>
  %2 = "stablehlo.gather"(%table, %huge) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<1000x3xf32>, tensor<6x1xui64>) -> tensor<6x3xf32>
  %3 = "stablehlo.scatter"(%table, %signed, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %s = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000x3xf32>, tensor<6x1xi8>, tensor<6x3xf32>) -> tensor<1000x3xf32>
  %4 = "stablehlo.scatter"(%table, %unsigned, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %s = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000x3xf32>, tensor<6x1xui8>, tensor<6x3xf32>) -> tensor<1000x3xf32>
  %5 = "stablehlo.scatter"(%table, %huge, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %s = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000x3xf32>, tensor<6x1xui64>, tensor<6x3xf32>) -> tensor<1000x3xf32>
  %s8_0 = stablehlo.constant dense<100> : tensor<i8>
  %u8_0 = stablehlo.constant dense<200> : tensor<ui8>
  %u64_0 = stablehlo.constant dense<9223372036854775900> : tensor<ui64>
  %s8 = stablehlo.optimization_barrier %s8_0 : tensor<i8>
  %u8 = stablehlo.optimization_barrier %u8_0 : tensor<ui8>
  %u64 = stablehlo.optimization_barrier %u64_0 : tensor<ui64>
  %6 = stablehlo.dynamic_slice %table, %s8, %s8, sizes = [300, 3] : (tensor<1000x3xf32>, tensor<i8>, tensor<i8>) -> tensor<300x3xf32>
  %7 = stablehlo.dynamic_slice %table, %u8, %u8, sizes = [300, 3] : (tensor<1000x3xf32>, tensor<ui8>, tensor<ui8>) -> tensor<300x3xf32>
  %8 = stablehlo.dynamic_slice %table, %u64, %u64, sizes = [300, 3] : (tensor<1000x3xf32>, tensor<ui64>, tensor<ui64>) -> tensor<300x3xf32>
  %9 = stablehlo.dynamic_update_slice %table, %update, %u8, %u8 : (tensor<1000x3xf32>, tensor<300x3xf32>, tensor<ui8>, tensor<ui8>) -> tensor<1000x3xf32>
  %10 = stablehlo.dynamic_update_slice %table, %update, %u64, %u64 : (tensor<1000x3xf32>, tensor<300x3xf32>, tensor<ui64>, tensor<ui64>) -> tensor<1000x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<6x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>, tensor<1000x3xf32>, tensor<1000x3xf32>, tensor<1000x3xf32>, tensor<300x3xf32>, tensor<300x3xf32>, tensor<300x3xf32>, tensor<1000x3xf32>, tensor<1000x3xf32>
}
