// The corners of arithmetic: division that would trap, conversions out of range, rounding to bf16, not-a-number.
// RUN: shardwright run %s
func.func @main() {
  %x = stablehlo.constant dense<[7, -7, -2147483648, 5]> : tensor<4xi32>
  %y = stablehlo.constant dense<[0, 2, -1, -3]> : tensor<4xi32>
  %x0 = stablehlo.optimization_barrier %x : tensor<4xi32>
  %y0 = stablehlo.optimization_barrier %y : tensor<4xi32>
  %q = stablehlo.divide %x0, %y0 : tensor<4xi32>
  check.expect_eq_const %q, dense<[-1, -3, -2147483648, -1]> : tensor<4xi32>
  %r = stablehlo.remainder %x0, %y0 : tensor<4xi32>
  check.expect_eq_const %r, dense<[7, -1, 0, 2]> : tensor<4xi32>

  %f = stablehlo.constant dense<[3.0e9, -3.0e9, 0x7FC00000, -1.9]> : tensor<4xf32>
  %f0 = stablehlo.optimization_barrier %f : tensor<4xf32>
  %i = stablehlo.convert %f0 : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %i, dense<[2147483647, -2147483648, 0, -1]> : tensor<4xi32>
  %u = stablehlo.convert %f0 : (tensor<4xf32>) -> tensor<4xui8>
  check.expect_eq_const %u, dense<[255, 0, 0, 0]> : tensor<4xui8>

  // Ties go to even: 1 + 2^-8 is 1, 1 + 3 * 2^-8 is 1 + 2^-6.
  %h = stablehlo.constant dense<[1.00390625, 1.01171875, 3.0, -0.0]> : tensor<4xf32>
  %h0 = stablehlo.optimization_barrier %h : tensor<4xf32>
  %b = stablehlo.convert %h0 : (tensor<4xf32>) -> tensor<4xbf16>
  check.expect_eq_const %b, dense<[1.0, 1.015625, 3.0, 0.0]> : tensor<4xbf16>
  // Every operation rounds: 256 + 1 is 256 in bf16, twice.
  %big = stablehlo.constant dense<256.0> : tensor<4xbf16>
  %one = stablehlo.constant dense<1.0> : tensor<4xbf16>
  %big0 = stablehlo.optimization_barrier %big : tensor<4xbf16>
  %s = stablehlo.add %big0, %one : tensor<4xbf16>
  %s2 = stablehlo.add %s, %one : tensor<4xbf16>
  check.expect_eq_const %s2, dense<256.0> : tensor<4xbf16>

  // The maximum with not-a-number is not-a-number.
  %m = stablehlo.maximum %f0, %h0 : tensor<4xf32>
  %nan = stablehlo.compare NE, %m, %m : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %nan, dense<[false, false, true, false]> : tensor<4xi1>

  // Shifts by the width or more.
  %by = stablehlo.constant dense<[1, 32, 40, 31]> : tensor<4xi32>
  %by0 = stablehlo.optimization_barrier %by : tensor<4xi32>
  %left = stablehlo.shift_left %x0, %by0 : tensor<4xi32>
  check.expect_eq_const %left, dense<[14, 0, 0, -2147483648]> : tensor<4xi32>
  %right = stablehlo.shift_right_arithmetic %x0, %by0 : tensor<4xi32>
  check.expect_eq_const %right, dense<[3, -1, -1, 0]> : tensor<4xi32>
  return
}
