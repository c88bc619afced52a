// Collectives that are started, of every kind, several tensors together and complex ones: the reference interpreter says what
// comes out, and executables do the same, whether the target runs steps beside collectives or not.
// RUN: shardwright run %s --seed=1 --backend=interp --save-outputs=%t
// RUN: shardwright run %s --seed=1 --expect=%t | FileCheck %s
// RUN: shardwright run %s --seed=1 --expect=%t --disable=all | FileCheck %s
// RUN: shardwright run %s --seed=1 --expect=%t --target=host:async | FileCheck %s
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s --check-prefix=SCHEDULE
// CHECK: all 7 results match
// CHECK: ran on 4 devices

// SCHEDULE:     [[#START:]]: start all_gather over {x}
// SCHEDULE-NOT: wait for [[#START]]
// SCHEDULE:     kernel
// SCHEDULE:     wait for [[#START]]
sharding.mesh @m = <x=2, y=2>
func.func @main(%a: tensor<4x6xf32> {sharding.spec = #sharding.spec<@m, [_, _]>, spmd.global_type = tensor<4x6xf32>},
                %c: tensor<4xcomplex<f32>> {sharding.spec = #sharding.spec<@m, [_]>, spmd.global_type = tensor<4xcomplex<f32>>})
    -> (tensor<7x6xf32> {sharding.spec = #sharding.spec<@m, [_, _]>, spmd.global_type = tensor<7x6xf32>},
        tensor<4x3xf32> {sharding.spec = #sharding.spec<@m, [_, _y]>, spmd.global_type = tensor<4x6xf32>},
        tensor<4x6xf32> {sharding.spec = #sharding.spec<@m, [_, _]>, spmd.global_type = tensor<4x6xf32>},
        tensor<4xf32> {sharding.spec = #sharding.spec<@m, [_]>, spmd.global_type = tensor<4xf32>},
        tensor<8x3xf32> {sharding.spec = #sharding.spec<@m, [_, _x]>, spmd.global_type = tensor<8x6xf32>},
        tensor<4x6xf32> {sharding.spec = #sharding.spec<@m, [_, _]>, spmd.global_type = tensor<4x6xf32>},
        tensor<4xcomplex<f32>> {sharding.spec = #sharding.spec<@m, [_]>, spmd.global_type = tensor<4xcomplex<f32>>}) {
  %whole = spmd.all_gather %a dim 0 over {x} on @m {spmd.started} : (tensor<4x6xf32>) -> tensor<7x6xf32>
  %half = spmd.reduce_scatter sum %a dim 1 over {y} on @m {spmd.started} : (tensor<4x6xf32>) -> tensor<4x3xf32>
  %turned = spmd.all_to_all %a split 1 concat 0 over {x} on @m {spmd.started} : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %moved = spmd.collective_permute %a pairs [[0, 1], [1, 0]] over {y} on @m {spmd.started} : tensor<4x6xf32>
  %both = stablehlo.tanh %a : tensor<4x6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %row = stablehlo.reduce(%both init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %sums:2 = spmd.all_reduce sum %both, %row over {x, y} on @m {spmd.started} : tensor<4x6xf32>, tensor<4xf32>
  %complex = spmd.all_reduce sum %c over {x} on @m {spmd.started} : tensor<4xcomplex<f32>>
  %0 = spmd.done %whole : tensor<7x6xf32>
  %1 = spmd.done %half : tensor<4x3xf32>
  %2 = spmd.done %sums#1 : tensor<4xf32>
  %3 = spmd.done %sums#0 : tensor<4x6xf32>
  %4 = spmd.done %turned : tensor<8x3xf32>
  %5 = spmd.done %moved : tensor<4x6xf32>
  %6 = spmd.done %complex : tensor<4xcomplex<f32>>
  return %0, %1, %3, %2, %4, %5, %6 : tensor<7x6xf32>, tensor<4x3xf32>, tensor<4x6xf32>, tensor<4xf32>, tensor<8x3xf32>, tensor<4x6xf32>, tensor<4xcomplex<f32>>
}
