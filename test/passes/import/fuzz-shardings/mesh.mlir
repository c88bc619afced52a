// RUN: shardwright-opt %s --pass-pipeline='builtin.module(fuzz-shardings{seed=1 mesh=x=3})' | FileCheck %s
// RUN: not shardwright-opt %s --pass-pipeline='builtin.module(fuzz-shardings{seed=1})' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not shardwright-opt %s --pass-pipeline='builtin.module(fuzz-shardings{mesh=x=0})' 2>&1 | FileCheck %s --check-prefix=BAD

// CHECK: sharding.mesh @mesh = <x=3>
// NONE: error: the program has no mesh; name one, as in fuzz-shardings{mesh=x=2}
// BAD: error: in the option mesh: {{.*}}size 0
func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  return %x : tensor<8x6xf32>
}
