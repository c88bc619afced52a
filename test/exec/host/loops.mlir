// Carried values that change places, updates in place, and values that a loop must not overwrite.
// RUN: shardwright run %s
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %b = stablehlo.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>
  %a0 = stablehlo.optimization_barrier %a : tensor<4xf32>
  %twice = stablehlo.add %a0, %a0 : tensor<4xf32>

  // Two values swap in every round; a third collects; the operand is used again afterwards.
  %0:4 = stablehlo.while(%i = %zero, %x = %twice, %y = %b, %log = %twice) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %go = stablehlo.compare LT, %i, %five, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %first = stablehlo.slice %x [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    %at = stablehlo.remainder %i, %five : tensor<i32>
    %entry = stablehlo.dynamic_update_slice %log, %first, %at : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
    stablehlo.return %next, %y, %x, %entry : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  check.expect_eq_const %0#0, dense<5> : tensor<i32>
  check.expect_eq_const %0#1, dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>
  check.expect_eq_const %0#2, dense<[2.0, 4.0, 6.0, 8.0]> : tensor<4xf32>
  check.expect_eq_const %0#3, dense<[2.0, 10.0, 2.0, 2.0]> : tensor<4xf32>
  check.expect_eq_const %twice, dense<[2.0, 4.0, 6.0, 8.0]> : tensor<4xf32>

  // A loop that never runs gives its operands.
  %1 = stablehlo.while(%x = %twice) : tensor<4xf32>
  cond {
    %go = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %z = stablehlo.add %x, %x : tensor<4xf32>
    stablehlo.return %z : tensor<4xf32>
  }
  check.expect_eq_const %1, dense<[2.0, 4.0, 6.0, 8.0]> : tensor<4xf32>

  // An index out of range takes the last branch; branches return values from outside.
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %seven0 = stablehlo.optimization_barrier %seven : tensor<i32>
  %2 = "stablehlo.case"(%seven0) ({
    stablehlo.return %twice : tensor<4xf32>
  }, {
    %n = stablehlo.negate %twice : tensor<4xf32>
    stablehlo.return %n : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  check.expect_eq_const %2, dense<[-2.0, -4.0, -6.0, -8.0]> : tensor<4xf32>
  return
}
