// A rotation by several positions, and its gradient, send the edge that they move and no more: what is rotated is not cut into
// slices that lie elsewhere first. What is cut off and padded again is masked where it lies. What is not split stays.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --check-against=interp --disable=halo-exchange
// RUN: shardwright run %s --backend=interp --check-against=interp
// RUN: shardwright-opt --propagate-shardings --fold-slices %s | FileCheck %s
// RUN: shardwright partition %s | FileCheck %s --check-prefix=LOCAL
sharding.mesh @mesh = <x=4>

// LOCAL-COUNT-2: spmd.collective_permute {{.*}} : tensor<2x8xf32>
// LOCAL-NOT: spmd.collective_permute
func.func @main(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>})
    -> (tensor<16x8xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}, tensor<16x8xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>},
        tensor<16x8xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}, tensor<16x8xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: %[[FRONT:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [-2, 0], high = [2, 0]
  // CHECK: %[[BACK:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [14, 0], high = [-14, 0]
  // CHECK: stablehlo.select %{{.*}}, %[[FRONT]], %[[BACK]]
  %0 = stablehlo.slice %a [2:16, 0:8] : (tensor<16x8xf32>) -> tensor<14x8xf32>
  %1 = stablehlo.slice %a [0:2, 0:8] : (tensor<16x8xf32>) -> tensor<2x8xf32>
  %rotated = stablehlo.concatenate %0, %1, dim = 0 : (tensor<14x8xf32>, tensor<2x8xf32>) -> tensor<16x8xf32>

  // CHECK: stablehlo.pad %arg0, %{{.*}}, low = [2, 0], high = [-2, 0]
  // CHECK: stablehlo.pad %arg0, %{{.*}}, low = [-14, 0], high = [14, 0]
  %2 = stablehlo.slice %a [0:14, 0:8] : (tensor<16x8xf32>) -> tensor<14x8xf32>
  %3 = stablehlo.slice %a [14:16, 0:8] : (tensor<16x8xf32>) -> tensor<2x8xf32>
  %4 = stablehlo.pad %2, %zero, low = [2, 0], high = [0, 0], interior = [0, 0] : (tensor<14x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %5 = stablehlo.pad %3, %zero, low = [0, 0], high = [14, 0], interior = [0, 0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  %gradient = stablehlo.add %4, %5 : tensor<16x8xf32>

  // CHECK: stablehlo.slice %arg0 [0:16, 3:8]
  // CHECK: stablehlo.concatenate
  %6 = stablehlo.slice %a [0:16, 3:8] : (tensor<16x8xf32>) -> tensor<16x5xf32>
  %7 = stablehlo.slice %a [0:16, 0:3] : (tensor<16x8xf32>) -> tensor<16x3xf32>
  %within = stablehlo.concatenate %6, %7, dim = 1 : (tensor<16x5xf32>, tensor<16x3xf32>) -> tensor<16x8xf32>

  // CHECK: stablehlo.pad %arg0, %{{.*}}, low = [0, 0], high = [0, 0]
  // CHECK-COUNT-2: stablehlo.select
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %8 = stablehlo.slice %a [4:15, 0:8] : (tensor<16x8xf32>) -> tensor<11x8xf32>
  %cleared = stablehlo.pad %8, %one, low = [4, 0], high = [1, 0], interior = [0, 0] : (tensor<11x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  return %rotated, %gradient, %within, %cleared : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
