// Complex tensors whose last dimension has no elements: their two parts are read behind its end.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --devices=1 --check-against=interp
sharding.mesh @m = <x=3>
func.func @main(%a: tensor<8x0xcomplex<f64>> {sharding.spec = #sharding.spec<@m, [I_x, J]>}, %b: tensor<0x0xcomplex<f32>>)
    -> (tensor<8xcomplex<f64>> {sharding.spec = #sharding.spec<@m, [I_x]>}, tensor<8x0xcomplex<f64>>, tensor<0x0xi1>) {
  %one = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  %0 = stablehlo.reduce(%a init: %one) applies stablehlo.add across dimensions = [1] : (tensor<8x0xcomplex<f64>>, tensor<complex<f64>>) -> tensor<8xcomplex<f64>>
  %1 = stablehlo.negate %a : tensor<8x0xcomplex<f64>>
  %2 = stablehlo.compare NE, %b, %b : (tensor<0x0xcomplex<f32>>, tensor<0x0xcomplex<f32>>) -> tensor<0x0xi1>
  return %0, %1, %2 : tensor<8xcomplex<f64>>, tensor<8x0xcomplex<f64>>, tensor<0x0xi1>
}
