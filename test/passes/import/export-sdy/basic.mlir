// RUN: shardwright-opt %s --export-sdy | FileCheck %s

// CHECK: sdy.mesh @p = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
sharding.mesh @p = <a=2, b=2, order=[0, 2, 1, 3]>

// Labels have no counterpart.
// CHECK: func.func @f(%{{.*}}: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@p, [{"a"}, {"b", ?}p2]>})
func.func @f(%a: tensor<8x4xf32> {sharding.spec = #sharding.spec<@p, [I_a, J_{b,?} p2]>})
    -> (tensor<8x4xf32> {sharding.spec = #sharding.spec<@p, [I, J]{U_{a,b}:min}>}) {
  %0 = sharding.constraint %a <@p, [I_a, J]{R_b}> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// CHECK-SAME: -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@p, [{}, {}], unreduced=min{"a", "b"}>})
// CHECK: sdy.sharding_constraint %{{.*}} <@p, [{"a"}, {}], replicated={"b"}> : tensor<8x4xf32>
