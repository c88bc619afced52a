sharding.mesh @m = <x=4, y=2>
func.func @main(%q: tensor<8x16x512x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _y, _]>}, %k: tensor<8x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _, _]>}, %v: tensor<8x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _, _]>}, %g: tensor<8x16x512x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _y, _]>})
    -> (tensor<8x16x512x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _y, _]>}, tensor<8x16x512x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _y, _]>}, tensor<8x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _, _]>}, tensor<8x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_x, _, _, _]>}) {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %raw = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<8x16x512x64xbf16>, tensor<8x16x2048x64xbf16>) -> tensor<8x16x512x2048xf32>
  %maximum = stablehlo.reduce(%raw init: %lowest) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x512x2048xf32>, tensor<f32>) -> tensor<8x16x512xf32>
  %maxima = stablehlo.broadcast_in_dim %maximum, dims = [0, 1, 2] : (tensor<8x16x512xf32>) -> tensor<8x16x512x2048xf32>
  %difference = stablehlo.subtract %raw, %maxima : tensor<8x16x512x2048xf32>
  %power = stablehlo.exponential %difference : tensor<8x16x512x2048xf32>
  %sum = stablehlo.reduce(%power init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<8x16x512x2048xf32>, tensor<f32>) -> tensor<8x16x512xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<8x16x512xf32>) -> tensor<8x16x512x2048xf32>
  %share = stablehlo.divide %power, %sums : tensor<8x16x512x2048xf32>
  %weights = stablehlo.convert %share : (tensor<8x16x512x2048xf32>) -> tensor<8x16x512x2048xbf16>
  %out = stablehlo.dot_general %weights, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<8x16x512x2048xbf16>, tensor<8x16x2048x64xbf16>) -> tensor<8x16x512x64xbf16>
  %dw16 = stablehlo.dot_general %g, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<8x16x512x64xbf16>, tensor<8x16x2048x64xbf16>) -> tensor<8x16x512x2048xbf16>
  %dv = stablehlo.dot_general %weights, %g, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2] : (tensor<8x16x512x2048xbf16>, tensor<8x16x512x64xbf16>) -> tensor<8x16x2048x64xbf16>
  %dw = stablehlo.convert %dw16 : (tensor<8x16x512x2048xbf16>) -> tensor<8x16x512x2048xf32>
  %product = stablehlo.multiply %dw, %share : tensor<8x16x512x2048xf32>
  %rows = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<8x16x512x2048xf32>, tensor<f32>) -> tensor<8x16x512xf32>
  %along = stablehlo.broadcast_in_dim %rows, dims = [0, 1, 2] : (tensor<8x16x512xf32>) -> tensor<8x16x512x2048xf32>
  %less = stablehlo.subtract %dw, %along : tensor<8x16x512x2048xf32>
  %ds = stablehlo.multiply %less, %share : tensor<8x16x512x2048xf32>
  %ds16 = stablehlo.convert %ds : (tensor<8x16x512x2048xf32>) -> tensor<8x16x512x2048xbf16>
  %dq = stablehlo.dot_general %ds16, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<8x16x512x2048xbf16>, tensor<8x16x2048x64xbf16>) -> tensor<8x16x512x64xbf16>
  %dk = stablehlo.dot_general %ds16, %q, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2] : (tensor<8x16x512x2048xbf16>, tensor<8x16x512x64xbf16>) -> tensor<8x16x2048x64xbf16>
  return %out, %dq, %dk, %dv : tensor<8x16x512x64xbf16>, tensor<8x16x512x64xbf16>, tensor<8x16x2048x64xbf16>, tensor<8x16x2048x64xbf16>
}
