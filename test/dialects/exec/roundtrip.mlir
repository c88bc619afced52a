// RUN: shardwright-opt %s --verify-roundtrip | FileCheck %s

sharding.mesh @pod = <x=4, y=2>

// CHECK-LABEL: exec.kernel @rows(
// CHECK-SAME:    memref<32xf32>, {{.*}} memref<8xf32>) loops [4, 8] outer 1 kept [2] index i32
// CHECK:         %[[LOAD:.+]] = exec.load %{{.+}}[8*l0 + l1] : memref<32xf32>
// CHECK:         exec.apply add(%{{.+}}, %[[LOAD]]) : (f32, f32) -> f32
// CHECK:         exec.nest [1] {
// CHECK-NEXT:      exec.accumulate %{{.+}} from %{{.+}} by %{{.+}} to %[[TOTAL:.+]] : f32
// CHECK-NEXT:      exec.store %[[LOAD]], %{{.+}}[l1] : memref<8xf32>
// CHECK:         exec.nest [] {
// CHECK-NEXT:      exec.store %[[TOTAL]], %{{.+}}[l0] : memref<4xf32>
exec.kernel @rows(%in: memref<32xf32>, %out: memref<4xf32>, %row: memref<8xf32>) loops [4, 8] outer 1 kept [2] index i32 {
  %0 = exec.number 0.0 : f32
  %1 = exec.load %in[8*l0 + l1] : memref<32xf32>
  %2 = exec.running 0, 0 : f32
  %3 = exec.apply add(%2, %1) : (f32, f32) -> f32
  %4 = exec.total 0, 0 : f32
  exec.nest [1] {
    exec.accumulate %2 from %0 by %3 to %4 : f32
    exec.store %1, %row[l1] : memref<8xf32>
  }
  exec.nest [] {
    exec.store %4, %out[l0] : memref<4xf32>
  }
}

// Places: signs, constants first, loops, values with their types.
// CHECK-LABEL: exec.kernel @places(
// CHECK-SAME:    loops [4, 8] outer 2 sequential index i64
// CHECK:         exec.index [0] : i64
// CHECK:         %[[I:.+]] = exec.index [7 - l1] : i64
// CHECK:         exec.index [-3 + 2*l0 - %[[I]] + 5*%[[I]] : i64, i64] : i64
// CHECK:         %[[IF:.+]] = exec.apply lt(
// CHECK:         exec.load %{{.+}}[l0 + %[[I]] : i64] if %[[IF]] varies 3 : memref<32xui8>
// CHECK:         exec.apply reduce_precision(%{{.+}}) with [5, 2] : (f32) -> f32
// CHECK:         exec.store %{{.+}}, %{{.+}}[-l0 + %[[I]] : i64] if %[[IF]] : memref<32xui8>
exec.kernel @places(%buffer: memref<32xui8>) loops [4, 8] outer 2 sequential index i64 {
  %0 = exec.index [0] : i64
  %1 = exec.index [7 - l1] : i64
  %2 = exec.index [2*l0 - %1 - 3 + 5*%1 : i64, i64] : i64
  %3 = exec.apply lt(%1, %2) : (i64, i64) -> i1
  %4 = exec.load %buffer[l0 + %1 : i64] if %3 varies 3 : memref<32xui8>
  %5 = exec.number 1.5 : f32
  %6 = exec.apply reduce_precision(%5) with [5, 2] : (f32) -> f32
  exec.nest [] {
    exec.store %4, %buffer[-l0 + %1 : i64] if %3 : memref<32xui8>
  }
}

