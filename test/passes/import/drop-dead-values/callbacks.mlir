// What jax.debug.print, jax.debug.callback, io_callback without results and jax.debug.inspect_array_sharding become, as JAX prints
// it on CPUs, GPUs and TPUs, ordered and not, in a loop, a branch, a function called twice and a manual region: dropped, each
// with one warning at its place. The numbers are those without them, on any number of devices.
// RUN: shardwright run %s 2>&1 | FileCheck %s --check-prefix=SAYS --implicit-check-not=warning
// RUN: shardwright run %s --backend=interp
// RUN: shardwright run %s --backend=interp-global
// RUN: shardwright-opt --import %s 2> /dev/null | FileCheck %s --implicit-check-not=callback --implicit-check-not=token
module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]> {stablehlo.mesh = {axes = [], device_ids = dense<0> : tensor<1xi64>}}
  sdy.mesh @empty_mesh = <[]>
  // The token of ordered effects is no argument, and no result, of the imported program.
  // CHECK: func.func public @main() -> tensor<16x8xf32>
  func.func public @main(%token: !stablehlo.token {jax.token = true}) -> (!stablehlo.token {jax.token = true}, tensor<16x8xf32>) {
    %i = stablehlo.iota dim = 0 : tensor<16x8xf32>
    %a = sdy.sharding_constraint %i <@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    // SAYS-DAG: callbacks.mlir:[[@LINE+1]]:5: warning: custom call @xla_ffi_python_cpu_callback is dropped: it calls back into Python, which does not run here, and no result follows from it
    stablehlo.custom_call @xla_ffi_python_cpu_callback(%sum) {backend_config = "", has_side_effect = true, mhlo.backend_config = {index = 0 : ui64}, operand_layouts = [dense<> : tensor<0xindex>], result_layouts = [], sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>} : (tensor<f32>) -> ()
    // SAYS-DAG: callbacks.mlir:[[@LINE+1]]:12: warning: custom call @xla_ffi_partitioned_python_gpu_callback is dropped
    %t:2 = stablehlo.custom_call @xla_ffi_partitioned_python_gpu_callback(%token, %sum) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>, <@maximal_mesh_0, []>]>} : (!stablehlo.token, tensor<f32>) -> (!stablehlo.token, tensor<f32>)
    %n = stablehlo.constant dense<0> : tensor<i32>
    %loop:3 = stablehlo.while(%k = %n, %v = %a, %u = %t#0) : tensor<i32>, tensor<16x8xf32>, !stablehlo.token
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %less = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      %w = stablehlo.add %v, %a : tensor<16x8xf32>
      // SAYS-DAG: callbacks.mlir:[[@LINE+1]]:13: warning: custom call @xla_python_cpu_callback is dropped
      %u1 = stablehlo.custom_call @xla_python_cpu_callback(%u, %w) {api_version = 2 : i32, backend_config = "94", has_side_effect = true} : (!stablehlo.token, tensor<16x8xf32>) -> !stablehlo.token
      stablehlo.return %next, %w, %u1 : tensor<i32>, tensor<16x8xf32>, !stablehlo.token
    }
    %branch:2 = "stablehlo.case"(%loop#0) ({
      stablehlo.return %loop#2, %loop#1 : !stablehlo.token, tensor<16x8xf32>
    }, {
      %u2 = func.call @print(%loop#2, %loop#1) : (!stablehlo.token, tensor<16x8xf32>) -> !stablehlo.token
      %u3 = func.call @print(%u2, %a) : (!stablehlo.token, tensor<16x8xf32>) -> !stablehlo.token
      stablehlo.return %u3, %loop#1 : !stablehlo.token, tensor<16x8xf32>
    }) : (tensor<i32>) -> (!stablehlo.token, tensor<16x8xf32>)
    %m = sdy.manual_computation(%branch#1) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%b: tensor<4x4xf32>) {
      // SAYS-DAG: callbacks.mlir:[[@LINE+1]]:7: warning: custom call @xla_ffi_python_cpu_callback is dropped
      stablehlo.custom_call @xla_ffi_python_cpu_callback(%b) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@empty_mesh, []>]>} : (tensor<4x4xf32>) -> ()
      %b2 = stablehlo.add %b, %b : tensor<4x4xf32>
      sdy.return %b2 : tensor<4x4xf32>
    } : (tensor<16x8xf32>) -> tensor<16x8xf32>
    // SAYS-DAG: callbacks.mlir:[[@LINE+1]]:18: warning: custom call @InspectSharding is dropped: no Python runs here; `shardwright explain --at` shows how a value is sharded
    %inspected = stablehlo.custom_call @InspectSharding(%m) {backend_config = "", has_side_effect = true} : (tensor<16x8xf32>) -> tensor<16x8xf32>
    // SAYS-DAG: callbacks.mlir:[[@LINE+2]]:11: warning: 'stablehlo.send' is dropped
    // SAYS-DAG: callbacks.mlir:[[@LINE+2]]:13: warning: 'stablehlo.recv' is dropped
    %s0 = "stablehlo.send"(%m, %branch#0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>} : (tensor<16x8xf32>, !stablehlo.token) -> !stablehlo.token
    %s1:2 = "stablehlo.recv"(%s0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
    // A dead loop that prints goes, with a warning of what goes with it.
    %dead:2 = stablehlo.while(%k = %n, %v = %a) : tensor<i32>, tensor<16x8xf32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %less = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      // SAYS-DAG: callbacks.mlir:[[@LINE+1]]:7: warning: custom call @xla_buffer_python_cpu_callback is dropped
      stablehlo.custom_call @xla_buffer_python_cpu_callback(%v) {has_side_effect = true} : (tensor<16x8xf32>) -> ()
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %next, %v : tensor<i32>, tensor<16x8xf32>
    }
    // Nobody uses what it returns, and it says that it has no effect: no warning.
    %pure = stablehlo.custom_call @xla_ffi_python_cpu_callback(%a) : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %eight = stablehlo.constant dense<8.0> : tensor<16x8xf32>
    %want = stablehlo.multiply %i, %eight : tensor<16x8xf32>
    check.expect_eq %m, %want : tensor<16x8xf32>, tensor<16x8xf32>
    return %s1#1, %m : !stablehlo.token, tensor<16x8xf32>
  }
  func.func private @print(%t: !stablehlo.token, %v: tensor<16x8xf32>) -> !stablehlo.token {
    // SAYS-DAG: callbacks.mlir:[[@LINE+1]]:10: warning: custom call @xla_ffi_python_cpu_callback is dropped
    %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %v) {has_side_effect = true} : (!stablehlo.token, tensor<16x8xf32>) -> !stablehlo.token
    return %0 : !stablehlo.token
  }
}
