// RUN: shardwright-opt %s --normalize-meshes --split-input-file | FileCheck %s

// CHECK-LABEL: module
// CHECK-NEXT: sharding.mesh @m = <a=2, b=4>
// CHECK-NOT: sharding.mesh
sharding.mesh @unused = <q=17>
sharding.mesh @m = <a=2, one=1, b=4>
sharding.mesh @n = <a=2, b=4, uno=1, order=[0, 1, 2, 3, 4, 5, 6, 7]>
// CHECK: func.func @f(%[[X:.*]]: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [I_a]>}) -> (tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_]{U_b:max}>}) {
func.func @f(%x: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [I_{a,one}]>}) -> (tensor<8xf32> {sharding.spec = #sharding.spec<@n, [_]{U_{b,uno}:max}>}) {
  // CHECK-NEXT: sharding.manual(%[[X]]) in [<@m, [_a]>] out [<@m, [_a]>] over {a}
  %0 = sharding.manual(%x) in [<@m, [_{a}]{R_one}>] out [<@m, [_a]>] over {a, one} (%y: tensor<4xf32>) {
    // CHECK-NEXT: spmd.all_reduce sum %{{.*}} over {a} on @m
    %1 = spmd.all_reduce sum %y over {one, a} on @m : tensor<4xf32>
    sharding.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // Without manual axes the region is an ordinary part of the program.
  // CHECK: %[[C:.*]] = sharding.constraint %{{.*}} <@m, [_b]>
  // CHECK-NEXT: %[[B:.*]] = sharding.barrier %[[C]]
  // CHECK-NEXT: %[[D:.*]] = sharding.constraint %[[B]] <@m, [_]>
  // CHECK-NEXT: return %[[D]]
  %2 = sharding.manual(%0) in [<@m, [_b]>] out [<@m, [_]{R_one}>] over {one} (%y: tensor<8xf32>) {
    %3 = sharding.barrier %y allow none : tensor<8xf32>
    sharding.return %3 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// Nothing uses the mesh: it stays all the same.
// CHECK-LABEL: module
// CHECK-NEXT: sharding.mesh @m = <a=2>
sharding.mesh @m = <a=2, b=1>
func.func @f() { return }

// -----

// No mesh at all.
// CHECK-LABEL: module
// CHECK-NEXT: func.func @f
func.func @f() { return }

// -----

// Groups that name axes lose those of size 1; a region without axes is no region, with a mesh or without.
// CHECK-LABEL: func.func @groups(
sharding.mesh @m = <a=2, b=1>
func.func @groups(%x: tensor<8xf32>) {
  sharding.manual(%x) in [<@m, [_]>] out [] over {a, b} (%y: tensor<8xf32>) {
    // CHECK: replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "a">]>
    %0 = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "a">, #stablehlo.axis_ref<name = "b">]>}> : (tensor<8xf32>) -> tensor<16xf32>
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @no_mesh(
// CHECK-NEXT: return
func.func @no_mesh() {
  sharding.manual() in [] out [] over {} () { sharding.return } : () -> ()
  return
}
