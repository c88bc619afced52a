// Functions are good to a few units in the last place; this program says that they are exact.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<1000xf32>) -> (tensor<1000xf32> {fuzz.error = 0.0 : f64}) {
  %0 = stablehlo.iota dim = 0 : tensor<1000xf32>
  %1 = stablehlo.add %0, %a : tensor<1000xf32>
  %2 = stablehlo.sine %1 : tensor<1000xf32>
  %3 = stablehlo.cosine %1 : tensor<1000xf32>
  %4 = stablehlo.divide %2, %3 : tensor<1000xf32>
  return %4 : tensor<1000xf32>
}
