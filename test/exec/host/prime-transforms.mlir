// Fourier transforms of lengths with a large prime factor, which are convolutions (Bluestein): beside the definition's sum in
// the interpreter, eight lines and more at a time and one alone; forwards, backwards, of real values and into them.
// RUN: shardwright run %s --check-against=interp --rtol=1e-12 --atol=1e-11
func.func @main(%a: tensor<67xcomplex<f64>>, %b: tensor<11x202xcomplex<f64>>, %c: tensor<3x101xf64>, %d: tensor<71x10xcomplex<f64>>)
    -> (tensor<67xcomplex<f64>>, tensor<11x202xcomplex<f64>>, tensor<3x51xcomplex<f64>>, tensor<3x101xf64>, tensor<71x10xcomplex<f64>>) {
  %0 = stablehlo.fft %a, type = FFT, length = [67] : (tensor<67xcomplex<f64>>) -> tensor<67xcomplex<f64>>
  %1 = stablehlo.fft %b, type = IFFT, length = [202] : (tensor<11x202xcomplex<f64>>) -> tensor<11x202xcomplex<f64>>
  %2 = stablehlo.fft %c, type = RFFT, length = [101] : (tensor<3x101xf64>) -> tensor<3x51xcomplex<f64>>
  %3 = stablehlo.fft %2, type = IRFFT, length = [101] : (tensor<3x51xcomplex<f64>>) -> tensor<3x101xf64>
  check.expect_almost_eq %3, %c : tensor<3x101xf64>
  %4 = stablehlo.fft %d, type = FFT, length = [71, 10] : (tensor<71x10xcomplex<f64>>) -> tensor<71x10xcomplex<f64>>
  return %0, %1, %2, %3, %4 : tensor<67xcomplex<f64>>, tensor<11x202xcomplex<f64>>, tensor<3x51xcomplex<f64>>, tensor<3x101xf64>, tensor<71x10xcomplex<f64>>
}
