// RUN: shardwright-opt %s --inline-calls --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK: sharding.barrier %{{.*}} allow none : tensor<8xf32> loc(callsite("inner" at "call"))
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32> loc("call")
  return %0 : tensor<8xf32>
}
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sharding.barrier %x allow none : tensor<8xf32> loc("inner")
  return %0 : tensor<8xf32>
}
