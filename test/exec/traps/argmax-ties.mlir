// A variadic reduce with ties: the lowest global index wins whatever the layout; and a reducer that is not one op.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<10x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>})
    -> (tensor<6xi32> {sharding.spec = #sharding.spec<@m, [J_y]>}, tensor<6xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %flat = stablehlo.constant dense<3.0> : tensor<10x6xf32>
  %tied = stablehlo.minimum %a, %a : tensor<10x6xf32>
  %signs = stablehlo.sign %tied : tensor<10x6xf32>
  %index = stablehlo.iota dim = 0 : tensor<10x6xi32>
  %0:2 = stablehlo.reduce(%signs init: %low), (%index init: %none) across dimensions = [0] : (tensor<10x6xf32>, tensor<10x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
   reducer(%v: tensor<f32>, %bv: tensor<f32>) (%i: tensor<i32>, %bi: tensor<i32>) {
    %gt = stablehlo.compare GT, %v, %bv : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %eq = stablehlo.compare EQ, %v, %bv : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lt = stablehlo.compare LT, %i, %bi : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %eq, %lt : tensor<i1>
    %take = stablehlo.or %gt, %tie : tensor<i1>
    %nv = stablehlo.select %gt, %v, %bv : tensor<i1>, tensor<f32>
    %ni = stablehlo.select %take, %i, %bi : tensor<i1>, tensor<i32>
    stablehlo.return %nv, %ni : tensor<f32>, tensor<i32>
  }
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%a init: %zero) across dimensions = [0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<6xf32>
   reducer(%v: tensor<f32>, %w: tensor<f32>) {
    %x = stablehlo.abs %v : tensor<f32>
    %y = stablehlo.abs %w : tensor<f32>
    %m = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  return %0#1, %1 : tensor<6xi32>, tensor<6xf32>
}
