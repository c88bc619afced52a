sharding.mesh @m = <x=8>
func.func @main(%q: tensor<4x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_, _, _x, _]>}, %k: tensor<4x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_, _, _x, _]>}, %v: tensor<4x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_, _, _x, _]>}, %g: tensor<4x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_, _, _x, _]>})
    -> (tensor<4x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_, _, _x, _]>}, tensor<4x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_, _, _x, _]>}, tensor<4x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_, _, _x, _]>}, tensor<4x16x2048x64xbf16> {sharding.spec = #sharding.spec<@m, [_, _, _x, _]>}) {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %raw = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<4x16x2048x64xbf16>, tensor<4x16x2048x64xbf16>) -> tensor<4x16x2048x2048xf32>
  %row = stablehlo.iota dim = 0 : tensor<2048x2048xi32>
  %column = stablehlo.iota dim = 1 : tensor<2048x2048xi32>
  %kept = stablehlo.compare GE, %row, %column : (tensor<2048x2048xi32>, tensor<2048x2048xi32>) -> tensor<2048x2048xi1>
  %keeps = stablehlo.broadcast_in_dim %kept, dims = [2, 3] : (tensor<2048x2048xi1>) -> tensor<4x16x2048x2048xi1>
  %low = stablehlo.constant dense<-1.0e30> : tensor<f32>
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<4x16x2048x2048xf32>
  %masked = stablehlo.select %keeps, %raw, %lows : tensor<4x16x2048x2048xi1>, tensor<4x16x2048x2048xf32>
  %maximum = stablehlo.reduce(%masked init: %lowest) applies stablehlo.maximum across dimensions = [3] : (tensor<4x16x2048x2048xf32>, tensor<f32>) -> tensor<4x16x2048xf32>
  %maxima = stablehlo.broadcast_in_dim %maximum, dims = [0, 1, 2] : (tensor<4x16x2048xf32>) -> tensor<4x16x2048x2048xf32>
  %difference = stablehlo.subtract %masked, %maxima : tensor<4x16x2048x2048xf32>
  %power = stablehlo.exponential %difference : tensor<4x16x2048x2048xf32>
  %sum = stablehlo.reduce(%power init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x16x2048x2048xf32>, tensor<f32>) -> tensor<4x16x2048xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<4x16x2048xf32>) -> tensor<4x16x2048x2048xf32>
  %share = stablehlo.divide %power, %sums : tensor<4x16x2048x2048xf32>
  %weights = stablehlo.convert %share : (tensor<4x16x2048x2048xf32>) -> tensor<4x16x2048x2048xbf16>
  %out = stablehlo.dot_general %weights, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<4x16x2048x2048xbf16>, tensor<4x16x2048x64xbf16>) -> tensor<4x16x2048x64xbf16>
  %dw16 = stablehlo.dot_general %g, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<4x16x2048x64xbf16>, tensor<4x16x2048x64xbf16>) -> tensor<4x16x2048x2048xbf16>
  %dv = stablehlo.dot_general %weights, %g, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2] : (tensor<4x16x2048x2048xbf16>, tensor<4x16x2048x64xbf16>) -> tensor<4x16x2048x64xbf16>
  %dw = stablehlo.convert %dw16 : (tensor<4x16x2048x2048xbf16>) -> tensor<4x16x2048x2048xf32>
  %product = stablehlo.multiply %dw, %share : tensor<4x16x2048x2048xf32>
  %rows = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x16x2048x2048xf32>, tensor<f32>) -> tensor<4x16x2048xf32>
  %along = stablehlo.broadcast_in_dim %rows, dims = [0, 1, 2] : (tensor<4x16x2048xf32>) -> tensor<4x16x2048x2048xf32>
  %less = stablehlo.subtract %dw, %along : tensor<4x16x2048x2048xf32>
  %ds = stablehlo.multiply %less, %share : tensor<4x16x2048x2048xf32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x16x2048x2048xf32>
  %kds = stablehlo.select %keeps, %ds, %zeros : tensor<4x16x2048x2048xi1>, tensor<4x16x2048x2048xf32>
  %ds16 = stablehlo.convert %kds : (tensor<4x16x2048x2048xf32>) -> tensor<4x16x2048x2048xbf16>
  %dq = stablehlo.dot_general %ds16, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<4x16x2048x2048xbf16>, tensor<4x16x2048x64xbf16>) -> tensor<4x16x2048x64xbf16>
  %dk = stablehlo.dot_general %ds16, %q, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2] : (tensor<4x16x2048x2048xbf16>, tensor<4x16x2048x64xbf16>) -> tensor<4x16x2048x64xbf16>
  return %out, %dq, %dk, %dv : tensor<4x16x2048x64xbf16>, tensor<4x16x2048x64xbf16>, tensor<4x16x2048x64xbf16>, tensor<4x16x2048x64xbf16>
}
