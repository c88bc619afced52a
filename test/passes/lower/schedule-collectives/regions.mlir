// Inside of a loop, collectives are started as well; one in front of it goes on beside a loop that sends nothing, and what
// was started in the text stays where it is.
// RUN: shardwright-opt %s --schedule-collectives --verify-roundtrip | FileCheck %s

// CHECK:      %[[OUTER:.+]] = exec.collective all_gather
// CHECK-NEXT: exec.while %{{.+}} trips 3 {
// CHECK-NEXT: } do {
// CHECK-NEXT:   exec.launch @k
// CHECK-NEXT: }
// CHECK-NEXT: exec.wait %[[OUTER]]
// CHECK-NEXT: exec.while
// CHECK-NEXT: } do {
// CHECK-NEXT:   %[[INNER:.+]] = exec.collective all_reduce
// CHECK-NEXT:   exec.launch @k
// CHECK-NEXT:   exec.wait %[[INNER]]
// CHECK-NEXT:   exec.launch @k
// CHECK-NEXT: }
// CHECK-NEXT: exec.launch @k
// CHECK-NEXT: %[[OWN:.+]] = exec.collective all_reduce
// CHECK-NEXT: exec.wait %[[OWN]]
sharding.mesh @pod = <x=4>
exec.kernel @k(%in: memref<8192xf32>, %out: memref<8192xf32>) loops [8192] outer 1 index i32 {
  %0 = exec.load %in[l0] : memref<8192xf32>
  exec.nest [] {
    exec.store %0, %out[l0] : memref<8192xf32>
  }
}
exec.program @main on @pod {
  %a = exec.argument 0 is tensor<8192xf32> : !exec.buffer<32768>
  %w = exec.argument 1 is tensor<2048xf32> : !exec.buffer<8192>
  %p = exec.argument 2 is tensor<i1> : !exec.buffer<1>
  %r = exec.result 0 is tensor<8192xf32> : !exec.buffer<32768>
  %b = exec.buffer : !exec.buffer<32768>
  %c = exec.buffer : !exec.buffer<32768>
  %d = exec.buffer : !exec.buffer<32768>
  %g = exec.buffer : !exec.buffer<32768>
  exec.while %p trips 3 {
  } do {
    exec.launch @k(%a, %b) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  } : !exec.buffer<1>
  exec.collective all_gather %w into %g over {x} gather 0 types [tensor<2048xf32>] to [tensor<8192xf32>] : !exec.buffer<8192> to !exec.buffer<32768>
  exec.while %p trips 3 {
  } do {
    exec.launch @k(%g, %b) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
    exec.collective all_reduce by sum %a into %c over {x} types [tensor<8192xf32>] to [tensor<8192xf32>] : !exec.buffer<32768> to !exec.buffer<32768>
    exec.launch @k(%c, %d) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  } : !exec.buffer<1>
  exec.launch @k(%d, %b) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  %e = exec.collective all_reduce by sum %b into %r over {x} types [tensor<8192xf32>] to [tensor<8192xf32>] : !exec.buffer<32768> to !exec.buffer<32768> -> !exec.event
  exec.wait %e
}
