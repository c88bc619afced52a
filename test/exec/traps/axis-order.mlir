// P[{a,b}] . P[{a,b}]^T asked for as [{b,a}, _]: the axis order differs, so a permute is due; without it shapes are right and rows wrong.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <a=2, b=4>
func.func @main(%p: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_{a,b}, J]>})
    -> (tensor<16x16xf32> {sharding.spec = #sharding.spec<@m, [I_{b,a}, J]>}) {
  %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %c = stablehlo.dot_general %p, %t, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}
