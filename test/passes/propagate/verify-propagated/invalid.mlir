// RUN: shardwright-opt --verify-propagated --split-input-file --verify-diagnostics %s

sharding.mesh @m = <x=2>
// expected-error @+1 {{argument #0 of @f has no sharding after propagation}}
func.func @f(%a: tensor<8xf32>) {
  return
}

// -----

sharding.mesh @m = <x=2>
// expected-error @+1 {{result #0 of @f has an open dimension after propagation}}
func.func @f(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) -> (tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_?]>}) {
  return %a : tensor<8xf32>
}

// -----

sharding.mesh @m = <x=2>
func.func @f(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) {
  // expected-error @+1 {{result #0 has no sharding after propagation}}
  %0 = stablehlo.negate %a : tensor<8xf32>
  return
}

// -----

sharding.mesh @m = <x=2>
func.func @f(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) {
  // expected-error @+1 {{'sharding.constraint' op is left after propagation}}
  %0 = sharding.constraint %a <@m, [_x]> : tensor<8xf32>
  return
}

// -----

sharding.mesh @m = <x=2>
func.func @f(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) {
  // expected-error @+1 {{input #0 has an open dimension after propagation}}
  sharding.manual(%a) in [<@m, [_{x,?}]>] out [] over {x} (%b: tensor<4xf32>) { sharding.return } : (tensor<8xf32>) -> ()
  return
}
