// A reshape that cannot run with both dimensions split keeps one of them split.
//
// RUN: shardwright partition %s | FileCheck %s
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
sharding.mesh @m = <x=2, y=4>

// CHECK-NOT: -> tensor<16x8xf32>
// CHECK: stablehlo.reshape {{.*}} : (tensor<4x8xf32>) -> tensor<2x16xf32>
func.func @main(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [_y, _x]>}) -> (tensor<8x16xf32> {sharding.spec = #sharding.spec<@m, [_x, _y]>}) {
  %r = stablehlo.reshape %a : (tensor<16x8xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
