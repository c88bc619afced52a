// Constants of every element type; values that are no numbers are bit patterns.
// RUN: grep -v '^//' %s > %t.expected
// RUN: shardwright-opt --verify-roundtrip %s > %t.printed
// RUN: diff -B %t.expected %t.printed
// RUN: shardwright-opt --mlir-print-op-generic %s | shardwright-opt > %t.generic
// RUN: diff -B %t.expected %t.generic
module {
  func.func @constants() {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<2x3xf32>
    %c = stablehlo.constant dense<[1, -2, 3]> : tensor<3xi32>
    %c_0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %cst_1 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>
    %cst_2 = stablehlo.constant dense<[0xFF800000, 0x7FC00000]> : tensor<2xf32>
    %cst_3 = stablehlo.constant {note = 1 : i32} dense<> : tensor<0x3xf32>
    %c_4 = stablehlo.constant dense<255> : tensor<ui8>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f8E4M3FN>
    %c_6 = stablehlo.constant dense<[1, -8]> : tensor<2xi4>
    %cst_7 = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
    %c_8 = stablehlo.constant dense<true> : tensor<200xi1>
    return
  }
}
