// Windows at known places, replaced and combined; what is not known, not inside, or small stays a scatter.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --check-against=interp --devices=1
// RUN: shardwright run %s --check-against=interp --mesh=x=4 --fuzz-shardings=7
// RUN: shardwright-opt --place-windows %s | FileCheck %s

sharding.mesh @mesh = <x=4>

// CHECK-LABEL: func.func @main
func.func @main(%u: tensor<24x16xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>},
                %row: tensor<16xf32>, %at: tensor<2xi32>)
    -> (tensor<24x16xf32>, tensor<24x16xf32>, tensor<24x16xf32>, tensor<24x16xf32>, tensor<24x16xf32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %inside = stablehlo.concatenate %1, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %new = stablehlo.slice %u [2:24, 1:15] : (tensor<24x16xf32>) -> tensor<22x14xf32>

  // CHECK: %[[PAD:.*]] = stablehlo.pad %[[NEW:.*]], %{{.*}}, low = [1, 1], high = [1, 1], interior = [0, 0]
  // CHECK: stablehlo.select %{{.*}}, %[[PAD]], %arg0
  %set = "stablehlo.scatter"(%u, %inside, %new) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<24x16xf32>, tensor<2xi32>, tensor<22x14xf32>) -> tensor<24x16xf32>

  // CHECK: %[[PAD:.*]] = stablehlo.pad %[[NEW]],
  // CHECK: %[[SUM:.*]] = stablehlo.add %arg0, %[[PAD]]
  // CHECK: stablehlo.select %{{.*}}, %[[SUM]], %arg0
  %add = "stablehlo.scatter"(%u, %inside, %new) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<24x16xf32>, tensor<2xi32>, tensor<22x14xf32>) -> tensor<24x16xf32>

  // CHECK-COUNT-3: stablehlo.scatter
  %beside = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  %outside = "stablehlo.scatter"(%u, %beside, %new) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<24x16xf32>, tensor<2xi32>, tensor<22x14xf32>) -> tensor<24x16xf32>
  %anywhere = "stablehlo.scatter"(%u, %at, %new) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<24x16xf32>, tensor<2xi32>, tensor<22x14xf32>) -> tensor<24x16xf32>
  %small = "stablehlo.scatter"(%u, %1, %row) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<24x16xf32>, tensor<1xi32>, tensor<16xf32>) -> tensor<24x16xf32>
  return %set, %add, %outside, %anywhere, %small : tensor<24x16xf32>, tensor<24x16xf32>, tensor<24x16xf32>, tensor<24x16xf32>, tensor<24x16xf32>
}
