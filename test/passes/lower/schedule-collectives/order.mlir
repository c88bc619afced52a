// Collectives are started where they are ready and their turn has come, in order of need, and waited for where something
// needs what they bring or writes over what they send.
// RUN: shardwright-opt %s --split-input-file --schedule-collectives --verify-roundtrip | FileCheck %s

// The gather goes on beside the two kernels that do not need it. What is only copied is no step to run beside.
// CHECK:      exec.program @early
// CHECK:        %[[W:.+]] = exec.argument 1
// CHECK:        %[[E:.+]] = exec.collective all_gather %[[W]]
// CHECK-NEXT:   exec.launch @k
// CHECK-NEXT:   exec.launch @k
// CHECK-NEXT:   exec.wait %[[E]] for <"all_gather" at "a.py:1:1">
// CHECK-NEXT:   exec.copy
// CHECK-NEXT:   exec.launch @k
sharding.mesh @pod = <x=4>
exec.kernel @k(%in: memref<8192xf32>, %out: memref<8192xf32>) loops [8192] outer 1 index i32 {
  %0 = exec.load %in[l0] : memref<8192xf32>
  exec.nest [] {
    exec.store %0, %out[l0] : memref<8192xf32>
  }
}
exec.program @early on @pod {
  %a = exec.argument 0 is tensor<8192xf32> : !exec.buffer<32768>
  %w = exec.argument 1 is tensor<2048xf32> : !exec.buffer<8192>
  %r = exec.result 0 is tensor<8192xf32> : !exec.buffer<32768>
  %s = exec.result 1 is tensor<8192xf32> : !exec.buffer<32768>
  %b = exec.buffer : !exec.buffer<32768>
  %g = exec.buffer : !exec.buffer<32768>
  %h = exec.buffer : !exec.buffer<32768>
  exec.launch @k(%a, %b) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  exec.collective all_gather %w into %g over {x} gather 0 types [tensor<2048xf32>] to [tensor<8192xf32>] for <"all_gather" at "a.py:1:1"> : !exec.buffer<8192> to !exec.buffer<32768>
  exec.copy %g to %h : !exec.buffer<32768>
  exec.launch @k(%b, %r) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  exec.launch @k(%h, %s) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
}

// -----

// A gradient's reduction starts when it is ready; the wait is in front of the kernel that writes over what it sends.
// CHECK:      exec.program @late
// CHECK:        exec.launch @k(%[[A:.+]], %[[G:.+]]) access
// CHECK-NEXT:   %[[E:.+]] = exec.collective all_reduce by sum %[[G]] into %[[R:.+]] over
// CHECK-NEXT:   exec.launch @k(%[[A]], %[[B:.+]]) access
// CHECK-NEXT:   exec.wait %[[E]]
// CHECK-NEXT:   exec.launch @k(%[[B]], %[[G]])
sharding.mesh @pod = <x=4>
exec.kernel @k(%in: memref<8192xf32>, %out: memref<8192xf32>) loops [8192] outer 1 index i32 {
  %0 = exec.load %in[l0] : memref<8192xf32>
  exec.nest [] {
    exec.store %0, %out[l0] : memref<8192xf32>
  }
}
exec.program @late on @pod {
  %a = exec.argument 0 is tensor<8192xf32> : !exec.buffer<32768>
  %r = exec.result 0 is tensor<8192xf32> : !exec.buffer<32768>
  %g = exec.buffer : !exec.buffer<32768>
  %b = exec.buffer : !exec.buffer<32768>
  exec.launch @k(%a, %g) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  exec.launch @k(%a, %b) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  exec.collective all_reduce by sum %g into %r over {x} types [tensor<8192xf32>] to [tensor<8192xf32>] : !exec.buffer<32768> to !exec.buffer<32768>
  exec.launch @k(%b, %g) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
}

// -----

// What is needed first is sent first, whatever the order of the program; where nothing runs meanwhile, nothing is started.
// CHECK:      exec.program @need
// CHECK:        exec.launch @cut
// CHECK-NEXT:   exec.collective all_gather %{{.+}} into %[[FIRST:.+]] over {x} {{.*}} : !exec.buffer<8192> to !exec.buffer<32768>{{$}}
// CHECK-NEXT:   %[[E:.+]] = exec.collective all_gather
// CHECK-NEXT:   exec.launch @k(%[[FIRST]],
// CHECK-NEXT:   exec.wait %[[E]]
sharding.mesh @pod = <x=4>
exec.kernel @k(%in: memref<8192xf32>, %out: memref<8192xf32>) loops [8192] outer 1 index i32 {
  %0 = exec.load %in[l0] : memref<8192xf32>
  exec.nest [] {
    exec.store %0, %out[l0] : memref<8192xf32>
  }
}
exec.kernel @cut(%in: memref<8192xf32>, %out: memref<2048xf32>) loops [2048] outer 1 index i32 {
  %0 = exec.load %in[l0] : memref<8192xf32>
  exec.nest [] {
    exec.store %0, %out[l0] : memref<2048xf32>
  }
}
exec.program @need on @pod {
  %a = exec.argument 0 is tensor<8192xf32> : !exec.buffer<32768>
  %r = exec.result 0 is tensor<8192xf32> : !exec.buffer<32768>
  %s = exec.result 1 is tensor<8192xf32> : !exec.buffer<32768>
  %v = exec.buffer : !exec.buffer<8192>
  %g = exec.buffer : !exec.buffer<32768>
  %h = exec.buffer : !exec.buffer<32768>
  exec.launch @cut(%a, %v) access [read, write] : !exec.buffer<32768>, !exec.buffer<8192>
  exec.collective all_gather %v into %g over {x} gather 0 types [tensor<2048xf32>] to [tensor<8192xf32>] : !exec.buffer<8192> to !exec.buffer<32768>
  exec.collective all_gather %v into %h over {x} gather 0 types [tensor<2048xf32>] to [tensor<8192xf32>] : !exec.buffer<8192> to !exec.buffer<32768>
  exec.launch @k(%h, %r) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  exec.launch @k(%g, %s) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
}
