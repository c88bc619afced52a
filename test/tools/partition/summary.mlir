// What a per-device program sends: loops count by their trips where a counter is compared with a constant.
// RUN: shardwright partition %s --summary --json | FileCheck %s
// RUN: shardwright partition %s --summary | FileCheck %s --check-prefix=TEXT

// One gather of 16 of 32 floats; five all-reduces of 32 floats over 4: 2 * 3/4 * 128 bytes each; one in a loop of
// unknown length.
// CHECK: "devices": 8,
// CHECK-NEXT: "mesh": [
// CHECK-NEXT: {
// CHECK-NEXT: "axis": "x",
// CHECK-NEXT: "size": 2
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: "axis": "y",
// CHECK-NEXT: "size": 4
// CHECK-NEXT: }
// CHECK-NEXT: ],
// CHECK: "bytes_per_device": 1088,
// CHECK: "op": "all_gather",
// CHECK: "count": 1,
// CHECK-NEXT: "executed": 1,
// CHECK-NEXT: "bytes_per_device": 64,
// CHECK-NEXT: "cause": "a test"
// CHECK: "op": "all_reduce",
// CHECK: "y"
// CHECK: "count": 1,
// CHECK-NEXT: "executed": 5,
// CHECK-NEXT: "bytes_per_device": 960,
// CHECK: "op": "collective_permute",
// CHECK: "executed": 1,
// CHECK-NEXT: "bytes_per_device": 64,
// CHECK: "unknown_trips": true
// CHECK: "replicated_fallbacks": []

// TEXT: 8 devices, mesh x=2, y=4
// TEXT-NEXT: 1 x all_gather over {x}: 64 bytes (a test)
// TEXT-NEXT: 5 x all_reduce over {y}: 960 bytes
// TEXT-NEXT: 1 x collective_permute over {x}: 64 bytes{{.*}}, counting one iteration of a loop of unknown trip count
// TEXT-NEXT: bytes sent by each device: 1088

sharding.mesh @m = <x=2, y=4>

func.func @main(%a: tensor<16xf32> {sharding.spec = #sharding.spec<@m, [_x]>, spmd.global_type = tensor<32xf32>})
    -> (tensor<32xf32> {sharding.spec = #sharding.spec<@m, [_]>, spmd.global_type = tensor<32xf32>},
        tensor<16xf32> {sharding.spec = #sharding.spec<@m, [_x]>, spmd.global_type = tensor<32xf32>}) {
  %whole = spmd.all_gather %a dim 0 over {x} on @m {cause = "a test"} : (tensor<16xf32>) -> tensor<32xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<2> : tensor<i32>
  %limit = stablehlo.constant dense<9> : tensor<i32>
  // The limit is carried, unchanged.
  %loop:3 = stablehlo.while(%i = %zero, %v = %whole, %n = %limit) : tensor<i32>, tensor<32xf32>, tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %step : tensor<i32>
    %sum = spmd.all_reduce sum %v over {y} on @m : tensor<32xf32>
    stablehlo.return %next, %sum, %n : tensor<i32>, tensor<32xf32>, tensor<i32>
  }
  %until:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<16xf32>
  cond {
    %more = stablehlo.compare LT, %i, %loop#0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %step : tensor<i32>
    %moved = spmd.collective_permute %v pairs [[0, 1], [1, 0]] over {x} on @m : tensor<16xf32>
    stablehlo.return %next, %moved : tensor<i32>, tensor<16xf32>
  }
  return %loop#1, %until#1 : tensor<32xf32>, tensor<16xf32>
}
