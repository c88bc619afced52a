// What a logarithm leaves undefined has the sign that processors give it, so that an order of all floats puts it last.
// RUN: shardwright run %s
// RUN: shardwright run %s --disable=all
// RUN: shardwright run %s --backend=interp

func.func @main() {
  %c = stablehlo.constant dense<[1.0, -1.0, 3.0, 0xFF800000, 2.0]> : tensor<5xf32>
  %x = stablehlo.optimization_barrier %c : tensor<5xf32>
  %log = stablehlo.log %x : tensor<5xf32>
  %bits = stablehlo.bitcast_convert %log : (tensor<5xf32>) -> tensor<5xi32>
  %zero = stablehlo.constant dense<0> : tensor<5xi32>
  %negative = stablehlo.compare LT, %bits, %zero, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  check.expect_eq_const %negative, dense<[false, true, false, true, false]> : tensor<5xi1>
  %values, %indices = chlo.top_k(%log, k = 3) : tensor<5xf32> -> (tensor<3xf32>, tensor<3xi32>)
  check.expect_eq_const %indices, dense<[2, 4, 0]> : tensor<3xi32>
  return
}
