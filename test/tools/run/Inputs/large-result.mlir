// 256 MiB that are argument and result, split over all devices, and a small result that all of them hold.
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 0 : i32})
    -> (tensor<8192x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<8192x8192xf32>
  %0 = stablehlo.multiply %a, %half : tensor<8192x8192xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8192x8192xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<8192x8192xf32>, tensor<f32>
}
