// A loop-carried value that a loop only adds to is combined once, behind the loop.
//
// RUN: shardwright-opt --propagate-shardings --partition %s | FileCheck %s
// RUN: shardwright-opt --pass-pipeline='builtin.module(propagate-shardings,insert-reshards{disable=partial-loop-carried},convert-global-to-local)' %s | FileCheck %s --check-prefix=EACH
// RUN: shardwright run %s --check-against=interp --rtol=1e-5 --atol=1e-5
// RUN: shardwright run %s --backend=interp --check-against=interp --rtol=1e-5 --atol=1e-5
sharding.mesh @m = <x=4>

// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while
// CHECK-NOT: spmd.all_reduce
// CHECK: stablehlo.dot_general
// CHECK-NOT: spmd.all_reduce
// CHECK: stablehlo.return
// CHECK: spmd.all_reduce {{.*}} over {x}
// EACH: stablehlo.while
// EACH: stablehlo.dot_general
// EACH: spmd.all_reduce
// EACH: stablehlo.return
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
    %half = stablehlo.negate %y : tensor<8x16xf32>
    stablehlo.return %next, %more, %half : tensor<i32>, tensor<8x8xf32>, tensor<8x16xf32>
  }
  return %0#1 : tensor<8x8xf32>
}
