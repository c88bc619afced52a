// Tensors without elements, split, and reshaped: no dimension of one is a dimension of the other.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<0x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %b: tensor<5x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>})
    -> (tensor<6xf32>, tensor<5x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, tensor<0x6x3xf32>, tensor<2x0x9xf32>, tensor<5x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.negate %a : tensor<0x6xf32>
  %0 = stablehlo.reduce(%n init: %one) applies stablehlo.add across dimensions = [0] : (tensor<0x6xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = stablehlo.concatenate %n, %b, dim = 0 : (tensor<0x6xf32>, tensor<5x6xf32>) -> tensor<5x6xf32>
  %2 = stablehlo.broadcast_in_dim %n, dims = [0, 1] : (tensor<0x6xf32>) -> tensor<0x6x3xf32>
  %3 = stablehlo.exponential %2 : tensor<0x6x3xf32>
  %4 = stablehlo.reshape %3 : (tensor<0x6x3xf32>) -> tensor<2x0x9xf32>
  %5 = stablehlo.reshape %3 : (tensor<0x6x3xf32>) -> tensor<0x6xf32>
  %6 = stablehlo.concatenate %5, %b, dim = 0 : (tensor<0x6xf32>, tensor<5x6xf32>) -> tensor<5x6xf32>
  return %0, %1, %3, %4, %6 : tensor<6xf32>, tensor<5x6xf32>, tensor<0x6x3xf32>, tensor<2x0x9xf32>, tensor<5x6xf32>
}
