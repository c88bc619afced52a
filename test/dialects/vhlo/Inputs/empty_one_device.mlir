module @empty {
  func.func public @main(%arg0: tensor<0x3xf32>) -> (tensor<0x3xf32>, tensor<2x0xi1>) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<0x3xf32>
    %c = stablehlo.constant dense<> : tensor<2x0xi1>
    %0 = stablehlo.multiply %arg0, %cst : tensor<0x3xf32>
    return %0, %c : tensor<0x3xf32>, tensor<2x0xi1>
  }
}
