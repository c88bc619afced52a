// Optimisations of partitioning are left out by name, and `all` are.
//
// RUN: shardwright partition %s | FileCheck %s --check-prefix=ALL
// RUN: shardwright partition %s --disable=cse,fusion | FileCheck %s --check-prefix=NONE
// RUN: shardwright partition %s --disable=all | FileCheck %s --check-prefix=NONE
// RUN: shardwright-opt --propagate-shardings '--partition=disable=cse' %s | FileCheck %s --check-prefix=NONE
// RUN: not shardwright-opt --propagate-shardings '--partition=disable=fusion' %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: shardwright run %s --disable=all --check-against=unpartitioned
sharding.mesh @m = <x=2>

// ALL: stablehlo.negate
// ALL-NOT: stablehlo.negate
// NONE-COUNT-2: stablehlo.negate
// WRONG: there is no 'fusion' to disable (there is all, demands, loop-carried-shardings, partial-loop-carried, halo-exchange, runtime-windows, hoist-weights, cse
func.func @main(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %a : tensor<8xf32>
  %1 = stablehlo.negate %a : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
