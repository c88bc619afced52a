// RUN: shardwright-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @negate
func.func @negate(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stablehlo.negate
  %0 = stablehlo.negate %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @atan2
func.func @atan2(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stablehlo.atan2 %{{.*}}, %{{.*}} : tensor<4xf32>
  %0 = stablehlo.atan2 %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
