// And, or, xor of integers, all and any of bools, over split dimensions that the axis does not divide.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<10x6xi32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>})
    -> (tensor<6xi32>, tensor<6xi32>, tensor<10xi32>, tensor<i1>, tensor<i1>) {
  %ones = stablehlo.constant dense<-1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %zeros = stablehlo.constant dense<0> : tensor<10x6xi32>
  %0 = stablehlo.reduce(%a init: %ones) applies stablehlo.and across dimensions = [0] : (tensor<10x6xi32>, tensor<i32>) -> tensor<6xi32>
  %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.or across dimensions = [0] : (tensor<10x6xi32>, tensor<i32>) -> tensor<6xi32>
  %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.xor across dimensions = [1] : (tensor<10x6xi32>, tensor<i32>) -> tensor<10xi32>
  %positive = stablehlo.compare GT, %a, %zeros : (tensor<10x6xi32>, tensor<10x6xi32>) -> tensor<10x6xi1>
  %3 = stablehlo.reduce(%positive init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<10x6xi1>, tensor<i1>) -> tensor<i1>
  %4 = stablehlo.reduce(%positive init: %false) applies stablehlo.or across dimensions = [0, 1] : (tensor<10x6xi1>, tensor<i1>) -> tensor<i1>
  return %0, %1, %2, %3, %4 : tensor<6xi32>, tensor<6xi32>, tensor<10xi32>, tensor<i1>, tensor<i1>
}
