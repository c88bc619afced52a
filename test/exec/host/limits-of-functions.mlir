// Where a formula gives no number and the function has one (ISO C, annex G): complex quotients by zero and by infinities,
// exponentials and tangents at infinity; and zeros below zero, which keep their sign.
// RUN: shardwright run %s
// RUN: shardwright run %s --disable=all
func.func @main() {
  %a = stablehlo.constant dense<[(1.0, 1.0), (1.0, 0.0), (3.0, 4.0)]> : tensor<3xcomplex<f32>>
  %b = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0xFF800000, 0x7F800000), (0.0, 2.0)]> : tensor<3xcomplex<f32>>
  %small = stablehlo.divide %a, %b : tensor<3xcomplex<f32>>
  check.expect_eq_const %small, dense<[(0.0, 0.0), (0.0, 0.0), (2.0, -1.5)]> : tensor<3xcomplex<f32>>
  %c = stablehlo.constant dense<[(1.0, -1.0), (0x7F800000, 2.0)]> : tensor<2xcomplex<f32>>
  %d = stablehlo.constant dense<[(0.0, 0.0), (1.0, 1.0)]> : tensor<2xcomplex<f32>>
  %large = stablehlo.divide %c, %d : tensor<2xcomplex<f32>>
  check.expect_eq_const %large, dense<[(0x7F800000, 0xFF800000), (0x7F800000, 0xFF800000)]> : tensor<2xcomplex<f32>>

  %far = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0xFF800000, 1.0)]> : tensor<2xcomplex<f32>>
  %tanh = stablehlo.tanh %far : tensor<2xcomplex<f32>>
  check.expect_eq_const %tanh, dense<[(1.0, 0.0), (-1.0, 0.0)]> : tensor<2xcomplex<f32>>
  %real = stablehlo.constant dense<[(0x7F800000, 0.0)]> : tensor<1xcomplex<f32>>
  %expm1 = stablehlo.exponential_minus_one %real : tensor<1xcomplex<f32>>
  check.expect_eq_const %expm1, dense<[(0x7F800000, 0.0)]> : tensor<1xcomplex<f32>>

  %zero = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %sine = stablehlo.sine %zero : tensor<2xf32>
  %bySine = stablehlo.divide %one, %sine : tensor<2xf32>
  check.expect_eq_const %bySine, dense<[0xFF800000, 0x7F800000]> : tensor<2xf32>
  %tangent = stablehlo.tanh %zero : tensor<2xf32>
  %byTangent = stablehlo.divide %one, %tangent : tensor<2xf32>
  check.expect_eq_const %byTangent, dense<[0xFF800000, 0x7F800000]> : tensor<2xf32>

  // Of one point of a spectrum that stands for none (JAX writes it), nothing.
  %line = stablehlo.constant dense<(1.0, 0.0)> : tensor<3x1xcomplex<f32>>
  %none = stablehlo.fft %line, type = IRFFT, length = [0] : (tensor<3x1xcomplex<f32>>) -> tensor<3x0xf32>
  %padding = stablehlo.constant dense<7.0> : tensor<f32>
  %padded = stablehlo.pad %none, %padding, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3x1xf32>
  check.expect_eq_const %padded, dense<7.0> : tensor<3x1xf32>
  return
}
