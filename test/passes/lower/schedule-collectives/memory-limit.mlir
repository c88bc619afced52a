// What is held between start and wait counts. Arguments and results are 73728 bytes, and the kernels hold 32768, 65536 and
// 32768 beside them; the gather brings 32768. With all the memory it starts first; where the second kernel leaves too
// little, behind that; and where none does, where it stood.
// RUN: shardwright-opt %s --schedule-collectives | FileCheck %s --check-prefix=ALL
// RUN: shardwright-opt %s --schedule-collectives=memory-limit=150000 | FileCheck %s --check-prefix=SOME
// RUN: shardwright-opt %s --schedule-collectives=memory-limit=100000 | FileCheck %s --check-prefix=NONE

// ALL:       = exec.collective all_gather
// ALL-NEXT:  exec.launch @k
// ALL-COUNT-2: exec.launch @k
// ALL-NEXT:  exec.wait

// SOME:      exec.launch @k
// SOME-NEXT: exec.launch @k
// SOME-NEXT: = exec.collective all_gather
// SOME-NEXT: exec.launch @k
// SOME-NEXT: exec.wait

// NONE-COUNT-3: exec.launch @k
// NONE-NEXT: exec.collective all_gather {{.*}} : !exec.buffer<8192> to !exec.buffer<32768>{{$}}
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
  %r = exec.result 0 is tensor<8192xf32> : !exec.buffer<32768>
  %b = exec.buffer : !exec.buffer<32768>
  %c = exec.buffer : !exec.buffer<32768>
  %d = exec.buffer : !exec.buffer<32768>
  %g = exec.buffer : !exec.buffer<32768>
  exec.launch @k(%a, %b) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  exec.launch @k(%b, %c) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  exec.launch @k(%a, %d) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
  exec.collective all_gather %w into %g over {x} gather 0 types [tensor<2048xf32>] to [tensor<8192xf32>] : !exec.buffer<8192> to !exec.buffer<32768>
  exec.launch @k(%g, %r) access [read, write] : !exec.buffer<32768>, !exec.buffer<32768>
}
