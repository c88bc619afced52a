// Kernels of GPUs: what a thread computes, and how threads share a row.
// RUN: shardwright-opt %s --split-input-file --lower-to-host="target=cuda:sm_90 print-code" -o /dev/null | FileCheck %s

// Four elements a thread, 16 bytes at a time.
// CHECK: .target sm_90
// CHECK-LABEL: .visible .entry k0_
// CHECK: ld.global.v4
// CHECK: ld.global.v4
// CHECK: st.global.v4
func.func @main(%x: tensor<64x256xf32>, %y: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %0 = stablehlo.add %x, %y : tensor<64x256xf32>
  %1 = stablehlo.multiply %0, %x : tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}

// -----

// An extent that no four divide: an element a thread.
// CHECK-LABEL: .visible .entry k0_
// CHECK-NOT: .v4
// CHECK: st.global.b32
func.func @main(%x: tensor<63xf32>) -> tensor<63xf32> {
  %0 = stablehlo.add %x, %x : tensor<63xf32>
  return %0 : tensor<63xf32>
}

// -----

// A row is summed by the threads of a warp, which exchange what they have.
// CHECK-LABEL: .visible .entry k0_
// CHECK: ld.global.v4
// CHECK-COUNT-5: shfl.sync.bfly.b32
// CHECK-NOT: barrier.sync
// CHECK: st.global.b32
func.func @main(%x: tensor<4096x128xf32>) -> tensor<4096xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x128xf32>, tensor<f32>) -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}

// -----

// Columns: threads beside each other read what lies together, and those of one column meet in shared memory.
// CHECK-LABEL: .visible .entry k0_
// CHECK-NOT: shfl
// CHECK: st.shared
// CHECK: barrier.sync
// CHECK: ld.shared
func.func @main(%x: tensor<4096x64xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// Products have code of their own for where there is no library.
// CHECK-LABEL: .visible .entry product0
// CHECK: barrier.sync
// CHECK: fma.rn.f32
func.func @main(%x: tensor<64x32xbf16>, %y: tensor<32x48xbf16>) -> tensor<64x48xbf16> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x32xbf16>, tensor<32x48xbf16>) -> tensor<64x48xbf16>
  return %0 : tensor<64x48xbf16>
}
