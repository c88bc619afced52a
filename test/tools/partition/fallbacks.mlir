// A value that was split and is whole on every device because an op cannot run on blocks of it is named, with the op,
// its place and the bytes of the whole; one that is gathered because that is cheapest, or because the author says so, is
// none.
// RUN: rm -rf %t && mkdir %t && grep -v '^//' %s > %t/p.mlir && cd %t
// RUN: shardwright partition p.mlir --summary --json | FileCheck %s
// RUN: shardwright partition p.mlir --summary | FileCheck %s --check-prefix=TEXT
// RUN: shardwright partition p.mlir | FileCheck %s --check-prefix=PROGRAM

// CHECK:      "replicated_fallbacks": [
// CHECK-NEXT:   {
// CHECK-NEXT:     "op": "stablehlo.sort",
// CHECK-NEXT:     "location": "p.mlir:12:8",
// CHECK-NEXT:     "bytes": 64
// CHECK-NEXT:   }
// CHECK-NEXT: ],

// TEXT: whole on every device: 64 bytes for stablehlo.sort at p.mlir:12:8
// TEXT-NOT: whole on every device

// PROGRAM-COUNT-1: spmd.whole_for
// PROGRAM-NOT: spmd.whole_for

sharding.mesh @m = <x=4>

func.func @main(%a: tensor<16xf32> {sharding.spec = #sharding.spec<@m, [I_x]>},
                %b: tensor<16x16xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>},
                %c: tensor<16xf32> {sharding.spec = #sharding.spec<@m, [I_x]>})
    -> (tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32> {sharding.spec = #sharding.spec<@m, [I]>}) {
  // One dimension, and it is split: whole.
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %4 = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<16xf32>) -> tensor<16xf32>
  // It could run with the columns split instead; that the result is wanted whole decides.
  %1 = "stablehlo.sort"(%b) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %4 = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  // The result is wanted whole.
  %2 = stablehlo.negate %c : tensor<16xf32>
  return %0, %1, %2 : tensor<16xf32>, tensor<16x16xf32>, tensor<16xf32>
}
