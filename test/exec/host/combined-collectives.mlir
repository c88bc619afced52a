// Every kind of collective with several operands: in a loop, of uneven blocks, and beside one that decides the loop.
//
// RUN: shardwright partition %s | FileCheck %s
// RUN: shardwright run %s --check-against=interp --rtol=1e-5 --atol=1e-5
// RUN: shardwright run %s --disable=combine-collectives --check-against=interp --rtol=1e-5 --atol=1e-5
// RUN: shardwright run %s --backend=interp --check-against=interp --rtol=1e-5 --atol=1e-5
// RUN: shardwright compile %s -o %t.swx
// RUN: shardwright-run %t.swx --report=%t.json

// CHECK: spmd.all_gather %{{[^ ]*}}, %{{[^ ]*}} dim 0 over {x}
// CHECK: spmd.all_reduce sum %{{[^ ]*}}, %{{.*}} over {x}
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>}, %b: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>},
                %w: tensor<6x6xf32> {sharding.spec = #sharding.spec<@m, [_, _]>})
    -> (tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [_, _]>}, tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_]>},
        tensor<6xf32> {sharding.spec = #sharding.spec<@m, [_]>}, tensor<f32> {sharding.spec = #sharding.spec<@m, []>},
        tensor<6xf32> {sharding.spec = #sharding.spec<@m, [_]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %a : tensor<10x6xf32>
  %1 = stablehlo.cosine %b : tensor<8xf32>
  %2 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<6xf32>
  %3 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %z6 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %4:3 = stablehlo.while(%n = %i, %s = %z6, %t = %zero) : tensor<i32>, tensor<6xf32>, tensor<f32>
   cond {
    %5 = stablehlo.compare LT, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  } do {
    %6 = stablehlo.tanh %a : tensor<10x6xf32>
    %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<6xf32>
    %8 = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %9 = stablehlo.multiply %s, %7 : tensor<6xf32>
    %10 = stablehlo.add %9, %7 : tensor<6xf32>
    %11 = stablehlo.multiply %t, %8 : tensor<f32>
    %12 = stablehlo.add %11, %8 : tensor<f32>
    %13 = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %13, %10, %12 : tensor<i32>, tensor<6xf32>, tensor<f32>
  }
  return %0, %1, %2, %3, %4#1 : tensor<10x6xf32>, tensor<8xf32>, tensor<6xf32>, tensor<f32>, tensor<6xf32>
}