// CHECK-LABEL: exec.program @main on @pod for "host:x86-64-v3" arena 192 largest [128, 3, 4, 1] {
// CHECK:         %[[IN:.+]] = exec.argument 0 is tensor<8x4xf32> as <@pod, [_x, _]> donated to 1 : <128>
// CHECK:         exec.result 0 is tensor<4xf32> at 0 epsilon 1.19209{{.*}} terms 8 : <16>
// CHECK:         exec.result 1 is tensor<8x4xf32> takes 0 : <128>
// CHECK:         exec.buffer in %[[IN]] at 64 : <16> in !exec.buffer<128>
// CHECK:         exec.constant dense<{{.*}}> : tensor<4xf32> : <16>
// CHECK:         exec.launch @rows(%{{.+}}, %{{.+}}) access [read, update] shares {{\[}}[0, 1]] for <"reduce" at "a.py:3:1"> : !exec.buffer<128>, !exec.buffer<16>
// CHECK:         exec.launch @rows beside [@rows](%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) access [read, write, read, write] :
// CHECK:         exec.collective all_reduce by sum %[[A:.+]], %[[B:.+]] into %[[A]], %[[B]] over {x} types [tensor<4xf32>, tensor<4xf32>] to [tensor<4xf32>, tensor<4xf32>] for <"all_reduce" at "a.py:4:1" because "why"> : !exec.buffer<16>, !exec.buffer<16> to !exec.buffer<16>, !exec.buffer<16>
// CHECK:         exec.collective collective_permute %{{.+}} into %{{.+}} over {x, y} pairs {{\[}}[0, 1], [1, 0]] types
// CHECK:         exec.collective all_to_all %{{.+}} into %{{.+}} over {y} split 0 gather 0 types
// CHECK:         exec.matmul %{{.+}} f32 as bf16 [32, 8, 1], %{{.+}} f32 [32, 1, 8] into %{{.+}} f32 sizes [1, 2, 2, 4]
// CHECK:         exec.library "sort"(%{{.+}}) into(%{{.+}}) parameters [0] types [tensor<4xf32>] kernel @rows shares {{\[}}[0, 1]] : !exec.buffer<16> to !exec.buffer<16>
// CHECK:         exec.axis_index over {x} into %{{.+}} : <4>
// CHECK:         exec.check close %{{.+}}, %{{.+}} is tensor<4xf32> {max_ulp = 2 : i64, min_ulp = 0 : i64}
// CHECK:         %[[EVENT:.+]] = exec.collective all_reduce by sum %[[X:.+]] into %[[X]] over {x} types {{.*}} to {{.*}} : !exec.buffer<16> to !exec.buffer<16> -> !exec.event
// CHECK:         exec.wait %[[EVENT]] for <"all_reduce">
// CHECK:         exec.while %{{.+}} trips 7 {
// CHECK:         } do {
// CHECK:         exec.if %{{.+}} {
// CHECK:         } else {
// CHECK:         exec.switch %{{.+}} {
// CHECK-NEXT:    }, {
exec.program @main on @pod for "host:x86-64-v3" arena 192 largest [128, 3, 4, 1] {
  %in = exec.argument 0 is tensor<8x4xf32> as #sharding.spec<@pod, [_x, _]> donated to 1 : !exec.buffer<128>
  %out = exec.result 0 is tensor<4xf32> at 0 epsilon 1.1920928955078125e-7 terms 8 : !exec.buffer<16>
  %same = exec.result 1 is tensor<8x4xf32> takes 0 : !exec.buffer<128>
  %other = exec.buffer in %in at 64 : !exec.buffer<16> in !exec.buffer<128>
  %number = exec.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> : !exec.buffer<16>
  %big = exec.buffer at 64 : !exec.buffer<128>
  %flag = exec.buffer : !exec.buffer<1>
  %index = exec.buffer : !exec.buffer<4>
  %third = exec.buffer at 16 : !exec.buffer<16>
  exec.launch @rows(%in, %out) access [read, update] shares [[0, 1]] for <"reduce" at "a.py:3:1"> : !exec.buffer<128>, !exec.buffer<16>
  exec.launch @rows beside [@rows](%in, %out, %big, %third) access [read, write, read, write] : !exec.buffer<128>, !exec.buffer<16>, !exec.buffer<128>, !exec.buffer<16>
  exec.collective all_reduce by sum %out, %other into %out, %other over {x} types [tensor<4xf32>, tensor<4xf32>] to [tensor<4xf32>, tensor<4xf32>] for <"all_reduce" at "a.py:4:1" because "why"> : !exec.buffer<16>, !exec.buffer<16> to !exec.buffer<16>, !exec.buffer<16>
  exec.collective collective_permute %out into %other over {x, y} pairs [[0, 1], [1, 0]] types [tensor<4xf32>] to [tensor<4xf32>] : !exec.buffer<16> to !exec.buffer<16>
  exec.collective all_to_all %out into %other over {y} split 0 gather 0 types [tensor<4xf32>] to [tensor<4xf32>] : !exec.buffer<16> to !exec.buffer<16>
  exec.matmul %in f32 as bf16 [32, 8, 1], %big f32 [32, 1, 8] into %out f32 sizes [1, 2, 2, 4] : !exec.buffer<128>, !exec.buffer<128>, !exec.buffer<16>
  exec.library "sort"(%out) into(%other) parameters [0] types [tensor<4xf32>] kernel @rows shares [[0, 1]] : !exec.buffer<16> to !exec.buffer<16>
  exec.axis_index over {x} into %index : !exec.buffer<4>
  exec.check close %out, %number is tensor<4xf32> {min_ulp = 0 : i64, max_ulp = 2 : i64} : !exec.buffer<16>, !exec.buffer<16>
  %event = exec.collective all_reduce by sum %other into %other over {x} types [tensor<4xf32>] to [tensor<4xf32>] : !exec.buffer<16> to !exec.buffer<16> -> !exec.event
  exec.check close %out, %number is tensor<4xf32> {min_ulp = 0 : i64, max_ulp = 2 : i64} : !exec.buffer<16>, !exec.buffer<16>
  exec.wait %event for <"all_reduce">
  exec.while %flag trips 7 {
    exec.copy %number to %other : !exec.buffer<16>
  } do {
  } : !exec.buffer<1>
  exec.if %flag {
  } else {
    exec.copy %other to %out : !exec.buffer<16>
  } : !exec.buffer<1>
  exec.switch %index {
  }, {
  } : !exec.buffer<4>
}
