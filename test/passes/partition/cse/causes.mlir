// What is sent twice alike is sent once, whatever the two were for: also where what is sent is only computed alike, and
// in a region below. Who needed a value whole stays known.
//
// RUN: shardwright-opt --cse %s | FileCheck %s
sharding.mesh @m = <x=4>

// CHECK-LABEL: func.func @main
// CHECK: %[[NEG:.*]] = stablehlo.negate
// CHECK-NEXT: %[[ALL:.*]] = spmd.all_gather %[[NEG]] dim 0 over {x} on @m {cause = "result 0", spmd.whole_for = "stablehlo.sort"}
// CHECK-NOT: spmd.all_gather {{.*}} dim 0
// CHECK: spmd.all_gather %{{.*}} dim 1
// CHECK: stablehlo.if
// CHECK-NOT: spmd.all_gather
// CHECK: return %[[ALL]], %[[ALL]],
func.func @main(%a: tensor<2x4xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<8x4xf32>}, %p: tensor<i1> {sharding.spec = #sharding.spec<@m, []>, spmd.global_type = tensor<i1>})
    -> (tensor<8x4xf32> {sharding.spec = #sharding.spec<@m, [_, _]>, spmd.global_type = tensor<8x4xf32>},
        tensor<8x4xf32> {sharding.spec = #sharding.spec<@m, [_, _]>, spmd.global_type = tensor<8x4xf32>},
        tensor<2x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<8x16xf32>},
        tensor<8x4xf32> {sharding.spec = #sharding.spec<@m, [_, _]>, spmd.global_type = tensor<8x4xf32>}) {
  %0 = stablehlo.negate %a : tensor<2x4xf32>
  %1 = spmd.all_gather %0 dim 0 over {x} on @m {cause = "result 0"} : (tensor<2x4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.negate %a : tensor<2x4xf32>
  %3 = spmd.all_gather %2 dim 0 over {x} on @m {cause = "result 1", spmd.whole_for = "stablehlo.sort"} : (tensor<2x4xf32>) -> tensor<8x4xf32>
  %4 = spmd.all_gather %2 dim 1 over {x} on @m {cause = "result 2"} : (tensor<2x4xf32>) -> tensor<2x16xf32>
  %5 = "stablehlo.if"(%p) ({
    %6 = spmd.all_gather %0 dim 0 over {x} on @m {cause = "region result"} : (tensor<2x4xf32>) -> tensor<8x4xf32>
    stablehlo.return %6 : tensor<8x4xf32>
  }, {
    stablehlo.return %1 : tensor<8x4xf32>
  }) : (tensor<i1>) -> tensor<8x4xf32>
  return %1, %3, %4, %5 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<2x16xf32>, tensor<8x4xf32>
}
