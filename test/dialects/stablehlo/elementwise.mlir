// Operations that work element by element print as JAX prints them.
// RUN: grep -v '^//' %s > %t.expected
// RUN: shardwright-opt --verify-roundtrip %s > %t.printed
// RUN: diff -B %t.expected %t.printed
// RUN: shardwright-opt --mlir-print-op-generic %s | shardwright-opt > %t.generic
// RUN: diff -B %t.expected %t.generic
module {
  func.func @unary(%arg0: tensor<4x8xf32>) {
    %0 = stablehlo.cbrt %arg0 : tensor<4x8xf32>
    %1 = stablehlo.ceil %arg0 : tensor<4x8xf32>
    %2 = stablehlo.cosine %arg0 : tensor<4x8xf32>
    %3 = stablehlo.exponential %arg0 : tensor<4x8xf32>
    %4 = stablehlo.exponential_minus_one %arg0 : tensor<4x8xf32>
    %5 = stablehlo.floor %arg0 : tensor<4x8xf32>
    %6 = stablehlo.log %arg0 : tensor<4x8xf32>
    %7 = stablehlo.log_plus_one %arg0 : tensor<4x8xf32>
    %8 = stablehlo.logistic %arg0 : tensor<4x8xf32>
    %9 = stablehlo.negate %arg0 : tensor<4x8xf32>
    %10 = stablehlo.round_nearest_afz %arg0 : tensor<4x8xf32>
    %11 = stablehlo.round_nearest_even %arg0 : tensor<4x8xf32>
    %12 = stablehlo.rsqrt %arg0 : tensor<4x8xf32>
    %13 = stablehlo.sign %arg0 : tensor<4x8xf32>
    %14 = stablehlo.sine %arg0 : tensor<4x8xf32>
    %15 = stablehlo.sqrt %arg0 : tensor<4x8xf32>
    %16 = stablehlo.tan %arg0 : tensor<4x8xf32>
    %17 = stablehlo.tanh %arg0 : tensor<4x8xf32>
    %18 = stablehlo.abs %arg0 : tensor<4x8xf32>
    %19 = stablehlo.imag %arg0 : tensor<4x8xf32>
    %20 = stablehlo.real %arg0 : tensor<4x8xf32>
    %21 = stablehlo.convert %arg0 : tensor<4x8xf32>
    return
  }
  func.func @bits(%arg0: tensor<4xui8>) {
    %0 = stablehlo.count_leading_zeros %arg0 : tensor<4xui8>
    %1 = stablehlo.not %arg0 : tensor<4xui8>
    %2 = stablehlo.popcnt %arg0 : tensor<4xui8>
    return
  }
  func.func @forms(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xcomplex<f32>>) {
    %0 = stablehlo.convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
    %1 = stablehlo.abs %arg1 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
    %2 = stablehlo.real %arg1 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
    %3 = stablehlo.imag %arg1 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
    %4 = stablehlo.is_finite %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi1>
    %5 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<rtol = 1.000000e-03, ulps = 4, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4x8xf32>
    %6 = stablehlo.negate %arg0 {mhlo.frontend_attributes = {a = "b"}, note = 1 : i32} : tensor<4x8xf32>
    %7 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4x8xf32>
    return
  }
  func.func @binary(%arg0: tensor<4x8xf32>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4x8xf32>
    %1 = stablehlo.atan2 %arg0, %arg0 : tensor<4x8xf32>
    %2 = stablehlo.divide %arg0, %arg0 : tensor<4x8xf32>
    %3 = stablehlo.maximum %arg0, %arg0 : tensor<4x8xf32>
    %4 = stablehlo.minimum %arg0, %arg0 : tensor<4x8xf32>
    %5 = stablehlo.multiply %arg0, %arg0 : tensor<4x8xf32>
    %6 = stablehlo.power %arg0, %arg0 : tensor<4x8xf32>
    %7 = stablehlo.remainder %arg0, %arg0 : tensor<4x8xf32>
    %8 = stablehlo.subtract %arg0, %arg0 : tensor<4x8xf32>
    return
  }
  func.func @binary_bits(%arg0: tensor<4xi32>) {
    %0 = stablehlo.and %arg0, %arg0 : tensor<4xi32>
    %1 = stablehlo.or %arg0, %arg0 : tensor<4xi32>
    %2 = stablehlo.xor %arg0, %arg0 : tensor<4xi32>
    %3 = stablehlo.shift_left %arg0, %arg0 : tensor<4xi32>
    %4 = stablehlo.shift_right_arithmetic %arg0, %arg0 : tensor<4xi32>
    %5 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<4xi32>
    return
  }
  func.func @others(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xi1>, %arg3: tensor<i1>, %arg4: tensor<f32>) {
    %0 = stablehlo.complex %arg0, %arg0 : tensor<4x8xcomplex<f32>>
    %1 = stablehlo.compare EQ, %arg0, %arg1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %2 = stablehlo.compare GE, %arg0, %arg1, TOTALORDER : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %3 = stablehlo.select %arg2, %arg0, %arg1 : tensor<4x8xi1>, tensor<4x8xf32>
    %4 = stablehlo.select %arg3, %arg0, %arg1 : tensor<i1>, tensor<4x8xf32>
    %5 = stablehlo.clamp %arg0, %arg1, %arg0 : tensor<4x8xf32>
    %6 = stablehlo.clamp %arg4, %arg0, %arg4 : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    return
  }
}
