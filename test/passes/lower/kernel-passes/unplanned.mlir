// RUN: shardwright-opt %s --split-input-file --verify-diagnostics --group-kernels

// expected-error @+1 {{nothing is said about the kernels of @main: run --fuse-operations first}}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> attributes {exec.planned} {
  // expected-error @+1 {{'stablehlo.tanh' has a value of type 'tensor<?xf32>', its shape must be known when it is compiled}}
  %0 = stablehlo.tanh %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
