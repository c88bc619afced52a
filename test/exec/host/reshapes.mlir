// Reshapes in the middle of a kernel: what lies behind them is found where dimensions split, join and cross. Beside the
// same with a copy for each.
// RUN: rm -rf %t && shardwright run %s --save-outputs=%t --disable=all
// RUN: shardwright run %s --expect=%t --rtol=0 --atol=0
// RUN: shardwright run %s --expect=%t --rtol=0 --atol=0 --disable=vectors
// RUN: shardwright run %s --expect=%t --rtol=0 --atol=0 --disable=tiles
func.func @main(%q: tensor<2x3x20x24xbf16>, %k: tensor<2x3x20x24xbf16>, %v: tensor<2x20x72xbf16>, %m: tensor<6x35xf32>, %n: tensor<1x1xf32>, %e: tensor<0x4xf32>)
    -> (tensor<2x2x20x72xbf16>, tensor<2x20x72xbf16>, tensor<14x15xf32>, tensor<210xf32>, tensor<1xf32>, tensor<f32>, tensor<2x0xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  // Heads that join after being laid side by side.
  %qt = stablehlo.transpose %q, dims = [0, 2, 1, 3] : (tensor<2x3x20x24xbf16>) -> tensor<2x20x3x24xbf16>
  %kt = stablehlo.transpose %k, dims = [0, 2, 1, 3] : (tensor<2x3x20x24xbf16>) -> tensor<2x20x3x24xbf16>
  %q1 = stablehlo.broadcast_in_dim %qt, dims = [1, 2, 3, 4] : (tensor<2x20x3x24xbf16>) -> tensor<1x2x20x3x24xbf16>
  %k1 = stablehlo.broadcast_in_dim %kt, dims = [1, 2, 3, 4] : (tensor<2x20x3x24xbf16>) -> tensor<1x2x20x3x24xbf16>
  %q2 = stablehlo.pad %q1, %zero, low = [0, 0, 0, 0, 0], high = [1, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x20x3x24xbf16>, tensor<bf16>) -> tensor<2x2x20x3x24xbf16>
  %k2 = stablehlo.pad %k1, %zero, low = [1, 0, 0, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x20x3x24xbf16>, tensor<bf16>) -> tensor<2x2x20x3x24xbf16>
  %qk = stablehlo.add %q2, %k2 : tensor<2x2x20x3x24xbf16>
  %0 = stablehlo.reshape %qk : (tensor<2x2x20x3x24xbf16>) -> tensor<2x2x20x72xbf16>

  // The same below an addition, and below another reshape.
  %joined = stablehlo.reshape %qt : (tensor<2x20x3x24xbf16>) -> tensor<2x20x72xbf16>
  %1 = stablehlo.add %v, %joined : tensor<2x20x72xbf16>

  // Dimensions that cross: 6 and 35 behind 15 and 14, the second turned.
  %twice = stablehlo.add %m, %m : tensor<6x35xf32>
  %mt = stablehlo.transpose %twice, dims = [1, 0] : (tensor<6x35xf32>) -> tensor<35x6xf32>
  %crossed = stablehlo.reshape %mt : (tensor<35x6xf32>) -> tensor<14x15xf32>
  %back = stablehlo.reshape %twice : (tensor<6x35xf32>) -> tensor<14x15xf32>
  %2 = stablehlo.subtract %crossed, %back : tensor<14x15xf32>
  %flat = stablehlo.reshape %mt : (tensor<35x6xf32>) -> tensor<210xf32>
  %3 = stablehlo.negate %flat : tensor<210xf32>

  // One element, and none.
  %4 = stablehlo.reshape %n : (tensor<1x1xf32>) -> tensor<1xf32>
  %5 = stablehlo.negate %4 : tensor<1xf32>
  %6 = stablehlo.reshape %5 : (tensor<1xf32>) -> tensor<f32>
  %7 = stablehlo.negate %e : tensor<0x4xf32>
  %8 = stablehlo.reshape %7 : (tensor<0x4xf32>) -> tensor<2x0xf32>
  return %0, %1, %2, %3, %5, %6, %8 : tensor<2x2x20x72xbf16>, tensor<2x20x72xbf16>, tensor<14x15xf32>, tensor<210xf32>, tensor<1xf32>, tensor<f32>, tensor<2x0xf32>
}
