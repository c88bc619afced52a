// RUN: shardwright-opt %s --import-mhlo-sharding --split-input-file | FileCheck %s

// The axes are the common refinement of what the strings need; dimensions are closed.
// CHECK-LABEL: module
// CHECK-NEXT: sharding.mesh @mesh = <axis0=2, axis1=2, axis2=2>
// Rows over the middle axis, columns over the major one, two copies:
// CHECK-NEXT: func.func @main(%[[X:.*]]: tensor<8x16xf32> {sharding.spec = #sharding.spec<@mesh, [_axis1, _axis0]>},
// Rows over (axis2, axis0); replicated; explicit device numbers; nothing said:
// CHECK-SAME: tensor<8x16xf32> {sharding.spec = #sharding.spec<@mesh, [_{axis2,axis0}, _]>},
// CHECK-SAME: tensor<8xf32> {sharding.spec = #sharding.spec<@mesh, [_]>},
// CHECK-SAME: tensor<8xf32> {sharding.spec = #sharding.spec<@mesh, [_{axis1,axis0}]>},
// CHECK-SAME: tensor<8xf32>,
// CHECK-SAME: tensor<8xf32>)
// CHECK-SAME: -> (tensor<8x16xf32> {sharding.spec = #sharding.spec<@mesh, [_{axis0,axis1,axis2}, _]>})
func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[2,2,2]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"},
                %y: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,1,2]<=[4,2]T(1,0) last_tile_dim_replicate}"},
                %r: tensor<8xf32> {mhlo.sharding = "{replicated}"},
                %v: tensor<8xf32> {mhlo.sharding = "{devices=[4,2]0,1,4,5,2,3,6,7 last_tile_dim_replicate metadata={op_name=\22a{b}\22}}"},
                %u: tensor<8xf32> {mhlo.sharding = "{unknown}"},
                %n: tensor<8xf32>) -> (tensor<8x16xf32> {mhlo.sharding = "{devices=[8,1]<=[8]}"}) {
  // CHECK: %[[C:.*]] = sharding.constraint %[[X]] <@mesh, [_?, _axis2]> : tensor<8x16xf32>
  // CHECK-NEXT: sharding.group %[[C]], 5
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "unspecified_dims=[0]", mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate shard_as 5}"} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK-NEXT: stablehlo.add %[[C]], %{{.*}} {sharding.specs = [#sharding.spec<@mesh, [_, _]{U_{axis1,axis2}}>]}
  %1 = stablehlo.add %0, %y {mhlo.sharding = "{devices=[1,1,2,4]<=[8] last_tile_dims={replicated, unreduced}}"} : tensor<8x16xf32>
  // CHECK: call @pair() {sharding.specs = [#sharding.spec<@mesh, [_]>, #sharding.spec<@mesh, [_axis0]>]}
  %2:2 = call @pair() {mhlo.sharding = "{{replicated}, {devices=[2,4]<=[8] last_tile_dim_replicate}}"} : () -> (tensor<8xf32>, tensor<8xf32>)
  return %1 : tensor<8x16xf32>
}
func.func private @pair() -> (tensor<8xf32>, tensor<8xf32>)

// -----

// Where no chain of axes serves all strings, parts of one axis do.
// CHECK-LABEL: module
// CHECK-NEXT: sharding.mesh @mesh = <axis0=6>
// CHECK-NEXT: func.func private @f(tensor<6xf32> {sharding.spec = #sharding.spec<@mesh, [_axis0:(1)2]>}, tensor<6xf32> {sharding.spec = #sharding.spec<@mesh, [_axis0:(1)3]>})
func.func private @f(tensor<6xf32> {mhlo.sharding = "{devices=[2,3]<=[6] last_tile_dim_replicate}"}, tensor<6xf32> {mhlo.sharding = "{devices=[3,2]<=[6] last_tile_dim_replicate}"})

// -----

// A mesh that the program has is kept.
// CHECK-LABEL: module
// CHECK-NEXT: sharding.mesh @pod = <x=2, y=4>
// CHECK-NEXT: func.func private @f(tensor<8xf32> {sharding.spec = #sharding.spec<@pod, [_{x,y:(1)2}]>})
sharding.mesh @pod = <x=2, y=4>
func.func private @f(tensor<8xf32> {mhlo.sharding = "{devices=[4,2]<=[8] last_tile_dim_replicate}"})

// -----

// Only replicated values: the module's attribute says how many devices there are.
// CHECK-LABEL: module attributes
// CHECK-NEXT: sharding.mesh @mesh = <axis0=4>
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func private @f(tensor<8xf32> {mhlo.sharding = "{replicated}"})
}

// -----

// One device: the strings say nothing.
// CHECK-LABEL: module
// CHECK-NOT: sharding
func.func @f(%a: tensor<8xf32> {mhlo.sharding = "{replicated}"}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
