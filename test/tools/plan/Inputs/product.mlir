sharding.mesh @m = <x=8>
func.func @main(%x: tensor<Mx8192xbf16> {sharding.spec = #sharding.spec<@m, [_x, _]>},
                %w: tensor<8192x8192xbf16> {sharding.spec = #sharding.spec<@m, [_, _x]>}) -> tensor<Mx8192xbf16> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<Mx8192xbf16>, tensor<8192x8192xbf16>) -> tensor<Mx8192xbf16>
  return %y : tensor<Mx8192xbf16>
}
