// Tolerances by the coarsest type on the way and the longest sum, where none is given: (4 e + 16 s (4 + sqrt(n))), with
// e and s of f32 2^-23. All numbers by hand.
// RUN: split-file %s %t
// RUN: shardwright run %t/product.mlir --check-against=interp | FileCheck %s --check-prefix=PRODUCT
// RUN: shardwright run %t/half.mlir --check-against=interp | FileCheck %s --check-prefix=HALF
// RUN: shardwright run %t/loop.mlir --check-against=interp | FileCheck %s --check-prefix=LOOP
// RUN: shardwright run %t/moved.mlir --check-against=interp | FileCheck %s --check-prefix=MOVED
// RUN: shardwright run %t/double.mlir --check-against=interp | FileCheck %s --check-prefix=DOUBLE

// (4 + 16 (4 + 32)) / 2^23 of 1024 terms.
// PRODUCT: rtol 6.91e-05,
//--- product.mlir
func.func @main(%a: tensor<4x1024xf32>, %b: tensor<1024x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x1024xf32>, tensor<1024x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// An f32 result of numbers that were rounded to f16: 4 / 2^10 + 16 (4 + 1) / 2^23.
// HALF: rtol 0.00392,
//--- half.mlir
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.convert %a : (tensor<8xf32>) -> tensor<8xf16>
  %1 = stablehlo.convert %0 : (tensor<8xf16>) -> tensor<8xf32>
  %2 = stablehlo.add %1, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// 16 iterations that add 64 terms each: (4 + 16 (4 + 32)) / 2^23 again.
// LOOP: rtol 6.91e-05,
//--- loop.mlir
func.func @main(%a: tensor<64xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %s = %sum) : tensor<i32>, tensor<f32>
    cond {
      %n = stablehlo.constant dense<16> : tensor<i32>
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %none = stablehlo.constant dense<0.0> : tensor<f32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %1 = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.add %s, %1 : tensor<f32>
      stablehlo.return %next, %2 : tensor<i32>, tensor<f32>
    }
  return %0#1 : tensor<f32>
}

// What is only moved is equal to the bit, and so are integers.
// MOVED: largest error 0, rtol 0, atol 0)
//--- moved.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<8xi32>) -> (tensor<8x4xf32>, tensor<8xi32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.add %b, %b : tensor<8xi32>
  return %0, %1 : tensor<8x4xf32>, tensor<8xi32>
}

// (4 + 16 (4 + 1)) / 2^52.
// DOUBLE: rtol 1.87e-14,
//--- double.mlir
func.func @main(%a: tensor<8xf64>) -> tensor<8xf64> {
  %0 = stablehlo.exponential %a : tensor<8xf64>
  return %0 : tensor<8xf64>
}
