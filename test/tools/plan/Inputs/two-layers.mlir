// Two layers and their gradients, by which the parameters are updated in place.
func.func @main(%x: tensor<4096x512xf32>, %up: tensor<512x2048xf32> {tf.aliasing_output = 0 : i32},
                %down: tensor<2048x512xf32> {tf.aliasing_output = 1 : i32})
    -> (tensor<512x2048xf32>, tensor<2048x512xf32>) {
  %0 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<4096x512xf32>, tensor<512x2048xf32>) -> tensor<4096x2048xf32>
  %1 = stablehlo.tanh %0 : tensor<4096x2048xf32>
  %2 = stablehlo.dot_general %1, %down, contracting_dims = [1] x [0] : (tensor<4096x2048xf32>, tensor<2048x512xf32>) -> tensor<4096x512xf32>
  %3 = stablehlo.subtract %2, %x : tensor<4096x512xf32>
  %4 = stablehlo.dot_general %1, %3, contracting_dims = [0] x [0] : (tensor<4096x2048xf32>, tensor<4096x512xf32>) -> tensor<2048x512xf32>
  %5 = stablehlo.dot_general %3, %down, contracting_dims = [1] x [1] : (tensor<4096x512xf32>, tensor<2048x512xf32>) -> tensor<4096x2048xf32>
  %6 = stablehlo.dot_general %x, %5, contracting_dims = [0] x [0] : (tensor<4096x512xf32>, tensor<4096x2048xf32>) -> tensor<512x2048xf32>
  %7 = stablehlo.subtract %up, %6 : tensor<512x2048xf32>
  %8 = stablehlo.subtract %down, %4 : tensor<2048x512xf32>
  return %7, %8 : tensor<512x2048xf32>, tensor<2048x512xf32>
}
