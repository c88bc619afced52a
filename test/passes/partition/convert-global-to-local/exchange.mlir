// What neighbours send each other of a dimension that is read through windows.
// RUN: shardwright-opt --propagate-shardings --partition --split-input-file %s | FileCheck %s
// RUN: shardwright-opt --propagate-shardings --partition=disable=halo-exchange --split-input-file %s | FileCheck %s --check-prefix=JOINED

// Zeros come with being sent nothing: no select.
// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>
// CHECK: %[[EDGE:.*]] = stablehlo.slice %arg0 [3:4]
// CHECK-NEXT: %[[SENT:.*]] = spmd.collective_permute %[[EDGE]] pairs {{\[}}[0, 1], [1, 2], [2, 3]] over {x}{{.*}}cause = "stablehlo.pad reads across blocks"
// CHECK-NEXT: %[[REST:.*]] = stablehlo.slice %arg0 [0:3]
// CHECK-NEXT: stablehlo.concatenate %[[SENT]], %[[REST]], dim = 0
// CHECK-NOT: select
// JOINED-LABEL: func.func @main
// JOINED-NOT: collective_permute
// JOINED: spmd.all_gather
sharding.mesh @m = <x=4>
func.func @main(%a: tensor<16xf32> {sharding.spec = #sharding.spec<@m, [I_x]>}) -> (tensor<16xf32> {sharding.spec = #sharding.spec<@m, [I_x]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [1], high = [-1], interior = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// Another value is put where there is no element; blocks that are padded have such a place on every side.
// CHECK-LABEL: func.func @main(%arg0: tensor<3xf32>
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK: spmd.collective_permute %{{.*}} pairs {{\[}}[0, 1], [1, 2], [2, 3]] over {x}
// CHECK: %[[FILL:.*]] = stablehlo.broadcast_in_dim %[[ONE]]
// CHECK: stablehlo.select %{{.*}}, %{{.*}}, %[[FILL]]
sharding.mesh @m = <x=4>
func.func @main(%a: tensor<10xf32> {sharding.spec = #sharding.spec<@m, [I_x]>}) -> (tensor<10xf32> {sharding.spec = #sharding.spec<@m, [I_x]>}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.pad %a, %one, low = [1], high = [-1], interior = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// A stride that keeps blocks together sends nothing; nor does spreading them again.
// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>
// CHECK-NOT: = spmd.
// CHECK: stablehlo.slice %{{.*}} [0:3:2]
// CHECK-NOT: = spmd.
// CHECK: return
sharding.mesh @m = <x=4>
func.func @main(%a: tensor<16xf32> {sharding.spec = #sharding.spec<@m, [I_x]>}) -> (tensor<16xf32> {sharding.spec = #sharding.spec<@m, [I_x]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %a [1:16:2] : (tensor<16xf32>) -> tensor<8xf32>
  %1 = stablehlo.pad %0, %zero, low = [1], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// -----

// The gradient of a kernel: the input brings its edges, what is summed over blocks is partial.
// CHECK-LABEL: func.func @main(%arg0: tensor<1x4x2xf32>
// CHECK-COUNT-2: spmd.collective_permute
// CHECK: %[[SUM:.*]] = stablehlo.convolution({{.*}}pad = {{\[}}[0, 0]]{{.*}} (tensor<1x6x2xf32>, tensor<1x4x3xf32>) -> tensor<3x2x3xf32>
// CHECK: spmd.all_reduce sum %[[SUM]] over {x}
sharding.mesh @m = <x=4>
func.func @main(%a: tensor<1x16x2xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K]>}, %g: tensor<1x16x3xf32> {sharding.spec = #sharding.spec<@m, [I, J_x, K]>})
    -> (tensor<3x2x3xf32> {sharding.spec = #sharding.spec<@m, [I, J, K]>}) {
  %0 = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {stride = [1], pad = [[1, 1]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x2xf32>, tensor<1x16x3xf32>) -> tensor<3x2x3xf32>
  return %0 : tensor<3x2x3xf32>
}
