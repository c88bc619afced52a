// RUN: shardwright-opt %s --split-input-file --verify-diagnostics

exec.program @main {
  %0 = exec.buffer : !exec.buffer<8>
  // expected-error @+1 {{names @k, and there is no kernel of that name}}
  exec.launch @k(%0) access [read] : !exec.buffer<8>
}

// -----

exec.kernel @k(%in: memref<2xf32>, %kept: memref<2xf32>) loops [2] outer 1 kept [1] index i32 {
}
exec.program @main {
  %0 = exec.buffer : !exec.buffer<8>
  // expected-error @+1 {{gives 2 buffers to @k, which takes 1}}
  exec.launch @k(%0, %0) access [read, write] : !exec.buffer<8>, !exec.buffer<8>
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
}
exec.program @main {
  %0 = exec.buffer : !exec.buffer<8>
  // expected-error @+1 {{says how 2 buffers are accessed and has 1}}
  exec.launch @k(%0) access [read, write] : !exec.buffer<8>
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
}
exec.program @main {
  %0 = exec.buffer : !exec.buffer<8>
  // expected-error @+1 {{shares buffer 1 and has 1}}
  exec.launch @k(%0) access [read] shares [[0, 1]] : !exec.buffer<8>
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
}
exec.program @main {
  %0 = exec.buffer : !exec.buffer<4>
  // expected-error @+1 {{gives 4 bytes for 'memref<2xf32>' of @k, which takes 8}}
  exec.launch @k(%0) access [read] : !exec.buffer<4>
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
}
exec.program @main {
  %0 = exec.buffer : !exec.buffer<8>
  // expected-error @+1 {{names @other, and there is no kernel of that name}}
  exec.launch @k beside [@other](%0, %0) access [read, read] : !exec.buffer<8>, !exec.buffer<8>
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
}
exec.program @main {
  %0 = exec.buffer : !exec.buffer<8>
  // expected-error @+1 {{gives 1 buffers to @k and 2 beside it, which take 3}}
  exec.launch @k beside [@k, @k](%0) access [read] : !exec.buffer<8>
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
}
exec.kernel @fill(%out: memref<2xf32>) loops [2] outer 1 index i32 {
}
exec.program @main {
  %0 = exec.buffer at 0 : !exec.buffer<8>
  %1 = exec.buffer at 4 : !exec.buffer<8>
  // expected-error @+1 {{runs @fill beside @k, and buffer 1, which the one writes, is memory of buffer 0, which the other touches: launch one behind the other}}
  exec.launch @k beside [@fill](%0, %1) access [read, write] : !exec.buffer<8>, !exec.buffer<8>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<64>
  // expected-error @+1 {{has 2 strides of the left operand, expected 3}}
  exec.matmul %0 f32 [8, 1], %0 f32 [8, 4, 1] into %0 f32 sizes [1, 2, 2, 2] : !exec.buffer<64>, !exec.buffer<64>, !exec.buffer<64>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<64>
  // expected-error @+1 {{has 2 strides of the right operand, expected 3}}
  exec.matmul %0 f32 [8, 4, 1], %0 f32 [8, 4] into %0 f32 sizes [1, 2, 2, 2] : !exec.buffer<64>, !exec.buffer<64>, !exec.buffer<64>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<64>
  // expected-error @+1 {{has 3 strides of the left operand, expected 4}}
  exec.matmul %0 f32 [8, 4, 1], %0 f32 [16, 8, 4, 1] into %0 f32 sizes [1, 1, 2, 2, 2] : !exec.buffer<64>, !exec.buffer<64>, !exec.buffer<64>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<64>
  // expected-error @+1 {{has 3 sizes, expected 4}}
  exec.matmul %0 f32 [8, 4, 1], %0 f32 [8, 4, 1] into %0 f32 sizes [2, 2, 2] : !exec.buffer<64>, !exec.buffer<64>, !exec.buffer<64>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<64>
  // expected-error @+1 {{rounds 'bf16' to 'f16', expected f32 to bf16, f16 or tf32}}
  exec.matmul %0 bf16 as f16 [8, 4, 1], %0 f32 [8, 4, 1] into %0 f32 sizes [1, 2, 2, 2] : !exec.buffer<64>, !exec.buffer<64>, !exec.buffer<64>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<64>
  // expected-error @+1 {{rounds 'f32' to 'i8', expected f32 to bf16, f16 or tf32}}
  exec.matmul %0 f32 [8, 4, 1], %0 f32 as i8 [8, 4, 1] into %0 f32 sizes [1, 2, 2, 2] : !exec.buffer<64>, !exec.buffer<64>, !exec.buffer<64>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<64>
  // expected-error @+1 {{rounds one operand to tf32, expected both}}
  exec.matmul %0 f32 as tf32 [8, 4, 1], %0 f32 [8, 4, 1] into %0 f32 sizes [1, 2, 2, 2] : !exec.buffer<64>, !exec.buffer<64>, !exec.buffer<64>
}

