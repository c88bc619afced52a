// What is wrong with a product or a convolution.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{lhs batching and contracting dimensions names dimension 3 of a tensor of rank 3}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [3] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{lhs batching and contracting dimensions names dimension 0 twice}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{rhs batching and contracting dimensions names dimension 3 of a tensor of rank 3}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [3] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<2x4x8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<2x8x16xf32>' is made here}}
func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{the lhs has 1 batching dimensions but the rhs has 0}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<2x4x8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<2x8x16xf32>' is made here}}
func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{the lhs has 0 contracting dimensions but the rhs has 1}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<2x4x8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<2x8x16xf32>' is made here}}
func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{batching dimension 1 of the lhs has size 4 but dimension 0 of the rhs has 2}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<2x4x8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<2x8x16xf32>' is made here}}
func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{contracting dimension 1 of the lhs has size 4 but dimension 1 of the rhs has 8}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{precision has 3 entries, expected at most 2}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, HIGH, HIGH] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{expected DEFAULT, HIGH or HIGHEST, got 'LOW'}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [LOW, HIGH] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x16xf32>) {
  // expected-error@+1 {{result should be 'tensor<2x4x16xf32>', got 'tensor<2x16x4xf32>'}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x16x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{the lhs should be a vector or a matrix, got 'tensor<2x4x8xf32>'}}
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x4x8xf32>, tensor<8xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{the rhs should be a vector or a matrix, got 'tensor<f32>'}}
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<9xf32>' is made here}}
func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<9xf32>) {
  // expected-error@+1 {{the last dimension of the lhs has size 8 but the first of the rhs has 9}}
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<8xf32>, tensor<9xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{precision has 3 entries, expected at most 2}}
  %0 = stablehlo.dot %arg0, %arg1, precision = [HIGH, HIGH, HIGH] : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) {
  // expected-error@+1 {{result should be 'tensor<f32>', got 'tensor<8xf32>'}}
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{the input has 2 spatial dimensions but the kernel has 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{input dimension numbers has 3 entries, but there are 4 dimensions}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected a number, 'b' or 'f', got 'o'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [o, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{dimension 'b' is listed twice}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, b, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{spatial dimension 0 is listed twice}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{dimension 'f' is missing}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{spatial dimension 1 of 2 is missing}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{input dimension numbers names dimension 0 twice}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{kernel dimension numbers names dimension 4 of a tensor of rank 4}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 4, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{output dimension numbers names dimension -1 of a tensor of rank 4}}
  %0 = "stablehlo.convolution"(%arg0, %arg1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = -1, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{feature_group_count is 2 and batch_group_count is 2, expected one of them to be 1 and the other at least 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{feature_group_count is 0 and batch_group_count is 1, expected one of them to be 1 and the other at least 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{batch_group_count 2 does not divide the batch size 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x12xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{the group count 3 does not divide the kernel's output features 16}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x8x8x12xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<1x8x8x4xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<3x3x4x16xf32>' is made here}}
func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{the input has 4 features but the kernel takes 4 in each of 2 groups}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{precision has 3 entries, expected at most 2}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{window strides has 1 entries, but there are 2 window dimensions}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{window strides has 0 at 1, expected at least 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{base dilation has 0 at 0, expected at least 1}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{window dilation has 1 entries, but there are 2 window dimensions}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{padding should have shape 2x2, got 'tensor<1x2xi64>'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{window reversal has 1 entries, but there are 2 window dimensions}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected true, false, 1 or 0, got 2}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [2, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{'pad' is given twice}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0, 0]], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{expected stride, pad, lhs_dilate, rhs_dilate or reverse, got 'dilate'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>) {
  // expected-error@+1 {{result should be 'tensor<1x3x6x16xf32>', got 'tensor<1x6x6x16xf32>'}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<3x3x4x16xf32>, %arg2: tensor<2xi32>) {
  // expected-error@+1 {{padding should be 'tensor<2x2xi32>', got 'tensor<2xi32>'}}
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2xi32>) -> tensor<1x?x?x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{config "ab->a" should label 2 operands and a result, such as "ab,bc->ac"}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "ab->a" : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{config "abc,bc->ac" labels 3 dimensions of operand 0, which has rank 2}}
  %0 = stablehlo.einsum %arg0, %arg1, config = "abc,bc->ac" : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{config "ab->a" labels 1 dimensions of the result, which has rank 2}}
  %0 = stablehlo.unary_einsum %arg0, config = "ab->a" : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{config "ab->c" has 'c' in the result only}}
  %0 = stablehlo.unary_einsum %arg0, config = "ab->c" : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}
