// What collectives.mlir computes, on one device.
func.func @main(%a: tensor<5x6xf32>, %b: tensor<4x6xf32>) -> (tensor<5x6xf32>, tensor<5x6xf32>, tensor<4x6xf32>, tensor<6xf32>, tensor<4x6xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %double = stablehlo.add %a, %a : tensor<5x6xf32>
  %sum = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
  %low = stablehlo.slice %b [0:2, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %high = stablehlo.slice %b [2:4, 0:6] : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %swapped = stablehlo.concatenate %high, %low, dim = 0 : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
  return %a, %double, %b, %sum, %swapped : tensor<5x6xf32>, tensor<5x6xf32>, tensor<4x6xf32>, tensor<6xf32>, tensor<4x6xf32>
}
