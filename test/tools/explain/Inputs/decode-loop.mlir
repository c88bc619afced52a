// 64 tokens, one after the other: each device has one sequence of the batch and all the weights of a layer of width 4096.
sdy.mesh @mesh = <["x"=8]>
func.func @main(%hidden: tensor<8x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %up: tensor<4096x16384xbf16>, %down: tensor<16384x4096xbf16>)
             -> (tensor<8x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %tokens = stablehlo.constant dense<64> : tensor<i32>
  %last:2 = stablehlo.while(%token = %zero, %h = %hidden) : tensor<i32>, tensor<8x4096xbf16>
  cond {
    %more = stablehlo.compare LT, %token, %tokens, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %wide = stablehlo.dot_general %h, %up, contracting_dims = [1] x [0] : (tensor<8x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<8x16384xbf16>
    %next = stablehlo.dot_general %wide, %down, contracting_dims = [1] x [0] : (tensor<8x16384xbf16>, tensor<16384x4096xbf16>) -> tensor<8x4096xbf16>
    %count = stablehlo.add %token, %one : tensor<i32>
    stablehlo.return %count, %next : tensor<i32>, tensor<8x4096xbf16>
  }
  return %last#1 : tensor<8x4096xbf16>
}
