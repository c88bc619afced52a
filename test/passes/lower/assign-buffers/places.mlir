// Buffers that never live together share memory; what is one has one name; copies between what is one are gone.
// RUN: shardwright-opt %s --split-input-file --assign-buffers | FileCheck %s
// RUN: shardwright-opt %s --split-input-file --assign-buffers=disable=copy-removal,memory-reuse | FileCheck %s --check-prefix=WITHOUT

// The first temporary is over before the result is written, and lies in its block.
// CHECK:      exec.program @chain arena 32
// CHECK-NEXT:   %[[A:.+]] = exec.argument 0
// CHECK-NEXT:   %[[R:.+]] = exec.result 0 is tensor<8xf32> : <32>
// CHECK-NEXT:   %[[B:.+]] = exec.buffer in %[[R]] at 0 : <32> in !exec.buffer<32>
// CHECK-NEXT:   %[[C:.+]] = exec.buffer at 0 : <32>
// CHECK-NEXT:   exec.launch @k(%[[A]], %[[B]])
// CHECK-NEXT:   exec.launch @k(%[[B]], %[[C]])
// CHECK-NEXT:   exec.launch @k(%[[C]], %[[R]])
// CHECK-NEXT: }
// WITHOUT:    exec.program @chain arena 96
// WITHOUT:      exec.copy
exec.kernel @k(%in: memref<8xf32>, %out: memref<8xf32>) loops [8] outer 1 index i32 {
  %0 = exec.load %in[7 - l0] : memref<8xf32>
  exec.nest [] {
    exec.store %0, %out[l0] : memref<8xf32>
  }
}
exec.program @chain {
  %0 = exec.argument 0 is tensor<8xf32> : !exec.buffer<32>
  %1 = exec.result 0 is tensor<8xf32> : !exec.buffer<32>
  %2 = exec.buffer : !exec.buffer<32>
  %3 = exec.buffer : !exec.buffer<32>
  %4 = exec.buffer : !exec.buffer<32>
  exec.launch @k(%0, %2) access [read, write] : !exec.buffer<32>, !exec.buffer<32>
  exec.launch @k(%2, %3) access [read, write] : !exec.buffer<32>, !exec.buffer<32>
  exec.launch @k(%3, %4) access [read, write] : !exec.buffer<32>, !exec.buffer<32>
  exec.copy %4 to %1 : !exec.buffer<32>
}

// -----

// What a kernel reads before it writes over it may be one with what it writes.
// CHECK:      exec.program @in_place arena 0
// CHECK-NEXT:   %[[A:.+]] = exec.argument 0
// CHECK-NEXT:   %[[R:.+]] = exec.result 0 is tensor<8xf32> : <32>
// CHECK-NEXT:   exec.launch @k(%[[A]], %[[R]]) access [read, write] shares
// CHECK-NEXT:   exec.launch @k(%[[R]], %[[R]]) access [read, write] shares
// CHECK-NEXT: }
exec.kernel @k(%in: memref<8xf32>, %out: memref<8xf32>) loops [8] outer 1 index i32 {
  %0 = exec.load %in[l0] : memref<8xf32>
  exec.nest [] {
    exec.store %0, %out[l0] : memref<8xf32>
  }
}
exec.program @in_place {
  %0 = exec.argument 0 is tensor<8xf32> : !exec.buffer<32>
  %1 = exec.result 0 is tensor<8xf32> : !exec.buffer<32>
  %2 = exec.buffer : !exec.buffer<32>
  exec.launch @k(%0, %2) access [read, write] shares [[0, 1]] : !exec.buffer<32>, !exec.buffer<32>
  exec.launch @k(%2, %1) access [read, write] shares [[0, 1]] : !exec.buffer<32>, !exec.buffer<32>
}

// -----

// A result takes over the block of the argument that the caller would like to find it in; the other goes where it can.
// CHECK:      exec.program @donated arena 0
// CHECK:        exec.argument 0 is tensor<8xf32> donated to 1 : <32>
// CHECK-NEXT:   exec.argument 1 is tensor<8xf32> donated : <32>
// CHECK-NEXT:   exec.result 0 is tensor<8xf32> takes 1 : <32>
// CHECK-NEXT:   exec.result 1 is tensor<8xf32> takes 0 : <32>
exec.kernel @k(%in: memref<8xf32>, %out: memref<8xf32>) loops [8] outer 1 index i32 {
  %0 = exec.load %in[l0] : memref<8xf32>
  exec.nest [] {
    exec.store %0, %out[l0] : memref<8xf32>
  }
}
exec.program @donated {
  %0 = exec.argument 0 is tensor<8xf32> donated to 1 : !exec.buffer<32>
  %1 = exec.argument 1 is tensor<8xf32> donated : !exec.buffer<32>
  %2 = exec.result 0 is tensor<8xf32> : !exec.buffer<32>
  %3 = exec.result 1 is tensor<8xf32> : !exec.buffer<32>
  exec.launch @k(%1, %2) access [read, write] shares [[0, 1]] : !exec.buffer<32>, !exec.buffer<32>
  exec.launch @k(%0, %3) access [read, write] shares [[0, 1]] : !exec.buffer<32>, !exec.buffer<32>
}
