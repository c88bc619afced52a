// RUN: shardwright-opt %s --drop-shardings | FileCheck %s

// CHECK-NOT: sharding
// CHECK: func.func @main(%[[X:.*]]: tensor<8xf32> {jax.arg_info = "x"}) -> tensor<8xf32> {
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[X]] : tensor<8xf32>
// CHECK-NEXT: return %[[N]] : tensor<8xf32>
sharding.mesh @pod = <x=2>
func.func @main(%x: tensor<8xf32> {jax.arg_info = "x", sharding.spec = #sharding.spec<@pod, [I_x]>}) -> (tensor<8xf32> {sharding.spec = #sharding.spec<@pod, [I_x]>}) {
  %0 = sharding.constraint %x <@pod, [_]> : tensor<8xf32>
  %1 = stablehlo.negate %0 {sharding.specs = [#sharding.spec<@pod, [_x]>]} : tensor<8xf32>
  sharding.group %1, 1 : tensor<8xf32>
  %2 = sharding.barrier %1 allow none : tensor<8xf32>
  %3 = sharding.reshard %2 <@pod, [_]> : tensor<8xf32>
  return %3 : tensor<8xf32>
}
