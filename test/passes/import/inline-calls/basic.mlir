// RUN: shardwright-opt %s --inline-calls | FileCheck %s

sharding.mesh @m = <a=2, b=4>

// CHECK-LABEL: func.func public @main(
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>)
func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // What the callee says of its arguments and results, and the call of its results, is kept.
  // CHECK-NEXT: %[[A:.*]] = sharding.constraint %[[X]] <@m, [_a]>
  // CHECK-NEXT: %[[B:.*]] = sharding.barrier %[[A]] allow none
  // CHECK-NEXT: %[[C:.*]] = sharding.barrier %[[B]] allow forward
  // CHECK-NEXT: %[[D:.*]] = sharding.constraint %[[C]] <@m, [_b]>
  // CHECK-NEXT: %[[E:.*]] = sharding.constraint %[[D]] <@m, [_]>
  %0 = call @outer(%x) {sharding.specs = [#sharding.spec<@m, [_]>]} : (tensor<8xf32>) -> tensor<8xf32>
  // A second call, in a region.
  // CHECK-NEXT: %[[M:.*]] = sharding.manual(%[[E]])
  // CHECK-NEXT:   %[[N:.*]] = sharding.barrier %{{.*}} allow forward
  // CHECK-NEXT:   sharding.return %[[N]]
  %1 = sharding.manual(%0) in [<@m, [_]{R_a}>] out [<@m, [_]{R_a}>] over {a} (%y: tensor<8xf32>) {
    %2 = func.call @"inner one"(%y) : (tensor<8xf32>) -> tensor<8xf32>
    sharding.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: return %[[E]], %[[M]]
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-NOT: func private
func.func private @outer(%x: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_a]>}) -> (tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_b]>}) {
  %0 = sharding.barrier %x allow none : tensor<8xf32>
  %1 = call @"inner one"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

func.func private @"inner one"(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sharding.barrier %x allow forward : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func public @other(
// CHECK-NEXT: sharding.barrier
// CHECK-NEXT: return
func.func public @other(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @"inner one"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func private @unused(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @"inner one"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
