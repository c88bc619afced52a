// The inside of a grid is made of the neighbours' edges; nothing is gathered.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright partition %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --implicit-check-not=all_gather --implicit-check-not=scatter

// CHECK: collective_permute
sharding.mesh @mesh = <x=4>
func.func @main(%u: tensor<64x16xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>})
    -> (tensor<64x16xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}) {
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.slice %u [2:64, 1:15] : (tensor<64x16xf32>) -> tensor<62x14xf32>
  %1 = stablehlo.slice %u [0:62, 1:15] : (tensor<64x16xf32>) -> tensor<62x14xf32>
  %2 = stablehlo.add %0, %1 : tensor<62x14xf32>
  %3 = "stablehlo.scatter"(%u, %one, %2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<64x16xf32>, tensor<2xi32>, tensor<62x14xf32>) -> tensor<64x16xf32>
  return %3 : tensor<64x16xf32>
}
