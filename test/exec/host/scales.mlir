// Factorizations of f64 near the ends of its range against the numbers that SciPy finds for the matrix before it is scaled by
// a power of two, which is exact: squares of such numbers overflow or vanish. What is not finite makes NaN and an info.
// RUN: shardwright run %s
func.func @main() {
  %sym = stablehlo.constant dense<[[4.00000000000000000e+00, 1.00000000000000000e+00,  2.00000000000000000e+00], [1.00000000000000000e+00, 3.00000000000000000e+00,  0.00000000000000000e+00], [2.00000000000000000e+00, 0.00000000000000000e+00,  5.00000000000000000e+00]]> : tensor<3x3xf64>
  %tall = stablehlo.constant dense<[[3.00000000000000000e+00, 1.00000000000000000e+00], [4.00000000000000000e+00, 2.00000000000000000e+00], [0.00000000000000000e+00, 5.00000000000000000e+00], [1.00000000000000000e+00, -2.00000000000000000e+00]]> : tensor<4x2xf64>
  %values = stablehlo.constant dense<[1.85489730879957593e+00, 3.47602360291813328e+00, 6.66907908828228724e+00]> : tensor<3xf64>
  %singular = stablehlo.constant dense<[6.31259517170205520e+00, 4.48900236112701378e+00]> : tensor<2xf64>
  %tau = stablehlo.constant dense<[1.58834840541455224e+00, 1.11415069678072620e+00]> : tensor<2xf64>
  %r00 = stablehlo.constant dense<[[-5.09901951359278538e+00, -1.76504521624365651e+00], [0.00000000000000000e+00, -5.55739285858174537e+00]]> : tensor<2x2xf64>
  %below = stablehlo.constant dense<[[4.93886944374772818e-01], [0.00000000000000000e+00], [1.23471736093693205e-01]]> : tensor<3x1xf64>
  %factor = stablehlo.constant dense<[[2.00000000000000000e+00, 0.00000000000000000e+00,  0.00000000000000000e+00], [5.00000000000000000e-01, 1.65831239517769990e+00,  0.00000000000000000e+00], [1.00000000000000000e+00, -3.01511344577763629e-01,  1.97714210644832233e+00]]> : tensor<3x3xf64>
  %lu = stablehlo.constant dense<[[4.00000000000000000e+00, 1.00000000000000000e+00,  2.00000000000000000e+00], [2.50000000000000000e-01, 2.75000000000000000e+00,  -5.00000000000000000e-01], [5.00000000000000000e-01, -1.81818181818181823e-01,  3.90909090909090917e+00]]> : tensor<3x3xf64>
  %zero = stablehlo.constant dense<0> : tensor<i32>

  // Times 2^1000.
  %f0a = stablehlo.constant dense<3.27339060789614187e+150> : tensor<3x3xf64>
  %f0b = stablehlo.constant dense<3.27339060789614187e+150> : tensor<3x3xf64>
  %m0a = stablehlo.multiply %sym, %f0a : tensor<3x3xf64>
  %m0 = stablehlo.multiply %m0a, %f0b : tensor<3x3xf64>
  %f1a = stablehlo.constant dense<3.27339060789614187e+150> : tensor<4x2xf64>
  %f1b = stablehlo.constant dense<3.27339060789614187e+150> : tensor<4x2xf64>
  %m1a = stablehlo.multiply %tall, %f1a : tensor<4x2xf64>
  %m1 = stablehlo.multiply %m1a, %f1b : tensor<4x2xf64>
  %e2:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%m0) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<i32>)
  %f2a = stablehlo.constant dense<3.05493636349960468e-151> : tensor<3xf64>
  %f2b = stablehlo.constant dense<3.05493636349960468e-151> : tensor<3xf64>
  %m2a = stablehlo.multiply %e2#1, %f2a : tensor<3xf64>
  %m2 = stablehlo.multiply %m2a, %f2b : tensor<3xf64>
  check.expect_almost_eq %m2, %values, tolerance = 1.000000e-12 : tensor<3xf64>
  check.expect_eq %e2#2, %zero : tensor<i32>
  %o2 = stablehlo.dot_general %e2#0, %e2#0, contracting_dims = [0] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  check.expect_almost_eq_const %o2, dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>, tolerance = 1.000000e-12
  %s2:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%m1) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<4x2xf64>, tensor<2x2xf64>, tensor<i32>)
  %f3a = stablehlo.constant dense<3.05493636349960468e-151> : tensor<2xf64>
  %f3b = stablehlo.constant dense<3.05493636349960468e-151> : tensor<2xf64>
  %m3a = stablehlo.multiply %s2#1, %f3a : tensor<2xf64>
  %m3 = stablehlo.multiply %m3a, %f3b : tensor<2xf64>
  check.expect_almost_eq %m3, %singular, tolerance = 1.000000e-12 : tensor<2xf64>
  check.expect_eq %s2#4, %zero : tensor<i32>
  %q2:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%m1) {api_version = 4 : i32} : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>)
  check.expect_almost_eq %q2#1, %tau, tolerance = 1.000000e-12 : tensor<2xf64>
  %b2 = stablehlo.slice %q2#0 [1:4, 0:1] : (tensor<4x2xf64>) -> tensor<3x1xf64>
  check.expect_almost_eq %b2, %below, tolerance = 1.000000e-12 : tensor<3x1xf64>
  %l2:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%m0) {api_version = 4 : i32} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xi32>, tensor<i32>)
  check.expect_eq %l2#2, %zero : tensor<i32>
  %c2 = "stablehlo.cholesky"(%m0) <{lower = true}> : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %f4a = stablehlo.constant dense<5.52714787526044456e-76> : tensor<3x3xf64>
  %f4b = stablehlo.constant dense<5.52714787526044456e-76> : tensor<3x3xf64>
  %m4a = stablehlo.multiply %c2, %f4a : tensor<3x3xf64>
  %m4 = stablehlo.multiply %m4a, %f4b : tensor<3x3xf64>
  check.expect_almost_eq %m4, %factor, tolerance = 1.000000e-12 : tensor<3x3xf64>

  // Times 2^-1000.
  %f5a = stablehlo.constant dense<3.05493636349960468e-151> : tensor<3x3xf64>
  %f5b = stablehlo.constant dense<3.05493636349960468e-151> : tensor<3x3xf64>
  %m5a = stablehlo.multiply %sym, %f5a : tensor<3x3xf64>
  %m5 = stablehlo.multiply %m5a, %f5b : tensor<3x3xf64>
  %f6a = stablehlo.constant dense<3.05493636349960468e-151> : tensor<4x2xf64>
  %f6b = stablehlo.constant dense<3.05493636349960468e-151> : tensor<4x2xf64>
  %m6a = stablehlo.multiply %tall, %f6a : tensor<4x2xf64>
  %m6 = stablehlo.multiply %m6a, %f6b : tensor<4x2xf64>
  %e7:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%m5) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<i32>)
  %f7a = stablehlo.constant dense<3.27339060789614187e+150> : tensor<3xf64>
  %f7b = stablehlo.constant dense<3.27339060789614187e+150> : tensor<3xf64>
  %m7a = stablehlo.multiply %e7#1, %f7a : tensor<3xf64>
  %m7 = stablehlo.multiply %m7a, %f7b : tensor<3xf64>
  check.expect_almost_eq %m7, %values, tolerance = 1.000000e-12 : tensor<3xf64>
  check.expect_eq %e7#2, %zero : tensor<i32>
  %o7 = stablehlo.dot_general %e7#0, %e7#0, contracting_dims = [0] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  check.expect_almost_eq_const %o7, dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>, tolerance = 1.000000e-12
  %s7:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%m6) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<4x2xf64>, tensor<2x2xf64>, tensor<i32>)
  %f8a = stablehlo.constant dense<3.27339060789614187e+150> : tensor<2xf64>
  %f8b = stablehlo.constant dense<3.27339060789614187e+150> : tensor<2xf64>
  %m8a = stablehlo.multiply %s7#1, %f8a : tensor<2xf64>
  %m8 = stablehlo.multiply %m8a, %f8b : tensor<2xf64>
  check.expect_almost_eq %m8, %singular, tolerance = 1.000000e-12 : tensor<2xf64>
  check.expect_eq %s7#4, %zero : tensor<i32>
  %q7:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%m6) {api_version = 4 : i32} : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>)
  check.expect_almost_eq %q7#1, %tau, tolerance = 1.000000e-12 : tensor<2xf64>
  %b7 = stablehlo.slice %q7#0 [1:4, 0:1] : (tensor<4x2xf64>) -> tensor<3x1xf64>
  check.expect_almost_eq %b7, %below, tolerance = 1.000000e-12 : tensor<3x1xf64>
  %l7:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%m5) {api_version = 4 : i32} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xi32>, tensor<i32>)
  check.expect_eq %l7#2, %zero : tensor<i32>
  %c7 = "stablehlo.cholesky"(%m5) <{lower = true}> : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %f9a = stablehlo.constant dense<1.80925139433306555e+75> : tensor<3x3xf64>
  %f9b = stablehlo.constant dense<1.80925139433306555e+75> : tensor<3x3xf64>
  %m9a = stablehlo.multiply %c7, %f9a : tensor<3x3xf64>
  %m9 = stablehlo.multiply %m9a, %f9b : tensor<3x3xf64>
  check.expect_almost_eq %m9, %factor, tolerance = 1.000000e-12 : tensor<3x3xf64>

  // Times 2^-1060.
  %f10a = stablehlo.constant dense<2.84513119934089918e-160> : tensor<3x3xf64>
  %f10b = stablehlo.constant dense<2.84513119934089918e-160> : tensor<3x3xf64>
  %m10a = stablehlo.multiply %sym, %f10a : tensor<3x3xf64>
  %m10 = stablehlo.multiply %m10a, %f10b : tensor<3x3xf64>
  %f11a = stablehlo.constant dense<2.84513119934089918e-160> : tensor<4x2xf64>
  %f11b = stablehlo.constant dense<2.84513119934089918e-160> : tensor<4x2xf64>
  %m11a = stablehlo.multiply %tall, %f11a : tensor<4x2xf64>
  %m11 = stablehlo.multiply %m11a, %f11b : tensor<4x2xf64>
  %e12:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%m10) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<i32>)
  %f12a = stablehlo.constant dense<3.51477640198687217e+159> : tensor<3xf64>
  %f12b = stablehlo.constant dense<3.51477640198687217e+159> : tensor<3xf64>
  %m12a = stablehlo.multiply %e12#1, %f12a : tensor<3xf64>
  %m12 = stablehlo.multiply %m12a, %f12b : tensor<3xf64>
  check.expect_almost_eq %m12, %values, tolerance = 1.000000e-03 : tensor<3xf64>
  check.expect_eq %e12#2, %zero : tensor<i32>
  %o12 = stablehlo.dot_general %e12#0, %e12#0, contracting_dims = [0] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  check.expect_almost_eq_const %o12, dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>, tolerance = 1.000000e-12
  %s12:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%m11) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<4x2xf64>, tensor<2x2xf64>, tensor<i32>)
  %f13a = stablehlo.constant dense<3.51477640198687217e+159> : tensor<2xf64>
  %f13b = stablehlo.constant dense<3.51477640198687217e+159> : tensor<2xf64>
  %m13a = stablehlo.multiply %s12#1, %f13a : tensor<2xf64>
  %m13 = stablehlo.multiply %m13a, %f13b : tensor<2xf64>
  check.expect_almost_eq %m13, %singular, tolerance = 1.000000e-03 : tensor<2xf64>
  check.expect_eq %s12#4, %zero : tensor<i32>
  %q12:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%m11) {api_version = 4 : i32} : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>)
  check.expect_almost_eq %q12#1, %tau, tolerance = 1.000000e-03 : tensor<2xf64>
  %b12 = stablehlo.slice %q12#0 [1:4, 0:1] : (tensor<4x2xf64>) -> tensor<3x1xf64>
  check.expect_almost_eq %b12, %below, tolerance = 1.000000e-03 : tensor<3x1xf64>
  %l12:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%m10) {api_version = 4 : i32} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xi32>, tensor<i32>)
  check.expect_eq %l12#2, %zero : tensor<i32>

  // Times 2^0.
  %f14a = stablehlo.constant dense<1.00000000000000000e+00> : tensor<3x3xf64>
  %f14b = stablehlo.constant dense<1.00000000000000000e+00> : tensor<3x3xf64>
  %m14a = stablehlo.multiply %sym, %f14a : tensor<3x3xf64>
  %m14 = stablehlo.multiply %m14a, %f14b : tensor<3x3xf64>
  %f15a = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x2xf64>
  %f15b = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x2xf64>
  %m15a = stablehlo.multiply %tall, %f15a : tensor<4x2xf64>
  %m15 = stablehlo.multiply %m15a, %f15b : tensor<4x2xf64>
  %e16:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%m14) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<i32>)
  %f16a = stablehlo.constant dense<1.00000000000000000e+00> : tensor<3xf64>
  %f16b = stablehlo.constant dense<1.00000000000000000e+00> : tensor<3xf64>
  %m16a = stablehlo.multiply %e16#1, %f16a : tensor<3xf64>
  %m16 = stablehlo.multiply %m16a, %f16b : tensor<3xf64>
  check.expect_almost_eq %m16, %values, tolerance = 1.000000e-12 : tensor<3xf64>
  check.expect_eq %e16#2, %zero : tensor<i32>
  %o16 = stablehlo.dot_general %e16#0, %e16#0, contracting_dims = [0] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  check.expect_almost_eq_const %o16, dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>, tolerance = 1.000000e-12
  %s16:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%m15) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>, tensor<4x2xf64>, tensor<2x2xf64>, tensor<i32>)
  %f17a = stablehlo.constant dense<1.00000000000000000e+00> : tensor<2xf64>
  %f17b = stablehlo.constant dense<1.00000000000000000e+00> : tensor<2xf64>
  %m17a = stablehlo.multiply %s16#1, %f17a : tensor<2xf64>
  %m17 = stablehlo.multiply %m17a, %f17b : tensor<2xf64>
  check.expect_almost_eq %m17, %singular, tolerance = 1.000000e-12 : tensor<2xf64>
  check.expect_eq %s16#4, %zero : tensor<i32>
  %q16:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%m15) {api_version = 4 : i32} : (tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>)
  check.expect_almost_eq %q16#1, %tau, tolerance = 1.000000e-12 : tensor<2xf64>
  %b16 = stablehlo.slice %q16#0 [1:4, 0:1] : (tensor<4x2xf64>) -> tensor<3x1xf64>
  check.expect_almost_eq %b16, %below, tolerance = 1.000000e-12 : tensor<3x1xf64>
  %l16:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%m14) {api_version = 4 : i32} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xi32>, tensor<i32>)
  check.expect_eq %l16#2, %zero : tensor<i32>
  %c16 = "stablehlo.cholesky"(%m14) <{lower = true}> : (tensor<3x3xf64>) -> tensor<3x3xf64>
  %f18a = stablehlo.constant dense<1.00000000000000000e+00> : tensor<3x3xf64>
  %f18b = stablehlo.constant dense<1.00000000000000000e+00> : tensor<3x3xf64>
  %m18a = stablehlo.multiply %c16, %f18a : tensor<3x3xf64>
  %m18 = stablehlo.multiply %m18a, %f18b : tensor<3x3xf64>
  check.expect_almost_eq %m18, %factor, tolerance = 1.000000e-12 : tensor<3x3xf64>

  // A NaN or an infinity anywhere: NaN everywhere, and an info that says so.
  %nan = stablehlo.constant dense<[[1.0, 0.0], [0x7FF8000000000000, 1.0]]> : tensor<2x2xf64>
  %inf = stablehlo.constant dense<[[1.0, 0.0], [0x7FF0000000000000, 1.0]]> : tensor<2x2xf64>
  %all = stablehlo.constant dense<true> : tensor<2xi1>
  %all2 = stablehlo.constant dense<true> : tensor<2x2xi1>
  %e_nan:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%nan) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>)
  %en_nan = stablehlo.compare NE, %e_nan#1, %e_nan#1, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  check.expect_eq %en_nan, %all : tensor<2xi1>
  %ev_nan = stablehlo.compare NE, %e_nan#0, %e_nan#0, FLOAT : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xi1>
  check.expect_eq %ev_nan, %all2 : tensor<2x2xi1>
  check.expect_eq_const %e_nan#2, dense<1> : tensor<i32>
  %s_nan:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%nan) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<i32>)
  %sn_nan = stablehlo.compare NE, %s_nan#1, %s_nan#1, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  check.expect_eq %sn_nan, %all : tensor<2xi1>
  check.expect_eq_const %s_nan#4, dense<-4> : tensor<i32>
  %e_inf:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%inf) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<i32>)
  %en_inf = stablehlo.compare NE, %e_inf#1, %e_inf#1, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  check.expect_eq %en_inf, %all : tensor<2xi1>
  %ev_inf = stablehlo.compare NE, %e_inf#0, %e_inf#0, FLOAT : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xi1>
  check.expect_eq %ev_inf, %all2 : tensor<2x2xi1>
  check.expect_eq_const %e_inf#2, dense<1> : tensor<i32>
  %s_inf:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%inf) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<i32>)
  %sn_inf = stablehlo.compare NE, %s_inf#1, %s_inf#1, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
  check.expect_eq %sn_inf, %all : tensor<2xi1>
  check.expect_eq_const %s_inf#4, dense<-4> : tensor<i32>
  return
}
