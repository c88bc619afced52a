// RUN: shardwright-opt %s --import-mhlo-sharding --split-input-file --verify-diagnostics

// expected-error @+1 {{in 'mhlo.sharding': offset 0 of the sharding '[2]': expected '{'}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "[2]"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 1 of the sharding '{tiled}': expected devices=, replicated, manual, unknown, unreduced or maximal}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{tiled}"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 9 of the sharding '{devices=2}': expected '['}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=2}"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 11 of the sharding '{devices=[2}': expected ',' or ']'}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[2}"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 10 of the sharding '{devices=[x]}': expected a number}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[x]}"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 17 of the sharding '{devices=[4]<=[2]}': expected as many devices as tiles (4), not 2}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[2]}"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 21 of the sharding '{devices=[2]<=[2]T(1)}': expected a permutation}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]T(1)}"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 34 of the sharding '{devices=[2]<=[2] last_tile_dims={odd}}': expected replicated, manual or unreduced}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2] last_tile_dims={odd}}"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 11 of the sharding '{replicated': expected '}'}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{replicated"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 12 of the sharding '{replicated} x': expected the end}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{replicated} x"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 16 of the sharding '{maximal device=}': expected a number}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{maximal device=}"})

// -----

// expected-error @+1 {{'mhlo.sharding' must be a string}}
func.func private @f(tensor<8xf32> {mhlo.sharding = 1 : i32})

// -----

// expected-note @+1 {{mesh @mesh is <x=2>}}
sharding.mesh @mesh = <x=2>
// expected-error @+1 {{a maximal sharding puts a whole value on device 3, but mesh @mesh has devices 0 to 1}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{maximal device=3}"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': a grid of 2 dimensions for an array of rank 1}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"})

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{custom call @Sharding without 'mhlo.sharding'}}
  %0 = stablehlo.custom_call @Sharding(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.negate %a {mhlo.sharding = "{devices=[2]<=[2]}"} : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'shard_like 5' is not supported; use shard_as}}
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2]<=[2] shard_like 5}"} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'mhlo.sharding' has 2 shardings for 1 results}}
  %0 = stablehlo.negate %a {mhlo.sharding = "{{replicated}, {devices=[2]<=[2]}}"} : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{the borders of a manual region are understood around one call of its body only; export the program with Shardy}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%a) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

// One device is no other machine.
// expected-note @+1 {{the first sharding is over 2}}
func.func @f(%a: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %b: tensor<8xf32> {mhlo.sharding = "{devices=[1]0}"}) {
  // expected-error @+1 {{in 'mhlo.sharding': a sharding over 4 devices}}
  %0 = stablehlo.negate %a {mhlo.sharding = "{devices=[4]<=[4]}"} : tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{the devices of a sharding over 4 tiles are no transposed iota}}
module {
  func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[4]0,1,3,2}"})
}

// -----

// expected-note @+1 {{mesh @pod is <x=2>}}
sharding.mesh @pod = <x=2>
// expected-error @+1 {{in 'mhlo.sharding': a sharding over 4 devices in the mesh <x=2>}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"})

// -----

// expected-error @+1 {{in 'mhlo.sharding': offset 37 of the sharding '{devices=[2]<=[4000000000,4000000000]}': expected at most 1048576 devices}}
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[4000000000,4000000000]}"})
