// Operations that move elements.
// RUN: grep -v '^//' %s > %t.expected
// RUN: shardwright-opt --verify-roundtrip %s > %t.printed
// RUN: diff -B %t.expected %t.printed
// RUN: shardwright-opt --mlir-print-op-generic %s | shardwright-opt > %t.generic
// RUN: diff -B %t.expected %t.generic
module {
  func.func @shapes(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<f32>, %arg3: tensor<4x2xf32>, %arg4: tensor<i32>, %arg5: tensor<2x8xf32>) {
    %0 = stablehlo.iota dim = 1 : tensor<4x8xi32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.broadcast %arg1, sizes = [2, 3] : (tensor<8xf32>) -> tensor<2x3x8xf32>
    %4 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<32xf32>
    %5 = stablehlo.bitcast_convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8x4xi8>
    %6 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %7 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<4x8xf32>
    %8 = stablehlo.slice %arg0 [1:4, 0:8:2] : (tensor<4x8xf32>) -> tensor<3x4xf32>
    %9 = stablehlo.slice %arg2 [] : (tensor<f32>) -> tensor<f32>
    %10 = stablehlo.pad %arg0, %arg2, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8x9xf32>
    %11 = stablehlo.concatenate %arg0, %arg3, dim = 1 : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
    %12 = stablehlo.dynamic_slice %arg0, %arg4, %arg4, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
    %13 = stablehlo.dynamic_slice %arg2, sizes = [] : (tensor<f32>) -> tensor<f32>
    %14 = stablehlo.dynamic_update_slice %arg0, %arg5, %arg4, %arg4 : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    return
  }
  func.func @indexed(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>, %arg3: tensor<3x4x8xf32>, %arg4: tensor<3x5x1xi32>, %arg5: tensor<2xi32>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
    %1 = "stablehlo.gather"(%arg3, %arg4) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
    %2 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %5 = stablehlo.add %arg6, %arg7 : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
    %3 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<5x8xf32>
    %4 = "stablehlo.torch_index_select"(%arg0, %arg5) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<2x8xf32>
    return
  }
}
