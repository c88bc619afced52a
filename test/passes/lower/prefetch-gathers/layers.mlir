// A layer's weights are gathered one iteration ahead: the same results, and the last gather is of what there is. Not moved:
// what the loop changes otherwise, and what no counter has to do with.
// RUN: shardwright run %s --seed=1 --backend=interp --save-outputs=%t
// RUN: shardwright-opt %s --prefetch-gathers -o %t.mlir && shardwright run %t.mlir --seed=1 --backend=interp --expect=%t --rtol=0 --atol=0 | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t | FileCheck %s --check-prefix=SAME
// RUN: shardwright run %t.mlir --seed=1 --expect=%t --target=host:async | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.mlir
// SAME: all 2 results match

// CHECK:      %[[FIRST:.+]] = stablehlo.constant dense<5>
// CHECK:      stablehlo.dynamic_slice %{{.+}}, %[[FIRST]],
// CHECK:      %[[GATHERED:.+]] = spmd.all_gather
// CHECK:      stablehlo.while({{.*}}, %[[HELD:[a-zA-Z0-9_]+]] = %[[GATHERED]])
// CHECK:      } do {
// CHECK:        %[[NEXT:.+]] = stablehlo.subtract
// CHECK:        stablehlo.dynamic_slice %{{.+}}, %[[NEXT]],
// CHECK:        %[[AHEAD:.+]] = spmd.all_gather
// CHECK:        spmd.all_gather
// CHECK:        spmd.all_gather
// CHECK-NOT:    spmd.all_gather
// CHECK:        stablehlo.dot_general %{{.+}}, %[[HELD]]
// CHECK:        stablehlo.return {{.*}}, %[[AHEAD]] :
sharding.mesh @m = <x=4>
func.func @main(%a: tensor<8x8xf32>, %w: tensor<6x2x8xf32>, %b: tensor<2x8xf32>) -> (tensor<8x8xf32>, tensor<2x8xf32>) {
  %first = stablehlo.constant dense<5> : tensor<i32>
  %0:4 = stablehlo.while(%i = %first, %v = %a, %all = %w, %u = %b) : tensor<i32>, tensor<8x8xf32>, tensor<6x2x8xf32>, tensor<2x8xf32>
  cond {
    %last = stablehlo.constant dense<0> : tensor<i32>
    %more = stablehlo.compare GE, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.dynamic_slice %all, %i, %zero, %zero, sizes = [1, 2, 8] : (tensor<6x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
    %r = stablehlo.reshape %s : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
    %g = spmd.all_gather %r dim 0 over {x} on @m : (tensor<2x8xf32>) -> tensor<8x8xf32>
    %h = spmd.all_gather %u dim 0 over {x} on @m : (tensor<2x8xf32>) -> tensor<8x8xf32>
    %k = spmd.all_gather %b dim 0 over {x} on @m : (tensor<2x8xf32>) -> tensor<8x8xf32>
    %p = stablehlo.dot_general %v, %g, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %q = stablehlo.add %p, %h : tensor<8x8xf32>
    %t = stablehlo.add %q, %k : tensor<8x8xf32>
    %y = stablehlo.tanh %t : tensor<8x8xf32>
    %z = stablehlo.tanh %u : tensor<2x8xf32>
    %next = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %next, %y, %all, %z : tensor<i32>, tensor<8x8xf32>, tensor<6x2x8xf32>, tensor<2x8xf32>
  }
  return %0#1, %0#3 : tensor<8x8xf32>, tensor<2x8xf32>
}
