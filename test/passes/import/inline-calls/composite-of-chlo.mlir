// RUN: shardwright-opt %s --inline-calls | FileCheck %s
// RUN: shardwright run %s

// A composite that is named like an operation of chlo is that operation, whatever its decomposition computes. Where there
// is none of that name, or it has another attribute, the decomposition is what counts.
// CHECK-LABEL: func.func @main(
// CHECK: %[[VALUES:.*]], %[[INDICES:.*]] = chlo.top_k(%{{.*}}, k = 3)
// CHECK-NEXT: chlo.erf %[[VALUES]]
// CHECK-NEXT: stablehlo.negate
// CHECK-NEXT: stablehlo.negate
// CHECK-NOT: func.func
func.func @main() {
  %x = stablehlo.constant dense<[[0.5, -1.0, 2.0, 0.25]]> : tensor<1x4xf32>
  %values, %indices = stablehlo.composite "chlo.top_k" %x {composite_attributes = {k = 3 : i64}, decomposition = @zeros, version = 1 : i32} : (tensor<1x4xf32>) -> (tensor<1x3xf32>, tensor<1x3xi32>)
  %erf = stablehlo.composite "chlo.erf" %values {decomposition = @negative} : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %unknown = stablehlo.composite "chlo.softsign" %values {decomposition = @negative} : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %other = stablehlo.composite "chlo.tan" %values {composite_attributes = {degrees = true}, decomposition = @negative} : (tensor<1x3xf32>) -> tensor<1x3xf32>

  %positions = stablehlo.constant dense<[[2, 0, 3]]> : tensor<1x3xi32>
  check.expect_eq %indices, %positions : tensor<1x3xi32>
  %erf_expected = stablehlo.constant dense<[[0.9953223, 0.5204999, 0.2763264]]> : tensor<1x3xf32>
  check.expect_almost_eq %erf, %erf_expected : tensor<1x3xf32>
  %negative = stablehlo.constant dense<[[-2.0, -0.5, -0.25]]> : tensor<1x3xf32>
  check.expect_eq %unknown, %negative : tensor<1x3xf32>
  check.expect_eq %other, %negative : tensor<1x3xf32>
  return
}
func.func private @zeros(%x: tensor<1x4xf32>) -> (tensor<1x3xf32>, tensor<1x3xi32>) {
  %values = stablehlo.constant dense<0.0> : tensor<1x3xf32>
  %indices = stablehlo.constant dense<0> : tensor<1x3xi32>
  return %values, %indices : tensor<1x3xf32>, tensor<1x3xi32>
}
func.func private @negative(%x: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = stablehlo.negate %x : tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}
