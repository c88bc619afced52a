// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s

// Without a mesh there is one device and nothing to say.
// CHECK-LABEL: func.func @f
// CHECK-NOT: sharding.
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
