// Windows whose position is known at run time, along split dimensions: every device reads and writes what lies in its
// block. Inside one block, across two, across all, moved back inside at either end; even and uneven blocks, two split
// dimensions, windows longer than a block, truth values, small and unsigned indices.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
// RUN: shardwright run %s --disable=all --check-against=interp
// RUN: shardwright partition %s | FileCheck %s
sharding.mesh @m = <x=4, y=2>
// CHECK-NOT: all_gather %arg
func.func @main(%a: tensor<16x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %b: tensor<19x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
                %p: tensor<17xi1> {sharding.spec = #sharding.spec<@m, [I_{x,y}]>})
    -> (tensor<1x6xf32>, tensor<1x6xf32>, tensor<3x6xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<7x5xf32>, tensor<2xi1>,
        tensor<16x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<16x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
        tensor<19x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<19x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
        tensor<17xi1> {sharding.spec = #sharding.spec<@m, [I_{x,y}]>}, tensor<19x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %far = stablehlo.constant dense<100> : tensor<i32>
  %before = stablehlo.constant dense<-3> : tensor<i32>
  %byte = stablehlo.constant dense<5> : tensor<i8>
  %none = stablehlo.constant dense<0> : tensor<i8>
  %most = stablehlo.constant dense<255> : tensor<ui8>
  // Reads.
  %0 = stablehlo.dynamic_slice %a, %six, %zero, sizes = [1, 6] : (tensor<16x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  %1 = stablehlo.dynamic_slice %a, %far, %zero, sizes = [1, 6] : (tensor<16x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  %2 = stablehlo.dynamic_slice %a, %three, %zero, sizes = [3, 6] : (tensor<16x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
  %3 = stablehlo.dynamic_slice %b, %far, %two, sizes = [3, 2] : (tensor<19x5xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  %4 = stablehlo.dynamic_slice %b, %before, %two, sizes = [3, 2] : (tensor<19x5xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  %5 = stablehlo.dynamic_slice %b, %byte, %none, sizes = [7, 5] : (tensor<19x5xf32>, tensor<i8>, tensor<i8>) -> tensor<7x5xf32>
  %6 = stablehlo.dynamic_slice %p, %most, sizes = [2] : (tensor<17xi1>, tensor<ui8>) -> tensor<2xi1>
  // Writes of what was read.
  %7 = stablehlo.dynamic_update_slice %a, %1, %two, %zero : (tensor<16x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<16x6xf32>
  %8 = stablehlo.dynamic_update_slice %a, %2, %six, %zero : (tensor<16x6xf32>, tensor<3x6xf32>, tensor<i32>, tensor<i32>) -> tensor<16x6xf32>
  %9 = stablehlo.dynamic_update_slice %b, %3, %three, %far : (tensor<19x5xf32>, tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<19x5xf32>
  %10 = stablehlo.dynamic_update_slice %b, %5, %far, %zero : (tensor<19x5xf32>, tensor<7x5xf32>, tensor<i32>, tensor<i32>) -> tensor<19x5xf32>
  %11 = stablehlo.dynamic_update_slice %p, %6, %byte : (tensor<17xi1>, tensor<2xi1>, tensor<i8>) -> tensor<17xi1>
  %12 = stablehlo.dynamic_update_slice %b, %5, %byte, %none : (tensor<19x5xf32>, tensor<7x5xf32>, tensor<i8>, tensor<i8>) -> tensor<19x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<1x6xf32>, tensor<1x6xf32>, tensor<3x6xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<7x5xf32>, tensor<2xi1>, tensor<16x6xf32>, tensor<16x6xf32>, tensor<19x5xf32>, tensor<19x5xf32>, tensor<17xi1>, tensor<19x5xf32>
}
