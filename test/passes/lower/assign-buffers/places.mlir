// Buffers that never live together share memory; what is one has one name; copies between what is one are gone.
// RUN: shardwright-opt %s --split-input-file --assign-buffers | FileCheck %s
// RUN: shardwright-opt %s --split-input-file --assign-buffers=disable=copy-removal,memory-reuse | FileCheck %s --check-prefix=WITHOUT

// CHECK:      exec.program @chain arena 64
// CHECK-NEXT:   %[[A:.+]] = exec.argument 0
// CHECK-NEXT:   %[[B:.+]] = exec.buffer at 0 : <32>
// CHECK-NEXT:   %[[C:.+]] = exec.buffer at 32 : <32>
// CHECK-NEXT:   %[[R:.+]] = exec.result 0 is tensor<8xf32> at 0 : <32>
// CHECK-NEXT:   exec.launch @k(%[[A]], %[[B]])
// CHECK-NEXT:   exec.launch @k(%[[B]], %[[C]])
// CHECK-NEXT:   exec.launch @k(%[[C]], %[[R]])
// CHECK-NEXT: }
// WITHOUT:    exec.program @chain arena 128
// WITHOUT:      exec.copy
exec.kernel @k(%in: memref<8xf32>, %out: memref<8xf32>) loops [8] outer 1 index i32 {
  %0 = exec.load %in[7 - l0] : memref<8xf32>
  exec.nest [] {
    exec.store %0, %out[l0] : memref<8xf32>
  }
}
exec.program @chain {
  %0 = exec.argument 0 is tensor<8xf32> : !exec.buffer<32>
  %1 = exec.buffer : !exec.buffer<32>
  %2 = exec.buffer : !exec.buffer<32>
  %3 = exec.buffer : !exec.buffer<32>
  %4 = exec.result 0 is tensor<8xf32> : !exec.buffer<32>
  exec.launch @k(%0, %1) access [read, write] : !exec.buffer<32>, !exec.buffer<32>
  exec.launch @k(%1, %2) access [read, write] : !exec.buffer<32>, !exec.buffer<32>
  exec.launch @k(%2, %3) access [read, write] : !exec.buffer<32>, !exec.buffer<32>
  exec.copy %3 to %4 : !exec.buffer<32>
}

// -----

// What a kernel reads before it writes over it may be one with what it writes.
// CHECK:      exec.program @in_place arena 32
// CHECK-NEXT:   %[[A:.+]] = exec.argument 0
// CHECK-NEXT:   %[[R:.+]] = exec.result 0 is tensor<8xf32> at 0 : <32>
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
  %1 = exec.buffer : !exec.buffer<32>
  %2 = exec.result 0 is tensor<8xf32> : !exec.buffer<32>
  exec.launch @k(%0, %1) access [read, write] shares [[0, 1]] : !exec.buffer<32>, !exec.buffer<32>
  exec.launch @k(%1, %2) access [read, write] shares [[0, 1]] : !exec.buffer<32>, !exec.buffer<32>
}
