// A label stands for dimensions of one size among a function's arguments and results.
// RUN: shardwright-opt %s --verify-imported --split-input-file --verify-diagnostics

sharding.mesh @pod = <x=2>
// expected-note @+1 {{dimension 1 of argument #0 is labelled 'J' and has size 8}}
func.func @main(%a: tensor<4x8xf32> {sharding.spec = #sharding.spec<@pod, [I_x, J]>},
                // expected-error @+1 {{dimension 0 of argument #1 is labelled 'J' and has size 6, but 'J' has size 8 elsewhere; give different dimensions different labels}}
                %b: tensor<6x8xf32> {sharding.spec = #sharding.spec<@pod, [J, K]>}) -> tensor<4x8xf32> {
  return %a : tensor<4x8xf32>
}

// -----

sharding.mesh @pod = <x=2>
// expected-note @+2 {{dimension 0 of argument #0 is labelled 'I' and has size 4}}
// expected-error @+1 {{dimension 0 of result #0 is labelled 'I' and has size 2, but 'I' has size 4 elsewhere; give different dimensions different labels}}
func.func @main(%a: tensor<4xf32> {sharding.spec = #sharding.spec<@pod, [I_x]>}) -> (tensor<2xf32> {sharding.spec = #sharding.spec<@pod, [I]>}) {
  %0 = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

sharding.mesh @pod = <x=2>
func.func @fine(%a: tensor<4x4xf32> {sharding.spec = #sharding.spec<@pod, [I_x, I]>}) -> (tensor<4x4xf32> {sharding.spec = #sharding.spec<@pod, [J, _]>}) {
  return %a : tensor<4x4xf32>
}
