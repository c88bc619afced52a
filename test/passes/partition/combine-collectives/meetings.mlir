// Who meets whom, and where.
//
// RUN: shardwright-opt --combine-collectives --split-input-file %s | FileCheck %s
// RUN: shardwright-opt --combine-collectives=bytes=64 --split-input-file %s | FileCheck %s --check-prefix=SMALL

// What reads the first waits behind the combine group; what else stands there stays. The causes of both are kept.
// CHECK-LABEL: func.func @wait
// CHECK-NEXT: %[[C:.*]] = stablehlo.cosine %arg1
// CHECK-NEXT: %[[S:.*]]:2 = spmd.all_reduce sum %arg0, %[[C]] over {x} on @m {cause = "one; another"} : tensor<8xf32>, tensor<4xf32>
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[S]]#0
// CHECK-NEXT: return %[[N]], %[[S]]#1
// SMALL-LABEL: func.func @wait
// SMALL: spmd.all_reduce sum %arg0, %{{.*}} over
sharding.mesh @m = <x=2, y=2>
func.func @wait(%a: tensor<8xf32>, %b: tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %0 = spmd.all_reduce sum %a over {x} on @m {cause = "one"} : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  %2 = stablehlo.cosine %b : tensor<4xf32>
  %3 = spmd.all_reduce sum %2 over {x} on @m {cause = "another"} : tensor<4xf32>
  return %1, %3 : tensor<8xf32>, tensor<4xf32>
}

// -----

// One that depends on the other, through arithmetic or a region, never joins it.
// CHECK-LABEL: func.func @depend
// CHECK-COUNT-3: = spmd.all_reduce sum %{{[^,]*}} over
sharding.mesh @m = <x=2, y=2>
func.func @depend(%a: tensor<8xf32>, %p: tensor<i1>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = spmd.all_reduce sum %a over {x} on @m : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  %2 = spmd.all_reduce sum %1 over {x} on @m : tensor<8xf32>
  %3 = "stablehlo.if"(%p) ({
    stablehlo.return %2 : tensor<8xf32>
  }, {
    stablehlo.return %a : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  %4 = spmd.all_reduce sum %3 over {x} on @m : tensor<8xf32>
  return %1, %4 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Other axes, another kind, another type, another dimension: not the same exchange.
// CHECK-LABEL: func.func @different
// CHECK-NEXT: spmd.all_reduce sum %arg0 over {x}
// CHECK-NEXT: spmd.all_reduce sum %arg0 over {y}
// CHECK-NEXT: spmd.all_reduce max %arg0 over {x}
// CHECK-NEXT: spmd.all_reduce sum %arg1 over {x}
// CHECK-NEXT: spmd.all_gather %arg0 dim 0
// CHECK-NEXT: spmd.all_gather %arg0 dim 1
sharding.mesh @m = <x=2, y=2>
func.func @different(%a: tensor<2x2xf32>, %i: tensor<2xi32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi32>, tensor<4x2xf32>, tensor<2x4xf32>) {
  %0 = spmd.all_reduce sum %a over {x} on @m : tensor<2x2xf32>
  %1 = spmd.all_reduce sum %a over {y} on @m : tensor<2x2xf32>
  %2 = spmd.all_reduce max %a over {x} on @m : tensor<2x2xf32>
  %3 = spmd.all_reduce sum %i over {x} on @m : tensor<2xi32>
  %4 = spmd.all_gather %a dim 0 over {x} on @m : (tensor<2x2xf32>) -> tensor<4x2xf32>
  %5 = spmd.all_gather %a dim 1 over {x} on @m : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi32>, tensor<4x2xf32>, tensor<2x4xf32>
}

// -----

// Two combine groups at one place, one of which reads what waits for the other's kind: the order of the program decides.
// CHECK-LABEL: func.func @chains
// CHECK-NEXT: %[[M:.*]] = spmd.all_reduce max %arg0
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[M]]
// CHECK-NEXT: %[[S:.*]]:2 = spmd.all_reduce sum %arg0, %[[N]] over {x}
// CHECK-NEXT: return %[[S]]#0, %[[S]]#1
sharding.mesh @m = <x=2, y=2>
func.func @chains(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = spmd.all_reduce sum %a over {x} on @m : tensor<8xf32>
  %1 = spmd.all_reduce max %a over {x} on @m : tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  %3 = spmd.all_reduce sum %2 over {x} on @m : tensor<8xf32>
  return %0, %3 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A combine group has room for so many bytes; what finds none meets elsewhere. Too much data joins nobody.
// SMALL-LABEL: func.func @room
// SMALL-NEXT: %[[L:.*]] = spmd.all_reduce sum %arg4 over {x} on @m : tensor<64xf32>
// SMALL-NEXT: spmd.all_reduce sum %arg0, %arg1 over
// SMALL-NEXT: spmd.all_reduce sum %arg2, %arg3 over
// CHECK-LABEL: func.func @room
// CHECK-NEXT: spmd.all_reduce sum %arg4, %arg0, %arg1, %arg2, %arg3 over
sharding.mesh @m = <x=2, y=2>
func.func @room(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %l: tensor<64xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<64xf32>) {
  %4 = spmd.all_reduce sum %l over {x} on @m : tensor<64xf32>
  %0 = spmd.all_reduce sum %a over {x} on @m : tensor<8xf32>
  %1 = spmd.all_reduce sum %b over {x} on @m : tensor<8xf32>
  %2 = spmd.all_reduce sum %c over {x} on @m : tensor<8xf32>
  %3 = spmd.all_reduce sum %d over {x} on @m : tensor<8xf32>
  return %0, %1, %2, %3, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<64xf32>
}

// -----

// A value that is whole because an op cannot run on blocks of it stays known by its own collective.
// CHECK-LABEL: func.func @whole
// CHECK-NEXT: spmd.all_gather %arg0 dim 0 over {x} on @m {spmd.whole_for = "stablehlo.sort"}
// CHECK-NEXT: spmd.all_gather %arg1 dim 0
sharding.mesh @m = <x=2, y=2>
func.func @whole(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = spmd.all_gather %a dim 0 over {x} on @m {spmd.whole_for = "stablehlo.sort"} : (tensor<8xf32>) -> tensor<16xf32>
  %1 = spmd.all_gather %b dim 0 over {x} on @m : (tensor<8xf32>) -> tensor<16xf32>
  return %0, %1 : tensor<16xf32>, tensor<16xf32>
}

// -----

// Nobody is served early where that would be the peak: the second matrix is gathered when the first is gone.
// CHECK-LABEL: func.func @hold
// CHECK-COUNT-2: = spmd.all_gather %{{[^,]*}} dim 0
sharding.mesh @m = <x=2, y=2>
func.func @hold(%x: tensor<2x8xf32>, %v: tensor<4x8xf32>, %w: tensor<4x8xf32>) -> tensor<2x8xf32> {
  %0 = spmd.all_gather %v dim 0 over {x} on @m : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = spmd.all_gather %w dim 0 over {x} on @m : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  %3 = stablehlo.dot_general %2, %1, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  return %3 : tensor<2x8xf32>
}

// -----

// Where both are needed at once they meet.
// CHECK-LABEL: func.func @together
// CHECK: = spmd.all_gather %arg0, %arg1 dim 0
sharding.mesh @m = <x=2, y=2>
func.func @together(%v: tensor<4x8xf32>, %w: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = spmd.all_gather %v dim 0 over {x} on @m : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = spmd.all_gather %w dim 0 over {x} on @m : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
