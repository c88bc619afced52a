// A gradient is a partial sum. Adam's first moment takes it as it is, linearly; the second squares it, which needs the sum. It is
// combined once, where it is made, and not once on each way.
//
// RUN: shardwright-opt --propagate-shardings --partition %s | FileCheck %s
// RUN: shardwright run %s --check-against=interp --rtol=1e-5 --atol=1e-5
sharding.mesh @m = <x=4>

// CHECK: spmd.all_reduce
// CHECK-NOT: spmd.all_reduce
func.func @main(%x: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J]>},
                %dy: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, K]>},
                %m: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [J, K]>},
                %v: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [J, K]>})
    -> (tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [J, K]>}, tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [J, K]>}) {
  %g = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %t = stablehlo.transpose %g, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = stablehlo.constant dense<0.1> : tensor<8x8xf32>
  %b = stablehlo.constant dense<0.05> : tensor<8x8xf32>
  %ag = stablehlo.multiply %a, %t : tensor<8x8xf32>
  %m1 = stablehlo.add %m, %ag : tensor<8x8xf32>
  %bg = stablehlo.multiply %b, %t : tensor<8x8xf32>
  %bgg = stablehlo.multiply %bg, %t : tensor<8x8xf32>
  %v1 = stablehlo.add %v, %bgg : tensor<8x8xf32>
  return %m1, %v1 : tensor<8x8xf32>, tensor<8x8xf32>
}
