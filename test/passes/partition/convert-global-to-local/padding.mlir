// Padding of a contracted dimension is masked with what changes nothing; where the axis divides there is no padding and no mask.
// RUN: shardwright-opt --propagate-shardings --partition --split-input-file %s | FileCheck %s

sharding.mesh @m = <x=4>
// CHECK-LABEL: func.func @main(%arg0: tensor<3x2xf32>
// CHECK-DAG: %[[LOW:.*]] = stablehlo.constant dense<0xFF800000> : tensor<3x2xf32>
// CHECK-DAG: %[[N:.*]] = stablehlo.constant dense<10> : tensor<3x2xi32>
// CHECK: %[[DATA:.*]] = stablehlo.compare LT, %{{.*}}, %[[N]]
// CHECK: %[[MASKED:.*]] = stablehlo.select %[[DATA]], %arg0, %[[LOW]]
// CHECK: stablehlo.reduce(%[[MASKED]]
func.func @main(%a: tensor<10x2xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}) -> (tensor<2xf32> {sharding.spec = #sharding.spec<@m, [J]>}) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<10x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

sharding.mesh @m = <x=4>
// CHECK-LABEL: func.func @main(%arg0: tensor<3x2xf32>
// CHECK-NOT: stablehlo.select
// CHECK: stablehlo.reduce(%arg0
func.func @main(%a: tensor<12x2xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>}) -> (tensor<2xf32> {sharding.spec = #sharding.spec<@m, [J]>}) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<12x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
