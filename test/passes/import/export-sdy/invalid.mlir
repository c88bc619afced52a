// RUN: shardwright-opt %s --export-sdy --split-input-file --verify-diagnostics

sharding.mesh @p = <a=2, b=2>
func.func @f(%a: tensor<8xi32>) {
  // expected-error @+1 {{sdy cannot spell a value that is partial by and}}
  %0 = sharding.reshard %a <@p, [_]{U_a:and}> : tensor<8xi32>
  return
}
