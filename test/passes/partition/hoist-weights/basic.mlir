// What is computed of weights alone runs so far ahead that a gather of it can be sent meanwhile.

// Numbers stay those of the program on one device, where the machine decides and where the pass alone ran.
// RUN: shardwright run %s --topology=h100-8 --check-against=unpartitioned
// RUN: shardwright-opt --propagate-shardings --hoist-weights=topology=h100-8 %s -o %t.mlir
// RUN: shardwright run %t.mlir --check-against=unpartitioned

// The negation of the second layer's weight stands in front of a product that takes longer than its gather; that of the
// first has nothing in front of it but the start. A vector is too small for a gather to take longer than to start.
// RUN: FileCheck %s --input-file=%t.mlir
// CHECK: func.func @main(
// CHECK-NEXT: %[[FIRST:.*]] = stablehlo.negate %arg1
// CHECK-NEXT: %[[OWN:.*]] = stablehlo.optimization_barrier %arg2 {sharding.specs = [#sharding.spec<@mesh, [_x, _]>]} : tensor<2048x1024xf32>
// CHECK-NEXT: stablehlo.negate %[[OWN]]
// CHECK: stablehlo.dot_general %{{.*}}, %[[FIRST]]
// CHECK: %[[BOTH:.*]]:2 = stablehlo.optimization_barrier %{{.*}}, %arg2
// CHECK: stablehlo.dot_general %[[BOTH]]#0,
// CHECK: stablehlo.negate %arg3
// CHECK-NEXT: stablehlo.dot_general

// Nothing moves where sends have one price whatever they wait for (flat), where computing waits for sends, and where the
// optimisation is left out.
// RUN: shardwright-opt --propagate-shardings %s -o %t.plain.mlir
// RUN: shardwright-opt --hoist-weights %t.plain.mlir | diff %t.plain.mlir -
// RUN: shardwright-opt --hoist-weights=topology=%source/test/unit/Evaluate/Inputs/host-8.json %t.plain.mlir | diff %t.plain.mlir -
// RUN: shardwright-opt --partition="topology=h100-8 disable=hoist-weights" %t.plain.mlir | FileCheck %s --check-prefix=LEFT
// LEFT: spmd.all_gather
// LEFT: stablehlo.optimization_barrier

sharding.mesh @mesh = <x=8>
func.func @main(%x: tensor<64x1024xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>},
                %up: tensor<1024x2048xf32> {sharding.spec = #sharding.spec<@mesh, [_, _x]>},
                %down: tensor<2048x1024xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>},
                %small: tensor<1024x8xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>})
    -> (tensor<64x8xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}) {
  %0 = stablehlo.negate %up : tensor<1024x2048xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<64x1024xf32>, tensor<1024x2048xf32>) -> tensor<64x2048xf32>
  %2 = stablehlo.tanh %1 : tensor<64x2048xf32>
  %3:2 = stablehlo.optimization_barrier %2, %down : tensor<64x2048xf32>, tensor<2048x1024xf32>
  %4 = stablehlo.negate %3#1 : tensor<2048x1024xf32>
  %5 = stablehlo.dot_general %3#0, %4, contracting_dims = [1] x [0] : (tensor<64x2048xf32>, tensor<2048x1024xf32>) -> tensor<64x1024xf32>
  %6 = stablehlo.negate %small : tensor<1024x8xf32>
  %7 = stablehlo.dot_general %5, %6, contracting_dims = [1] x [0] : (tensor<64x1024xf32>, tensor<1024x8xf32>) -> tensor<64x8xf32>
  return %7 : tensor<64x8xf32>
}
