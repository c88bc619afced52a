// Interior and negative padding on split dimensions, concatenation of pieces of different lengths, reverse of uneven blocks.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %b: tensor<3x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>})
    -> (tensor<18x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<13x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>},
        tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}) {
  %zero = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [-2, 1], high = [1, -1], interior = [1, 0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<18x6xf32>
  %1 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3x6xf32>, tensor<10x6xf32>) -> tensor<13x6xf32>
  %2 = stablehlo.reverse %a, dims = [0, 1] : tensor<10x6xf32>
  // The length stays, the elements move.
  %3 = stablehlo.pad %a, %zero, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<10x6xf32>
  return %0, %1, %2, %3 : tensor<18x6xf32>, tensor<13x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>
}
