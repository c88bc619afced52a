// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s

sharding.mesh @m = <x=4, y=2>

// Only the part of x that divides the major factor stays on it; the rest falls on the minor one.
// CHECK-LABEL: func.func @splits_an_axis
func.func @splits_an_axis(%a: tensor<12xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) -> tensor<2x6xf32> {
  // CHECK: stablehlo.reshape
  // CHECK-SAME: #sharding.spec<@m, [_x:(1)2, _x:(2)2]>
  %0 = stablehlo.reshape %a : (tensor<12xf32>) -> tensor<2x6xf32>
  // CHECK: stablehlo.negate
  // CHECK-SAME: #sharding.spec<@m, [_x:(1)2, _x:(2)2]>
  %1 = stablehlo.negate %0 : tensor<2x6xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x6xf32>) -> tensor<12xf32>
  return %0 : tensor<2x6xf32>
}

// The minor dimension's axis would be a strided view of the merged one: it stops here.
// CHECK-LABEL: func.func @merged_minor
func.func @merged_minor(%a: tensor<4x8xf32> {sharding.spec = #sharding.spec<@m, [_, _x]>}) -> tensor<32xf32> {
  // CHECK: stablehlo.reshape
  // CHECK-SAME: #sharding.spec<@m, [_]>
  %0 = stablehlo.reshape %a : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: func.func @merged_major
func.func @merged_major(%a: tensor<4x8xf32> {sharding.spec = #sharding.spec<@m, [_x, _y]>}) -> tensor<32xf32> {
  // CHECK: stablehlo.reshape
  // CHECK-SAME: #sharding.spec<@m, [_{x,y}]>
  %0 = stablehlo.reshape %a : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
