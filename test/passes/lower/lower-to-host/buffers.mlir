// Where values lie.
// RUN: shardwright-opt %s --split-input-file --lower-to-host=print-schedule -o /dev/null | FileCheck %s

// The update is written into the buffer that holds the operand: no copy, and the sum before it is made in place.
// CHECK: arena 0 bytes
// CHECK-NEXT: 0: kernel k0_add (argument 0:1024, result 0:1024)
// CHECK-NEXT: 1: kernel k1_dynamic_update_slice (argument 2:4, argument 1:64, result 0:1024)
// CHECK-NEXT: 2: end
func.func @main(%x: tensor<16x16xf32>, %row: tensor<1x16xf32>, %i: tensor<i32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %x : tensor<16x16xf32>
  %1 = stablehlo.dynamic_update_slice %0, %row, %i, %zero : (tensor<16x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// -----

// An argument is never written to: updating it copies it first.
// CHECK: 0: copy (argument 0:1024, result 0:1024)
// CHECK-NEXT: 1: kernel k0_dynamic_update_slice
func.func @main(%x: tensor<16x16xf32>, %row: tensor<1x16xf32>, %i: tensor<i32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.dynamic_update_slice %x, %row, %i, %zero : (tensor<16x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

// -----

// A loop's carried values live in one place: no copy inside it.
// CHECK: 0: copy (constant 0:4, arena+{{[0-9]+}}:4)
// CHECK-NEXT: 1: copy (argument 0:1024, result 0:1024)
// CHECK-NEXT: 2: kernel k0_compare
// CHECK-NEXT: 3: jump_if_false 7
// CHECK-NEXT: 4: kernel k1_add (result 0:1024, result 0:1024)
// CHECK-NEXT: 5: kernel k2_add (arena+[[I:[0-9]+]]:4, arena+[[I]]:4)
// CHECK-NEXT: 6: jump 2
// CHECK-NEXT: 7: end
func.func @main(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<16x16xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %y, %y : tensor<16x16xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<16x16xf32>
  }
  return %0#1 : tensor<16x16xf32>
}
