// Operations that take complex elements whole, not part by part, over four devices: orders (by real parts, then by imaginary
// ones), products of many, rotations over the edges of blocks, angles. Checks compare complex constants.
// RUN: shardwright run %s
// RUN: shardwright run %s --devices=1
// RUN: shardwright run %s --backend=interp
// RUN: sed 's/(3.0, 9.0)/(3.0, 8.0)/' %s > %t.mlir
// RUN: not shardwright run %t.mlir 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: expect_eq_const{{.*}}failed: element [5] is 8, expected 9
sharding.mesh @m = <x=4>
!c = tensor<8xcomplex<f32>>
func.func @main() {
  %whole = stablehlo.constant dense<[(3.0, 1.0), (1.0, 2.0), (2.0, -1.0), (1.0, -2.0), (0.5, 0.0), (3.0, 9.0), (-1.0, 4.0), (2.0, -3.0)]> : !c
  %a = sharding.constraint %whole <@m, [I_x]> : !c
  %at = stablehlo.iota dim = 0 : tensor<8xi32>
  %sorted:2 = "stablehlo.sort"(%at, %a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%i: tensor<i32>, %j: tensor<i32>, %x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %xr = stablehlo.real %x : (tensor<complex<f32>>) -> tensor<f32>
    %xi = stablehlo.imag %x : (tensor<complex<f32>>) -> tensor<f32>
    %yr = stablehlo.real %y : (tensor<complex<f32>>) -> tensor<f32>
    %yi = stablehlo.imag %y : (tensor<complex<f32>>) -> tensor<f32>
    %re = stablehlo.compare LT, %xr, %yr : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %eq = stablehlo.compare EQ, %xr, %yr : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %im = stablehlo.compare LT, %xi, %yi : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %both = stablehlo.and %eq, %im : tensor<i1>
    %less = stablehlo.or %re, %both : tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<8xi32>, !c) -> (tensor<8xi32>, !c)
  check.expect_eq_const %sorted#0, dense<[6, 4, 3, 1, 7, 2, 0, 5]> : tensor<8xi32>
  check.expect_eq_const %sorted#1, dense<[(-1.0, 4.0), (0.5, 0.0), (1.0, -2.0), (1.0, 2.0), (2.0, -3.0), (2.0, -1.0), (3.0, 1.0), (3.0, 9.0)]> : !c

  %low = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %high = stablehlo.constant dense<(2.0, 0.0)> : tensor<complex<f32>>
  %clamped = stablehlo.clamp %low, %a, %high : (tensor<complex<f32>>, !c, tensor<complex<f32>>) -> !c
  check.expect_eq_const %clamped, dense<[(2.0, 0.0), (1.0, 2.0), (2.0, -1.0), (1.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.0, 0.0), (2.0, -3.0)]> : !c
  %back = stablehlo.reverse %a, dims = [0] : !c
  %max = stablehlo.maximum %a, %back : !c
  check.expect_eq_const %max, dense<[(3.0, 1.0), (1.0, 2.0), (3.0, 9.0), (1.0, -2.0), (1.0, -2.0), (3.0, 9.0), (1.0, 2.0), (3.0, 1.0)]> : !c

  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %product = stablehlo.reduce(%a init: %one) applies stablehlo.multiply across dimensions = [0] : (!c, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_almost_eq_const %product, dense<(-900.0, 2325.0)> : tensor<complex<f32>>, tolerance = 1.0e-2

  %end = stablehlo.slice %a [5:8] : (!c) -> tensor<3xcomplex<f32>>
  %begin = stablehlo.slice %a [0:5] : (!c) -> tensor<5xcomplex<f32>>
  %rolled = stablehlo.concatenate %end, %begin, dim = 0 : (tensor<3xcomplex<f32>>, tensor<5xcomplex<f32>>) -> !c
  check.expect_eq_const %rolled, dense<[(3.0, 9.0), (-1.0, 4.0), (2.0, -3.0), (3.0, 1.0), (1.0, 2.0), (2.0, -1.0), (1.0, -2.0), (0.5, 0.0)]> : !c

  %angle = stablehlo.atan2 %a, %back : !c
  check.expect_almost_eq_const %angle, dense<[(0.553574359, 0.951665622), (-2.71050763, -0.305943858), (-0.0352356723, -0.237422253), (1.46704821, -0.200586618), (0.103748113, 0.200586618), (1.606032, 0.237422253), (-2.00188135, 0.305943858), (1.01722197, -0.951665622)]> : !c, tolerance = 1.0e-5
  return
}
