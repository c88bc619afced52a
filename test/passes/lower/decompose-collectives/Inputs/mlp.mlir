// Forward and backward of a layer: rows of x over data, its positions over model between the products.
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(
    %x: tensor<4x16x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>},
    %w1: tensor<12x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
    %w2: tensor<32x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>},
    %dy: tensor<4x16x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>})
    -> (tensor<4x16x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>},
        tensor<4x16x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>},
        tensor<12x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
        tensor<32x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [2] x [0] : (tensor<4x16x12xf32>, tensor<12x32xf32>) -> tensor<4x16x32xf32>
  %t = stablehlo.tanh %h : tensor<4x16x32xf32>
  %y = stablehlo.dot_general %t, %w2, contracting_dims = [2] x [0] : (tensor<4x16x32xf32>, tensor<32x12xf32>) -> tensor<4x16x12xf32>
  %dt = stablehlo.dot_general %dy, %w2, contracting_dims = [2] x [1] : (tensor<4x16x12xf32>, tensor<32x12xf32>) -> tensor<4x16x32xf32>
  %tt = stablehlo.multiply %t, %t : tensor<4x16x32xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<4x16x32xf32>
  %s = stablehlo.subtract %ones, %tt : tensor<4x16x32xf32>
  %dh = stablehlo.multiply %dt, %s : tensor<4x16x32xf32>
  %dx = stablehlo.dot_general %dh, %w1, contracting_dims = [2] x [1] : (tensor<4x16x32xf32>, tensor<12x32xf32>) -> tensor<4x16x12xf32>
  %dw1 = stablehlo.dot_general %x, %dh, contracting_dims = [0, 1] x [0, 1] : (tensor<4x16x12xf32>, tensor<4x16x32xf32>) -> tensor<12x32xf32>
  %dw2 = stablehlo.dot_general %t, %dy, contracting_dims = [0, 1] x [0, 1] : (tensor<4x16x32xf32>, tensor<4x16x12xf32>) -> tensor<32x12xf32>
  return %y, %dx, %dw1, %dw2 : tensor<4x16x12xf32>, tensor<4x16x12xf32>, tensor<12x32xf32>, tensor<32x12xf32>
}
