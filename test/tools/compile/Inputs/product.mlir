sharding.mesh @mesh = <x=4>
func.func @main(%a: tensor<4x16xf32> {sharding.spec = #sharding.spec<@mesh, [_, _x]>}, %b: tensor<16x4xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>})
    -> (tensor<4x4xf32> {sharding.spec = #sharding.spec<@mesh, [_, _]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
