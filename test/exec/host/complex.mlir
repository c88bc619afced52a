// Complex values as pairs of real ones: what the reference interpreter computes with complex numbers, on one device and
// on four. Arguments and results keep their interleaved form, of one element, of none, and split.
// RUN: rm -rf %t && shardwright run %s --backend=interp --save-outputs=%t
// RUN: shardwright run %s --expect=%t --rtol=1e-4 --atol=1e-5
// RUN: shardwright run %s --expect=%t --rtol=1e-4 --atol=1e-5 --disable=all
// RUN: shardwright run %s --expect=%t --rtol=1e-4 --atol=1e-5 --devices=1
sharding.mesh @m = <x=4>
!c = tensor<6x5xcomplex<f32>>
func.func @main(%a: !c {sharding.spec = #sharding.spec<@m, [I_x, J]>}, %b: !c {sharding.spec = #sharding.spec<@m, [I, J_x]>},
                %s: tensor<complex<f32>>, %none: tensor<0x3xcomplex<f32>>, %w: tensor<5x7xcomplex<f32>>)
    -> (!c {sharding.spec = #sharding.spec<@m, [I_x, J]>}, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, tensor<6x5xf32>, tensor<6x7xcomplex<f32>>,
        tensor<5xcomplex<f32>>, tensor<6x5xi1>, tensor<complex<f32>>, tensor<0x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>, !c, tensor<6x5xcomplex<f64>>, !c) {
  %add = stablehlo.add %a, %b : !c
  %sub = stablehlo.subtract %a, %b : !c
  %mul = stablehlo.multiply %a, %b : !c
  %div = stablehlo.divide %a, %b : !c
  %pow = stablehlo.power %a, %b : !c
  %exp = stablehlo.exponential %a : !c
  %expm1 = stablehlo.exponential_minus_one %a : !c
  %log = stablehlo.log %a : !c
  %log1p = stablehlo.log_plus_one %a : !c
  %sqrt = stablehlo.sqrt %a : !c
  %rsqrt = stablehlo.rsqrt %a : !c
  %sin = stablehlo.sine %a : !c
  %cos = stablehlo.cosine %a : !c
  %tanh = stablehlo.tanh %a : !c
  %logistic = stablehlo.logistic %a : !c
  %abs = stablehlo.abs %a : (!c) -> tensor<6x5xf32>
  %dot = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (!c, tensor<5x7xcomplex<f32>>) -> tensor<6x7xcomplex<f32>>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (!c, tensor<complex<f32>>) -> tensor<5xcomplex<f32>>
  %eq = stablehlo.compare EQ, %a, %add, NOTYPE : (!c, !c) -> tensor<6x5xi1>
  %sign = stablehlo.sign %s : tensor<complex<f32>>
  %neg = stablehlo.negate %none : tensor<0x3xcomplex<f32>>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %slice = stablehlo.dynamic_slice %b, %one, %one, sizes = [3, 2] : (!c, tensor<i32>, tensor<i32>) -> tensor<3x2xcomplex<f32>>
  // A loop-carried value, and a body that multiplies.
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %start = stablehlo.constant dense<0> : tensor<i32>
  %loop:2 = stablehlo.while(%i = %start, %z = %a) : tensor<i32>, !c
  cond {
    %more = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %turned = stablehlo.multiply %z, %a : !c
    stablehlo.return %next, %turned : tensor<i32>, !c
  }
  %wide = stablehlo.convert %a : (!c) -> tensor<6x5xcomplex<f64>>
  %tan = stablehlo.tan %a : !c
  return %add, %sub, %mul, %div, %pow, %exp, %expm1, %log, %log1p, %sqrt, %rsqrt, %sin, %cos, %tanh, %logistic, %abs, %dot, %sum, %eq, %sign, %neg, %slice, %loop#1, %wide, %tan
      : !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, !c, tensor<6x5xf32>, tensor<6x7xcomplex<f32>>, tensor<5xcomplex<f32>>, tensor<6x5xi1>, tensor<complex<f32>>, tensor<0x3xcomplex<f32>>,
        tensor<3x2xcomplex<f32>>, !c, tensor<6x5xcomplex<f64>>, !c
}
