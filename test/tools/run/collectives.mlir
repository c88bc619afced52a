// A per-device program runs on simulated devices in lockstep; its inputs and results are whole arrays. The first
// dimension of %a is uneven: its last block holds garbage, which no result may show.
// RUN: shardwright run %S/Inputs/collectives-global.mlir --backend=interp-global --save-outputs=%t | FileCheck --check-prefix=GLOBAL %s
// RUN: shardwright run %s --backend=interp --expect=%t | FileCheck %s
// GLOBAL: ran on 1 device
// CHECK: all 5 results match (largest error {{0 |.*e-}}
// CHECK: ran on 4 devices

sharding.mesh @m = <x=2, y=2>

func.func @main(%a: tensor<3x6xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<5x6xf32>},
                %b: tensor<1x6xf32> {sharding.spec = #sharding.spec<@m, [_{x,y}, _]>, spmd.global_type = tensor<4x6xf32>})
    -> (tensor<5x6xf32> {sharding.spec = #sharding.spec<@m, [_, _]>, spmd.global_type = tensor<5x6xf32>},
        tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_, _x]>, spmd.global_type = tensor<5x6xf32>},
        tensor<2x6xf32> {sharding.spec = #sharding.spec<@m, [_x, _]>, spmd.global_type = tensor<4x6xf32>},
        tensor<3xf32> {sharding.spec = #sharding.spec<@m, [_y]>, spmd.global_type = tensor<6xf32>},
        tensor<1x6xf32> {sharding.spec = #sharding.spec<@m, [_{x,y}, _]>, spmd.global_type = tensor<4x6xf32>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %whole = spmd.all_gather %a dim 0 over {x} on @m : (tensor<3x6xf32>) -> tensor<5x6xf32>
  %double = stablehlo.add %a, %a : tensor<3x6xf32>
  %turned = spmd.all_to_all %double split 1 concat 0 over {x} on @m : (tensor<3x6xf32>) -> tensor<5x3xf32>
  %half = spmd.all_gather %b dim 0 over {y} on @m : (tensor<1x6xf32>) -> tensor<2x6xf32>
  %local = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<6xf32>
  %overx = spmd.all_reduce sum %local over {x} on @m : tensor<6xf32>
  %sum = spmd.reduce_scatter sum %overx dim 0 over {y} on @m : (tensor<6xf32>) -> tensor<3xf32>
  %swapped = spmd.collective_permute %b pairs [[0, 1], [1, 0]] over {x} on @m : tensor<1x6xf32>
  return %whole, %turned, %half, %sum, %swapped : tensor<5x6xf32>, tensor<5x3xf32>, tensor<2x6xf32>, tensor<3xf32>, tensor<1x6xf32>
}
