// Which launches are one, and which must not be.
// RUN: shardwright-opt %s --split-input-file --merge-launches=target=cuda:sm_90 | FileCheck %s
// RUN: shardwright-opt %s --split-input-file --merge-launches=target=host:x86-64-v3 | FileCheck %s --check-prefix=APART
// RUN: shardwright-opt %s --split-input-file '--merge-launches=target=cuda:sm_90 disable=merged-launches' | FileCheck %s --check-prefix=APART
// APART-NOT: beside

// A cast comes forward to the other, an update waits for the next; equal kernels are beside each other. Pairs that may
// share memory go along, but for what the other launch reads as well.
// CHECK-LABEL: exec.program @main
// CHECK:         exec.launch @half beside [@half](%[[A:.+]], %[[AH:.+]], %[[B:.+]], %[[BH:.+]]) access [read, write, read, write]
// CHECK-NEXT:    exec.matmul %[[AH]]
// CHECK-NEXT:    exec.matmul %[[BH]]
// CHECK-NEXT:    exec.launch @add beside [@add](%{{.+}}, %[[A]], %[[OUT:.+]], %{{.+}}, %[[B]], %{{.+}}) access [read, read, write, read, read, write] shares {{\[}}[0, 2], [3, 5]]
exec.kernel @half(%in: memref<64xf32>, %out: memref<64xbf16>) loops [64] outer 1 index i32 {
  %0 = exec.load %in[l0] : memref<64xf32>
  %1 = exec.apply convert(%0) : (f32) -> bf16
  exec.nest [] {
    exec.store %1, %out[l0] : memref<64xbf16>
  }
}
exec.kernel @add(%x: memref<64xf32>, %y: memref<64xf32>, %out: memref<64xf32>) loops [64] outer 1 index i32 {
  %0 = exec.load %x[l0] : memref<64xf32>
  %1 = exec.load %y[l0] : memref<64xf32>
  %2 = exec.apply add(%0, %1) : (f32, f32) -> f32
  exec.nest [] {
    exec.store %2, %out[l0] : memref<64xf32>
  }
}
exec.program @main {
  %a = exec.argument 0 is tensor<64xf32> : !exec.buffer<256>
  %b = exec.argument 1 is tensor<64xf32> : !exec.buffer<256>
  %r0 = exec.result 0 is tensor<64xf32> : !exec.buffer<256>
  %r1 = exec.result 1 is tensor<64xf32> : !exec.buffer<256>
  %ah = exec.buffer : !exec.buffer<128>
  %bh = exec.buffer : !exec.buffer<128>
  %p = exec.buffer : !exec.buffer<256>
  %q = exec.buffer : !exec.buffer<256>
  exec.launch @half(%a, %ah) access [read, write] : !exec.buffer<256>, !exec.buffer<128>
  exec.matmul %ah bf16 [0, 8, 1], %ah bf16 [0, 8, 1] into %p f32 sizes [1, 8, 8, 8] : !exec.buffer<128>, !exec.buffer<128>, !exec.buffer<256>
  exec.launch @add(%p, %a, %r0) access [read, read, write] shares [[0, 2]] : !exec.buffer<256>, !exec.buffer<256>, !exec.buffer<256>
  exec.launch @half(%b, %bh) access [read, write] : !exec.buffer<256>, !exec.buffer<128>
  exec.matmul %bh bf16 [0, 8, 1], %bh bf16 [0, 8, 1] into %q f32 sizes [1, 8, 8, 8] : !exec.buffer<128>, !exec.buffer<128>, !exec.buffer<256>
  exec.launch @add(%q, %b, %r1) access [read, read, write] shares [[0, 2]] : !exec.buffer<256>, !exec.buffer<256>, !exec.buffer<256>
}

// -----

// What both read may not be written over by either.
// CHECK-LABEL: exec.program @main
// CHECK:         exec.launch @add beside [@add](%{{.+}}) access [read, read, write, read, read, write] shares {{\[}}[4, 5]] :
exec.kernel @add(%x: memref<64xf32>, %y: memref<64xf32>, %out: memref<64xf32>) loops [64] outer 1 index i32 {
  %0 = exec.load %x[l0] : memref<64xf32>
  %1 = exec.load %y[l0] : memref<64xf32>
  %2 = exec.apply add(%0, %1) : (f32, f32) -> f32
  exec.nest [] {
    exec.store %2, %out[l0] : memref<64xf32>
  }
}
exec.program @main {
  %a = exec.argument 0 is tensor<64xf32> : !exec.buffer<256>
  %r0 = exec.result 0 is tensor<64xf32> : !exec.buffer<256>
  %x = exec.buffer : !exec.buffer<256>
  %y = exec.buffer : !exec.buffer<256>
  %v = exec.buffer : !exec.buffer<256>
  %w = exec.buffer : !exec.buffer<256>
  exec.matmul %a f32 [0, 8, 1], %a f32 [0, 8, 1] into %x f32 sizes [1, 8, 8, 8] : !exec.buffer<256>, !exec.buffer<256>, !exec.buffer<256>
  exec.matmul %a f32 [0, 8, 1], %a f32 [0, 8, 1] into %y f32 sizes [1, 8, 8, 8] : !exec.buffer<256>, !exec.buffer<256>, !exec.buffer<256>
  exec.launch @add(%x, %x, %v) access [read, read, write] shares [[0, 2]] : !exec.buffer<256>, !exec.buffer<256>, !exec.buffer<256>
  exec.launch @add(%x, %y, %w) access [read, read, write] shares [[0, 2], [1, 2]] : !exec.buffer<256>, !exec.buffer<256>, !exec.buffer<256>
  exec.launch @add(%v, %w, %r0) access [read, read, write] : !exec.buffer<256>, !exec.buffer<256>, !exec.buffer<256>
}

// -----

// The reader of an argument stays in front of what goes into its memory: the result that it is donated to.
// CHECK-LABEL: exec.program @main
// CHECK:         exec.launch @twice(
// CHECK-NEXT:    exec.launch @twice(
// CHECK-NOT:     beside
exec.kernel @twice(%x: memref<64xf32>, %out: memref<64xf32>) loops [64] outer 1 index i32 {
  %0 = exec.load %x[l0] : memref<64xf32>
  %1 = exec.apply add(%0, %0) : (f32, f32) -> f32
  exec.nest [] {
    exec.store %1, %out[l0] : memref<64xf32>
  }
}
exec.program @main {
  %a = exec.argument 0 is tensor<64xf32> donated to 1 : !exec.buffer<256>
  %b = exec.argument 1 is tensor<64xf32> : !exec.buffer<256>
  %r0 = exec.result 0 is tensor<64xf32> : !exec.buffer<256>
  %r1 = exec.result 1 is tensor<64xf32> : !exec.buffer<256>
  %new = exec.buffer : !exec.buffer<256>
  exec.launch @twice(%a, %r0) access [read, write] : !exec.buffer<256>, !exec.buffer<256>
  exec.launch @twice(%b, %new) access [read, write] : !exec.buffer<256>, !exec.buffer<256>
  exec.copy %new to %r1 : !exec.buffer<256>
}
