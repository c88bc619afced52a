// An approximate top-k is answered exactly, along a dimension split over devices too; one whose comparator is not given is refused.
// RUN: split-file %s %t
// RUN: shardwright run %t/two.mlir --check-against=interp
// RUN: shardwright run %t/two.mlir --devices=1
// RUN: shardwright-opt --expand-custom-calls %t/two.mlir | FileCheck %s
// RUN: not shardwright partition %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not shardwright partition %t/other.mlir 2>&1 | FileCheck %s --check-prefix=OTHER

//--- two.mlir
sharding.mesh @mesh = <x=2, y=4>

func.func @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}

// CHECK-LABEL: func.func @main
func.func @main(%a: tensor<2x8xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _y]>}) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %scores = stablehlo.constant dense<[[3.0, 9.0, -1.0, 4.0, 8.0, 2.0, 7.0, 0.0], [5.0, 1.0, 6.0, 2.0, 0.0, 3.0, -4.0, 9.0]]> : tensor<2x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2x8xf32>
  %nothing = stablehlo.multiply %a, %zero : tensor<2x8xf32>
  %b = stablehlo.add %scores, %nothing : tensor<2x8xf32>
  %positions = stablehlo.iota dim = 1 : tensor<2x8xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  // CHECK: "stablehlo.sort"
  // CHECK: stablehlo.compare GT
  // CHECK: stablehlo.slice %{{.*}} [0:2, 0:3]
  // CHECK-NOT: custom_call @ApproxTopK
  %1:2 = stablehlo.custom_call @ApproxTopK(%b, %positions, %least, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.95 : f32, reduction_dim = 1 : i64, top_k = 3 : i64}} : (tensor<2x8xf32>, tensor<2x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %best = stablehlo.constant dense<[[1, 4, 6], [7, 2, 0]]> : tensor<2x3xi32>
  check.expect_eq %1#1, %best : tensor<2x3xi32>
  return %1#0, %1#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

//--- none.mlir
func.func @main(%a: tensor<8xf32>, %i: tensor<8xi32>, %f: tensor<f32>, %n: tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>) {
  // NONE: error: 'stablehlo.custom_call' op to @ApproxTopK wants a reduction_dim, a comparator of one block
  %1:2 = stablehlo.custom_call @ApproxTopK(%a, %i, %f, %n) {mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %1#0, %1#1 : tensor<3xf32>, tensor<3xi32>
}

//--- other.mlir
func.func private @f(%a: tensor<f32>) -> tensor<f32> {
  stablehlo.return %a : tensor<f32>
}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  // OTHER: error: 'stablehlo.custom_call' op to @map computes by @f, which is known of @ApproxTopK alone
  %0 = stablehlo.custom_call @map(%a) {called_computations = [@f]} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
