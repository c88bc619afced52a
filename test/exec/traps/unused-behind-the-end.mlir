// The step of a loop that undoes the exchanges of an LU factorization, split over six devices, with collectives behind it
// whose results nobody asks for. In the order that takes least memory they were put behind the block's end, which was then
// taken for something to run.
// RUN: shardwright run %s
sharding.mesh @mesh = <x=2, y=3>
func.func @main(%v0: tensor<2x4xi32>, %v1: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %v2 = stablehlo.constant dense<2> : tensor<i32>
  %v3 = stablehlo.constant dense<0> : tensor<i32>
  %v4 = stablehlo.constant dense<1> : tensor<i32>
  %v5 = stablehlo.constant dense<4> : tensor<i32>
  %v6 = stablehlo.broadcast_in_dim %v3, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %v7:4 = stablehlo.while(%carry0 = %v0, %carry1 = %v3, %carry2 = %v3, %carry3 = %v1) : tensor<2x4xi32>, tensor<i32>, tensor<i32>, tensor<2x4xi32>
  cond {
    %v8 = stablehlo.compare LT, %carry1, %v5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %v8 : tensor<i1>
  } do {
    %v8 = stablehlo.add %carry2, %v4 : tensor<i32>
    %v9 = stablehlo.compare LT, %carry2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v10 = stablehlo.convert %carry2 : tensor<i32>
    %v11 = stablehlo.add %v10, %v5 : tensor<i32>
    %v12 = stablehlo.select %v9, %v11, %carry2 : tensor<i1>, tensor<i32>
    %v13 = stablehlo.broadcast_in_dim %v12, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %v14 = "stablehlo.gather"(%carry0, %v13) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x4xi32>, tensor<1xi32>) -> tensor<2x1xi32>
    %v15 = stablehlo.reshape %v14 : (tensor<2x1xi32>) -> tensor<2xi32>
    %v16 = "stablehlo.gather"(%carry3, %v13) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, slice_sizes = array<i64: 2, 1>}> : (tensor<2x4xi32>, tensor<1xi32>) -> tensor<2x1xi32>
    %v17 = stablehlo.reshape %v16 : (tensor<2x1xi32>) -> tensor<2xi32>
    %v18 = stablehlo.compare LT, %v15, %v6, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %v19 = stablehlo.broadcast_in_dim %v5, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %v20 = stablehlo.add %v15, %v19 : tensor<2xi32>
    %v21 = stablehlo.select %v18, %v20, %v15 : tensor<2xi1>, tensor<2xi32>
    %v22 = stablehlo.broadcast_in_dim %v21, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %v23 = "stablehlo.gather"(%carry3, %v22) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x4xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
    %v24 = stablehlo.reshape %v23 : (tensor<2x1xi32>) -> tensor<2xi32>
    %v25 = stablehlo.add %carry2, %v5 : tensor<i32>
    %v26 = stablehlo.select %v9, %v25, %carry2 : tensor<i1>, tensor<i32>
    %v27 = stablehlo.convert %v26 : tensor<i32>
    %v28 = stablehlo.broadcast_in_dim %v27, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %v29 = "stablehlo.scatter"(%carry3, %v28, %v24) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      stablehlo.return %arg4 : tensor<i32>
    }) : (tensor<2x4xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
    %v30 = stablehlo.broadcast_in_dim %v5, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %v31 = spmd.all_gather %v30 dim 0 over {y} on @mesh : (tensor<3xi32>) -> tensor<8xi32>
    %v32 = spmd.slice %v31 dim 0 over {x, y} on @mesh : (tensor<8xi32>) -> tensor<2xi32>
    %v33 = stablehlo.add %v15, %v32 : tensor<2xi32>
    %v34 = stablehlo.select %v18, %v33, %v15 : tensor<2xi1>, tensor<2xi32>
    %v35 = stablehlo.broadcast_in_dim %v34, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %v36 = stablehlo.slice %v35 [0:2, 0:1] : (tensor<2x1xi32>) -> tensor<2x1xi32>
    %v37 = stablehlo.reshape %v36 : (tensor<2x1xi32>) -> tensor<2xi32>
    %v38 = stablehlo.constant dense<-1> : tensor<2xi32>
    %v39 = stablehlo.iota dim = 0 : tensor<2xi32>
    %v40 = spmd.axis_index over {x, y} on @mesh : tensor<i32>
    %v41 = stablehlo.multiply %v40, %v2 : tensor<i32>
    %v42 = stablehlo.broadcast_in_dim %v41, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %v43 = stablehlo.add %v39, %v42 : tensor<2xi32>
    %v44 = stablehlo.constant dense<8> : tensor<2xi32>
    %v45 = stablehlo.compare LT, %v43, %v44 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %v46 = stablehlo.select %v45, %v37, %v38 : tensor<2xi1>, tensor<2xi32>
    %v47 = stablehlo.reshape %v46 : (tensor<2xi32>) -> tensor<2x1xi32>
    %v48 = stablehlo.concatenate %v47, dim = 1 : (tensor<2x1xi32>) -> tensor<2x1xi32>
    %v49 = "stablehlo.scatter"(%v29, %v48, %v17) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      stablehlo.return %arg4 : tensor<i32>
    }) : (tensor<2x4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x4xi32>
    %v50 = spmd.collective_permute %v49 pairs [[0, 0], [2, 1], [4, 2], [1, 3], [3, 4], [5, 5]] over {x, y} on @mesh : tensor<2x4xi32>
    %v51 = spmd.all_to_all %v50 split 1 concat 0 over {y, x} on @mesh : (tensor<2x4xi32>) -> tensor<8x1xi32>
    %v52 = spmd.all_to_all %v51 split 0 concat 1 over {x} on @mesh : (tensor<8x1xi32>) -> tensor<4x2xi32>
    %v53 = stablehlo.add %carry1, %v4 : tensor<i32>
    stablehlo.return %carry0, %v53, %v8, %v49 : tensor<2x4xi32>, tensor<i32>, tensor<i32>, tensor<2x4xi32>
  }
  return %v7#3 : tensor<2x4xi32>
}
