// Tensors without elements, split, and reshaped: no dimension of one is a dimension of the other.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<0x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %b: tensor<5x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, %c: tensor<0xf32>)
    -> (tensor<0xf32>, tensor<6xf32>, tensor<5x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, tensor<0x6x3xf32>, tensor<2x0x9xf32>, tensor<5x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.negate %a : tensor<0x6xf32>
  %0 = stablehlo.reduce(%n init: %one) applies stablehlo.add across dimensions = [0] : (tensor<0x6xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = stablehlo.concatenate %n, %b, dim = 0 : (tensor<0x6xf32>, tensor<5x6xf32>) -> tensor<5x6xf32>
  %2 = stablehlo.broadcast_in_dim %n, dims = [0, 1] : (tensor<0x6xf32>) -> tensor<0x6x3xf32>
  %3 = stablehlo.exponential %2 : tensor<0x6x3xf32>
  %4 = stablehlo.reshape %3 : (tensor<0x6x3xf32>) -> tensor<2x0x9xf32>
  %5 = stablehlo.reshape %3 : (tensor<0x6x3xf32>) -> tensor<0x6xf32>
  %6 = stablehlo.concatenate %5, %b, dim = 0 : (tensor<0x6xf32>, tensor<5x6xf32>) -> tensor<5x6xf32>
  %7 = func.call @of_nothing(%c) : (tensor<0xf32>) -> tensor<0xf32>
  return %7, %0, %1, %3, %4, %6 : tensor<0xf32>, tensor<6xf32>, tensor<5x6xf32>, tensor<0x6x3xf32>, tensor<2x0x9xf32>, tensor<5x6xf32>
}

// A concatenation of nothing, read by a kernel.
// RUN: shardwright run %s --disable=copy-removal --check-against=interp
func.func private @of_nothing(%a: tensor<0xf32>) -> tensor<0xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %1 = stablehlo.reduce(%0 init: %one) applies stablehlo.minimum across dimensions = [] : (tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
  return %1 : tensor<0xf32>
}
