// On a GPU a reduction of one element each is no reduction: its operation goes into other kernels.
// RUN: shardwright run %s --devices=1 --check-against=interp | FileCheck %s --check-prefix=SAME
// RUN: %if cuda-double %{ env SHARDWRIGHT_CUBLASLT= %source/tools/dev/with-cuda-double --build=%build shardwright run %s --target=cuda:sm_90 --devices=1 --check-against=interp | FileCheck %s --check-prefix=SAME %}
// SAME: all 3 results match
// RUN: shardwright-opt %s --prepare-for-host=target=cuda:sm_90 | FileCheck %s
// RUN: shardwright-opt %s --prepare-for-host | FileCheck %s --check-prefix=HOST
// HOST-COUNT-3: stablehlo.reduce
// CHECK-LABEL: func.func @main
// CHECK: [[ROWS:%.*]] = stablehlo.reshape {{.*}} : (tensor<6x1x5xf32>) -> tensor<6x5xf32>
// CHECK: stablehlo.add {{.*}}, [[ROWS]] : tensor<6x5xf32>
// CHECK: stablehlo.subtract {{.*}} : tensor<6x5xf32>
// Two elements, or two arrays, are reduced as ever.
// CHECK: stablehlo.reduce
// CHECK-NOT: stablehlo.reduce
func.func @main(%x: tensor<6x1x5xf32>, %i: tensor<f32>) -> (tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x1xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x1x5xf32>, tensor<f32>) -> tensor<6x5xf32>
  %1 = stablehlo.reduce(%x init: %i) across dimensions = [1] : (tensor<6x1x5xf32>, tensor<f32>) -> tensor<6x5xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>)  {
    %s = stablehlo.subtract %b, %a : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<6x1x5xf32>, tensor<f32>) -> tensor<6x1xf32>
  return %0, %1, %2 : tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x1xf32>
}
