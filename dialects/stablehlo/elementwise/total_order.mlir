// Comparisons of a total order and bounds that are scalars, on blocks that are not all of one length.
sharding.mesh @mesh = <a=2, b=2>
func.func @main() {
  // -NaN, -0, 0, 1, NaN
  %x = stablehlo.constant dense<[0xFFC00000, 0x80000000, 0x00000000, 0x3F800000, 0x7FC00000]> : tensor<5xf32>
  %x_ = stablehlo.optimization_barrier %x : tensor<5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
  %below = stablehlo.compare LT, %x_, %zero, TOTALORDER {sharding.specs = [#sharding.spec<@mesh, [I_b]>]} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %below_wanted = stablehlo.constant dense<[true, true, false, false, false]> : tensor<5xi1>
  check.expect_eq %below, %below_wanted : tensor<5xi1>, tensor<5xi1>
  %differs = stablehlo.compare NE, %x_, %zero, TOTALORDER {sharding.specs = [#sharding.spec<@mesh, [I_a]>]} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %differs_wanted = stablehlo.constant dense<[true, true, false, true, true]> : tensor<5xi1>
  check.expect_eq %differs, %differs_wanted : tensor<5xi1>, tensor<5xi1>

  %n = stablehlo.constant dense<[-3, -1, 0, 2, 9]> : tensor<5xi32>
  %n_ = stablehlo.optimization_barrier %n : tensor<5xi32>
  %low = stablehlo.constant dense<-2> : tensor<i32>
  %high = stablehlo.constant dense<4> : tensor<i32>
  %clamped = stablehlo.clamp %low, %n_, %high {sharding.specs = [#sharding.spec<@mesh, [I_b]>]} : (tensor<i32>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
  %clamped_wanted = stablehlo.constant dense<[-2, -1, 0, 2, 4]> : tensor<5xi32>
  check.expect_eq %clamped, %clamped_wanted : tensor<5xi32>, tensor<5xi32>
  return
}
