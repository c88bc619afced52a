// A cumulative sum, and another use of the same value, along a split dimension that the axis does not divide.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>})
    -> (tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<6xf32> {sharding.spec = #sharding.spec<@m, [J]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = "stablehlo.reduce_window"(%a, %zero) <{padding = dense<[[9, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 10, 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x6xf32>, tensor<f32>) -> tensor<10x6xf32>
  %e = stablehlo.exponential %a : tensor<10x6xf32>
  %total = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %sums, %total : tensor<10x6xf32>, tensor<6xf32>
}
