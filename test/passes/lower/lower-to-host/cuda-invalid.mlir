// What GPUs cannot do yet is refused where it stands.
// RUN: shardwright-opt %s --split-input-file --verify-diagnostics --lower-to-host=target=cuda:sm_80

func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{'cholesky' is a routine that only hosts have: compile for a host instead of cuda:sm_80}}
  %0 = stablehlo.cholesky %x, lower = true : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
