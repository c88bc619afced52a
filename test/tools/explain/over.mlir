// More than the device has is said as such.
// RUN: shardwright explain %s --topology=h100-8 | FileCheck %s
// CHECK: holds 128 GiB at its peak: OUT OF MEMORY, a device of h100-8 has 74.5 GiB
// CHECK: memory: 128 GiB, more than the 74.5 GiB there are, at the peak

sharding.mesh @pod = <X=8>
func.func @main(%a: tensor<131072x1048576xf32> {sharding.spec = #sharding.spec<@pod, [I_X, J]>}) -> (tensor<131072x1048576xf32> {sharding.spec = #sharding.spec<@pod, [I_X, J]>}) {
  %t = stablehlo.tanh %a : tensor<131072x1048576xf32>
  return %t : tensor<131072x1048576xf32>
}
