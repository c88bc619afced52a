// Maxima and minima where not-a-number wins and -0 is below +0, in vectors along the rows and across them, in the rest
// that fills no vector and in single elements, with initial values that count.
// RUN: shardwright run %s
// RUN: shardwright run %s --disable=vectors
// RUN: shardwright run %s --target=host:x86-64-v2
func.func @main() {
  %x = stablehlo.constant dense<[[-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -17.0, -18.0, -19.0, -20.0, -21.0, -22.0, -23.0, -24.0, -25.0, -26.0, -27.0, -28.0, -29.0, -30.0, -31.0, -32.0, -33.0, -34.0, -35.0, -36.0, -37.0], [-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -17.0, -18.0, -19.0, -20.0, -21.0, -22.0, -23.0, -24.0, -25.0, -26.0, -27.0, -28.0, -29.0, -30.0, -31.0, -32.0, -33.0, -34.0, -35.0, -36.0, 0x7FC00000], [-1.0, -2.0, -3.0, 0x7FC00000, -5.0, -6.0, -7.0, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -17.0, -18.0, -19.0, -20.0, -21.0, -22.0, -23.0, -24.0, -25.0, -26.0, -27.0, -28.0, -29.0, -30.0, -31.0, -32.0, -33.0, -34.0, -35.0, -36.0, -37.0], [-1.0, -2.0, -3.0, -4.0, -5.0, 0x80000000, -7.0, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -17.0, -18.0, -19.0, -20.0, -21.0, -22.0, -23.0, -24.0, -25.0, -26.0, -27.0, -28.0, -29.0, -30.0, -31.0, -32.0, -33.0, -34.0, -35.0, -36.0, -37.0], [-1.0, -2.0, -3.0, -4.0, -5.0, 0x80000000, -7.0, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -17.0, -18.0, -19.0, -20.0, -21.0, -22.0, -23.0, -24.0, -25.0, -26.0, -27.0, -28.0, -29.0, -30.0, -31.0, -32.0, -33.0, -34.0, -35.0, -36.0, 0x00000000], [-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0, -17.0, -18.0, -19.0, -20.0, 0x7F800000, -22.0, -23.0, -24.0, -25.0, -26.0, -27.0, -28.0, -29.0, -30.0, -31.0, -32.0, -33.0, -34.0, -35.0, -36.0, -37.0]]> : tensor<6x37xf32>
  %y = stablehlo.negate %x : tensor<6x37xf32>
  %xt = stablehlo.transpose %x, dims = [1, 0] : (tensor<6x37xf32>) -> tensor<37x6xf32>
  %yt = stablehlo.negate %xt : tensor<37x6xf32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %highest = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  // By the bits, which tell zeros apart; those of not-a-number are anybody's.
  %r1 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<6x37xf32>, tensor<f32>) -> tensor<6xf32>
  %n1 = stablehlo.compare NE, %r1, %r1 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %n1, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %z1 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %c1 = stablehlo.select %n1, %z1, %r1 : tensor<6xi1>, tensor<6xf32>
  %b1 = stablehlo.bitcast_convert %c1 : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %b1, dense<[-1082130432, 0, 0, -2147483648, 0, 2139095040]> : tensor<6xi32>
  %r2 = stablehlo.reduce(%y init: %highest) applies stablehlo.minimum across dimensions = [1] : (tensor<6x37xf32>, tensor<f32>) -> tensor<6xf32>
  %n2 = stablehlo.compare NE, %r2, %r2 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %n2, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %z2 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %c2 = stablehlo.select %n2, %z2, %r2 : tensor<6xi1>, tensor<6xf32>
  %b2 = stablehlo.bitcast_convert %c2 : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %b2, dense<[1065353216, 0, 0, 0, -2147483648, -8388608]> : tensor<6xi32>
  %r3 = stablehlo.reduce(%xt init: %lowest) applies stablehlo.maximum across dimensions = [0] : (tensor<37x6xf32>, tensor<f32>) -> tensor<6xf32>
  %n3 = stablehlo.compare NE, %r3, %r3 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %n3, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %z3 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %c3 = stablehlo.select %n3, %z3, %r3 : tensor<6xi1>, tensor<6xf32>
  %b3 = stablehlo.bitcast_convert %c3 : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %b3, dense<[-1082130432, 0, 0, -2147483648, 0, 2139095040]> : tensor<6xi32>
  %r4 = stablehlo.reduce(%yt init: %highest) applies stablehlo.minimum across dimensions = [0] : (tensor<37x6xf32>, tensor<f32>) -> tensor<6xf32>
  %n4 = stablehlo.compare NE, %r4, %r4 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %n4, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %z4 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %c4 = stablehlo.select %n4, %z4, %r4 : tensor<6xi1>, tensor<6xf32>
  %b4 = stablehlo.bitcast_convert %c4 : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %b4, dense<[1065353216, 0, 0, 0, -2147483648, -8388608]> : tensor<6xi32>
  %r5 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<6x37xf32>, tensor<f32>) -> tensor<6xf32>
  %n5 = stablehlo.compare NE, %r5, %r5 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %n5, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %z5 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %c5 = stablehlo.select %n5, %z5, %r5 : tensor<6xi1>, tensor<6xf32>
  %b5 = stablehlo.bitcast_convert %c5 : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %b5, dense<[0, 0, 0, 0, 0, 2139095040]> : tensor<6xi32>
  %r6 = stablehlo.reduce(%x init: %nan) applies stablehlo.maximum across dimensions = [1] : (tensor<6x37xf32>, tensor<f32>) -> tensor<6xf32>
  %n6 = stablehlo.compare NE, %r6, %r6 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %n6, dense<[true, true, true, true, true, true]> : tensor<6xi1>
  %z6 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %c6 = stablehlo.select %n6, %z6, %r6 : tensor<6xi1>, tensor<6xf32>
  %b6 = stablehlo.bitcast_convert %c6 : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %b6, dense<[0, 0, 0, 0, 0, 0]> : tensor<6xi32>
  %r7 = stablehlo.reduce(%yt init: %zero) applies stablehlo.minimum across dimensions = [0] : (tensor<37x6xf32>, tensor<f32>) -> tensor<6xf32>
  %n7 = stablehlo.compare NE, %r7, %r7 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %n7, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %z7 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %c7 = stablehlo.select %n7, %z7, %r7 : tensor<6xi1>, tensor<6xf32>
  %b7 = stablehlo.bitcast_convert %c7 : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %b7, dense<[0, 0, 0, 0, -2147483648, -8388608]> : tensor<6xi32>
  %r8 = stablehlo.reduce(%yt init: %nan) applies stablehlo.minimum across dimensions = [0] : (tensor<37x6xf32>, tensor<f32>) -> tensor<6xf32>
  %n8 = stablehlo.compare NE, %r8, %r8 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %n8, dense<[true, true, true, true, true, true]> : tensor<6xi1>
  %z8 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %c8 = stablehlo.select %n8, %z8, %r8 : tensor<6xi1>, tensor<6xf32>
  %b8 = stablehlo.bitcast_convert %c8 : (tensor<6xf32>) -> tensor<6xi32>
  check.expect_eq_const %b8, dense<[0, 0, 0, 0, 0, 0]> : tensor<6xi32>
  %x_bf16 = stablehlo.convert %x : (tensor<6x37xf32>) -> tensor<6x37xbf16>
  %low_bf16 = stablehlo.convert %lowest : (tensor<f32>) -> tensor<bf16>
  %r9 = stablehlo.reduce(%x_bf16 init: %low_bf16) applies stablehlo.maximum across dimensions = [1] : (tensor<6x37xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %n9 = stablehlo.compare NE, %r9, %r9 : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xi1>
  check.expect_eq_const %n9, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %z9 = stablehlo.constant dense<0.0> : tensor<6xbf16>
  %c9 = stablehlo.select %n9, %z9, %r9 : tensor<6xi1>, tensor<6xbf16>
  %b9 = stablehlo.bitcast_convert %c9 : (tensor<6xbf16>) -> tensor<6xi16>
  check.expect_eq_const %b9, dense<[-16512, 0, 0, -32768, 0, 32640]> : tensor<6xi16>
  %x_f64 = stablehlo.convert %x : (tensor<6x37xf32>) -> tensor<6x37xf64>
  %low_f64 = stablehlo.convert %lowest : (tensor<f32>) -> tensor<f64>
  %r10 = stablehlo.reduce(%x_f64 init: %low_f64) applies stablehlo.maximum across dimensions = [1] : (tensor<6x37xf64>, tensor<f64>) -> tensor<6xf64>
  %n10 = stablehlo.compare NE, %r10, %r10 : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %n10, dense<[false, true, true, false, false, false]> : tensor<6xi1>
  %z10 = stablehlo.constant dense<0.0> : tensor<6xf64>
  %c10 = stablehlo.select %n10, %z10, %r10 : tensor<6xi1>, tensor<6xf64>
  %b10 = stablehlo.bitcast_convert %c10 : (tensor<6xf64>) -> tensor<6xi64>
  check.expect_eq_const %b10, dense<[-4616189618054758400, 0, 0, -9223372036854775808, 0, 9218868437227405312]> : tensor<6xi64>
  return
}
