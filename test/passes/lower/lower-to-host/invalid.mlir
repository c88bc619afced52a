// RUN: not shardwright-opt %s --split-input-file --lower-to-host -o /dev/null 2>&1 | FileCheck %s

// CHECK: invalid.mlir:[[@LINE+2]]:8: error: 'stablehlo.fft' cannot be compiled for the host
func.func @main(%x: tensor<16xcomplex<f32>>) -> tensor<16xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [16] : (tensor<16xcomplex<f32>>) -> tensor<16xcomplex<f32>>
  return %0 : tensor<16xcomplex<f32>>
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
