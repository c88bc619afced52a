// A device has one memory: JAX's `pinned_host` results are where all others are, complex ones too.
// RUN: shardwright-opt --prepare-for-host %s | FileCheck %s
// CHECK-NOT: annotate_device_placement
// CHECK-NOT: Move
func.func @main(%a: tensor<4xf32>, %z: tensor<4xcomplex<f32>>) -> (tensor<4xf32> {mhlo.memory_kind = "pinned_host"}, tensor<4xcomplex<f32>>) {
  %0 = stablehlo.custom_call @annotate_device_placement(%a) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %a : tensor<4xf32>
  %2 = stablehlo.custom_call @MoveToHost(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %3 = stablehlo.custom_call @MoveToDevice(%2) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %1, %3 : tensor<4xf32>, tensor<4xcomplex<f32>>
}
