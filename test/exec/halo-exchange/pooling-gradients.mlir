// The gradient of a maximum over windows, along split dimensions: windows that touch, overlap, leave gaps, do not cover
// the end; even and uneven blocks, two dimensions at once. What reaches beyond the ends stays whole.
// RUN: shardwright run %s --check-against=interp
// RUN: shardwright run %s --backend=interp --check-against=interp
// RUN: shardwright run %s --disable=halo-exchange --check-against=interp
// RUN: shardwright partition %s --disable=combine-collectives | FileCheck %s
sharding.mesh @m = <x=4, y=2>
// Windows that touch send nothing.
// CHECK: "stablehlo.select_and_scatter"(%arg0, %arg1, %{{.*}})
// CHECK-NOT: all_gather {{.*}} reads
func.func @main(%a: tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %p: tensor<8x4xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
                %q: tensor<14x3xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %b: tensor<21x9xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
                %r: tensor<10x7xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %s: tensor<7x5xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
                %t: tensor<16x4xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, %n: tensor<f32>)
    -> (tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
        tensor<21x9xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}, tensor<21x9xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>},
        tensor<16x8xf32> {sharding.spec = #sharding.spec<@m, [I_x, J_y]>}) {
  %0 = "stablehlo.select_and_scatter"(%a, %p, %n) ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.compare GE, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<16x8xf32>, tensor<8x4xf32>, tensor<f32>) -> tensor<16x8xf32>
  // Overlapping in one dimension, holes in the other.
  %1 = "stablehlo.select_and_scatter"(%a, %q, %n) ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.compare GT, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 3>} : (tensor<16x8xf32>, tensor<14x3xf32>, tensor<f32>) -> tensor<16x8xf32>
  // Uneven blocks of six and of five.
  %2 = "stablehlo.select_and_scatter"(%b, %r, %n) ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.compare LE, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 1>} : (tensor<21x9xf32>, tensor<10x7xf32>, tensor<f32>) -> tensor<21x9xf32>
  %3 = "stablehlo.select_and_scatter"(%b, %s, %n) ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.compare GE, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 2, 5>, window_strides = array<i64: 3, 1>} : (tensor<21x9xf32>, tensor<7x5xf32>, tensor<f32>) -> tensor<21x9xf32>
  // Padded in the first dimension.
  %4 = "stablehlo.select_and_scatter"(%a, %t, %n) ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.compare GE, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %c = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<16x8xf32>, tensor<16x4xf32>, tensor<f32>) -> tensor<16x8xf32>
  return %0, %1, %2, %3, %4 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<21x9xf32>, tensor<21x9xf32>, tensor<16x8xf32>
}
