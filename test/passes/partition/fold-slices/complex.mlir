// Zeros of complex numbers: behind the edge of a rotation (fftshift), of a placed window, on the devices that a joint permute sends
// nothing to, behind an uneven end.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
// RUN: shardwright-opt --propagate-shardings --fold-slices %s | FileCheck %s
sharding.mesh @mesh = <x=4>
func.func @main(%a: tensor<16x4xcomplex<f32>> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}, %u: tensor<14x4xcomplex<f32>>)
    -> (tensor<16x4xcomplex<f32>> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}, tensor<16x4xcomplex<f32>> {sharding.spec = #sharding.spec<@mesh, [_x, _]>},
        tensor<10x4xcomplex<f32>> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}) {
  // CHECK: stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
  // CHECK: stablehlo.pad %arg0, %{{.*}}, low = [-3, 0], high = [3, 0]
  %0 = stablehlo.slice %a [3:16, 0:4] : (tensor<16x4xcomplex<f32>>) -> tensor<13x4xcomplex<f32>>
  %1 = stablehlo.slice %a [0:3, 0:4] : (tensor<16x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  %rotated = stablehlo.concatenate %0, %1, dim = 0 : (tensor<13x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<16x4xcomplex<f32>>
  %start = stablehlo.constant dense<1> : tensor<1xi32>
  %placed = "stablehlo.scatter"(%a, %start, %u) <{indices_are_sorted = true, unique_indices = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %s = stablehlo.add %x, %y : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) : (tensor<16x4xcomplex<f32>>, tensor<1xi32>, tensor<14x4xcomplex<f32>>) -> tensor<16x4xcomplex<f32>>
  %few = stablehlo.slice %a [2:12, 0:4] : (tensor<16x4xcomplex<f32>>) -> tensor<10x4xcomplex<f32>>
  return %rotated, %placed, %few : tensor<16x4xcomplex<f32>>, tensor<16x4xcomplex<f32>>, tensor<10x4xcomplex<f32>>
}
