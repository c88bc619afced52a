// Tensors without elements, between ones that have some: reshaped, concatenated, padded, reduced, multiplied.
// RUN: shardwright run %s
// RUN: shardwright run --devices=1 %s
// RUN: shardwright run --backend=interp %s
sharding.mesh @m = <x=2>
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %row = stablehlo.constant dense<7.0> : tensor<1x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // What jnp.pad(mode="mean") makes of a pad of no rows.
  %none = stablehlo.broadcast_in_dim %row, dims = [0, 2] : (tensor<1x3xf32>) -> tensor<1x0x3xf32>
  %rows = stablehlo.reshape %none : (tensor<1x0x3xf32>) -> tensor<0x3xf32>
  %both = stablehlo.concatenate %rows, %a, dim = 0 : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %both, dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  // The lost dimension in front, in the middle, behind; a reshape of a reshape; element-wise around it.
  %turned = stablehlo.transpose %rows, dims = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>
  %flat = stablehlo.reshape %turned : (tensor<3x0xf32>) -> tensor<0xf32>
  %cube = stablehlo.reshape %flat : (tensor<0xf32>) -> tensor<5x0x7xf32>
  %sine = stablehlo.sine %cube : tensor<5x0x7xf32>
  %back = stablehlo.reshape %sine : (tensor<5x0x7xf32>) -> tensor<0x3xf32>
  %after = stablehlo.concatenate %a, %back, %a, dim = 0 : (tensor<2x3xf32>, tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  check.expect_eq_const %after, dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<4x3xf32>
  // Sums, products and maxima of nothing are what they begin with.
  %sum = stablehlo.reduce(%cube init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x0x7xf32>, tensor<f32>) -> tensor<5x7xf32>
  check.expect_eq_const %sum, dense<0.0> : tensor<5x7xf32>
  %empty = stablehlo.reduce(%cube init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5x0x7xf32>, tensor<f32>) -> tensor<0x7xf32>
  %filled = stablehlo.pad %empty, %zero, low = [1, 0], high = [1, -5], interior = [2, 0] : (tensor<0x7xf32>, tensor<f32>) -> tensor<2x2xf32>
  check.expect_eq_const %filled, dense<0.0> : tensor<2x2xf32>
  %product = stablehlo.dot_general %turned, %rows, contracting_dims = [1] x [0] : (tensor<3x0xf32>, tensor<0x3xf32>) -> tensor<3x3xf32>
  check.expect_eq_const %product, dense<0.0> : tensor<3x3xf32>
  // Updates of nothing, slices of nothing, a sort of nothing.
  %place = stablehlo.constant dense<1> : tensor<i32>
  %updated = stablehlo.dynamic_update_slice %a, %back, %place, %place : (tensor<2x3xf32>, tensor<0x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  check.expect_eq_const %updated, dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %sliced = stablehlo.slice %a [1:1, 0:3] : (tensor<2x3xf32>) -> tensor<0x3xf32>
  %sorted = "stablehlo.sort"(%sliced) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %behind = stablehlo.concatenate %a, %sorted, dim = 0 : (tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %behind, dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  return
}
