// The weight's sharding is the author's, everything else is open.
sharding.mesh @m = <a=2, b=4>
func.func @main(%x: tensor<1024x512xf32>, %w: tensor<512x256xf32> {sharding.spec = #sharding.spec<@m, [_a, _]>}) -> tensor<1024x256xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1024x512xf32>, tensor<512x256xf32>) -> tensor<1024x256xf32>
  return %0 : tensor<1024x256xf32>
}
