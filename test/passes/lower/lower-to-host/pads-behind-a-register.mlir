// Of rows that some devices' registers hold half of, what a pad puts in the second half was what lay behind the operand
// (LLVM 22, processors with AVX2 and without AVX-512).
// RUN: shardwright run %s --devices=1 --check-against=interp | FileCheck %s
// CHECK: all 3 results match

func.func @main(%a: tensor<7x7xf32>, %b: tensor<8x6xf32>, %c: tensor<3x5xf64>) -> (tensor<19x10xf32>, tensor<9x9xi32>, tensor<7x9xf64>) {
  %one = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
  %0 = stablehlo.pad %a, %one, low = [0, 0], high = [0, 3], interior = [2, 0] : (tensor<7x7xf32>, tensor<f32>) -> tensor<19x10xf32>
  %1 = stablehlo.pad %b, %one, low = [1, 0], high = [0, 3], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<9x9xf32>
  %2 = stablehlo.convert %1 : (tensor<9x9xf32>) -> tensor<9x9xi32>
  %two = stablehlo.constant dense<-2.000000e+00> : tensor<f64>
  %3 = stablehlo.pad %c, %two, low = [0, 0], high = [0, 4], interior = [2, 0] : (tensor<3x5xf64>, tensor<f64>) -> tensor<7x9xf64>
  return %0, %2, %3 : tensor<19x10xf32>, tensor<9x9xi32>, tensor<7x9xf64>
}
