// A loop in a loop; the inner one sums over an axis in each iteration, of weights that are too large to be gathered.
sharding.mesh @pod = <data=2, model=4>
func.func @main(%x: tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [B_data, D]>},
                %up: tensor<32x262144xf32> {sharding.spec = #sharding.spec<@pod, [D, F_model]>},
                %down: tensor<262144x32xf32> {sharding.spec = #sharding.spec<@pod, [F_model, D]>})
             -> (tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [B_data, D]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %outer = %x) : tensor<i32>, tensor<64x32xf32>
  cond {
    %forty = stablehlo.constant dense<40> : tensor<i32>
    %more = stablehlo.compare LT, %i, %forty, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %1:2 = stablehlo.while(%j = %zero, %inner = %outer) : tensor<i32>, tensor<64x32xf32>
    cond {
      %four = stablehlo.constant dense<4> : tensor<i32>
      %more = stablehlo.compare LT, %j, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %h = stablehlo.dot_general %inner, %up, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x262144xf32>) -> tensor<64x262144xf32>
      %a = stablehlo.tanh %h : tensor<64x262144xf32>
      %y = stablehlo.dot_general %a, %down, contracting_dims = [1] x [0] : (tensor<64x262144xf32>, tensor<262144x32xf32>) -> tensor<64x32xf32>
      %t = stablehlo.tanh %y : tensor<64x32xf32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %next, %t : tensor<i32>, tensor<64x32xf32>
    }
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %1#1 : tensor<i32>, tensor<64x32xf32>
  }
  return %0#1 : tensor<64x32xf32>
}
