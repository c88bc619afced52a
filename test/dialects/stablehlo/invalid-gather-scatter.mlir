// What is wrong with a gather or scatter.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{index_vector_dim is 3 but the indices have rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{offset_dims names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{offset_dims is not in ascending order: 2, 1}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8x1xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{collapsed_slice_dims names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{collapsed_slice_dims is not in ascending order: 1, 0}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{start_index_map names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{an index has 1 components but start_index_map has 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{offset_dims, collapsed_slice_dims and operand_batching_dims name 1 dimensions but the operand has rank 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{the indices have 1 batch dimensions and offset_dims names 1, but 'tensor<5x8x1xf32>' has rank 3}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8x1xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{slice_sizes has 1 entries, but there are 2 operand dimensions}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{slice_sizes has -1 at 1, expected at least 0}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, -1>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{slice_sizes has 9 in dimension 1 but the operand has 8}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 9>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{slice_sizes has 2 in dimension 0, which the result drops: expected 1 or 0}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{result should be 'tensor<5x7xf32>', got 'tensor<5x8xf32>'}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<3x4x8xf32>, %arg1: tensor<3x5x1xi32>) {
  // expected-error@+1 {{operand_batching_dims names dimension 3 of a tensor of rank 3}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<3x4x8xf32>, %arg1: tensor<3x5x1xi32>) {
  // expected-error@+1 {{operand_batching_dims is not in ascending order: 1, 0}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<3x4x8xf32>, %arg1: tensor<3x5x1xi32>) {
  // expected-error@+1 {{start_indices_batching_dims names dimension 3 of a tensor of rank 3}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<3x4x8xf32>, %arg1: tensor<3x5x1xi32>) {
  // expected-error@+1 {{start_indices_batching_dims has 2 entries, but there are 1 operand_batching_dims}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<3x4x8xf32>, %arg1: tensor<3x5x1xi32>) {
  // expected-error@+1 {{start_indices_batching_dims contains the index vector dimension 2}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 of type 'tensor<3x4x8xf32>' is made here}}
// expected-note@+1 {{operand 1 of type 'tensor<3x5x1xi32>' is made here}}
func.func @f(%arg0: tensor<3x4x8xf32>, %arg1: tensor<3x5x1xi32>) {
  // expected-error@+1 {{batching dimension 0 has size 3 but dimension 1 of the indices has 5}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<3x4x8xf32>, %arg1: tensor<3x5x1xi32>) {
  // expected-error@+1 {{dimension 0 is in operand_batching_dims and in start_index_map}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<3x4x8xf32>, %arg1: tensor<3x5x1xi32>) {
  // expected-error@+1 {{dimension 0 is in operand_batching_dims and in collapsed_slice_dims}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<3x4x8xf32>, tensor<3x5x1xi32>) -> tensor<3x5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<3xi32>) {
  // expected-error@+1 {{slice_sizes should be 'tensor<2xi32>', got 'tensor<3xi32>'}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<3xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<2xi32>) {
  // expected-error@+1 {{result should be 'tensor<5x?xf32>', got 'tensor<6x8xf32>'}}
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<2xi32>) -> tensor<6x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>) {
  // expected-error@+1 {{expected one of 'offset_dims', 'collapsed_slice_dims', 'operand_batching_dims', 'start_indices_batching_dims', 'start_index_map', 'index_vector_dim', got 'offsets'}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offsets = [1]>, slice_sizes = array<i64: 1>}> : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<5x1xi32>) {
  // expected-error@+1 {{needs 1 input or more, got 0}}
  "stablehlo.scatter"(%arg0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0:
    stablehlo.return
  }) : (tensor<5x1xi32>) -> ()
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error@+1 {{index_vector_dim is 3 but the indices have rank 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error@+1 {{an index has 1 components but scatter_dims_to_operand_dims has 2}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
// expected-note @+1 {{operand 2 of type 'tensor<5x9xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x9xf32>) {
  // expected-error@+1 {{the updates have size 9 in dimension 1 but dimension 1 of the inputs has 8}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x9xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<6x8xf32>) {
  // expected-error@+1 {{updates should be 'tensor<5x8xf32>', got 'tensor<6x8xf32>'}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error@+1 {{has 1 inputs but 2 results}}
  %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x8xf32>', got 'tensor<5x8xf32>'}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x8xf32>, %arg2: tensor<5x1xi32>, %arg3: tensor<5x8xf32>, %arg4: tensor<5x8xf32>) {
  // expected-error@+1 {{input should be 'tensor<4x8xf32>', got 'tensor<5x8xf32>'}}
  %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>, tensor<5x8xf32>) -> (tensor<4x8xf32>, tensor<5x8xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error@+1 {{the region should take ('tensor<f32>', 'tensor<f32>'), takes ('tensor<f32>')}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x1xi32>, %arg2: tensor<5x8xf32>) {
  // expected-error@+1 {{the region should return ('tensor<f32>'), returns ()}}
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-note @+1 {{it returns here}}
    stablehlo.return
  }) : (tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi32>) {
  // expected-error@+1 {{dim names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{dim = 2 : i64, batch_dims = 0 : i64}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi32>) {
  // expected-error@+1 {{batch_dims is 1 with dim 0 and an index of rank 1}}
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{dim = 0 : i64, batch_dims = 1 : i64}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi32>) {
  // expected-error@+1 {{result should be 'tensor<2x8xf32>', got 'tensor<3x8xf32>'}}
  %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<3x8xf32>
  return
}
