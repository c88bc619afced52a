// What a loop adds up and also looks at is combined in every iteration.
//
// RUN: shardwright-opt --propagate-shardings --partition %s | FileCheck %s
// RUN: shardwright run %s --check-against=interp --rtol=1e-5 --atol=1e-5
sharding.mesh @m = <x=4>

// CHECK: stablehlo.while
// CHECK: stablehlo.dot_general
// CHECK: spmd.all_reduce
// CHECK: stablehlo.return
func.func @main(%a: tensor<8x16xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>},
                %b: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [J_x, K]>})
             -> (tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I, K]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %iterations = stablehlo.constant dense<5> : tensor<i32>
  %start = stablehlo.constant dense<2.0> : tensor<8x8xf32>
  %0:3 = stablehlo.while(%i = %zero, %sum = %start, %y = %a) : tensor<i32>, tensor<8x8xf32>, tensor<8x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %iterations : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %product = stablehlo.dot_general %y, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %more = stablehlo.add %sum, %product : tensor<8x8xf32>
    %most = stablehlo.maximum %sum, %start : tensor<8x8xf32>
    %both = stablehlo.concatenate %most, %most, dim = 1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x16xf32>
    %half = stablehlo.multiply %y, %both : tensor<8x16xf32>
    stablehlo.return %next, %more, %half : tensor<i32>, tensor<8x8xf32>, tensor<8x16xf32>
  }
  return %0#1 : tensor<8x8xf32>
}