// -----

sharding.mesh @pod = <x=4>
exec.program @main on @pod {
  %0 = exec.buffer : !exec.buffer<32>
  // expected-error @+1 {{takes 1 buffers of 1 types into 2 of 1, expected as many of each}}
  exec.collective all_reduce by sum %0 into %0, %0 over {x} types [tensor<8xf32>] to [tensor<8xf32>] : !exec.buffer<32> to !exec.buffer<32>, !exec.buffer<32>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<32>
  // expected-error @+1 {{needs the mesh that its program is on}}
  exec.collective all_reduce by sum %0 into %0 over {x} types [tensor<8xf32>] to [tensor<8xf32>] : !exec.buffer<32> to !exec.buffer<32>
}

// -----

// expected-note @+1 {{mesh @pod is <x=4>}}
sharding.mesh @pod = <x=4>
exec.program @main on @pod {
  %0 = exec.buffer : !exec.buffer<32>
  // expected-error @+1 {{axis 'z'}}
  exec.collective all_reduce by sum %0 into %0 over {z} types [tensor<8xf32>] to [tensor<8xf32>] : !exec.buffer<32> to !exec.buffer<32>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<32>
  // expected-error @+1 {{names @less, and there is no kernel of that name}}
  exec.library "sort"(%0) into (%0) parameters [0] types [tensor<8xf32>] kernel @less : !exec.buffer<32> to !exec.buffer<32>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<32>
  // expected-error @+1 {{shares buffer 2 and has 2}}
  exec.library "sort"(%0) into (%0) parameters [0] types [tensor<8xf32>] shares [[0, 2]] : !exec.buffer<32> to !exec.buffer<32>
}

// -----

// expected-error @+1 {{has 3 outer loops of 2}}
exec.kernel @k(%in: memref<2xf32>) loops [2, 4] outer 3 index i32 {
}

// -----

// expected-error @+1 {{has a buffer of type 'memref<2x2xf32>', expected a memref of one dimension whose size is known}}
exec.kernel @k(%in: memref<2x2xf32>) loops [2] outer 1 index i32 {
}

// -----

// expected-error @+1 {{keeps buffer 1 and has 1}}
exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 kept [1] index i32 {
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
  // expected-error @+1 {{is at a place of loop l1 and the kernel has 1 loops}}
  %0 = exec.load %in[l1] : memref<2xf32>
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
  // expected-error @+1 {{is at a place of loop l3 and the kernel has 1 loops}}
  %0 = exec.index [l3] : i32
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
  %0 = exec.number 1.0 : f32
  exec.nest [] {
    // expected-error @+1 {{is at a place of loop l2 and the kernel has 1 loops}}
    exec.store %0, %in[l2] : memref<2xf32>
  }
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
  // expected-error @+1 {{has a place that is none for 0 terms}}
  %0 = "exec.index"() <{place = array<i64: 1, 0>}> : () -> i32
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
  // expected-error @+1 {{runs loop 1 and the kernel has 1 loops}}
  exec.nest [1] {
  }
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
  // expected-error @+1 {{expected a number, a loop (l0, l1, ...) or a value}}
  %0 = exec.index [x] : i32
}

// -----

exec.program @main {
  %0 = exec.argument 0 is tensor<8xf32> : !exec.buffer<32>
  // expected-error @+1 {{is number 2, expected 1: arguments are declared in order}}
  %1 = exec.argument 2 is tensor<8xf32> : !exec.buffer<32>
}

// -----

exec.program @main {
  // expected-error @+1 {{is number 1, expected 0: results are declared in order}}
  %0 = exec.result 1 is tensor<8xf32> : !exec.buffer<32>
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<32>
  exec.copy %0 to %0 : !exec.buffer<32>
  // expected-error @+1 {{declares a buffer behind the first step}}
  %1 = exec.buffer : !exec.buffer<32>
}

// -----

exec.program @main {
  %0 = exec.argument 0 is tensor<i1> : !exec.buffer<1>
  exec.if %0 {
    // expected-error @+1 {{is no step of a program}}
    %1 = exec.number 1.0 : f32
  } else {
  } : !exec.buffer<1>
}

// -----

func.func @f() {
  // expected-error @+1 {{expects parent op 'builtin.module'}}
  exec.program @inner {
  }
  return
}

// -----

exec.kernel @k(%in: memref<2xf32>) loops [2] outer 1 index i32 {
  // expected-error @+1 {{is neither a value of a kernel nor a nest}}
  "builtin.module"() ({
  ^bb0:
  }) : () -> ()
}

