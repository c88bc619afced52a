// Loops and branches keep their regions; what they carry goes through buffers, by copies.
// RUN: shardwright-opt %s --split-input-file --prepare-for-host --lower-to-exec | FileCheck %s

// Yields are taken before any carry changes: two that change places go through a third.
// CHECK-LABEL: exec.program @main
// CHECK:         %[[N:.+]] = exec.argument 0
// CHECK:         exec.while %[[P:.+]] for <"while"
// CHECK-NEXT:      exec.launch @{{.+}}(%{{.+}}, %{{.+}}, %[[P]]) access [read, read, write]
// CHECK-NEXT:    } do {
// CHECK:           exec.copy %[[B:.+]] to %[[KEPT:.+]] for <"return"
// CHECK:           exec.copy %{{.+}} to %[[B]] for <"return"
func.func @main(%n: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %1, %y, %x : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: exec.program @main
// CHECK:         %[[I:.+]] = exec.argument 0 is tensor<i32>
// CHECK:         %[[A:.+]] = exec.argument 1
// CHECK:         %[[R:.+]] = exec.buffer : <16>
// CHECK:         exec.switch %[[I]] for <"case" at {{.*}}> {
// CHECK-NEXT:      exec.launch @{{.+}}(%[[A]], %[[S:.+]]) access [read, write]
// CHECK-NEXT:      exec.copy %[[S]] to %[[R]]
// CHECK-NEXT:    }, {
// CHECK-NEXT:      exec.copy %[[A]] to %[[R]]
// CHECK-NEXT:    }
func.func @main(%i: tensor<i32>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.tanh %a : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: exec.program @main
// CHECK:         exec.if %{{.+}} for <"if" at {{.*}}> {
// CHECK:         } else {
func.func @main(%p: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.tanh %a : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
