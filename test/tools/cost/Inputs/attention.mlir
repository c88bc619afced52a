sharding.mesh @m = <x=8>
func.func @main(%q: tensor<8x16x1024x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _, _]>}, %k: tensor<8x16x1024x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _, _]>}, %v: tensor<8x16x1024x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _, _]>}) -> (tensor<8x16x1024x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _, _]>}) {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %raw = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<8x16x1024x64xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1024x1024xf32>
  %maximum = stablehlo.reduce(%raw init: %lowest) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
  %maxima = stablehlo.broadcast_in_dim %maximum, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1024xf32>
  %difference = stablehlo.subtract %raw, %maxima : tensor<8x16x1024x1024xf32>
  %power = stablehlo.exponential %difference : tensor<8x16x1024x1024xf32>
  %sum = stablehlo.reduce(%power init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1024xf32>
  %share = stablehlo.divide %power, %sums : tensor<8x16x1024x1024xf32>
  %weights = stablehlo.convert %share : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
  %out = stablehlo.dot_general %weights, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<8x16x1024x1024xbf16>, tensor<8x16x1024x64xbf16>) -> tensor<8x16x1024x64xbf16>
  return %out : tensor<8x16x1024x64xbf16>
}
