// What is turned round along a split dimension: blocks change places, and uneven ones move on by their padding. One and
// two axes on a dimension, both dimensions at once, an odd number of blocks, partial sums.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
// RUN: shardwright run %s --disable=halo-exchange --check-against=interp
// RUN: shardwright partition %s | FileCheck %s
sharding.mesh @m = <x=4, y=3>
// CHECK: spmd.collective_permute %arg0, %arg1 pairs {{\[}}[0, 3], [1, 2], [2, 1], [3, 0]] over {x}
// CHECK-NOT: all_gather
// CHECK-NOT: all_to_all
func.func @main(%a: tensor<16x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %b: tensor<19x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
                %c: tensor<40xi32> {sharding.spec = #sharding.spec<@m, [I_{y,x}]>}, %d: tensor<14x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>},
                %e: tensor<6x9xf32> {sharding.spec = #sharding.spec<@m, [I, J_y]>}, %f: tensor<9x14xf32> {sharding.spec = #sharding.spec<@m, [I_y, J_x]>})
    -> (tensor<16x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<19x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
        tensor<40xi32> {sharding.spec = #sharding.spec<@m, [I_{y,x}]>}, tensor<14x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>},
        tensor<6x14xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>}, tensor<14x9xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}) {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<16x6xf32>
  %1 = stablehlo.reverse %b, dims = [0, 1] : tensor<19x5xf32>
  %2 = stablehlo.reverse %c, dims = [0] : tensor<40xi32>
  %3 = stablehlo.reverse %d, dims = [1, 0] : tensor<14x6xf32>
  %s = stablehlo.dot_general %e, %f, contracting_dims = [1] x [0] : (tensor<6x9xf32>, tensor<9x14xf32>) -> tensor<6x14xf32>
  %4 = stablehlo.reverse %s, dims = [1] : tensor<6x14xf32>
  %t = stablehlo.transpose %f, dims = [1, 0] : (tensor<9x14xf32>) -> tensor<14x9xf32>
  %5 = stablehlo.reverse %t, dims = [0] : tensor<14x9xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<16x6xf32>, tensor<19x5xf32>, tensor<40xi32>, tensor<14x6xf32>, tensor<6x14xf32>, tensor<14x9xf32>
}
