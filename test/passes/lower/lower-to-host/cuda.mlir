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

// -----

// A transpose: squares of elements are read along rows, turned in shared memory and written along rows.
// CHECK-LABEL: .visible .entry k0_
// CHECK: ld.global.b32
// CHECK: st.shared.b32
// CHECK: barrier.sync
// CHECK: ld.shared.b32
// CHECK: st.global.b32
func.func @main(%x: tensor<70x90xf32>) -> tensor<90x70xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<70x90xf32>) -> tensor<90x70xf32>
  return %0 : tensor<90x70xf32>
}

// -----

// Rows that many updates share: 128 warps have the columns, of which each changes the rows whose number is its own. Its lanes look at an update each.
// CHECK-LABEL: .visible .entry k0_
// CHECK: and.b32 {{.*}}, 127;
// CHECK: vote.sync.ballot.b32
// CHECK-NOT: atom
// CHECK: st.global.b32
func.func @main(%x: tensor<1000x32xf32>, %i: tensor<512x1xi32>, %u: tensor<512x32xf32>) -> tensor<1000x32xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false} : (tensor<1000x32xf32>, tensor<512x1xi32>, tensor<512x32xf32>) -> tensor<1000x32xf32>
  return %0 : tensor<1000x32xf32>
}

// -----

// A softmax of rows of 197: a warp has seven elements each, all loaded before any is used, and kept until they are stored. Quotients by the row's sum
// are products with its reciprocal, but for results that those are not exact for.
// CHECK-LABEL: .visible .entry k0_
// CHECK-NOT: .shared
// CHECK-COUNT-7: ld.global.b32
// CHECK-NOT: ld.global
// CHECK-COUNT-10: shfl.sync.bfly.b32
// CHECK: rcp.rn.f32
// CHECK: fma.rn.f32
// CHECK: bra
// CHECK: div.rn.f32
// CHECK: st.global.b32
func.func @main(%x: tensor<4096x197xf32>) -> tensor<4096x197xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4096x197xf32>, tensor<f32>) -> tensor<4096xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4096xf32>) -> tensor<4096x197xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<4096x197xf32>
  %3 = stablehlo.exponential %2 : tensor<4096x197xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x197xf32>, tensor<f32>) -> tensor<4096xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4096xf32>) -> tensor<4096x197xf32>
  %6 = stablehlo.divide %3, %5 : tensor<4096x197xf32>
  return %6 : tensor<4096x197xf32>
}

// -----

// Large transposes: squares with sides of 64, sixteen loads of a thread before the first is used.
// CHECK-LABEL: .visible .entry k0_
// CHECK-COUNT-16: ld.global.b16
// CHECK-COUNT-16: st.shared.b16
// CHECK: barrier.sync
// CHECK: st.global.b16
func.func @main(%x: tensor<16x1024x1024xbf16>) -> tensor<16x1024x1024xbf16> {
  %0 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<16x1024x1024xbf16>) -> tensor<16x1024x1024xbf16>
  return %0 : tensor<16x1024x1024xbf16>
}

// -----

// A cumulative sum of few lines: lanes take what those below them have.
// CHECK-LABEL: .visible .entry k0_
// CHECK: ld.global.b32
// CHECK-COUNT-5: shfl.sync.up.b32
func.func @main(%x: tensor<8x2048xf32>) -> tensor<8x2048xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 2048>, padding = dense<[[0, 0], [2047, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x2048xf32>, tensor<f32>) -> tensor<8x2048xf32>
  return %0 : tensor<8x2048xf32>
}

// -----

// What a mask of indices leaves out is not read: four elements are where any of them is asked for.
// CHECK-LABEL: .visible .entry k0_
// CHECK: @%p{{[0-9]+}} bra
// CHECK: ld.global.v4.b32
// CHECK: st.global.v4.b32
func.func @main(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.iota dim = 0 : tensor<256x256xi32>
  %j = stablehlo.iota dim = 1 : tensor<256x256xi32>
  %m = stablehlo.compare GE, %i, %j : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
  %0 = stablehlo.select %m, %x, %z : tensor<256x256xi1>, tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}
