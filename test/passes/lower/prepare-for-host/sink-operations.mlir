// For GPUs, operations element by element go behind products to what uses them, where they are part of its kernel.
// RUN: shardwright-opt %s --split-input-file --prepare-for-host=target=cuda:sm_90 | FileCheck %s
// RUN: shardwright-opt %s --split-input-file --prepare-for-host=target=host:x86-64-v3 | FileCheck %s --check-prefix=HOST

// What the chain reads is there anyway, or is no larger than what it makes.
// CHECK-LABEL: func.func @main
// CHECK:         %[[GATE:.+]] = stablehlo.dot_general
// CHECK-NEXT:    %[[UP:.+]] = stablehlo.dot_general
// CHECK-NEXT:    %[[TANH:.+]] = stablehlo.tanh %[[GATE]]
// CHECK-NEXT:    %[[ABS:.+]] = stablehlo.abs %[[TANH]]
// CHECK-NEXT:    stablehlo.multiply %[[ABS]], %[[UP]]
// HOST-LABEL: func.func @main
// HOST:         stablehlo.dot_general
// HOST-NEXT:    stablehlo.tanh
// HOST-NEXT:    stablehlo.abs
// HOST-NEXT:    stablehlo.dot_general
func.func @main(%x: tensor<64x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  %2 = stablehlo.abs %1 : tensor<64x64xf32>
  %3 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<64x64xf32>
  return %4, %0 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// The wide product would be kept for longer, in place of the narrow one.
// CHECK-LABEL: func.func @main
// CHECK:         stablehlo.dot_general
// CHECK-NEXT:    stablehlo.convert
// CHECK-NEXT:    stablehlo.dot_general
func.func @main(%x: tensor<64x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.convert %0 : (tensor<64x64xf32>) -> tensor<64x64xbf16>
  %2 = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %3 = stablehlo.multiply %1, %2 : tensor<64x64xbf16>
  return %3 : tensor<64x64xbf16>
}
