// RUN: shardwright-opt %s --verify-roundtrip | FileCheck %s

// CHECK: sharding.mesh @pod = <x=4, y=2, z=2>
sharding.mesh @pod = <x=4, y=2, z=2>

// CHECK: func.func @carriers(%{{.*}}: tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [I_x, J_{y,?}]>})
// CHECK-SAME: -> (tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [I_x, _]{U_z}>})
func.func @carriers(%a: tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [ I_x, J_y? ]>})
    -> (tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [I_x, _]{U_z}>}) {
  // CHECK: sharding.constraint %{{.*}} <@pod, [I_{x,z}, J p1]> : tensor<64x32xf32>
  %0 = sharding.constraint %a <@pod, [I_{x,z}, J p1]> : tensor<64x32xf32>
  // CHECK: sharding.reshard %{{.*}} <@pod, [_{x:(2)2,y}, _]{U_z:max, R_x:(1)2}> {note = 1 : i64} : tensor<64x32xf32>
  %1 = sharding.reshard %0 <@pod, [_{x:(2)2,y}, _]{U_z:max, R_{x:(1)2}}> {note = 1 : i64} : tensor<64x32xf32>
  // CHECK: sharding.group %{{.*}}, 3 : tensor<64x32xf32>
  sharding.group %1, 3 : tensor<64x32xf32>
  // CHECK: sharding.barrier %{{.*}} allow none : tensor<64x32xf32>
  %2 = sharding.barrier %1 allow none : tensor<64x32xf32>
  // CHECK: sharding.barrier %{{.*}} allow backward : tensor<64x32xf32>
  %3 = sharding.barrier %2 allow backward : tensor<64x32xf32>
  // CHECK: call @labels(%{{.*}}) {sharding.specs = [#sharding.spec<@pod, [K, L_y]>]}
  %4 = func.call @labels(%3) {sharding.specs = [#sharding.spec<@pod, [K, L_y]>]} : (tensor<64x32xf32>) -> tensor<64x32xf32>
  return %4 : tensor<64x32xf32>
}

// Values that are sharded alike but are labelled differently stay apart.
// CHECK: func.func private @labels(tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [I, J_y]>})
// CHECK-SAME: -> (tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [_, _y]>})
func.func private @labels(tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [I, J_y]>})
    -> (tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [_, _y]>})

// CHECK: func.func @scalars(%{{.*}}: tensor<f32> {sharding.spec = #sharding.spec<@pod, []>}, %{{.*}}: tensor<f32> {sharding.spec = #sharding.spec<@pod, []{U_x}>})
func.func @scalars(%a: tensor<f32> {sharding.spec = #sharding.spec<@pod, []>}, %b: tensor<f32> {sharding.spec = #sharding.spec<@pod, []{U_x}>}) {
  return
}

// CHECK-LABEL: func.func @manual
func.func @manual(%a: tensor<64x32xf32>, %b: tensor<8xf32>) -> (tensor<64x32xf32>, tensor<2xf32>) {
  // CHECK: %{{.*}}:2 = sharding.manual(%{{.*}}, %{{.*}}) in [<@pod, [I_{x,y}, J]>, <@pod, [_?]{R_x}>] out [<@pod, [I_x, J]>, <@pod, [_]>] over {x}
  // CHECK-SAME: (%[[L:.*]]: tensor<16x32xf32>, %{{.*}}: tensor<8xf32>) {
  %0:2 = sharding.manual(%a, %b) in [<@pod, [I_{x,y}, J]>, <@pod, [_?]{R_x}>] out [<@pod, [I_x, J]>, <@pod, [_]>] over {x}
      (%l: tensor<16x32xf32>, %m: tensor<8xf32>) {
    // CHECK: sharding.manual() in [] out [<@pod, [_y]>] over {y} () {
    %1 = sharding.manual() in [] out [<@pod, [_y]>] over {y} () {
      %2 = func.call @one() : () -> tensor<1xf32>
      // CHECK: sharding.return %{{.*}} : tensor<1xf32>
      sharding.return %2 : tensor<1xf32>
    } : () -> tensor<2xf32>
    // CHECK: sharding.return %[[L]], %{{.*}} : tensor<16x32xf32>, tensor<2xf32>
    sharding.return %l, %1 : tensor<16x32xf32>, tensor<2xf32>
  // CHECK: } : (tensor<64x32xf32>, tensor<8xf32>) -> (tensor<64x32xf32>, tensor<2xf32>)
  } : (tensor<64x32xf32>, tensor<8xf32>) -> (tensor<64x32xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<64x32xf32>, tensor<2xf32>
}

func.func private @one() -> tensor<1xf32>

// Attributes on their own; a rule; axes and kinds.
// CHECK: func.func private @attributes() attributes {
// CHECK-SAME: axes = #sharding.axes<x, y:(1)2>
// CHECK-SAME: empty = #sharding.axes<>
// CHECK-SAME: kind = #sharding.kind<max>
// CHECK-SAME: mesh = #sharding.mesh<a=2, b=2, order=[0, 2, 1, 3]>
// CHECK-SAME: odd = #sharding.mesh<"a b"=2>
// CHECK-SAME: one = #sharding.mesh<>
// CHECK-SAME: rule = #sharding.rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}>
func.func private @attributes() attributes {
  axes = #sharding.axes<x, y:(1)2>, empty = #sharding.axes<>, kind = #sharding.kind<max>,
  mesh = #sharding.mesh<a=2, b=2, order=[0, 2, 1, 3]>, odd = #sharding.mesh<"a b"=2>, one = #sharding.mesh<>,
  rule = #sharding.rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}>}
