// Windows along split dimensions: pooling, convolutions and their gradients, with strides and dilations, over blocks that
// are even and blocks that are not.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
// RUN: shardwright run %s --disable=halo-exchange --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<2x16x8x3xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>}, %u: tensor<2x13x8x3xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>},
                %k: tensor<3x3x3x4xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L]>}, %g: tensor<2x16x8x4xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>},
                %w: tensor<3x3x4x4xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L]>}, %h: tensor<2x8x4x4xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>})
    -> (tensor<2x16x8x4xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>}, tensor<2x8x4x4xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>},
        tensor<2x13x8x4xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>}, tensor<3x3x3x4xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L]>},
        tensor<2x16x8x4xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>}, tensor<3x3x3x4xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L]>},
        tensor<2x8x4x3xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>}, tensor<2x11x8x3xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K_y, L]>}) {
  // Forward: stride 1, stride 2, uneven blocks with holes in the kernel.
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x16x8x4xf32>
  %1 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x8x4x4xf32>
  %2 = stablehlo.convolution(%u, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x13x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x13x8x4xf32>
  // The gradient of the kernel: the output's gradient slides over the input.
  %3 = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x3xf32>, tensor<2x16x8x4xf32>) -> tensor<3x3x3x4xf32>
  // The gradient of the input of a convolution with stride 2.
  %4 = stablehlo.convolution(%h, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x4x4xf32>, tensor<3x3x4x4xf32>) -> tensor<2x16x8x4xf32>
  // The gradient of its kernel.
  %5 = stablehlo.convolution(%a, %h) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x3xf32>, tensor<2x8x4x4xf32>) -> tensor<3x3x3x4xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %6 = "stablehlo.reduce_window"(%a, %low) <{padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x16x8x3xf32>, tensor<f32>) -> tensor<2x8x4x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %7 = "stablehlo.reduce_window"(%u, %zero) <{padding = dense<[[0, 0], [0, 0], [1, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x13x8x3xf32>, tensor<f32>) -> tensor<2x11x8x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2x16x8x4xf32>, tensor<2x8x4x4xf32>, tensor<2x13x8x4xf32>, tensor<3x3x3x4xf32>, tensor<2x16x8x4xf32>, tensor<3x3x3x4xf32>, tensor<2x8x4x3xf32>, tensor<2x11x8x3xf32>
}
