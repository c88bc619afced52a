// Factorizations of matrices that are not small, which LAPACK computes where it is installed: the factors are what they should
// be (triangular, orthogonal, sorted) and multiplied again give the matrix.
// RUN: shardwright run %s --rtol=2e-5 --atol=2e-4
// RUN: sed -e s/@lapack_sgeqrf_ffi/@Qr/ -e s/@lapack_sorgqr_ffi/@ProductOfElementaryHouseholderReflectors/ %s > %t.named.mlir
// RUN: shardwright run %t.named.mlir --rtol=2e-5 --atol=2e-4
// RUN: sed -e s/f32/f64/g -e 's/@lapack_s/@lapack_d/' %s > %t.mlir && shardwright run %t.mlir --rtol=1e-13 --atol=1e-12
func.func @main() {
  // A matrix of sines, s = m^T m + 1, both of full rank.
  %v1 = stablehlo.iota dim = 0 : tensor<60x52xf32>
  %v2 = stablehlo.iota dim = 1 : tensor<60x52xf32>
  %v3 = stablehlo.constant dense<1.37> : tensor<60x52xf32>
  %v4 = stablehlo.multiply %v2, %v3 : tensor<60x52xf32>
  %v5 = stablehlo.multiply %v1, %v4 : tensor<60x52xf32>
  %v6 = stablehlo.add %v5, %v1 : tensor<60x52xf32>
  %v7 = stablehlo.sine %v6 : tensor<60x52xf32>
  %v8 = stablehlo.transpose %v7, dims = [1, 0] : (tensor<60x52xf32>) -> tensor<52x60xf32>
  %v9 = stablehlo.dot_general %v7, %v7, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<60x52xf32>, tensor<60x52xf32>) -> tensor<52x52xf32>
  %v10 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v11 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v12 = stablehlo.compare EQ, %v10, %v11 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v13 = stablehlo.convert %v12 : (tensor<52x52xi1>) -> tensor<52x52xf32>
  %v14 = stablehlo.add %v9, %v13 : tensor<52x52xf32>

  // Cholesky factors; what is solved with them from the left, from the right and transposed.
  %v15 = "stablehlo.cholesky"(%v14) <{lower = true}> : (tensor<52x52xf32>) -> tensor<52x52xf32>
  %v16 = stablehlo.dot_general %v15, %v15, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v16, %v14 : tensor<52x52xf32>
  %v17 = "stablehlo.cholesky"(%v14) <{lower = false}> : (tensor<52x52xf32>) -> tensor<52x52xf32>
  %v18 = stablehlo.dot_general %v17, %v17, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v18, %v14 : tensor<52x52xf32>
  %v19 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v20 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v21 = stablehlo.compare GE, %v19, %v20 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v22 = stablehlo.constant dense<0.0> : tensor<52x52xf32>
  %v23 = stablehlo.select %v21, %v15, %v22 : tensor<52x52xi1>, tensor<52x52xf32>
  check.expect_almost_eq %v23, %v15 : tensor<52x52xf32>
  %v24 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v25 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v26 = stablehlo.compare LE, %v24, %v25 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v27 = stablehlo.constant dense<0.0> : tensor<52x52xf32>
  %v28 = stablehlo.select %v26, %v17, %v27 : tensor<52x52xi1>, tensor<52x52xf32>
  check.expect_almost_eq %v28, %v17 : tensor<52x52xf32>
  %v29 = "stablehlo.triangular_solve"(%v15, %v8) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<52x52xf32>, tensor<52x60xf32>) -> tensor<52x60xf32>
  %v30 = stablehlo.dot_general %v15, %v29, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x60xf32>) -> tensor<52x60xf32>
  check.expect_almost_eq %v30, %v8 : tensor<52x60xf32>
  %v31 = "stablehlo.triangular_solve"(%v15, %v8) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<52x52xf32>, tensor<52x60xf32>) -> tensor<52x60xf32>
  %v32 = stablehlo.dot_general %v15, %v31, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x60xf32>) -> tensor<52x60xf32>
  check.expect_almost_eq %v32, %v8 : tensor<52x60xf32>
  %v33 = "stablehlo.triangular_solve"(%v17, %v7) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<52x52xf32>, tensor<60x52xf32>) -> tensor<60x52xf32>
  %v34 = stablehlo.dot_general %v33, %v17, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<60x52xf32>, tensor<52x52xf32>) -> tensor<60x52xf32>
  check.expect_almost_eq %v34, %v7 : tensor<60x52xf32>
  %v35 = "stablehlo.triangular_solve"(%v17, %v7) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<52x52xf32>, tensor<60x52xf32>) -> tensor<60x52xf32>
  %v36 = stablehlo.dot_general %v35, %v17, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<60x52xf32>, tensor<52x52xf32>) -> tensor<60x52xf32>
  check.expect_almost_eq %v36, %v7 : tensor<60x52xf32>

  // Q and R of the tall matrix, and R of the wide one.
  %v37:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%v7) {api_version = 4 : i32} : (tensor<60x52xf32>) -> (tensor<60x52xf32>, tensor<52xf32>)
  %v38 = stablehlo.custom_call @lapack_sorgqr_ffi(%v37#0, %v37#1) {api_version = 4 : i32} : (tensor<60x52xf32>, tensor<52xf32>) -> tensor<60x52xf32>
  %v39 = stablehlo.slice %v37#0 [0:52, 0:52] : (tensor<60x52xf32>) -> tensor<52x52xf32>
  %v40 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v41 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v42 = stablehlo.compare LE, %v40, %v41 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v43 = stablehlo.constant dense<0.0> : tensor<52x52xf32>
  %v44 = stablehlo.select %v42, %v39, %v43 : tensor<52x52xi1>, tensor<52x52xf32>
  %v45 = stablehlo.dot_general %v38, %v44, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<60x52xf32>, tensor<52x52xf32>) -> tensor<60x52xf32>
  check.expect_almost_eq %v45, %v7 : tensor<60x52xf32>
  %v46 = stablehlo.dot_general %v38, %v38, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<60x52xf32>, tensor<60x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v46, %v13 : tensor<52x52xf32>
  %v47:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%v8) {api_version = 4 : i32} : (tensor<52x60xf32>) -> (tensor<52x60xf32>, tensor<52xf32>)
  %v48 = stablehlo.iota dim = 0 : tensor<52x60xi32>
  %v49 = stablehlo.iota dim = 1 : tensor<52x60xi32>
  %v50 = stablehlo.compare LE, %v48, %v49 : (tensor<52x60xi32>, tensor<52x60xi32>) -> tensor<52x60xi1>
  %v51 = stablehlo.constant dense<0.0> : tensor<52x60xf32>
  %v52 = stablehlo.select %v50, %v47#0, %v51 : tensor<52x60xi1>, tensor<52x60xf32>
  %v53 = stablehlo.dot_general %v52, %v52, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x60xf32>, tensor<52x60xf32>) -> tensor<60x60xf32>
  %v54 = stablehlo.dot_general %v8, %v8, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x60xf32>, tensor<52x60xf32>) -> tensor<60x60xf32>
  check.expect_almost_eq %v53, %v54 : tensor<60x60xf32>

  // L and U of a matrix whose diagonal outweighs its rows, and of the same upside down: every row comes back to its place.
  %v55 = stablehlo.constant dense<64.0> : tensor<52x52xf32>
  %v56 = stablehlo.multiply %v13, %v55 : tensor<52x52xf32>
  %v57 = stablehlo.add %v14, %v56 : tensor<52x52xf32>
  %v58 = stablehlo.reverse %v57, dims = [0] : tensor<52x52xf32>
  %v59:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%v57) {api_version = 4 : i32} : (tensor<52x52xf32>) -> (tensor<52x52xf32>, tensor<52xi32>, tensor<i32>)
  %v60 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v61 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v62 = stablehlo.compare GT, %v60, %v61 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v63 = stablehlo.constant dense<0.0> : tensor<52x52xf32>
  %v64 = stablehlo.select %v62, %v59#0, %v63 : tensor<52x52xi1>, tensor<52x52xf32>
  %v65 = stablehlo.add %v64, %v13 : tensor<52x52xf32>
  %v66 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v67 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v68 = stablehlo.compare LE, %v66, %v67 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v69 = stablehlo.constant dense<0.0> : tensor<52x52xf32>
  %v70 = stablehlo.select %v68, %v59#0, %v69 : tensor<52x52xi1>, tensor<52x52xf32>
  %v71 = stablehlo.dot_general %v65, %v70, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v71, %v57 : tensor<52x52xf32>
  check.expect_eq_const %v59#2, dense<0> : tensor<i32>
  %v72:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%v58) {api_version = 4 : i32} : (tensor<52x52xf32>) -> (tensor<52x52xf32>, tensor<52xi32>, tensor<i32>)
  %v73 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v74 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v75 = stablehlo.compare GT, %v73, %v74 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v76 = stablehlo.constant dense<0.0> : tensor<52x52xf32>
  %v77 = stablehlo.select %v75, %v72#0, %v76 : tensor<52x52xi1>, tensor<52x52xf32>
  %v78 = stablehlo.add %v77, %v13 : tensor<52x52xf32>
  %v79 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v80 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v81 = stablehlo.compare LE, %v79, %v80 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v82 = stablehlo.constant dense<0.0> : tensor<52x52xf32>
  %v83 = stablehlo.select %v81, %v72#0, %v82 : tensor<52x52xi1>, tensor<52x52xf32>
  %v84 = stablehlo.dot_general %v78, %v83, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v84, %v57 : tensor<52x52xf32>
  check.expect_eq_const %v72#2, dense<0> : tensor<i32>
  check.expect_eq_const %v72#1, dense<[52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52]> : tensor<52xi32>

  // Eigenvalues and eigenvectors, by either triangle.
  %v85 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v86 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v87 = stablehlo.compare GE, %v85, %v86 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v88 = stablehlo.constant dense<0.0> : tensor<52x52xf32>
  %v89 = stablehlo.select %v87, %v14, %v88 : tensor<52x52xi1>, tensor<52x52xf32>
  %v90:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%v89) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<52x52xf32>) -> (tensor<52x52xf32>, tensor<52xf32>, tensor<i32>)
  %v91 = stablehlo.broadcast_in_dim %v90#1, dims = [1] : (tensor<52xf32>) -> tensor<52x52xf32>
  %v92 = stablehlo.multiply %v90#0, %v91 : tensor<52x52xf32>
  %v93 = stablehlo.dot_general %v92, %v90#0, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v93, %v14 : tensor<52x52xf32>
  %v94 = stablehlo.dot_general %v90#0, %v90#0, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v94, %v13 : tensor<52x52xf32>
  %v95 = "stablehlo.sort"(%v90#1) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<52xf32>) -> tensor<52xf32>
  check.expect_almost_eq %v95, %v90#1 : tensor<52xf32>
  %v96 = stablehlo.iota dim = 0 : tensor<52x52xi32>
  %v97 = stablehlo.iota dim = 1 : tensor<52x52xi32>
  %v98 = stablehlo.compare LE, %v96, %v97 : (tensor<52x52xi32>, tensor<52x52xi32>) -> tensor<52x52xi1>
  %v99 = stablehlo.constant dense<0.0> : tensor<52x52xf32>
  %v100 = stablehlo.select %v98, %v14, %v99 : tensor<52x52xi1>, tensor<52x52xf32>
  %v101:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%v100) {api_version = 4 : i32, mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<52x52xf32>) -> (tensor<52x52xf32>, tensor<52xf32>, tensor<i32>)
  %v102 = stablehlo.broadcast_in_dim %v101#1, dims = [1] : (tensor<52xf32>) -> tensor<52x52xf32>
  %v103 = stablehlo.multiply %v101#0, %v102 : tensor<52x52xf32>
  %v104 = stablehlo.dot_general %v103, %v101#0, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v104, %v14 : tensor<52x52xf32>
  %v105 = stablehlo.dot_general %v101#0, %v101#0, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v105, %v13 : tensor<52x52xf32>
  %v106 = "stablehlo.sort"(%v101#1) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<52xf32>) -> tensor<52xf32>
  check.expect_almost_eq %v106, %v101#1 : tensor<52xf32>

  // Singular values and vectors: of the tall matrix and of the wide one, of whole bases (65) and of the least (83); then alone (78).
  %v107 = stablehlo.iota dim = 0 : tensor<60x60xi32>
  %v108 = stablehlo.iota dim = 1 : tensor<60x60xi32>
  %v109 = stablehlo.compare EQ, %v107, %v108 : (tensor<60x60xi32>, tensor<60x60xi32>) -> tensor<60x60xi1>
  %v110 = stablehlo.convert %v109 : (tensor<60x60xi1>) -> tensor<60x60xf32>
  %v111:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%v7) {api_version = 4 : i32, mhlo.backend_config = {mode = 65 : ui8}} : (tensor<60x52xf32>) -> (tensor<60x52xf32>, tensor<52xf32>, tensor<60x60xf32>, tensor<52x52xf32>, tensor<i32>)
  %v112 = stablehlo.dot_general %v111#2, %v111#2, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<60x60xf32>, tensor<60x60xf32>) -> tensor<60x60xf32>
  check.expect_almost_eq %v112, %v110 : tensor<60x60xf32>
  %v113 = stablehlo.dot_general %v111#3, %v111#3, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v113, %v13 : tensor<52x52xf32>
  %v114 = stablehlo.slice %v111#2 [0:60, 0:52] : (tensor<60x60xf32>) -> tensor<60x52xf32>
  %v115 = stablehlo.slice %v111#3 [0:52, 0:52] : (tensor<52x52xf32>) -> tensor<52x52xf32>
  %v116 = stablehlo.broadcast_in_dim %v111#1, dims = [1] : (tensor<52xf32>) -> tensor<60x52xf32>
  %v117 = stablehlo.multiply %v114, %v116 : tensor<60x52xf32>
  %v118 = stablehlo.dot_general %v117, %v115, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<60x52xf32>, tensor<52x52xf32>) -> tensor<60x52xf32>
  check.expect_almost_eq %v118, %v7 : tensor<60x52xf32>
  %v119:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%v7) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<60x52xf32>) -> (tensor<60x52xf32>, tensor<52xf32>, tensor<60x52xf32>, tensor<52x52xf32>, tensor<i32>)
  %v120 = stablehlo.dot_general %v119#2, %v119#2, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<60x52xf32>, tensor<60x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v120, %v13 : tensor<52x52xf32>
  %v121 = stablehlo.dot_general %v119#3, %v119#3, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v121, %v13 : tensor<52x52xf32>
  %v122 = stablehlo.slice %v119#2 [0:60, 0:52] : (tensor<60x52xf32>) -> tensor<60x52xf32>
  %v123 = stablehlo.slice %v119#3 [0:52, 0:52] : (tensor<52x52xf32>) -> tensor<52x52xf32>
  %v124 = stablehlo.broadcast_in_dim %v119#1, dims = [1] : (tensor<52xf32>) -> tensor<60x52xf32>
  %v125 = stablehlo.multiply %v122, %v124 : tensor<60x52xf32>
  %v126 = stablehlo.dot_general %v125, %v123, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<60x52xf32>, tensor<52x52xf32>) -> tensor<60x52xf32>
  check.expect_almost_eq %v126, %v7 : tensor<60x52xf32>
  %v127:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%v8) {api_version = 4 : i32, mhlo.backend_config = {mode = 65 : ui8}} : (tensor<52x60xf32>) -> (tensor<52x60xf32>, tensor<52xf32>, tensor<52x52xf32>, tensor<60x60xf32>, tensor<i32>)
  %v128 = stablehlo.dot_general %v127#2, %v127#2, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v128, %v13 : tensor<52x52xf32>
  %v129 = stablehlo.dot_general %v127#3, %v127#3, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<60x60xf32>, tensor<60x60xf32>) -> tensor<60x60xf32>
  check.expect_almost_eq %v129, %v110 : tensor<60x60xf32>
  %v130 = stablehlo.slice %v127#2 [0:52, 0:52] : (tensor<52x52xf32>) -> tensor<52x52xf32>
  %v131 = stablehlo.slice %v127#3 [0:52, 0:60] : (tensor<60x60xf32>) -> tensor<52x60xf32>
  %v132 = stablehlo.broadcast_in_dim %v127#1, dims = [1] : (tensor<52xf32>) -> tensor<52x52xf32>
  %v133 = stablehlo.multiply %v130, %v132 : tensor<52x52xf32>
  %v134 = stablehlo.dot_general %v133, %v131, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x60xf32>) -> tensor<52x60xf32>
  check.expect_almost_eq %v134, %v8 : tensor<52x60xf32>
  %v135:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%v8) {api_version = 4 : i32, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<52x60xf32>) -> (tensor<52x60xf32>, tensor<52xf32>, tensor<52x52xf32>, tensor<52x60xf32>, tensor<i32>)
  %v136 = stablehlo.dot_general %v135#2, %v135#2, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x52xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v136, %v13 : tensor<52x52xf32>
  %v137 = stablehlo.dot_general %v135#3, %v135#3, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<52x60xf32>, tensor<52x60xf32>) -> tensor<52x52xf32>
  check.expect_almost_eq %v137, %v13 : tensor<52x52xf32>
  %v138 = stablehlo.slice %v135#2 [0:52, 0:52] : (tensor<52x52xf32>) -> tensor<52x52xf32>
  %v139 = stablehlo.slice %v135#3 [0:52, 0:60] : (tensor<52x60xf32>) -> tensor<52x60xf32>
  %v140 = stablehlo.broadcast_in_dim %v135#1, dims = [1] : (tensor<52xf32>) -> tensor<52x52xf32>
  %v141 = stablehlo.multiply %v138, %v140 : tensor<52x52xf32>
  %v142 = stablehlo.dot_general %v141, %v139, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<52x52xf32>, tensor<52x60xf32>) -> tensor<52x60xf32>
  check.expect_almost_eq %v142, %v8 : tensor<52x60xf32>
  %v143:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%v7) {api_version = 4 : i32, mhlo.backend_config = {mode = 78 : ui8}} : (tensor<60x52xf32>) -> (tensor<60x52xf32>, tensor<52xf32>, tensor<60x60xf32>, tensor<52x52xf32>, tensor<i32>)
  check.expect_almost_eq %v143#1, %v111#1 : tensor<52xf32>
  return
}
