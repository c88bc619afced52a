// Blocks of unequal length, several tensors at one time, axes that do not lie next to each other, an order of devices: the
// region computes the same behind the export.
// RUN: shardwright run %s
// RUN: shardwright-opt %s --export-manual -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: shardwright run %t.mlir
// CHECK-NOT: spmd.
sharding.mesh @m = <x=2, y=2, order=[3, 1, 0, 2]>
func.func @main() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %r:6 = sharding.manual(%a) in [<@m, [_x]{R_y}>] out [<@m, [_{y,x}]>, <@m, [_x]{R_y}>, <@m, [_x]{R_y}>, <@m, [_y, _]{R_x}>, <@m, [_{y,x}]>, <@m, [_y]{R_x}>] over {x, y} (%b: tensor<4xf32>) {
    %0 = spmd.all_gather %b dim 0 over {x} on @m : (tensor<4xf32>) -> tensor<7xf32>
    %1 = spmd.slice %0 dim 0 over {y, x} on @m : (tensor<7xf32>) -> tensor<2xf32>
    %2:2 = spmd.reduce_scatter sum %0, %0 dim 0 over {x} on @m : (tensor<7xf32>, tensor<7xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    %3 = stablehlo.reshape %0 : (tensor<7xf32>) -> tensor<7x1xf32>
    %4 = spmd.all_to_all %3 split 0 concat 1 over {y} on @m : (tensor<7x1xf32>) -> tensor<4x2xf32>
    %5 = spmd.axis_index over {y, x} on @m : tensor<i32>
    %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
    %7 = spmd.axis_index over {y} on @m : tensor<i32>
    %8 = stablehlo.reshape %7 : (tensor<i32>) -> tensor<1xi32>
    %9, %10 = spmd.collective_permute %8, %6 pairs [[0, 1], [1, 0]] over {y} on @m : tensor<1xi32>, tensor<1xi32>
    sharding.return %1, %2#0, %2#1, %4, %6, %9 : tensor<2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x2xf32>, tensor<1xi32>, tensor<1xi32>
  } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<4xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 0.0]> : tensor<8xf32>
  check.expect_eq_const %r#1, dense<[2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 0.0]> : tensor<8xf32>
  check.expect_eq_const %r#2, dense<[2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 0.0]> : tensor<8xf32>
  check.expect_eq_const %r#3, dense<[[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.0], [5.0, 5.0], [6.0, 6.0], [7.0, 7.0], [0.0, 0.0]]> : tensor<8x2xf32>
  check.expect_eq_const %r#4, dense<[0, 1, 2, 3]> : tensor<4xi32>
  check.expect_eq_const %r#5, dense<[1, 0]> : tensor<2xi32>
  return
}
