// Ops that few exported programs have, against numbers worked out by hand.
// RUN: shardwright run %s --backend=interp-global

func.func @main() {
  func.call @windows() : () -> ()
  func.call @indexing() : () -> ()
  func.call @linear_algebra() : () -> ()
  func.call @normalization() : () -> ()
  func.call @control() : () -> ()
  return
}

func.func private @windows() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  // Window 2x1 with stride 1 and one row of padding at the end: sums of neighbours in a column.
  %sums = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %sums, dense<[[5, 7, 9], [4, 5, 6]]> : tensor<2x3xi32>
  // Dilated base: 1 . 2 . 3 in windows of 2 that step by 1.
  %row = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %dilated = "stablehlo.reduce_window"(%row, %zero) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %dilated, dense<[1, 2, 2, 3]> : tensor<4xi32>
  // The largest of each window receives the source; ties go to the first.
  %v = stablehlo.constant dense<[3, 1, 2, 2]> : tensor<4xi32>
  %source = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %scattered = "stablehlo.select_and_scatter"(%v, %source, %zero) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %ge = stablehlo.compare GE, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %ge : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %scattered, dense<[10, 0, 20, 0]> : tensor<4xi32>
  // A stable sort by the first operand carries the second along.
  %keys = stablehlo.constant dense<[2, 1, 2, 0]> : tensor<4xi32>
  %places = stablehlo.iota dim = 0 : tensor<4xi32>
  %sorted:2 = "stablehlo.sort"(%keys, %places) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %lt = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %sorted#0, dense<[0, 1, 2, 2]> : tensor<4xi32>
  check.expect_eq_const %sorted#1, dense<[3, 1, 0, 2]> : tensor<4xi32>
  return
}

func.func private @indexing() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  // Starts are clamped: row 7 is the last.
  %rows = stablehlo.constant dense<[[0], [7]]> : tensor<2x1xi32>
  %gathered = "stablehlo.gather"(%x, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %gathered, dense<[[1, 2], [5, 6]]> : tensor<2x2xi32>
  // Updates outside are dropped.
  %updates = stablehlo.constant dense<[[10, 10], [20, 20]]> : tensor<2x2xi32>
  %scattered = "stablehlo.scatter"(%x, %rows, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %scattered, dense<[[11, 12], [3, 4], [5, 6]]> : tensor<3x2xi32>
  // Interior and negative padding: 1 . 2 . 3 without its first place.
  %row = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %padded = stablehlo.pad %row, %nine, low = [-1], high = [1], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %padded, dense<[9, 2, 9, 3, 9]> : tensor<5xi32>
  %bits = stablehlo.constant dense<[1, 258]> : tensor<2xi16>
  %bytes = stablehlo.bitcast_convert %bits : (tensor<2xi16>) -> tensor<2x2xi8>
  check.expect_eq_const %bytes, dense<[[1, 0], [2, 1]]> : tensor<2x2xi8>
  %joined = stablehlo.bitcast_convert %bytes : (tensor<2x2xi8>) -> tensor<2xi16>
  check.expect_eq %joined, %bits : tensor<2xi16>
  return
}

func.func private @linear_algebra() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 5.0]]> : tensor<2x2xf32>
  %lower = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  check.expect_almost_eq_const %lower, dense<[[2.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0], [5.0]]> : tensor<2x1xf32>
  // L x = b, then L^T x = b.
  %x = "stablehlo.triangular_solve"(%lower, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %x, dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = "stablehlo.triangular_solve"(%lower, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %y, dense<[[-0.25], [2.5]]> : tensor<2x1xf32>
  %signal = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %spectrum = stablehlo.fft %signal, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %spectrum, dense<[(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %back = stablehlo.fft %spectrum, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  check.expect_almost_eq %back, %signal : tensor<4xf32>
  return
}

func.func private @normalization() {
  %x = stablehlo.constant dense<[[1.0, 10.0], [3.0, 30.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %out, %mean, %variance = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %out, dense<[[-1.0, -1.0], [1.0, 3.0]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %mean, dense<[2.0, 20.0]> : tensor<2xf32>
  check.expect_almost_eq_const %variance, dense<[1.0, 100.0]> : tensor<2xf32>
  %inferred = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq %inferred, %out : tensor<2x2xf32>
  return
}

func.func private @control() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  // 5! by a loop that captures a value from outside.
  %result:2 = stablehlo.while(%i = %five, %product = %one) : tensor<i32>, tensor<i32>
  cond {
    %more = stablehlo.compare GT, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.subtract %i, %one : tensor<i32>
    %longer = stablehlo.multiply %product, %i : tensor<i32>
    stablehlo.return %next, %longer : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %result#1, dense<120> : tensor<i32>
  // An index out of range takes the last branch.
  %chosen = "stablehlo.case"(%five) ({
    stablehlo.return %zero : tensor<i32>
  }, {
    stablehlo.return %one : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %chosen, dense<1> : tensor<i32>
  return
}
