// Data movement as index computations: expected values written by hand.
// RUN: shardwright run %s
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %x0 = stablehlo.optimization_barrier %x : tensor<2x3xi32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>

  // Padding: before, between and after; and negative, which cuts.
  %pad = stablehlo.pad %x0, %minus, low = [1, 0], high = [0, -1], interior = [1, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<4x4xi32>
  check.expect_eq_const %pad, dense<[[-1, -1, -1, -1], [1, -1, 2, -1], [-1, -1, -1, -1], [4, -1, 5, -1]]> : tensor<4x4xi32>

  // A chain that keeps the order of elements, seen through a reshape of a computed value.
  %sum = stablehlo.add %x0, %x0 : tensor<2x3xi32>
  %r = stablehlo.reshape %sum : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %t = stablehlo.transpose %r, dims = [1, 0] : (tensor<3x2xi32>) -> tensor<2x3xi32>
  %rev = stablehlo.reverse %t, dims = [1] : tensor<2x3xi32>
  check.expect_eq_const %rev, dense<[[10, 6, 2], [12, 8, 4]]> : tensor<2x3xi32>

  // Joined pieces, and a piece of them across the seam.
  %cat = stablehlo.concatenate %x0, %rev, %x0, dim = 1 : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x9xi32>
  %seam = stablehlo.slice %cat [0:2, 2:8:2] : (tensor<2x9xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %seam, dense<[[3, 6, 1], [6, 8, 4]]> : tensor<2x3xi32>

  // Starts out of range are clamped, signed and unsigned.
  %far = stablehlo.constant dense<100> : tensor<ui8>
  %before = stablehlo.constant dense<-7> : tensor<i64>
  %far0 = stablehlo.optimization_barrier %far : tensor<ui8>
  %before0 = stablehlo.optimization_barrier %before : tensor<i64>
  %far1 = stablehlo.convert %far0 : (tensor<ui8>) -> tensor<i64>
  %piece = stablehlo.dynamic_slice %x0, %far1, %before0, sizes = [1, 2] : (tensor<2x3xi32>, tensor<i64>, tensor<i64>) -> tensor<1x2xi32>
  check.expect_eq_const %piece, dense<[[4, 5]]> : tensor<1x2xi32>

  // A gather of rows with an index that is too large and one that is negative.
  %rows = stablehlo.constant dense<[[5], [-3], [1]]> : tensor<3x1xi32>
  %rows0 = stablehlo.optimization_barrier %rows : tensor<3x1xi32>
  %gathered = "stablehlo.gather"(%x0, %rows0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xi32>, tensor<3x1xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %gathered, dense<[[4, 5, 6], [1, 2, 3], [4, 5, 6]]> : tensor<3x3xi32>

  // A scatter that adds, twice to one row; updates outside are dropped.
  %targets = stablehlo.constant dense<[[1], [2], [1], [-1]]> : tensor<4x1xi32>
  %targets0 = stablehlo.optimization_barrier %targets : tensor<4x1xi32>
  %ones = stablehlo.constant dense<1> : tensor<4x3xi32>
  %scattered = "stablehlo.scatter"(%x0, %targets0, %ones) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<4x1xi32>, tensor<4x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %scattered, dense<[[1, 2, 3], [6, 7, 8]]> : tensor<2x3xi32>
  return
}
