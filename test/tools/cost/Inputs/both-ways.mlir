sharding.mesh @m = <x=4, y=4, z=4>
func.func @main(%a: tensor<8388608xf32>) -> (tensor<8388608xf32>, tensor<8388608xf32>) {
  %0 = spmd.collective_permute %a pairs [[0, 1], [1, 2], [2, 3], [3, 0]] over {x} on @m {spmd.bidirectional} : tensor<8388608xf32>
  %1 = spmd.collective_permute %a pairs [[0, 3], [1, 0], [2, 1], [3, 2]] over {x} on @m {spmd.bidirectional} : tensor<8388608xf32>
  return %0, %1 : tensor<8388608xf32>, tensor<8388608xf32>
}
