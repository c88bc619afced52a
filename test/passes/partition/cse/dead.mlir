// What nobody reads goes, with all that only it reads: nothing is sent for it.
//
// RUN: shardwright-opt --cse %s | FileCheck %s
sharding.mesh @m = <x=4>

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add
// CHECK-NEXT: return %[[SUM]]
func.func @main(%a: tensor<2x4xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<8x4xf32>})
    -> (tensor<2x4xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<8x4xf32>}) {
  %0 = spmd.all_gather %a dim 0 over {x} on @m : (tensor<2x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.negate %0 : tensor<8x4xf32>
  %2 = spmd.slice %1 dim 0 over {x} on @m : (tensor<8x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.add %a, %a : tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}
