// What an argument or result is as a whole stays known where its elements become pairs.
// RUN: shardwright-opt %s --prepare-for-host | FileCheck %s --check-prefix=PREPARED
// RUN: shardwright-opt %s --prepare-for-host --lower-to-exec | FileCheck %s --check-prefix=LOWERED

sharding.mesh @mesh = <x=4>

// PREPARED: func.func @main(%arg0: tensor<2x8xf32> {exec.spec = #sharding.spec<@mesh, [_x, _]>, exec.whole = tensor<8x4xcomplex<f32>>}, %arg1: tensor<2xf32> {sharding.spec = #sharding.spec<@mesh, [_x]>, spmd.global_type = tensor<8xf32>})
// PREPARED-SAME: -> (tensor<2x8xf32> {exec.spec = #sharding.spec<@mesh, [_x, _]>, exec.whole = tensor<8x4xcomplex<f32>>})
// LOWERED: exec.argument 0 is tensor<8x4xcomplex<f32>> as <@mesh, [_x, _]> : <64>
// LOWERED: exec.argument 1 is tensor<8xf32> as <@mesh, [_x]> : <8>
// LOWERED: exec.result 0 is tensor<8x4xcomplex<f32>> as <@mesh, [_x, _]> : <64>
func.func @main(%a: tensor<2x4xcomplex<f32>> {sharding.spec = #sharding.spec<@mesh, [_x, _]>, spmd.global_type = tensor<8x4xcomplex<f32>>},
                %b: tensor<2xf32> {sharding.spec = #sharding.spec<@mesh, [_x]>, spmd.global_type = tensor<8xf32>})
    -> (tensor<2x4xcomplex<f32>> {sharding.spec = #sharding.spec<@mesh, [_x, _]>, spmd.global_type = tensor<8x4xcomplex<f32>>}) {
  %0 = stablehlo.add %a, %a : tensor<2x4xcomplex<f32>>
  return %0 : tensor<2x4xcomplex<f32>>
}
