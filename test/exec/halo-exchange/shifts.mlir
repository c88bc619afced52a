// What is shifted along a split dimension: neighbours send each other the edges of their blocks. Even and uneven blocks,
// two axes on a dimension, both dimensions at once; slices, pads, rotations, pieces of other lengths.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
// RUN: shardwright run %s --disable=halo-exchange --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<16x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %b: tensor<19x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
                %c: tensor<24xi32> {sharding.spec = #sharding.spec<@m, [I_{y,x}]>}, %v: tensor<f32> {sharding.spec = #sharding.spec<@m, []>})
    -> (tensor<16x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<19x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
        tensor<24xi32> {sharding.spec = #sharding.spec<@m, [I_{y,x}]>}, tensor<8x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
        tensor<22x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<39x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
        tensor<32x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<21x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}) {
  // Rotations.
  %a0 = stablehlo.slice %a [15:16, 0:6] : (tensor<16x6xf32>) -> tensor<1x6xf32>
  %a1 = stablehlo.slice %a [0:15, 0:6] : (tensor<16x6xf32>) -> tensor<15x6xf32>
  %0 = stablehlo.concatenate %a0, %a1, dim = 0 : (tensor<1x6xf32>, tensor<15x6xf32>) -> tensor<16x6xf32>
  %b0 = stablehlo.slice %b [2:19, 0:5] : (tensor<19x5xf32>) -> tensor<17x5xf32>
  %b1 = stablehlo.slice %b [0:2, 0:5] : (tensor<19x5xf32>) -> tensor<2x5xf32>
  %1 = stablehlo.concatenate %b0, %b1, dim = 0 : (tensor<17x5xf32>, tensor<2x5xf32>) -> tensor<19x5xf32>
  %c0 = stablehlo.slice %c [19:24] : (tensor<24xi32>) -> tensor<5xi32>
  %c1 = stablehlo.slice %c [0:19] : (tensor<24xi32>) -> tensor<19xi32>
  %2 = stablehlo.concatenate %c0, %c1, dim = 0 : (tensor<5xi32>, tensor<19xi32>) -> tensor<24xi32>
  // Every second row, from the third on.
  %3 = stablehlo.slice %b [3:18:2, 0:5] : (tensor<19x5xf32>) -> tensor<8x5xf32>
  // Around, in between, off the end.
  %4 = stablehlo.pad %a, %v, low = [2, 1], high = [4, 1], interior = [0, 0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<22x8xf32>
  %5 = stablehlo.pad %b, %v, low = [3, 0], high = [-1, 0], interior = [1, 0] : (tensor<19x5xf32>, tensor<f32>) -> tensor<39x5xf32>
  %6 = stablehlo.pad %a, %v, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<16x6xf32>, tensor<f32>) -> tensor<32x6xf32>
  %top = stablehlo.slice %a [0:5, 0:6] : (tensor<16x6xf32>) -> tensor<5x6xf32>
  %7 = stablehlo.concatenate %top, %a, dim = 0 : (tensor<5x6xf32>, tensor<16x6xf32>) -> tensor<21x6xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<16x6xf32>, tensor<19x5xf32>, tensor<24xi32>, tensor<8x5xf32>, tensor<22x8xf32>, tensor<39x5xf32>, tensor<32x6xf32>, tensor<21x6xf32>
}
