// Random bits must not depend on the layout: a counter-based generator computes each device's own block of counters.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%key: tensor<ui32>) -> (tensor<10x6xui32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}) {
  %six = stablehlo.constant dense<6> : tensor<10x6xui32>
  %shift = stablehlo.constant dense<13> : tensor<10x6xui32>
  %k = stablehlo.broadcast_in_dim %key, dims = [] : (tensor<ui32>) -> tensor<10x6xui32>
  %row = stablehlo.iota dim = 0 : tensor<10x6xui32>
  %column = stablehlo.iota dim = 1 : tensor<10x6xui32>
  %first = stablehlo.multiply %row, %six : tensor<10x6xui32>
  %counter = stablehlo.add %first, %column : tensor<10x6xui32>
  %0 = stablehlo.add %counter, %k : tensor<10x6xui32>
  %1 = stablehlo.shift_left %0, %shift : tensor<10x6xui32>
  %2 = stablehlo.xor %0, %1 : tensor<10x6xui32>
  return %2 : tensor<10x6xui32>
}
