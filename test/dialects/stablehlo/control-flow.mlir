// Loops, branches, barriers.
// RUN: grep -v '^//' %s > %t.expected
// RUN: shardwright-opt --verify-roundtrip %s > %t.printed
// RUN: diff -B %t.expected %t.printed
// RUN: shardwright-opt --mlir-print-op-generic %s | shardwright-opt > %t.generic
// RUN: diff -B %t.expected %t.generic
module {
  func.func private @g(tensor<i32>) -> tensor<i32>
  func.func @control(%arg0: tensor<i32>, %arg1: tensor<4x8xf32>, %arg2: tensor<i1>) {
    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<4x8xf32> attributes {note = "n"}
    cond {
      %c = stablehlo.constant dense<5> : tensor<i32>
      %4 = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = func.call @g(%iterArg) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %4, %iterArg_0 : tensor<i32>, tensor<4x8xf32>
    }
    stablehlo.while()
    cond {
      stablehlo.return %arg2 : tensor<i1>
    } do {
      stablehlo.return 
    }
    %1 = "stablehlo.case"(%arg0) ({
      stablehlo.return %arg1 : tensor<4x8xf32>
    }, {
      %4 = stablehlo.negate %arg1 : tensor<4x8xf32>
      stablehlo.return %4 : tensor<4x8xf32>
    }) : (tensor<i32>) -> tensor<4x8xf32>
    %2:2 = "stablehlo.if"(%arg2) ({
      stablehlo.return %arg1, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>
    }, {
      %4 = stablehlo.negate %arg1 : tensor<4x8xf32>
      stablehlo.return %4, %4 : tensor<4x8xf32>, tensor<4x8xf32>
    }) : (tensor<i1>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
    %3:2 = stablehlo.optimization_barrier %arg1, %arg0 : tensor<4x8xf32>, tensor<i32>
    stablehlo.optimization_barrier()
    return
  }
}
