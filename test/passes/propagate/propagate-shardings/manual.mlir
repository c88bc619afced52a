// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s

sharding.mesh @m = <x=2, y=2, z=2>

// Inside, x is not there; y, found inside, leaves through the result behind the manual axis.
// CHECK-LABEL: func.func @free_axes_cross
// CHECK-SAME: -> (tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_{x,z}, _y]>})
func.func @free_axes_cross(%a: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_{x,z}, _]>},
                           %w: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_, _y]>}) -> tensor<8x8xf32> {
  // CHECK: sharding.manual
  // CHECK-SAME: in [<@m, [_{x,z}, _]>, <@m, [_, _y]{R_x}>]
  // CHECK-SAME: out [<@m, [_{x,z}, _y]>]
  %0 = sharding.manual(%a, %w) in [<@m, [_{x,?}, _?]>, <@m, [_?, _?]{R_x}>] out [<@m, [_{x,?}, _?]>] over {x} (%i: tensor<4x8xf32>, %u: tensor<8x8xf32>) {
    // CHECK: stablehlo.dot_general
    // CHECK-SAME: #sharding.spec<@m, [_z, _y]>
    %1 = stablehlo.dot_general %i, %u, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    sharding.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
