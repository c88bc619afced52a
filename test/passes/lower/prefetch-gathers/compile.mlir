// `compile` gathers ahead where the timeline of the step gets shorter: here the gather of the next layer's weights goes on
// beside the product. Not where the memory does not suffice, and not for targets that wait for each collective.
// RUN: shardwright compile %s --topology=h100-8 --target=host:async --stop-after=lower -o %t && FileCheck %s < %t
// RUN: shardwright compile %s --topology=h100-8 --target=host:async --memory=300MiB --stop-after=lower -o %t && FileCheck %s --check-prefix=PLAIN < %t
// RUN: shardwright compile %s --topology=h100-8 --stop-after=lower -o %t && FileCheck %s --check-prefix=PLAIN < %t

// CHECK:      exec.collective all_gather
// CHECK:      exec.while
// CHECK:      } do {
// CHECK:        %[[EVENT:.+]] = exec.collective all_gather
// CHECK-NEXT:   exec.matmul
// CHECK:        exec.wait %[[EVENT]]

// PLAIN-NOT:  exec.collective
// PLAIN:      exec.while
// PLAIN:      exec.collective all_gather
// PLAIN-NOT:  exec.wait
sharding.mesh @mesh = <x=4>
func.func @main(%a: tensor<4096x4096xf32>, %w: tensor<32x1024x4096xf32>) -> tensor<4096x4096xf32> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %first, %v = %a, %all = %w) : tensor<i32>, tensor<4096x4096xf32>, tensor<32x1024x4096xf32>
  cond {
    %layers = stablehlo.constant dense<32> : tensor<i32>
    %less = stablehlo.compare LT, %i, %layers : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.dynamic_slice %all, %i, %zero, %zero, sizes = [1, 1024, 4096] : (tensor<32x1024x4096xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x4096xf32>
    %r = stablehlo.reshape %s : (tensor<1x1024x4096xf32>) -> tensor<1024x4096xf32>
    %g = spmd.all_gather %r dim 0 over {x} on @mesh : (tensor<1024x4096xf32>) -> tensor<4096x4096xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.dot_general %v, %g, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    stablehlo.return %next, %u, %all : tensor<i32>, tensor<4096x4096xf32>, tensor<32x1024x4096xf32>
  }
  return %0#1 : tensor<4096x4096xf32>
}
