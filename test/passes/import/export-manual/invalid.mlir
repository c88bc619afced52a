// RUN: shardwright-opt %s --export-manual --split-input-file --verify-diagnostics

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'spmd.all_gather' op cuts 16 to 15; this has no counterpart in StableHLO}}
  %0 = spmd.all_gather %a dim 0 over {x} on @pod : (tensor<8xf32>) -> tensor<15xf32>
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'spmd.slice' op has no counterpart in StableHLO}}
  %0 = spmd.slice %a dim 0 over {x} on @pod : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sharding.mesh @pod = <x=2, y=2>
func.func @f() {
  // expected-error @+1 {{'spmd.axis_index' op runs along axes that do not lie next to each other in the mesh; this has no counterpart in StableHLO}}
  %0 = spmd.axis_index over {y, x} on @pod : tensor<i32>
  return
}

// -----

sharding.mesh @pod = <x=2, y=2, order=[0, 2, 1, 3]>
func.func @f() {
  // expected-error @+1 {{'spmd.axis_index' op on a mesh with a device order has no counterpart in StableHLO}}
  %0 = spmd.axis_index over {x} on @pod : tensor<i32>
  return
}
