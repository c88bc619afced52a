// RUN: shardwright-opt %s --expand-chlo | FileCheck %s

sharding.mesh @m = <x=2>

// Where the expansion is one operation or has a shape that others rely on; values-*.mlir compute the rest.

// CHECK-LABEL: @square
func.func @square(%arg0: tensor<4xbf16>) -> tensor<4xbf16> {
  // CHECK-NEXT: %[[R:.*]] = stablehlo.multiply %arg0, %arg0 {sharding.specs = [#sharding.spec<@m, [_x]>]} : tensor<4xbf16>
  // CHECK-NEXT: return %[[R]]
  %0 = chlo.square %arg0 {sharding.specs = [#sharding.spec<@m, [_x]>]} : tensor<4xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK-LABEL: @narrow
func.func @narrow(%arg0: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK-NEXT: stablehlo.convert %arg0 : (tensor<4xf16>) -> tensor<4xf32>
  // CHECK: %[[R:.*]] = stablehlo.convert {{.*}} : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK-NEXT: return %[[R]]
  %0 = chlo.erf %arg0 : tensor<4xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: @top_k
func.func @top_k(%arg0: tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  // CHECK-NEXT: %[[I:.*]] = stablehlo.iota dim = 1 : tensor<4x8xi32>
  // CHECK-NEXT: %[[S:.*]]:2 = "stablehlo.sort"(%arg0, %[[I]]) <{dimension = 1 : i64, is_stable = true}>
  // CHECK: stablehlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER
  // CHECK: %[[V:.*]] = stablehlo.slice %[[S]]#0 [0:4, 0:3] {sharding.specs = [#sharding.spec<@m, [_x, _]>]}
  // CHECK-NEXT: %[[P:.*]] = stablehlo.slice %[[S]]#1 [0:4, 0:3] {sharding.specs = [#sharding.spec<@m, [_, _]>]}
  // CHECK-NEXT: return %[[V]], %[[P]]
  %0, %1 = chlo.top_k(%arg0, k = 3) {sharding.specs = [#sharding.spec<@m, [_x, _]>, #sharding.spec<@m, [_, _]>]} : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return %0, %1 : tensor<4x3xf32>, tensor<4x3xi32>
}

// CHECK-LABEL: @conj
func.func @conj(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xf32>) {
  // CHECK: %[[RE:.*]] = stablehlo.real %arg0
  // CHECK: %[[IM:.*]] = stablehlo.imag %arg0
  // CHECK: %[[N:.*]] = stablehlo.negate %[[IM]]
  // CHECK: stablehlo.complex %[[RE]], %[[N]]
  %0 = chlo.conj %arg0 : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  // CHECK: stablehlo.real %arg1 : tensor<4xf32>
  %1 = chlo.conj %arg1 : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: @broadcast
func.func @broadcast(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<4xf32>) {
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1]
  // CHECK: stablehlo.add %arg0, %[[B]] : tensor<4x8xf32>
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: %[[C:.*]] = stablehlo.broadcast_in_dim %arg2, dims = [0]
  // CHECK: stablehlo.compare LT, %arg0, %[[C]], FLOAT
  %1 = chlo.broadcast_compare %arg0, %arg2 {broadcast_dimensions = array<i64: 0>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xi1>
  return
}

// CHECK-LABEL: @constants
func.func @constants(%arg0: tensor<4x8xi32>) {
  // CHECK: stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK: %[[C:.*]] = stablehlo.constant dense<7> : tensor<i32>
  // CHECK: stablehlo.broadcast_in_dim %[[C]], dims = [] : (tensor<i32>) -> tensor<4x8xi32>
  %1 = "chlo.constant_like"(%arg0) <{value = 7 : i32}> : (tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}
