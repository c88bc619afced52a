// RUN: shardwright-opt %s --import-sdy --split-input-file | FileCheck %s

// A device order and an inline mesh that is the same as a named one.
// CHECK-LABEL: module
// CHECK-NEXT: sharding.mesh @p = <a=2, b=2, order=[0, 2, 1, 3]>
// CHECK-NEXT: func.func private @f(tensor<8xf32> {sharding.spec = #sharding.spec<@p, [_a]>})
sdy.mesh @p = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>, [{"a"}]>})

// -----

// An inline mesh becomes one with a name; the name avoids others.
// CHECK-LABEL: module
// CHECK-NEXT: sharding.mesh @mesh_0 = <a=2>
// CHECK-NEXT: func.func private @mesh(tensor<8xf32> {sharding.spec = #sharding.spec<@mesh_0, [_a]>}) -> (tensor<8xf32> {sharding.spec = #sharding.spec<@mesh_0, [_]>})
func.func private @mesh(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>})

// -----

// In a program that has no mesh, shardings on the empty mesh say nothing.
// CHECK-LABEL: module
// CHECK-NOT: sharding
sdy.mesh @empty = <[]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@empty, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@empty, [{?}]>}) {
  %0 = sdy.sharding_constraint %a <@empty, [{}]> : tensor<8xf32>
  %1 = call @g(%0) {sdy.sharding = #sdy.sharding_per_value<[<@empty, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.reshard %1 <@empty, [{}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @g(tensor<8xf32>) -> tensor<8xf32>

// -----

// A mesh that nothing uses is kept: it is the machine.
// CHECK-LABEL: module
// CHECK-NEXT: sharding.mesh @mesh = <x=64, y=8>
sdy.mesh @mesh = <["x"=64, "y"=8]>
sdy.mesh @one_device = <[], device_ids=[0]>
