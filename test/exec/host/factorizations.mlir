// Cholesky factors and triangular solves against numbers worked out by hand, and LAPACK's names for them; of QR and LU
// what is left when the factors are multiplied again.
// RUN: shardwright run %s
func.func @main() {
  %a = stablehlo.constant dense<[[4.0, 2.0, 0.0], [2.0, 5.0, 2.0], [0.0, 2.0, 5.0]]> : tensor<3x3xf32>
  %lower = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_almost_eq_const %lower, dense<[[2.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 1.0, 2.0]]> : tensor<3x3xf32>
  %upper:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  check.expect_almost_eq_const %upper#0, dense<[[2.0, 1.0, 0.0], [0.0, 2.0, 1.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf32>
  check.expect_eq_const %upper#1, dense<0> : tensor<i32>

  // The first leading part that is not positive definite is that of two rows.
  %saddle = stablehlo.constant dense<[[1.0, 2.0], [2.0, 1.0]]> : tensor<2x2xf32>
  %broken:2 = stablehlo.custom_call @lapack_spotrf_ffi(%saddle) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  check.expect_eq_const %broken#1, dense<2> : tensor<i32>

  // Left, right, transposed, and with a diagonal taken for ones.
  %b = stablehlo.constant dense<[[2.0, 4.0], [5.0, 4.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %x = "stablehlo.triangular_solve"(%lower, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq_const %x, dense<[[1.0, 2.0], [2.0, 1.0], [1.0, 2.0]]> : tensor<3x2xf32>
  %t = "stablehlo.triangular_solve"(%lower, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq_const %t, dense<[[1.0, 5.0], [1.0, -1.0], [4.0, 5.0]]> : tensor<3x2xf32>
  %row = stablehlo.constant dense<[[4.0, 4.0, 2.0]]> : tensor<1x3xf32>
  %y = stablehlo.custom_call @lapack_strsm_ffi(%lower, %row) {api_version = 4 : i32, mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  check.expect_almost_eq_const %y, dense<[[1.25, 1.5, 1.0]]> : tensor<1x3xf32>

  // Two tall matrices at a time; the second has a column that is zero below its first row.
  %tall = stablehlo.constant dense<[[[3.0, 1.0], [4.0, 2.0], [0.0, 5.0]], [[2.0, 1.0], [0.0, 3.0], [0.0, 4.0]]]> : tensor<2x3x2xf64>
  %packed:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%tall) {api_version = 4 : i32} : (tensor<2x3x2xf64>) -> (tensor<2x3x2xf64>, tensor<2x2xf64>)
  %q = stablehlo.custom_call @lapack_dorgqr_ffi(%packed#0, %packed#1) {api_version = 4 : i32} : (tensor<2x3x2xf64>, tensor<2x2xf64>) -> tensor<2x3x2xf64>
  %corner = stablehlo.slice %packed#0 [0:1, 0:1, 0:2] : (tensor<2x3x2xf64>) -> tensor<1x1x2xf64>
  check.expect_almost_eq_const %corner, dense<[[[-5.0, -2.2]]]> : tensor<1x1x2xf64>
  %square = stablehlo.slice %packed#0 [0:2, 0:2, 0:2] : (tensor<2x3x2xf64>) -> tensor<2x2x2xf64>
  %i = stablehlo.iota dim = 1 : tensor<2x2x2xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x2x2xi32>
  %isUpper = stablehlo.compare LE, %i, %j : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> tensor<2x2x2xi1>
  %none = stablehlo.constant dense<0.0> : tensor<2x2x2xf64>
  %r = stablehlo.select %isUpper, %square, %none : tensor<2x2x2xi1>, tensor<2x2x2xf64>
  %qr = stablehlo.dot_general %q, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x2xf64>, tensor<2x2x2xf64>) -> tensor<2x3x2xf64>
  check.expect_almost_eq %qr, %tall : tensor<2x3x2xf64>
  %gram = stablehlo.dot_general %q, %q, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> tensor<2x2x2xf64>
  check.expect_almost_eq_const %gram, dense<[[[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]]> : tensor<2x2x2xf64>

  // Rows are exchanged twice; then a matrix without an inverse.
  %m = stablehlo.constant dense<[[0.0, 2.0], [4.0, 2.0]]> : tensor<2x2xf32>
  %lu:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%m) {api_version = 4 : i32} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  check.expect_almost_eq_const %lu#0, dense<[[4.0, 2.0], [0.0, 2.0]]> : tensor<2x2xf32>
  check.expect_eq_const %lu#1, dense<[2, 2]> : tensor<2xi32>
  check.expect_eq_const %lu#2, dense<0> : tensor<i32>
  %flat = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  %singular:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%flat) {api_version = 4 : i32} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  check.expect_eq_const %singular#2, dense<2> : tensor<i32>
  return
}
