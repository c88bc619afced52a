// A loop with its trip count, what it carries, operations by class and as often as they run; the machine's times.
// RUN: shardwright-opt --propagate-shardings --print-sharding-problem %s -o /dev/null | FileCheck %s
// RUN: shardwright-opt --propagate-shardings --print-sharding-problem="plan topology=h100-8" %s -o /dev/null | FileCheck %s --check-prefix=PLAN
// RUN: shardwright-opt --propagate-shardings --print-sharding-problem %s | FileCheck %s --check-prefix=PROGRAM
// RUN: not shardwright-opt --propagate-shardings --print-sharding-problem=topology=none %s 2>&1 | FileCheck %s --check-prefix=NONE
sharding.mesh @mesh = <x=2, y=4>

// CHECK: mesh <x=2, y=4>
// CHECK: class [[CLASS:.*]] = ([i, j], [i, j])->([i, j]) {i=8, j=16}
// CHECK: %0 : f32[8x16] [_x, _] {kept} = fixed()
// CHECK: = loop 5 (%{{.*}} : [], %0 : [_x, _y]) {
// CHECK:   fixed(%{{.*}} : [])
// CHECK: } {
// CHECK:   : f32[8x16] [_x, _y] = [[CLASS]](%
// CHECK:   fixed(%{{.*}} : [], %{{.*}} : [_x, _y])
// CHECK: } ->
// CHECK: %[[RESULT:.*]] : f32[8x16] [_x, _y] {loop_carried}
// CHECK: fixed(%[[RESULT]] : [_x, _y])
// CHECK-NOT: {{.}}

// PLAN: plan {ticks =
// PLAN: choose %{{.*}} {placement = {factors = {i = [x]

// PROGRAM: mesh <x=2, y=4>
// PROGRAM: func.func @main
// PROGRAM: stablehlo.while

// NONE: error: unknown topology 'none'
func.func @main(%a: tensor<8x16xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>})
    -> (tensor<8x16xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _y]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<8x16xf32>
  cond {
    %less = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.multiply %x, %x : tensor<8x16xf32>
    stablehlo.return %next, %y : tensor<i32>, tensor<8x16xf32>
  }
  return %0#1 : tensor<8x16xf32>
}
