// RUN: not shardwright-opt %s --split-input-file --lower-to-host -o /dev/null 2>&1 | FileCheck %s

// CHECK: invalid.mlir:[[@LINE+2]]:19: error: 'stablehlo.rng_bit_generator' cannot be compiled for the host
func.func @main(%x: tensor<2xui64>) -> tensor<16xui32> {
  %state, %bits = stablehlo.rng_bit_generator %x, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<16xui32>)
  return %bits : tensor<16xui32>
}

// -----

// CHECK: invalid.mlir:[[@LINE+2]]:8: error: 'stablehlo.cholesky' cannot be compiled for the host with complex elements
func.func @main(%x: tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xcomplex<f32>>
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
