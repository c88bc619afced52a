// Factorizations of complex matrices, and those of any that LAPACK alone has, against numbers worked out by hand; of vectors
// that are unique but for a factor, what is left when they are multiplied again.
// RUN: shardwright run %s
func.func @main() {
  // L L* = A, and what is solved with L and with L*; NaN where a matrix is not positive definite.
  %a = stablehlo.constant dense<[[(4.0, 0.0), (9.0, 9.0)], [(2.0, 2.0), (6.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f32>>
  check.expect_almost_eq_const %l, dense<[[(2.0, 0.0), (0.0, 0.0)], [(1.0, 1.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %b = stablehlo.constant dense<[[(2.0, 0.0)], [(1.0, 3.0)]]> : tensor<2x1xcomplex<f32>>
  %x = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  check.expect_almost_eq_const %x, dense<[[(1.0, 0.0)], [(0.0, 1.0)]]> : tensor<2x1xcomplex<f32>>
  %y = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  check.expect_almost_eq_const %y, dense<[[(0.0, -0.5)], [(0.5, 1.5)]]> : tensor<2x1xcomplex<f32>>
  %z = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  check.expect_almost_eq_const %z, dense<[[(1.5, -1.0)], [(0.5, 1.5)]]> : tensor<2x1xcomplex<f32>>
  %indefinite = stablehlo.constant dense<[[(-1.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %c:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%indefinite) {api_version = 4 : i32, mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x2xcomplex<f64>>) -> (tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_eq_const %c#1, dense<1> : tensor<i32>

  // Rows exchanged for the larger pivot.
  %rows = stablehlo.constant dense<[[(0.0, 0.0), (1.0, 0.0)], [(0.0, 2.0), (0.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %lu:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%rows) {api_version = 4 : i32, mhlo.backend_config = {}} : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2xi32>, tensor<i32>)
  check.expect_almost_eq_const %lu#0, dense<[[(0.0, 2.0), (0.0, 0.0)], [(0.0, 0.0), (1.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  check.expect_eq_const %lu#1, dense<2> : tensor<2xi32>

  // Q R = A of columns of length 5; what Q's adjoint makes of A is R, and Q is a whole basis.
  %tall = stablehlo.constant dense<[[(3.0, 0.0)], [(0.0, 4.0)]]> : tensor<2x1xcomplex<f64>>
  %qr:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%tall) {api_version = 4 : i32, mhlo.backend_config = {}} : (tensor<2x1xcomplex<f64>>) -> (tensor<2x1xcomplex<f64>>, tensor<1xcomplex<f64>>)
  %r = stablehlo.custom_call @lapack_zunmqr_ffi(%qr#0, %qr#1, %tall) {api_version = 4 : i32, mhlo.backend_config = {left = true, transpose = true}} : (tensor<2x1xcomplex<f64>>, tensor<1xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[[(-5.0, 0.0)], [(0.0, 0.0)]]> : tensor<2x1xcomplex<f64>>
  %q = stablehlo.custom_call @lapack_zungqr_ffi(%qr#0, %qr#1) {api_version = 4 : i32, mhlo.backend_config = {}} : (tensor<2x1xcomplex<f64>>, tensor<1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  check.expect_almost_eq_const %q, dense<[[(-0.6, 0.0)], [(0.0, -0.8)]]> : tensor<2x1xcomplex<f64>>
  // The longer column first.
  %columns = stablehlo.constant dense<[[1.0, 3.0], [0.0, 4.0]]> : tensor<2x2xf32>
  %order = stablehlo.constant dense<0> : tensor<2xi32>
  %p:3 = stablehlo.custom_call @lapack_sgeqp3_ffi(%columns, %order) {api_version = 4 : i32, mhlo.backend_config = {}} : (tensor<2x2xf32>, tensor<2xi32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<2xf32>)
  check.expect_eq_const %p#1, dense<[2, 1]> : tensor<2xi32>
  %pivot = stablehlo.slice %p#0 [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
  check.expect_almost_eq_const %pivot, dense<[[-5.0, -0.6]]> : tensor<1x2xf32>

  // Two at a time: 1 and 3 by the lower triangle; what is not finite has none.
  %hermitian = stablehlo.constant dense<[[[(2.0, 0.0), (9.0, 9.0)], [(0.0, 1.0), (2.0, 0.0)]], [[(0x7FC00000, 0.0), (0.0, 0.0)], [(0.0, 0.0), (2.0, 0.0)]]]> : tensor<2x2x2xcomplex<f32>>
  %e:3 = stablehlo.custom_call @lapack_cheevd_ffi(%hermitian) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x2x2xcomplex<f32>>) -> (tensor<2x2x2xcomplex<f32>>, tensor<2x2xf32>, tensor<2xi32>)
  %values = stablehlo.slice %e#1 [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
  check.expect_almost_eq_const %values, dense<[[1.0, 3.0]]> : tensor<1x2xf32>
  check.expect_eq_const %e#2, dense<[0, 1]> : tensor<2xi32>

  %stretch = stablehlo.constant dense<[[(0.0, 3.0), (0.0, 0.0), (0.0, 0.0)], [(0.0, 0.0), (4.0, 0.0), (0.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  %s:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%stretch) {api_version = 4 : i32, mhlo.backend_config = {mode = 65 : ui8}} : (tensor<2x3xcomplex<f32>>) -> (tensor<2x3xcomplex<f32>>, tensor<2xf32>, tensor<2x2xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %s#1, dense<[4.0, 3.0]> : tensor<2xf32>

  // A quarter turn has the eigenvalues i and -i, and is its own real Schur form.
  %turn = stablehlo.constant dense<[[0.0, -1.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %w:5 = stablehlo.custom_call @lapack_dgeev_ffi(%turn) {api_version = 4 : i32, mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<2x2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  check.expect_almost_eq_const %w#0, dense<0.0> : tensor<2xf64>
  check.expect_almost_eq_const %w#1, dense<[1.0, -1.0]> : tensor<2xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<2x2xf64>
  %turns = stablehlo.complex %turn, %zero : tensor<2x2xcomplex<f64>>
  %turned = stablehlo.dot_general %turns, %w#3, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  %scales = stablehlo.complex %w#0, %w#1 : tensor<2xcomplex<f64>>
  %scale = stablehlo.broadcast_in_dim %scales, dims = [1] : (tensor<2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  %scaled = stablehlo.multiply %w#3, %scale : tensor<2x2xcomplex<f64>>
  check.expect_almost_eq %turned, %scaled : tensor<2x2xcomplex<f64>>
  %schur:6 = stablehlo.custom_call @lapack_dgees_ffi(%turn) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<i32>)
  check.expect_almost_eq %schur#0, %turn : tensor<2x2xf64>
  check.expect_almost_eq_const %schur#3, dense<[1.0, -1.0]> : tensor<2xf64>

  // One reflection makes the first column's lower part one number, as long as it was.
  %full = stablehlo.constant dense<[[1.0, 0.0, 0.0], [3.0, 1.0, 0.0], [4.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %h:3 = stablehlo.custom_call @lapack_sgehrd_ffi(%full) {api_version = 4 : i32, mhlo.backend_config = {low = 1 : i32, high = 3 : i32}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<2xf32>, tensor<i32>)
  %below = stablehlo.slice %h#0 [0:2, 0:1] : (tensor<3x3xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %below, dense<[[1.0], [-5.0]]> : tensor<2x1xf32>
  %both = stablehlo.constant dense<[[(1.0, 0.0), (0.0, 0.0)], [(3.0, 4.0), (2.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %t:5 = stablehlo.custom_call @lapack_chetrd_ffi(%both) {api_version = 4 : i32, mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2xf32>, tensor<1xf32>, tensor<1xcomplex<f32>>, tensor<i32>)
  check.expect_almost_eq_const %t#1, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_almost_eq_const %t#2, dense<-5.0> : tensor<1xf32>

  // [[2, 1], [1, 3]]; what would stand before the first and behind the last is not read.
  %under = stablehlo.constant dense<[9.0, 1.0]> : tensor<2xf32>
  %middle = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %over = stablehlo.constant dense<[1.0, 9.0]> : tensor<2xf32>
  %right = stablehlo.constant dense<[[3.0, 1.0], [4.0, 3.0]]> : tensor<2x2xf32>
  %g:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%under, %middle, %over, %right) {api_version = 4 : i32, mhlo.backend_config = {}} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<i32>)
  check.expect_almost_eq_const %g#3, dense<[[1.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf32>
  %v = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%under, %middle, %over, %right) {api_version = 4 : i32, mhlo.backend_config = {}} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %v, dense<[[1.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf32>
  // Of a singular matrix whose null space is spanned by (1, -1) any right side leads there.
  %ones = stablehlo.constant dense<1.0> : tensor<2xf32>
  %column = stablehlo.constant dense<[[1.0], [0.5]]> : tensor<2x1xf32>
  %n = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%ones, %ones, %ones, %column) {api_version = 4 : i32, mhlo.backend_config = {}} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %first = stablehlo.slice %n [0:1, 0:1] : (tensor<2x1xf32>) -> tensor<1x1xf32>
  %last = stablehlo.slice %n [1:2, 0:1] : (tensor<2x1xf32>) -> tensor<1x1xf32>
  %ratio = stablehlo.divide %first, %last : tensor<1x1xf32>
  check.expect_almost_eq_const %ratio, dense<-1.0> : tensor<1x1xf32>
  return
}
