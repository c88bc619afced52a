// What runs backwards below a reshape: 27 - i divided by 7 leaves 6 - i, which is negative from the eighth element on, and
// kernels divide towards zero. Expected values are counted by hand; the rest beside the interpreter.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --check-against=interp --disable=all
func.func @main(%a: tensor<4x7xf32>, %b: tensor<3x4x5xi32>, %p: tensor<6xf32>) -> (tensor<14x2xf32>, tensor<60xi32>, tensor<2x3x5xi32>, tensor<20x3xi32>, tensor<3x7xf32>) {
  // i mod 7, backwards.
  %iota = stablehlo.iota dim = 1 : tensor<4x7xi16>
  %row = stablehlo.reshape %iota : (tensor<4x7xi16>) -> tensor<1x28xi16>
  %backwards = stablehlo.reverse %row, dims = [0, 1] : tensor<1x28xi16>
  check.expect_eq_const %backwards, dense<[[6, 5, 4, 3, 2, 1, 0, 6, 5, 4, 3, 2, 1, 0, 6, 5, 4, 3, 2, 1, 0, 6, 5, 4, 3, 2, 1, 0]]> : tensor<1x28xi16>

  // Quotients: i div 7, backwards.
  %rows = stablehlo.iota dim = 0 : tensor<4x7xi16>
  %column = stablehlo.reshape %rows : (tensor<4x7xi16>) -> tensor<28xi16>
  %up = stablehlo.reverse %column, dims = [0] : tensor<28xi16>
  check.expect_eq_const %up, dense<[3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]> : tensor<28xi16>

  // Values that are read, in other shapes, dimensions one by one.
  %twice = stablehlo.add %a, %a : tensor<4x7xf32>
  %flat = stablehlo.reshape %twice : (tensor<4x7xf32>) -> tensor<2x14xf32>
  %turned = stablehlo.reverse %flat, dims = [1] : tensor<2x14xf32>
  %0 = stablehlo.reshape %turned : (tensor<2x14xf32>) -> tensor<14x2xf32>

  %negative = stablehlo.negate %b : tensor<3x4x5xi32>
  %line = stablehlo.reshape %negative : (tensor<3x4x5xi32>) -> tensor<60xi32>
  %1 = stablehlo.reverse %line, dims = [0] : tensor<60xi32>
  %every = stablehlo.slice %1 [0:60:2] : (tensor<60xi32>) -> tensor<30xi32>
  %2 = stablehlo.reshape %every : (tensor<30xi32>) -> tensor<2x3x5xi32>
  %pairs = stablehlo.reshape %negative : (tensor<3x4x5xi32>) -> tensor<20x3xi32>
  %3 = stablehlo.reverse %pairs, dims = [0, 1] : tensor<20x3xi32>

  // Padding between elements, backwards.
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %holes = stablehlo.pad %p, %zero, low = [2], high = [3], interior = [2] : (tensor<6xf32>, tensor<f32>) -> tensor<21xf32>
  %back = stablehlo.reverse %holes, dims = [0] : tensor<21xf32>
  %4 = stablehlo.reshape %back : (tensor<21xf32>) -> tensor<3x7xf32>
  return %0, %1, %2, %3, %4 : tensor<14x2xf32>, tensor<60xi32>, tensor<2x3x5xi32>, tensor<20x3xi32>, tensor<3x7xf32>
}
