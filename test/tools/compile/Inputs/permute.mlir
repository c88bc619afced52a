sharding.mesh @mesh = <x=4>
func.func @main(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@mesh, [_x]>}) -> (tensor<8xf32> {sharding.spec = #sharding.spec<@mesh, [_x]>}) {
  %0 = stablehlo.slice %a [4:8] : (tensor<8xf32>) -> tensor<4xf32>
  %1 = stablehlo.slice %a [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
