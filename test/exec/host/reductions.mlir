// Reductions of every form, with rests that do not fill a vector.
// RUN: shardwright run %s
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<-1000> : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<37x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<37x5xi32>
  %x = stablehlo.subtract %j, %i : tensor<37x5xi32>
  %columns = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<37x5xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %columns, dense<[-666, -629, -592, -555, -518]> : tensor<5xi32>
  %most = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<37x5xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %most, dense<4> : tensor<i32>
  // An initial value that is not neutral counts once.
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %line = stablehlo.iota dim = 0 : tensor<21xi32>
  %once = stablehlo.reduce(%line init: %ten) applies stablehlo.add across dimensions = [0] : (tensor<21xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %once, dense<220> : tensor<i32>

  // Running sums, forwards and backwards.
  %six = stablehlo.iota dim = 0 : tensor<6xi32>
  %forward = "stablehlo.reduce_window"(%six, %zero) <{window_dimensions = array<i64: 6>, padding = dense<[[5, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  check.expect_eq_const %forward, dense<[0, 1, 3, 6, 10, 15]> : tensor<6xi32>
  %backward = "stablehlo.reduce_window"(%six, %zero) <{window_dimensions = array<i64: 6>, padding = dense<[[0, 5]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
  check.expect_eq_const %backward, dense<[15, 15, 14, 12, 9, 5]> : tensor<6xi32>

  // A maximum over strided windows with padding.
  %pooled = "stablehlo.reduce_window"(%six, %low) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %pooled, dense<[1, 3, 5]> : tensor<3xi32>

  // Products with vectors, with nothing contracted, and with batches in another order.
  %m = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %v = stablehlo.constant dense<[1, 10, 100]> : tensor<3xi32>
  %m0 = stablehlo.optimization_barrier %m : tensor<2x3xi32>
  %mv = stablehlo.dot_general %m0, %v, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2xi32>
  check.expect_eq_const %mv, dense<[321, 654]> : tensor<2xi32>
  %outer = stablehlo.dot_general %mv, %v, contracting_dims = [] x [] : (tensor<2xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %outer, dense<[[321, 3210, 32100], [654, 6540, 65400]]> : tensor<2x3xi32>
  %scaled = stablehlo.dot_general %m0, %v, batching_dims = [1] x [0], contracting_dims = [] x [] : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %scaled, dense<[[1, 4], [20, 50], [300, 600]]> : tensor<3x2xi32>

  // A stable sort of pairs by the first.
  %keys = stablehlo.constant dense<[3, 1, 2, 1, 3]> : tensor<5xi32>
  %values = stablehlo.iota dim = 0 : tensor<5xi32>
  %sorted:2 = "stablehlo.sort"(%keys, %values) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %lt = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  check.expect_eq_const %sorted#0, dense<[1, 1, 2, 3, 3]> : tensor<5xi32>
  check.expect_eq_const %sorted#1, dense<[1, 3, 2, 0, 4]> : tensor<5xi32>
  return
}
