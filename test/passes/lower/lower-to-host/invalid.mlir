// RUN: not shardwright-opt %s --split-input-file --lower-to-host -o /dev/null 2>&1 | FileCheck %s

// CHECK: invalid.mlir:[[@LINE+2]]:19: error: 'stablehlo.rng_bit_generator' cannot be compiled for the host
func.func @main(%x: tensor<2xui64>) -> tensor<16xui32> {
  %state, %bits = stablehlo.rng_bit_generator %x, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<16xui32>)
  return %bits : tensor<16xui32>
}

// -----

// CHECK: invalid.mlir:[[@LINE+2]]:8: error: 'stablehlo.custom_call' to @lapack_cgelsd_ffi cannot be compiled for the host with complex elements
func.func @main(%x: tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  %0 = stablehlo.custom_call @lapack_cgelsd_ffi(%x) {api_version = 4 : i32} : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xcomplex<f32>>
}

// -----

// CHECK: error: 'stablehlo.add' has a value of type 'tensor<?xf32>', its shape must be known when it is compiled
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: the program has no function @main of one block
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// LAPACK's options are letters; taken for the other one, what is missing would be a wrong number.
// CHECK: invalid.mlir:[[@LINE+2]]:10: error: 'lapack_spotrf_ffi' lacks option 'uplo'; `mhlo.backend_config` should give it a letter's code: 76 for 'L', 85 for 'U'
func.func @main(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {api_version = 4 : i32} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  return %0#0 : tensor<3x3xf32>
}

// -----

// CHECK: error: 'lapack_spotrf_ffi' has 108 : ui8 for option 'uplo'; `mhlo.backend_config` should give it a letter's code: 76 for 'L', 85 for 'U'
func.func @main(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {uplo = 108 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  return %0#0 : tensor<3x3xf32>
}

// -----

// A code that ends in the letter's eight bits is not the letter's.
// CHECK: error: 'lapack_spotrf_ffi' has 332 : i32 for option 'uplo'
func.func @main(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {api_version = 4 : i32, mhlo.backend_config = {uplo = 332 : i32}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  return %0#0 : tensor<3x3xf32>
}

// -----

// CHECK: error: 'lapack_dtrsm_ffi' has "R" for option 'side'; `mhlo.backend_config` should give it a letter's code: 76 for 'L', 82 for 'R'
func.func @main(%a: tensor<3x3xf64>, %b: tensor<1x3xf64>) -> tensor<1x3xf64> {
  %0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = {diag = 78 : ui8, side = "R", trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf64>, tensor<1x3xf64>) -> tensor<1x3xf64>
  return %0 : tensor<1x3xf64>
}

// -----

// CHECK: error: 'lapack_strsm_ffi' lacks option 'diag'; `mhlo.backend_config` should give it a letter's code: 85 for 'U', 78 for 'N'
func.func @main(%a: tensor<3x3xf32>, %b: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = {side = 82 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

// CHECK: error: 'lapack_strsm_ffi' lacks option 'trans_x'; `mhlo.backend_config` should give it a letter's code: 84 for 'T', 67 for 'C', 78 for 'N'
func.func @main(%a: tensor<3x3xf32>, %b: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}
