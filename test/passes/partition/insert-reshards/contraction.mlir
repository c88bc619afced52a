// The contraction table of docs/concepts/partial.md, line by line: exactly these collectives and no others.
// RUN: shardwright-opt --split-constants --apply-constraints --propagate-shardings --partition --split-input-file %s | FileCheck %s

// Contracting dimension not split, the other axes disjoint: no communication.
sharding.mesh @m = <x=4, y=2>
// CHECK-LABEL: func.func @main
// CHECK-NOT: = spmd.
// CHECK: stablehlo.dot_general {{.*}} : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
// CHECK-NOT: = spmd.
// CHECK: return
func.func @main(%a: tensor<64x32xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>},
                %b: tensor<32x128xf32> {sharding.spec = #sharding.spec<@m, [J, K_y]>})
    -> (tensor<64x128xf32> {sharding.spec = #sharding.spec<@m, [I_x, K_y]>}) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  return %c : tensor<64x128xf32>
}

// -----

// Contracting dimension split on one side, a small result: the other side is sliced for free, the result reduced.
sharding.mesh @m = <x=4, y=2>
// CHECK-LABEL: func.func @main
// CHECK-NOT: = spmd.all_gather
// CHECK: spmd.slice %arg1 dim 0 over {x}
// CHECK: stablehlo.dot_general {{.*}} : (tensor<8x128xf32>, tensor<128x8xf32>) -> tensor<8x8xf32>
// CHECK-NOT: = spmd.
// CHECK: spmd.all_reduce sum {{.*}} over {x}
// CHECK-NOT: = spmd.
// CHECK: return
func.func @main(%a: tensor<8x512xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>},
                %b: tensor<512x8xf32> {sharding.spec = #sharding.spec<@m, [J, K]>})
    -> (tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I, K]>}) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x512xf32>, tensor<512x8xf32>) -> tensor<8x8xf32>
  return %c : tensor<8x8xf32>
}

// -----

// Contracting dimension split on one side, a large result: the operand is gathered.
sharding.mesh @m = <x=4, y=2>
// CHECK-LABEL: func.func @main
// CHECK-NOT: = spmd.
// CHECK: spmd.all_gather %arg0 dim 1 over {x}
// CHECK-NOT: = spmd.
// CHECK: stablehlo.dot_general
// CHECK-NOT: = spmd.
// CHECK: return
func.func @main(%a: tensor<512x8xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>},
                %b: tensor<8x512xf32> {sharding.spec = #sharding.spec<@m, [J, K]>})
    -> (tensor<512x512xf32> {sharding.spec = #sharding.spec<@m, [I, K]>}) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x8xf32>, tensor<8x512xf32>) -> tensor<512x512xf32>
  return %c : tensor<512x512xf32>
}

// -----

// Split on both sides by the same axis: a partial result, all-reduced where it is wanted whole.
sharding.mesh @m = <x=4, y=2>
// CHECK-LABEL: func.func @main
// CHECK-NOT: = spmd.
// CHECK: stablehlo.dot_general
// CHECK-NOT: = spmd.
// CHECK: spmd.all_reduce sum {{.*}} over {x} on @m {{.*}}: tensor<64x128xf32>
// CHECK-NOT: = spmd.
// CHECK: return
func.func @main(%a: tensor<64x32xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>},
                %b: tensor<32x128xf32> {sharding.spec = #sharding.spec<@m, [J_x, K]>})
    -> (tensor<64x128xf32> {sharding.spec = #sharding.spec<@m, [I, K]>}) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  return %c : tensor<64x128xf32>
}

// -----

// The same, reduce-scattered where it is wanted split.
sharding.mesh @m = <x=4, y=2>
// CHECK-LABEL: func.func @main
// CHECK-NOT: = spmd.
// CHECK: stablehlo.dot_general
// CHECK-NOT: = spmd.
// CHECK: spmd.reduce_scatter sum {{.*}} dim 1 over {x} on @m {{.*}}: (tensor<64x128xf32>) -> tensor<64x32xf32>
// CHECK-NOT: = spmd.
// CHECK: return
func.func @main(%a: tensor<64x32xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>},
                %b: tensor<32x128xf32> {sharding.spec = #sharding.spec<@m, [J_x, K]>})
    -> (tensor<64x128xf32> {sharding.spec = #sharding.spec<@m, [I, K_x]>}) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  return %c : tensor<64x128xf32>
}

// -----

// The same, left partial where a partial result is asked for.
sharding.mesh @m = <x=4, y=2>
// CHECK-LABEL: func.func @main
// CHECK-NOT: = spmd.
// CHECK: return
func.func @main(%a: tensor<64x32xf32> {sharding.spec = #sharding.spec<@m, [I, J_x]>},
                %b: tensor<32x128xf32> {sharding.spec = #sharding.spec<@m, [J_x, K]>})
    -> (tensor<64x128xf32> {sharding.spec = #sharding.spec<@m, [I, K]{U_x}>}) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  return %c : tensor<64x128xf32>
}

// -----

// Both free dimensions want the same axis: the smaller operand is gathered.
sharding.mesh @m = <x=4, y=2>
// CHECK-LABEL: func.func @main
// CHECK-NOT: = spmd.
// CHECK: spmd.all_gather %arg1 dim 1 over {x}
// CHECK-NOT: = spmd.
// CHECK: stablehlo.dot_general {{.*}} : (tensor<16x32xf32>, tensor<32x16xf32>) -> tensor<16x16xf32>
// CHECK-NOT: = spmd.
// CHECK: return
func.func @main(%a: tensor<64x32xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>},
                %b: tensor<32x16xf32> {sharding.spec = #sharding.spec<@m, [J, K_x]>})
    -> (tensor<64x16xf32> {sharding.spec = #sharding.spec<@m, [I_x, K]>}) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x16xf32>) -> tensor<64x16xf32>
  return %c : tensor<64x16xf32>
}
