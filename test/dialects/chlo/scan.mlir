// chlo.scan is read as JAX writes it.
// RUN: shardwright-opt --verify-roundtrip %s | FileCheck %s

func.func @f(%arg0: tensor<6xf32>, %arg1: tensor<f32>) {
  // CHECK: %{{.*}}:2 = chlo.scan(%arg0) inits(%arg1) dimension = 0 {
  // CHECK: stablehlo.return
  // CHECK: } : (tensor<6xf32>, tensor<f32>) -> (tensor<6xf32>, tensor<f32>)
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  {
  ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
    %1 = stablehlo.add %input, %carry : tensor<f32>
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  } : (tensor<6xf32>, tensor<f32>) -> (tensor<6xf32>, tensor<f32>)
  return
}
