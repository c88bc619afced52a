// The same, as HLO spells it.
// CHECK: sharding.mesh @mesh = <axis0=4>
module attributes {mhlo.num_partitions = 4 : i32} {
  // CHECK: func.func @main(%{{.*}}: tensor<8xf32> {sharding.spec = #sharding.spec<@mesh, [_]>})
  func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{maximal device=0}"}) -> (tensor<8xf32> {mhlo.sharding = "{maximal device=3}"}) {
    %i = stablehlo.iota dim = 0 : tensor<8xf32>
    // CHECK: stablehlo.add {{.*}} {sharding.specs = [#sharding.spec<@mesh, [_]>]}
    %0 = stablehlo.add %i, %i {mhlo.sharding = "{maximal device=1}"} : tensor<8xf32>
    %two = stablehlo.constant dense<2.0> : tensor<8xf32>
    %1 = stablehlo.multiply %i, %two : tensor<8xf32>
    check.expect_eq %0, %1 {mhlo.sharding = "{maximal device=1}"} : tensor<8xf32>, tensor<8xf32>
    return %x : tensor<8xf32>
  }
}
