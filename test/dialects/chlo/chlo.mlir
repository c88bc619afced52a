// chlo operations print as JAX prints them.
// RUN: grep -v '^//' %s > %t.expected
// RUN: shardwright-opt --verify-roundtrip %s > %t.printed
// RUN: diff -B %t.expected %t.printed
// RUN: shardwright-opt --mlir-print-op-generic %s | shardwright-opt > %t.generic
// RUN: diff -B %t.expected %t.generic
module {
  func.func @functions(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4xi32>) {
    %0 = chlo.acos %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %1 = chlo.acosh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %2 = chlo.asin %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %3 = chlo.asinh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %4 = chlo.atan %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %5 = chlo.atanh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %6 = chlo.bessel_i1e %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %7 = chlo.conj %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %8 = chlo.cosh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %9 = chlo.digamma %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %10 = chlo.erf %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %11 = chlo.erf_inv %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %12 = chlo.erfc %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %13 = chlo.lgamma %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %14 = chlo.sinh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %15 = chlo.square %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %16 = chlo.tan %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
    %17 = chlo.is_inf %arg0 : tensor<4x8xf32> -> tensor<4x8xi1>
    %18 = chlo.is_pos_inf %arg0 : tensor<4x8xf32> -> tensor<4x8xi1>
    %19 = chlo.is_neg_inf %arg0 : tensor<4x8xf32> -> tensor<4x8xi1>
    %20 = chlo.next_after %arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
    %21 = chlo.polygamma %arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
    %22 = chlo.zeta %arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
    %23 = chlo.mulhi %arg2, %arg2 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
    return
  }
  func.func @others(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<11x5xf32>, %arg3: tensor<3x5x7xf32>, %arg4: tensor<3xi64>) {
    %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %0 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = chlo.constant dense<1.000000e+00> : tensor<2xf32>
    %2 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    %3 = chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
    %4 = "chlo.ragged_dot"(%arg2, %arg3, %arg4) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
    return
  }
}
