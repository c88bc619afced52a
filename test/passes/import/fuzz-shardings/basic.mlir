// Equal seeds give equal shardings, others others; the result is legal (the verifier has seen it).
// RUN: shardwright-opt %s --pass-pipeline='builtin.module(fuzz-shardings{seed=7})' > %t.7
// RUN: shardwright-opt %s --pass-pipeline='builtin.module(fuzz-shardings{seed=7})' | diff %t.7 -
// RUN: shardwright-opt %s --pass-pipeline='builtin.module(fuzz-shardings{seed=8})' | not diff %t.7 -
// RUN: FileCheck %s < %t.7

// What the program said before is gone; scalars stay as they are; numbers written down here pin the generator.
// CHECK: sharding.mesh @pod = <x=2, y=4>
// CHECK-NOT: I_x
sharding.mesh @pod = <x=2, y=4>
func.func @main(%x: tensor<8x6xf32> {sharding.spec = #sharding.spec<@pod, [I_x, _]>}, %s: tensor<f32>) -> tensor<8x6xf32> {
  %0 = sharding.constraint %x <@pod, [I_x, _]> : tensor<8x6xf32>
  %1 = stablehlo.negate %0 : tensor<8x6xf32>
  %2 = stablehlo.negate %1 : tensor<8x6xf32>
  %3 = stablehlo.negate %2 : tensor<8x6xf32>
  %4 = stablehlo.negate %3 : tensor<8x6xf32>
  %5 = stablehlo.negate %4 : tensor<8x6xf32>
  %6 = stablehlo.negate %5 : tensor<8x6xf32>
  %7 = stablehlo.negate %6 : tensor<8x6xf32>
  // CHECK: return
  return %7 : tensor<8x6xf32>
}
