// The ways in which dimensions are split, in elements of one and two bytes: ELEMENT below stands for each of them in turn.
// Sums of bf16 round once on the way that the interpreter takes, and more often where devices add.
// RUN: sed 's/ELEMENT/bf16/g' %s > %t.bf16.mlir
// RUN: sed 's/ELEMENT/f16/g' %s > %t.f16.mlir
// RUN: sed 's/ELEMENT/i8/g' %s > %t.i8.mlir
// RUN: sed 's/ELEMENT/ui8/g' %s > %t.ui8.mlir
// RUN: sed 's/ELEMENT/i16/g' %s > %t.i16.mlir
// RUN: shardwright run %t.bf16.mlir --check-against=interp --rtol=4e-2 --atol=6e-2
// RUN: shardwright run %t.f16.mlir --check-against=interp --rtol=4e-3 --atol=6e-3
// RUN: shardwright run %t.i8.mlir --check-against=interp
// RUN: shardwright run %t.ui8.mlir --check-against=interp
// RUN: shardwright run %t.i16.mlir --check-against=interp
// RUN: shardwright run %t.bf16.mlir --mesh=x=2,y=3 --fuzz-shardings=1 --check-against=interp --rtol=4e-2 --atol=6e-2
// RUN: shardwright run %t.f16.mlir --mesh=x=4 --fuzz-shardings=2 --check-against=interp --rtol=4e-3 --atol=6e-3
// RUN: shardwright run %t.i8.mlir --mesh=x=2,y=2 --fuzz-shardings=3 --check-against=interp
// RUN: shardwright run %t.i8.mlir --mesh=x=3 --fuzz-shardings=4 --check-against=interp
// RUN: shardwright run %t.ui8.mlir --mesh=x=4 --fuzz-shardings=5 --check-against=interp
// RUN: shardwright run %t.i16.mlir --mesh=x=2,y=2 --fuzz-shardings=6 --check-against=interp
// RUN: shardwright run %t.bf16.mlir --backend=interp --check-against=interp --rtol=4e-2 --atol=6e-2
// RUN: shardwright run %t.i8.mlir --backend=interp --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<10x6xELEMENT> {sharding.spec = #sharding.spec<@m, [_x, _y]>}, %b: tensor<6x7xELEMENT> {sharding.spec = #sharding.spec<@m, [_x, _]>},
                %image: tensor<2x9x9x3xELEMENT> {sharding.spec = #sharding.spec<@m, [_, _x, _y, _]>}, %kernel: tensor<3x3x3x4xELEMENT>,
                %at: tensor<5xi32>, %start: tensor<i32>)
    -> (tensor<10x7xELEMENT>, tensor<6xELEMENT>, tensor<10xELEMENT>, tensor<10x6xELEMENT>, tensor<2x9x9x4xELEMENT>, tensor<5x6xELEMENT>, tensor<10x6xELEMENT>,
        tensor<10x6xELEMENT>, tensor<13x6xELEMENT>, tensor<60xELEMENT>, tensor<4x6xELEMENT>, tensor<10x6xELEMENT>, tensor<6xELEMENT>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %none = stablehlo.convert %zero : (tensor<i32>) -> tensor<ELEMENT>
  %unit = stablehlo.convert %one : (tensor<i32>) -> tensor<ELEMENT>

  // Contracted, summed, multiplied up, and summed along.
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<10x6xELEMENT>, tensor<6x7xELEMENT>) -> tensor<10x7xELEMENT>
  %1 = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0] : (tensor<10x6xELEMENT>, tensor<ELEMENT>) -> tensor<6xELEMENT>
  %2 = stablehlo.reduce(%a init: %unit) applies stablehlo.multiply across dimensions = [1] : (tensor<10x6xELEMENT>, tensor<ELEMENT>) -> tensor<10xELEMENT>
  %3 = "stablehlo.reduce_window"(%a, %none) <{padding = dense<[[9, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 10, 1>}> ({
  ^bb0(%l: tensor<ELEMENT>, %r: tensor<ELEMENT>):
    %s = stablehlo.add %l, %r : tensor<ELEMENT>
    stablehlo.return %s : tensor<ELEMENT>
  }) : (tensor<10x6xELEMENT>, tensor<ELEMENT>) -> tensor<10x6xELEMENT>
  %4 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x3xELEMENT>, tensor<3x3x3x4xELEMENT>) -> tensor<2x9x9x4xELEMENT>

  // By index, at a position, sorted, shifted, joined, folded.
  %ids = stablehlo.reshape %at : (tensor<5xi32>) -> tensor<5x1xi32>
  %5 = "stablehlo.gather"(%a, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<10x6xELEMENT>, tensor<5x1xi32>) -> tensor<5x6xELEMENT>
  %6 = "stablehlo.scatter"(%a, %ids, %5) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<ELEMENT>, %new: tensor<ELEMENT>):
    %s = stablehlo.maximum %old, %new : tensor<ELEMENT>
    stablehlo.return %s : tensor<ELEMENT>
  }) : (tensor<10x6xELEMENT>, tensor<5x1xi32>, tensor<5x6xELEMENT>) -> tensor<10x6xELEMENT>
  %7 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<ELEMENT>, %r: tensor<ELEMENT>):
    %less = stablehlo.compare LT, %l, %r : (tensor<ELEMENT>, tensor<ELEMENT>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<10x6xELEMENT>) -> tensor<10x6xELEMENT>
  %part = stablehlo.slice %a [7:10, 0:6] : (tensor<10x6xELEMENT>) -> tensor<3x6xELEMENT>
  %8 = stablehlo.concatenate %part, %a, dim = 0 : (tensor<3x6xELEMENT>, tensor<10x6xELEMENT>) -> tensor<13x6xELEMENT>
  %9 = stablehlo.reshape %a : (tensor<10x6xELEMENT>) -> tensor<60xELEMENT>
  %10 = stablehlo.dynamic_slice %a, %start, %zero, sizes = [4, 6] : (tensor<10x6xELEMENT>, tensor<i32>, tensor<i32>) -> tensor<4x6xELEMENT>

  // Carried through a loop, counted, and read from the end.
  %11:2 = stablehlo.while(%i = %zero, %c = %a) : tensor<i32>, tensor<10x6xELEMENT>
  cond {
    %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %turned = stablehlo.reverse %c, dims = [0] : tensor<10x6xELEMENT>
    %positions = stablehlo.iota dim = 0 : tensor<10x6xELEMENT>
    %sum = stablehlo.add %turned, %positions : tensor<10x6xELEMENT>
    stablehlo.return %n, %sum : tensor<i32>, tensor<10x6xELEMENT>
  }
  %12 = stablehlo.reduce(%11#1 init: %none) applies stablehlo.maximum across dimensions = [0] : (tensor<10x6xELEMENT>, tensor<ELEMENT>) -> tensor<6xELEMENT>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11#1, %12 : tensor<10x7xELEMENT>, tensor<6xELEMENT>, tensor<10xELEMENT>, tensor<10x6xELEMENT>, tensor<2x9x9x4xELEMENT>, tensor<5x6xELEMENT>, tensor<10x6xELEMENT>, tensor<10x6xELEMENT>, tensor<13x6xELEMENT>, tensor<60xELEMENT>, tensor<4x6xELEMENT>, tensor<10x6xELEMENT>, tensor<6xELEMENT>
}