// -----

exec.program @main {
  %0 = exec.buffer : !exec.buffer<32>
  // expected-error @+1 {{lies in what is neither an argument nor a result}}
  %1 = exec.buffer in %0 at 0 : !exec.buffer<16> in !exec.buffer<32>
}

// -----

exec.program @main {
  %0 = exec.argument 0 is tensor<8xf32> donated : !exec.buffer<32>
  // expected-error @+1 {{of 16 bytes does not lie within the 32 bytes of the block that it is in}}
  %1 = exec.buffer in %0 at 24 : !exec.buffer<16> in !exec.buffer<32>
}

// -----

sharding.mesh @pod = <x=4>
exec.program @main on @pod {
  %0 = exec.buffer : !exec.buffer<16>
  %1 = exec.buffer : !exec.buffer<16>
  %2 = exec.argument 0 is tensor<i1> : !exec.buffer<1>
  // expected-error @+1 {{is started, and 0 steps wait for it, expected one}}
  %3 = exec.collective all_reduce by sum %0 into %1 over {x} types [tensor<4xf32>] to [tensor<4xf32>] : !exec.buffer<16> to !exec.buffer<16> -> !exec.event
}

// -----

sharding.mesh @pod = <x=4>
exec.program @main on @pod {
  %0 = exec.buffer : !exec.buffer<16>
  %1 = exec.buffer : !exec.buffer<16>
  %2 = exec.argument 0 is tensor<i1> : !exec.buffer<1>
  // expected-error @+1 {{is started, and 2 steps wait for it, expected one}}
  %3 = exec.collective all_reduce by sum %0 into %1 over {x} types [tensor<4xf32>] to [tensor<4xf32>] : !exec.buffer<16> to !exec.buffer<16> -> !exec.event
  exec.wait %3
  exec.wait %3
}

// -----

sharding.mesh @pod = <x=4>
exec.program @main on @pod {
  %0 = exec.buffer : !exec.buffer<16>
  %1 = exec.buffer : !exec.buffer<16>
  %2 = exec.argument 0 is tensor<i1> : !exec.buffer<1>
  // expected-error @+1 {{is started here, and the wait for it is not in the same sequence of steps}}
  %3 = exec.collective all_reduce by sum %0 into %1 over {x} types [tensor<4xf32>] to [tensor<4xf32>] : !exec.buffer<16> to !exec.buffer<16> -> !exec.event
  exec.if %2 {
    exec.wait %3
  } else {
  } : !exec.buffer<1>
}

// -----

sharding.mesh @pod = <x=4>
exec.program @main on @pod {
  %0 = exec.buffer : !exec.buffer<16>
  %1 = exec.buffer : !exec.buffer<16>
  %2 = exec.argument 0 is tensor<i1> : !exec.buffer<1>
  // expected-error @+1 {{goes on until it is waited for, and a step before that uses its buffers}}
  %3 = exec.collective all_reduce by sum %0 into %1 over {x} types [tensor<4xf32>] to [tensor<4xf32>] : !exec.buffer<16> to !exec.buffer<16> -> !exec.event
  exec.if %2 {
    // expected-note @+1 {{this step}}
    exec.copy %1 to %0 : !exec.buffer<16>
  } else {
  } : !exec.buffer<1>
  exec.wait %3
}

// -----

// Buffers that have places are the same memory where these meet.
sharding.mesh @pod = <x=4>
exec.program @main on @pod arena 128 {
  %0 = exec.buffer at 0 : !exec.buffer<16>
  %1 = exec.buffer at 16 : !exec.buffer<16>
  %2 = exec.buffer at 0 : !exec.buffer<64>
  %3 = exec.buffer at 64 : !exec.buffer<64>
  // expected-error @+1 {{goes on until it is waited for, and a step before that uses its buffers}}
  %4 = exec.collective all_reduce by sum %0 into %1 over {x} types [tensor<4xf32>] to [tensor<4xf32>] : !exec.buffer<16> to !exec.buffer<16> -> !exec.event
  // expected-note @+1 {{this step}}
  exec.copy %2 to %3 : !exec.buffer<64>
  exec.wait %4
}

// -----

sharding.mesh @pod = <x=4>
exec.program @main on @pod {
  %0 = exec.buffer : !exec.buffer<32>
  %1 = exec.buffer : !exec.buffer<32>
  // expected-error @+1 {{expected all_gather, reduce_scatter, all_reduce, all_to_all or collective_permute, got 'broadcast'}}
  exec.collective broadcast %0 into %1 over {x} types [tensor<8xf32>] to [tensor<8xf32>] : !exec.buffer<32> to !exec.buffer<32>
}
