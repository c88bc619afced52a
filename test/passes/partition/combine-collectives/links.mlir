// Collectives that feed each other are combined link by link: a sum over two axes that is scattered over one of them,
// added up over the other and gathered was three collectives for each value. The products are the peak of memory: below
// it there is room to wait.
//
// RUN: shardwright-opt --combine-collectives --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @chains
// CHECK-COUNT-2: = stablehlo.dot_general
// CHECK-NEXT: %[[B:.*]] = stablehlo.negate %arg1
// CHECK-NEXT: %[[C:.*]] = stablehlo.cosine %arg2
// CHECK-NEXT: %[[S:.*]]:3 = spmd.reduce_scatter sum %arg0, %[[B]], %[[C]] dim 0 over {y}
// CHECK-NEXT: %[[A:.*]]:3 = spmd.all_reduce sum %[[S]]#0, %[[S]]#1, %[[S]]#2 over {x}
// CHECK-NEXT: %[[G:.*]]:3 = spmd.all_gather %[[A]]#0, %[[A]]#1, %[[A]]#2 dim 0 over {y}
// CHECK-NEXT: return %[[G]]#0, %[[G]]#1, %[[G]]#2
sharding.mesh @m = <x=2, y=2>
func.func @chains(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %w: tensor<64x64xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<64x64xf32>) {
  %11 = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %12 = stablehlo.dot_general %11, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = spmd.reduce_scatter sum %a dim 0 over {y} on @m : (tensor<8xf32>) -> tensor<4xf32>
  %1 = spmd.all_reduce sum %0 over {x} on @m : tensor<4xf32>
  %2 = spmd.all_gather %1 dim 0 over {y} on @m : (tensor<4xf32>) -> tensor<8xf32>
  %3 = stablehlo.negate %b : tensor<8xf32>
  %4 = spmd.reduce_scatter sum %3 dim 0 over {y} on @m : (tensor<8xf32>) -> tensor<4xf32>
  %5 = spmd.all_reduce sum %4 over {x} on @m : tensor<4xf32>
  %6 = spmd.all_gather %5 dim 0 over {y} on @m : (tensor<4xf32>) -> tensor<8xf32>
  %7 = stablehlo.cosine %c : tensor<8xf32>
  %8 = spmd.reduce_scatter sum %7 dim 0 over {y} on @m : (tensor<8xf32>) -> tensor<4xf32>
  %9 = spmd.all_reduce sum %8 over {x} on @m : tensor<4xf32>
  %10 = spmd.all_gather %9 dim 0 over {y} on @m : (tensor<4xf32>) -> tensor<8xf32>
  return %2, %6, %10, %12 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<64x64xf32>
}

// -----

// All three meet at the end of the block, where the all_reduce of the argument, which stood first, comes behind the
// reduce_scatters that feed the others of its group, and behind what is done to their results.
// CHECK-LABEL: func.func @behind
// CHECK-NEXT: %[[S:.*]]:2 = spmd.reduce_scatter sum %arg1, %arg2 dim 0 over {y}
// CHECK-DAG: %[[N:.*]] = stablehlo.negate %[[S]]#0
// CHECK-DAG: %[[C:.*]] = stablehlo.cosine %[[S]]#1
// CHECK: %[[A:.*]]:3 = spmd.all_reduce sum %arg0, %[[N]], %[[C]] over {x}
// CHECK-NEXT: return %[[A]]#0, %[[A]]#1, %[[A]]#2
sharding.mesh @m = <x=2, y=2>
func.func @behind(%a: tensor<4xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = spmd.all_reduce sum %a over {x} on @m : tensor<4xf32>
  %1 = spmd.reduce_scatter sum %b dim 0 over {y} on @m : (tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.negate %1 : tensor<4xf32>
  %3 = spmd.all_reduce sum %2 over {x} on @m : tensor<4xf32>
  %4 = spmd.reduce_scatter sum %c dim 0 over {y} on @m : (tensor<8xf32>) -> tensor<4xf32>
  %5 = stablehlo.cosine %4 : tensor<4xf32>
  %6 = spmd.all_reduce sum %5 over {x} on @m : tensor<4xf32>
  return %0, %3, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Two chains with their links in opposite orders: only one of the kinds can be combined, else each group would read
// what the other makes.
// CHECK-LABEL: func.func @crossed
// CHECK-COUNT-3: = spmd.all_reduce
// CHECK-NOT: = spmd.all_reduce
sharding.mesh @m = <x=2, y=2>
func.func @crossed(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = spmd.all_reduce sum %a over {x} on @m : tensor<8xf32>
  %1 = spmd.all_reduce max %b over {x} on @m : tensor<8xf32>
  %2 = spmd.all_reduce max %0 over {x} on @m : tensor<8xf32>
  %3 = spmd.all_reduce sum %1 over {x} on @m : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A collective does not wait for those that read it where no collective would be saved by that: the first sum stays in
// front of the product that its reader waits for.
// CHECK-LABEL: func.func @alone
// CHECK-NEXT: spmd.reduce_scatter
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: spmd.all_gather %{{[^,]*}}, %{{[^,]*}} dim 0
sharding.mesh @m = <x=2, y=2>
func.func @alone(%a: tensor<8xf32>, %b: tensor<4xf32>, %w: tensor<1024x1024xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<1024x1024xf32>) {
  %0 = spmd.reduce_scatter sum %a dim 0 over {y} on @m : (tensor<8xf32>) -> tensor<4xf32>
  %1 = spmd.all_gather %0 dim 0 over {y} on @m : (tensor<4xf32>) -> tensor<8xf32>
  %2 = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %4 = spmd.all_gather %b dim 0 over {y} on @m : (tensor<4xf32>) -> tensor<8xf32>
  return %1, %4, %3 : tensor<8xf32>, tensor<8xf32>, tensor<1024x1024xf32>
}
