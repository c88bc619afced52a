// Dimensions without elements, split over axes or beside ones that are: what comes of them are empty arrays, start values and
// what stands beside them. ELEMENT stands for each type in turn.
// RUN: sed 's/ELEMENT/f32/g' %s > %t.f32.mlir
// RUN: sed 's/ELEMENT/bf16/g' %s > %t.bf16.mlir
// RUN: sed 's/ELEMENT/i8/g' %s > %t.i8.mlir
// RUN: shardwright run %t.f32.mlir --check-against=interp
// RUN: shardwright run %t.bf16.mlir --check-against=interp
// RUN: shardwright run %t.i8.mlir --check-against=interp
// RUN: shardwright run %t.f32.mlir --backend=interp --check-against=interp
// RUN: shardwright run %t.f32.mlir --disable=all --check-against=interp
// RUN: shardwright run %t.f32.mlir --devices=1 --check-against=interp
// RUN: shardwright run %t.f32.mlir --mesh=x=2,y=3 --fuzz-shardings=1 --check-against=interp
// RUN: shardwright run %t.bf16.mlir --mesh=x=4 --fuzz-shardings=2 --check-against=interp
// RUN: shardwright run %t.i8.mlir --mesh=x=3 --fuzz-shardings=3 --check-against=interp
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<0x6xELEMENT> {sharding.spec = #sharding.spec<@m, [_x, _y]>}, %b: tensor<6x5xELEMENT> {sharding.spec = #sharding.spec<@m, [_x, _]>},
                %c: tensor<5x0xELEMENT> {sharding.spec = #sharding.spec<@m, [_y, _x]>}, %none: tensor<0xi32>)
    -> (tensor<0x5xELEMENT>, tensor<5x6xELEMENT> {sharding.spec = #sharding.spec<@m, [_x, _]>}, tensor<6xELEMENT>, tensor<0x6xELEMENT>, tensor<5x6xELEMENT>, tensor<0x5xELEMENT>,
        tensor<6x5xELEMENT>, tensor<0x6xELEMENT>, tensor<6x5xELEMENT>, tensor<0x3x2xELEMENT>, tensor<0x6xELEMENT>, tensor<6x0xELEMENT> {sharding.spec = #sharding.spec<@m, [_, _]{U_x}>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %nothing = stablehlo.convert %zero : (tensor<i32>) -> tensor<ELEMENT>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<0x6xELEMENT>, tensor<6x5xELEMENT>) -> tensor<0x5xELEMENT>
  %1 = stablehlo.dot_general %c, %a, contracting_dims = [1] x [0] : (tensor<5x0xELEMENT>, tensor<0x6xELEMENT>) -> tensor<5x6xELEMENT>
  %2 = stablehlo.reduce(%a init: %nothing) applies stablehlo.add across dimensions = [0] : (tensor<0x6xELEMENT>, tensor<ELEMENT>) -> tensor<6xELEMENT>
  %3 = stablehlo.add %a, %a : tensor<0x6xELEMENT>
  %4 = stablehlo.pad %a, %nothing, low = [2, 0], high = [3, 0], interior = [0, 0] : (tensor<0x6xELEMENT>, tensor<ELEMENT>) -> tensor<5x6xELEMENT>
  %5 = stablehlo.transpose %c, dims = [1, 0] : (tensor<5x0xELEMENT>) -> tensor<0x5xELEMENT>
  %nobody = stablehlo.reshape %none : (tensor<0xi32>) -> tensor<0x1xi32>
  %6 = "stablehlo.scatter"(%b, %nobody, %0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<ELEMENT>, %new: tensor<ELEMENT>):
    stablehlo.return %new : tensor<ELEMENT>
  }) : (tensor<6x5xELEMENT>, tensor<0x1xi32>, tensor<0x5xELEMENT>) -> tensor<6x5xELEMENT>
  %rows = stablehlo.transpose %1, dims = [1, 0] : (tensor<5x6xELEMENT>) -> tensor<6x5xELEMENT>
  %looked = "stablehlo.gather"(%1, %nobody) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<5x6xELEMENT>, tensor<0x1xi32>) -> tensor<0x6xELEMENT>
  %7 = "stablehlo.sort"(%looked) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<ELEMENT>, %r: tensor<ELEMENT>):
    %less = stablehlo.compare LT, %l, %r : (tensor<ELEMENT>, tensor<ELEMENT>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<0x6xELEMENT>) -> tensor<0x6xELEMENT>
  %wide = stablehlo.transpose %5, dims = [1, 0] : (tensor<0x5xELEMENT>) -> tensor<5x0xELEMENT>
  %empty = stablehlo.slice %b [3:3, 0:5] : (tensor<6x5xELEMENT>) -> tensor<0x5xELEMENT>
  %8 = stablehlo.concatenate %empty, %rows, dim = 0 : (tensor<0x5xELEMENT>, tensor<6x5xELEMENT>) -> tensor<6x5xELEMENT>
  %9 = stablehlo.reshape %a : (tensor<0x6xELEMENT>) -> tensor<0x3x2xELEMENT>
  %10 = stablehlo.iota dim = 0 : tensor<0x6xELEMENT>
  %11 = stablehlo.dot_general %b, %wide, contracting_dims = [1] x [0] : (tensor<6x5xELEMENT>, tensor<5x0xELEMENT>) -> tensor<6x0xELEMENT>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<0x5xELEMENT>, tensor<5x6xELEMENT>, tensor<6xELEMENT>, tensor<0x6xELEMENT>, tensor<5x6xELEMENT>, tensor<0x5xELEMENT>, tensor<6x5xELEMENT>, tensor<0x6xELEMENT>, tensor<6x5xELEMENT>, tensor<0x3x2xELEMENT>, tensor<0x6xELEMENT>, tensor<6x0xELEMENT>
}
