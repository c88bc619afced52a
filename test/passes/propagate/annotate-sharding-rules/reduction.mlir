// RUN: shardwright-opt --annotate-sharding-rules %s | FileCheck %s

// CHECK-LABEL: func.func @reduce
func.func @reduce(%a: tensor<2x4x8xf32>, %z: tensor<f32>) -> tensor<4xf32> {
  // CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add
  // CHECK-SAME: #sharding.rule<([i, j, k], [])->([j]) {i=2, j=4, k=8} reduction={i, k}>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @argmax
func.func @argmax(%a: tensor<4x8xf32>, %n: tensor<4x8xi32>, %z: tensor<f32>, %c: tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK: stablehlo.reduce
  // CHECK-SAME: #sharding.rule<([i, j], [i, j], [], [])->([i], [i]) {i=4, j=8} reduction={j}>
  %0:2 = stablehlo.reduce(%a init: %z), (%n init: %c) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %x, %y : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @reduce_window
func.func @reduce_window(%a: tensor<4x8xf32>, %z: tensor<f32>) -> tensor<4x4xf32> {
  // CHECK: "stablehlo.reduce_window"
  // CHECK: sharding.rule = #sharding.rule<([i, j], [])->([i, j]) {i=4, j=4} permutation={j}>
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @select_and_scatter
func.func @select_and_scatter(%a: tensor<4x8xf32>, %s: tensor<4x4xf32>, %z: tensor<f32>) -> tensor<4x8xf32> {
  // CHECK: "stablehlo.select_and_scatter"
  // CHECK: sharding.rule = #sharding.rule<([i, j], [i, k], [])->([i, j]) {i=4, j=8, k=4} need_replication={k} permutation={j}>
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sort
func.func @sort(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> (tensor<4x8xf32>, tensor<1x8xf32>) {
  // CHECK: "stablehlo.sort"
  // CHECK: sharding.rule = #sharding.rule<([i, j])->([i, j]) {i=4, j=8} need_replication={j}>
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // Nothing else could be split: nothing propagates along the sorted dimension either.
  // CHECK: "stablehlo.sort"
  // CHECK: sharding.rule = #sharding.rule<([i, j])->([i, j]) {i=1, j=8} need_replication={j} blocked_propagation={j}>
  %2 = "stablehlo.sort"(%b) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0, %2 : tensor<4x8xf32>, tensor<1x8xf32>
}
