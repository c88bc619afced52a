// Positions beyond 2^24 in f32, of which only odd and even ones next to each other are told apart by rounding the right
// number once: what a device counts is summed up before it leaves.
// RUN: shardwright run %s --check-against=unpartitioned --rtol=0 --atol=0
sharding.mesh @m = <x=4>
func.func @main() -> tensor<7xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<20000003xf32>
  %1 = sharding.constraint %0 <@m, [_x]> : tensor<20000003xf32>
  %2 = stablehlo.slice %1 [16777210:20000003:500000] : (tensor<20000003xf32>) -> tensor<7xf32>
  check.expect_eq_const %2, dense<[16777210.0, 17277210.0, 17777210.0, 18277210.0, 18777210.0, 19277210.0, 19777210.0]> : tensor<7xf32>
  %3 = stablehlo.slice %1 [19999995:20000002:1] : (tensor<20000003xf32>) -> tensor<7xf32>
  check.expect_eq_const %3, dense<[19999996.0, 19999996.0, 19999996.0, 19999998.0, 20000000.0, 20000000.0, 20000000.0]> : tensor<7xf32>
  return %2 : tensor<7xf32>
}
