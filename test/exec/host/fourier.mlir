// Fourier transforms of lengths with small factors, several times the same, of a prime one, of one and none; of reals and back; of more lines than
// are transformed at a time; in two and
// three dimensions, of blocks with fewer lines than that, and with a block left over. The reference interpreter sums by the definition.
// RUN: rm -rf %t && shardwright run %s --backend=interp --save-outputs=%t
// RUN: shardwright run %s --expect=%t --rtol=1e-4 --atol=1e-5
// RUN: shardwright run %s --expect=%t --rtol=1e-4 --atol=1e-5 --devices=1
sharding.mesh @m = <x=2>
func.func @main(%a: tensor<6x12xcomplex<f32>> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, %r: tensor<19x7xf64>, %h: tensor<2x6x5xcomplex<f32>>,
                %single: tensor<3x1xcomplex<f32>>, %none: tensor<0x4xcomplex<f32>>, %long: tensor<11x48x32xcomplex<f32>>,
                %few: tensor<3x5x7xcomplex<f32>>, %small: tensor<4x2x3x3xcomplex<f64>>)
    -> (tensor<6x12xcomplex<f32>>, tensor<6x12xcomplex<f32>>, tensor<19x4xcomplex<f64>>, tensor<2x6x8xf32>, tensor<2x6x9xf32>, tensor<3x1xcomplex<f32>>, tensor<0x4xcomplex<f32>>, tensor<11x48x32xcomplex<f32>>, tensor<11x48x32xcomplex<f32>>,
        tensor<3x5x7xcomplex<f32>>, tensor<3x5x12xf32>, tensor<4x2x3x3xcomplex<f64>>) {
  %0 = stablehlo.fft %a, type = FFT, length = [12] : (tensor<6x12xcomplex<f32>>) -> tensor<6x12xcomplex<f32>>
  %1 = stablehlo.fft %a, type = IFFT, length = [6, 12] : (tensor<6x12xcomplex<f32>>) -> tensor<6x12xcomplex<f32>>
  %2 = stablehlo.fft %r, type = RFFT, length = [7] : (tensor<19x7xf64>) -> tensor<19x4xcomplex<f64>>
  %3 = stablehlo.fft %h, type = IRFFT, length = [6, 8] : (tensor<2x6x5xcomplex<f32>>) -> tensor<2x6x8xf32>
  %4 = stablehlo.fft %h, type = IRFFT, length = [9] : (tensor<2x6x5xcomplex<f32>>) -> tensor<2x6x9xf32>
  %5 = stablehlo.fft %single, type = FFT, length = [1] : (tensor<3x1xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
  %6 = stablehlo.fft %none, type = FFT, length = [4] : (tensor<0x4xcomplex<f32>>) -> tensor<0x4xcomplex<f32>>
  %7 = stablehlo.fft %long, type = FFT, length = [48, 32] : (tensor<11x48x32xcomplex<f32>>) -> tensor<11x48x32xcomplex<f32>>
  %8 = stablehlo.fft %long, type = IFFT, length = [32] : (tensor<11x48x32xcomplex<f32>>) -> tensor<11x48x32xcomplex<f32>>
  %9 = stablehlo.fft %few, type = FFT, length = [5, 7] : (tensor<3x5x7xcomplex<f32>>) -> tensor<3x5x7xcomplex<f32>>
  %10 = stablehlo.fft %few, type = IRFFT, length = [5, 12] : (tensor<3x5x7xcomplex<f32>>) -> tensor<3x5x12xf32>
  %11 = stablehlo.fft %small, type = IFFT, length = [2, 3, 3] : (tensor<4x2x3x3xcomplex<f64>>) -> tensor<4x2x3x3xcomplex<f64>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<6x12xcomplex<f32>>, tensor<6x12xcomplex<f32>>, tensor<19x4xcomplex<f64>>, tensor<2x6x8xf32>, tensor<2x6x9xf32>, tensor<3x1xcomplex<f32>>, tensor<0x4xcomplex<f32>>, tensor<11x48x32xcomplex<f32>>, tensor<11x48x32xcomplex<f32>>, tensor<3x5x7xcomplex<f32>>, tensor<3x5x12xf32>, tensor<4x2x3x3xcomplex<f64>>
}
