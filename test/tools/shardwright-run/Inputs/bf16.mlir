func.func @main(%a: tensor<8x64xf32>, %b: tensor<64x64xbf16>) -> tensor<8x64xf32> {
  %0 = stablehlo.convert %a : (tensor<8x64xf32>) -> tensor<8x64xbf16>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<8x64xbf16>, tensor<64x64xbf16>) -> tensor<8x64xf32>
  %2 = stablehlo.exponential %1 : tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}
