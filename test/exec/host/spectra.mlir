// Eigenvalues of symmetric matrices and singular values against numbers worked out by hand; of the vectors what is left when
// they are multiplied again, and that they are orthogonal: of a whole basis, and where values are zero, too.
// RUN: shardwright run %s
func.func @main() {
  // Eigenvalues 1, 2, 4; what lies above the diagonal is not read.
  %a = stablehlo.constant dense<[[2.0, 9.0, 9.0], [1.0, 3.0, 9.0], [0.0, 1.0, 2.0]]> : tensor<3x3xf32>
  %whole = stablehlo.constant dense<[[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]]> : tensor<3x3xf32>
  %e:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
  check.expect_almost_eq_const %e#1, dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  check.expect_eq_const %e#2, dense<0> : tensor<i32>
  %scale = stablehlo.broadcast_in_dim %e#1, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %scaled = stablehlo.multiply %e#0, %scale : tensor<3x3xf32>
  %again = stablehlo.dot_general %scaled, %e#0, contracting_dims = [1] x [1] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_almost_eq %again, %whole : tensor<3x3xf32>

  // Two at a time, by the upper triangle: one with a value of either sign, one of rank one.
  %two = stablehlo.constant dense<[[[0.0, 3.0], [7.0, 0.0]], [[4.0, 2.0], [7.0, 1.0]]]> : tensor<2x2x2xf64>
  %pair:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%two) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2x2xf64>, tensor<2xi32>)
  check.expect_almost_eq_const %pair#1, dense<[[-3.0, 3.0], [0.0, 5.0]]> : tensor<2x2xf64>

  // A tall matrix of singular values 5 and 3, with a whole basis on the left.
  %tall = stablehlo.constant dense<[[3.0, 0.0], [4.0, 0.0], [0.0, 3.0]]> : tensor<3x2xf32>
  %t:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%tall) {api_version = 4 : i32, mhlo.backend_config = {mode = 65 : ui8}} : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<3x3xf32>, tensor<2x2xf32>, tensor<i32>)
  check.expect_almost_eq_const %t#1, dense<[5.0, 3.0]> : tensor<2xf32>
  %basis = stablehlo.dot_general %t#2, %t#2, contracting_dims = [0] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_almost_eq_const %basis, dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %left = stablehlo.slice %t#2 [0:3, 0:2] : (tensor<3x3xf32>) -> tensor<3x2xf32>
  %s = stablehlo.broadcast_in_dim %t#1, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
  %stretched = stablehlo.multiply %left, %s : tensor<3x2xf32>
  %product = stablehlo.dot_general %stretched, %t#3, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq %product, %tall : tensor<3x2xf32>

  // A wide one of rank one; then values alone.
  %wide = stablehlo.constant dense<[[1.0, 2.0, 2.0], [2.0, 4.0, 4.0]]> : tensor<2x3xf32>
  %w:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%wide) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<i32>)
  %root = stablehlo.constant dense<[6.7082039, 0.0]> : tensor<2xf32>
  check.expect_almost_eq %w#1, %root : tensor<2xf32>
  %lines = stablehlo.dot_general %w#3, %w#3, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %lines, dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %v:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%tall) {api_version = 4 : i32, mhlo.backend_config = {mode = 78 : ui8}} : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<3x3xf32>, tensor<2x2xf32>, tensor<i32>)
  check.expect_almost_eq_const %v#1, dense<[5.0, 3.0]> : tensor<2xf32>
  return
}
