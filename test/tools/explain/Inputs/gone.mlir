sharding.mesh @pod = <X=4>
func.func private @nobody(%x: tensor<4xf32>) -> tensor<4xf32> {
  %chain = stablehlo.add %x, %x : tensor<4xf32>
  return %chain : tensor<4xf32>
}
func.func @main(%A: tensor<4xf32>) -> tensor<4xf32> {
  return %A : tensor<4xf32>
}
