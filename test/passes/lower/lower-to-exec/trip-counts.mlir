// How often a loop runs is known where its counter does not go round: a GPU's graph has the body that many times.
// RUN: shardwright run %s
// RUN: shardwright compile %s --stop-after=lower -o %t && FileCheck %s < %t

// 100 and 100 are -56 in eight bits, and so on: 14 steps to 120.
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %a0 = stablehlo.constant dense<0> : tensor<i8>
  %a1 = stablehlo.constant dense<100> : tensor<i8>
  %a2 = stablehlo.constant dense<120> : tensor<i8>

  // CHECK: exec.while %{{[0-9]+}} for
  %0:2 = stablehlo.while(%i = %a0, %n = %zero) : tensor<i8>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %a2 : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %a1 : tensor<i8>
    %count = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %next, %count : tensor<i8>, tensor<i32>
  }

  check.expect_eq_const %0#1, dense<14> : tensor<i32>

  // CHECK: exec.while %{{[0-9]+}} trips 2 for
  %1:2 = stablehlo.while(%i = %a0, %n = %zero) : tensor<i8>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %a2 : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %by = stablehlo.constant dense<60> : tensor<i8>
    %next = stablehlo.add %i, %by : tensor<i8>
    %count = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %next, %count : tensor<i8>, tensor<i32>
  }
  check.expect_eq_const %1#1, dense<2> : tensor<i32>

  // Unsigned, to the last number of the type.
  // CHECK: exec.while %{{[0-9]+}} trips 3 for
  %b0 = stablehlo.constant dense<0> : tensor<ui8>
  %b1 = stablehlo.constant dense<85> : tensor<ui8>
  %b2 = stablehlo.constant dense<255> : tensor<ui8>
  %2:2 = stablehlo.while(%i = %b0, %n = %zero) : tensor<ui8>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %b2 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %b1 : tensor<ui8>
    %count = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %next, %count : tensor<ui8>, tensor<i32>
  }
  check.expect_eq_const %2#1, dense<3> : tensor<i32>
  return
}
