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
