




sharding.mesh @pod = <X=4, Y=2>
func.func @main(%A: tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [I_X, J_Y]>},
                %B: tensor<32x128xf32> {sharding.spec = #sharding.spec<@pod, [J_Y, K]>},
                %D: tensor<128x16xf32> {sharding.spec = #sharding.spec<@pod, [K_X, L]>})
             -> (tensor<64x16xf32> {sharding.spec = #sharding.spec<@pod, [I_X, L]>}) {
  %C = stablehlo.dot_general %A, %B, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  %R = sharding.constraint %C <@pod, [I_X, K]> : tensor<64x128xf32>
  %E = stablehlo.dot_general %R, %D, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x16xf32>) -> tensor<64x16xf32>
  %T = stablehlo.tanh %E : tensor<64x16xf32> loc("</script><b>x</b>")
  return %T : tensor<64x16xf32>
}
