// A sort writes over what it reads for the last time, also where a value is two of its operands or is needed afterwards.
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s
// RUN: shardwright run %s
// RUN: shardwright run %s --disable=in-place

// CHECK: library sort_by_key (arena+0:24, arena+24:24, arena+0:24, arena+24:24)
func.func @main() {
  %k = stablehlo.constant dense<[[3, 1], [1, 2], [2, 0]]> : tensor<3x2xi32>
  %v = stablehlo.constant dense<[[10, 11], [20, 21], [30, 31]]> : tensor<3x2xi32>
  %keys = stablehlo.optimization_barrier %k : tensor<3x2xi32>
  %values = stablehlo.optimization_barrier %v : tensor<3x2xi32>
  %keys1 = stablehlo.add %keys, %keys : tensor<3x2xi32>
  %values1 = stablehlo.subtract %values, %keys : tensor<3x2xi32>
  %0:2 = "stablehlo.sort"(%keys1, %values1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<3x2xi32>, tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>)
  check.expect_eq_const %0#0, dense<[[2, 0], [4, 2], [6, 4]]> : tensor<3x2xi32>
  check.expect_eq_const %0#1, dense<[[19, 31], [28, 10], [7, 19]]> : tensor<3x2xi32>

  // By the sum of both operands, which are one; the second result is not the first's memory.
  %twice = stablehlo.multiply %keys, %values : tensor<3x2xi32>
  %1:2 = "stablehlo.sort"(%twice, %twice) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %x = stablehlo.add %a, %c : tensor<i32>
    %y = stablehlo.add %b, %d : tensor<i32>
    %less = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<3x2xi32>, tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>)
  %sum = stablehlo.add %1#0, %1#1 : tensor<3x2xi32>
  check.expect_eq_const %sum, dense<[[120, 84], [60, 22], [40, 0]]> : tensor<3x2xi32>
  return
}
