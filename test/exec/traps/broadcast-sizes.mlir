// The lengths that a broadcast names are local ones on every device.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=2, y=2>
func.func @main(%a: tensor<5x6xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>})
    -> (tensor<3x8x5x6xf32> {sharding.spec = #sharding.spec<@m, [K, L_y, I, J_x]>}, tensor<3x8x5x6xf32> {sharding.spec = #sharding.spec<@m, [K_{x,y}, L, I, J]>}) {
  %0 = stablehlo.broadcast %a, sizes = [3, 8] : (tensor<5x6xf32>) -> tensor<3x8x5x6xf32>
  return %0, %0 : tensor<3x8x5x6xf32>, tensor<3x8x5x6xf32>
}
