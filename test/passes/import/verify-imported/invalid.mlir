// RUN: shardwright-opt %s --verify-imported --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Everything that is wrong is reported at once.
// expected-note @+1 {{the first is here}}
sharding.mesh @pod = <x=2>
// expected-error @+1 {{a second mesh; normalize-meshes leaves one}}
sharding.mesh @other = <x=2>
// expected-error @+1 {{'sdy.mesh' is left over from import: import-sdy does not know it}}
sdy.mesh @third = <["x"=2]>
// expected-error @+1 {{@external has no body}}
func.func private @external() -> tensor<f32>
func.func @main(
    // expected-error @+1 {{argument #0 has the dynamic shape 'tensor<?xf32>'; export the program with static shapes}}
    %a: tensor<?xf32>,
    // expected-error @+1 {{argument #1 is a token; programs with tokens are not supported}}
    %b: !stablehlo.token,
    // expected-error @+1 {{argument #2 is the tuple 'tuple<tensor<f32>>'; tuples are not supported}}
    %c: tuple<tensor<f32>>,
    // expected-error @+1 {{argument #3 is of type 'i32', which is no tensor of static shape}}
    %d: i32,
    // expected-error @+1 {{argument #4 has 'mhlo.sharding', which import-mhlo-sharding turns into sharding.spec}}
    %e: tensor<f32> {mhlo.sharding = "{replicated}"}) {
  // expected-error @+1 {{a call is left over from import; inline-calls replaces calls}}
  %0 = call @external() : () -> tensor<f32>
  // expected-error @+1 {{'stablehlo.negate' has 'mhlo.sharding', which import-mhlo-sharding turns into sharding.specs}}
  %1 = stablehlo.negate %e {mhlo.sharding = "{replicated}"} : tensor<f32>
  // expected-error @+1 {{'stablehlo.partition_id' outside of a manual region: a global program has no devices}}
  %2 = stablehlo.partition_id : tensor<ui32>
  // expected-error @+1 {{'spmd.axis_index' outside of sharding.manual: a global program has no devices}}
  %3 = spmd.axis_index over {x} on @pod : tensor<i32>
  // expected-error @+1 {{result #0 of 'stablehlo.negate' has the dynamic shape 'tensor<?xf32>'; export the program with static shapes}}
  %4 = stablehlo.negate %a : tensor<?xf32>
  // expected-error @+1 {{'stablehlo.collective_permute' outside of a manual region: a global program has no devices}}
  %5 = "stablehlo.collective_permute"(%e) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected-error @+1 {{result #0 has 'mhlo.sharding', which import-mhlo-sharding turns into sharding.spec}}
func.func @main(%a: tensor<f32>) -> (tensor<f32> {mhlo.sharding = "{replicated}"}) {
  return %a : tensor<f32>
}

// -----

// expected-error @+1 {{the program is for 2 replicas; only partitions are supported, with one replica}}
module attributes {mhlo.num_replicas = 2 : i32} {}

// -----

sharding.mesh @pod = <x=2>
func.func @fine(%a: tensor<4xf32> {sharding.spec = #sharding.spec<@pod, [I_x]>}) -> tensor<4xf32> {
  %0 = sharding.manual(%a) in [<@pod, [_x]>] out [<@pod, [_x]>] over {x} (%b: tensor<2xf32>) {
    %1 = spmd.all_reduce sum %b over {x} on @pod : tensor<2xf32>
    sharding.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Callbacks whose results the program uses, as pure_callback and io_callback give them, also on TPUs.
func.func @callbacks(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{custom call @xla_ffi_python_cpu_callback calls back into Python, which does not run here, and the program uses what it returns; compute that with JAX operations, or before the program and pass it as an argument}}
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%a) {mhlo.backend_config = {index = 0 : ui64}} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note @+1 {{result #0 is used here}}
  %1 = stablehlo.add %0, %a : tensor<4xf32>
  %token = stablehlo.create_token : !stablehlo.token
  // expected-error @+1 {{'stablehlo.send' calls back into Python}}
  %2 = "stablehlo.send"(%1, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // expected-note @+2 {{result #0 is used here}}
  // expected-error @+1 {{'stablehlo.recv' calls back into Python}}
  %3:2 = "stablehlo.recv"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  // expected-note @+1 {{result #0 is used here}}
  return %3#0 : tensor<4xf32>
}

// -----

// Elements whose width is the machine's.
// expected-error @+1 {{argument #0 has elements of type 'index'; convert them to an integer, a float or a complex type}}
func.func @main(%a: tensor<8xindex>) -> tensor<8xindex> {
  return %a : tensor<8xindex>
}
