// Infinities, NaN, poles, neighbours: what the ratios of values-*.mlir cannot show.
// RUN: shardwright run %s --backend=interp-global

func.func public @main() {
  // inf, -inf, NaN, 0, 1, -1
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 1.0, -1.0]> : tensor<6xf32>
  %erf = chlo.erf %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %erf, dense<[1.0, -1.0, 0x7FC00000, 0.0, 0.84270079, -0.84270079]> : tensor<6xf32>, tolerance = 1.0e-6
  %erfc = chlo.erfc %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %erfc, dense<[0.0, 2.0, 0x7FC00000, 1.0, 0.15729921, 1.84270079]> : tensor<6xf32>, tolerance = 1.0e-6
  %inv = chlo.erf_inv %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %inv, dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>, tolerance = 1.0e-6
  %sinh = chlo.sinh %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %sinh, dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 1.17520119, -1.17520119]> : tensor<6xf32>, tolerance = 1.0e-6
  %acosh = chlo.acosh %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %acosh, dense<[0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, 0x7FC00000]> : tensor<6xf32>, tolerance = 1.0e-6
  %atanh = chlo.atanh %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %atanh, dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>, tolerance = 1.0e-6
  %lgamma = chlo.lgamma %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %lgamma, dense<[0x7F800000, 0x7F800000, 0x7FC00000, 0x7F800000, 0.0, 0x7F800000]> : tensor<6xf32>, tolerance = 2.0e-6
  %digamma = chlo.digamma %x : tensor<6xf32> -> tensor<6xf32>
  check.expect_almost_eq_const %digamma, dense<[0x7F800000, 0x7FC00000, 0x7FC00000, 0xFF800000, -0.57721566, 0x7FC00000]> : tensor<6xf32>, tolerance = 2.0e-6

  %inf = chlo.is_inf %x : tensor<6xf32> -> tensor<6xi1>
  check.expect_eq_const %inf, dense<[true, true, false, false, false, false]> : tensor<6xi1>
  %pos = chlo.is_pos_inf %x : tensor<6xf32> -> tensor<6xi1>
  check.expect_eq_const %pos, dense<[true, false, false, false, false, false]> : tensor<6xi1>
  %neg = chlo.is_neg_inf %x : tensor<6xf32> -> tensor<6xi1>
  check.expect_eq_const %neg, dense<[false, true, false, false, false, false]> : tensor<6xi1>

  // 1 up, 1 down, 0 up, 0 down, -1 up, equal
  %from = stablehlo.constant dense<[1.0, 1.0, 0.0, 0.0, -1.0, 2.0]> : tensor<6xf32>
  %to = stablehlo.constant dense<[2.0, 0.0, 1.0, -1.0, 0.0, 2.0]> : tensor<6xf32>
  %next = chlo.next_after %from, %to : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  check.expect_eq_const %next, dense<[0x3F800001, 0x3F7FFFFF, 0x00000001, 0x80000001, 0xBF7FFFFF, 2.0]> : tensor<6xf32>

  %a = stablehlo.constant dense<[2147483647, -2147483648, -1, 65536]> : tensor<4xi32>
  %b = stablehlo.constant dense<[2147483647, 2, 3, 65536]> : tensor<4xi32>
  %high = chlo.mulhi %a, %b : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  check.expect_eq_const %high, dense<[1073741823, -1, -1, 1]> : tensor<4xi32>

  // Equal values keep the lower position first.
  %k = stablehlo.constant dense<[[3.0, 1.0, 3.0, 2.0], [0.0, 5.0, 5.0, 5.0]]> : tensor<2x4xf32>
  %values, %indices = chlo.top_k(%k, k = 3) : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %values, dense<[[3.0, 3.0, 2.0], [5.0, 5.0, 5.0]]> : tensor<2x3xf32>
  check.expect_eq_const %indices, dense<[[0, 2, 3], [1, 2, 3]]> : tensor<2x3xi32>

  // pi^2 / 6, the derivative of digamma at 1, and its second derivative
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zeta = chlo.zeta %two, %one : tensor<f32>, tensor<f32> -> tensor<f32>
  check.expect_almost_eq_const %zeta, dense<1.64493406> : tensor<f32>, tolerance = 1.0e-6
  %trigamma = chlo.polygamma %one, %one : tensor<f32>, tensor<f32> -> tensor<f32>
  check.expect_almost_eq_const %trigamma, dense<1.64493406> : tensor<f32>, tolerance = 2.0e-6
  %tetragamma = chlo.polygamma %two, %one : tensor<f32>, tensor<f32> -> tensor<f32>
  check.expect_almost_eq_const %tetragamma, dense<-2.40411380> : tensor<f32>, tolerance = 5.0e-6
  return
}
