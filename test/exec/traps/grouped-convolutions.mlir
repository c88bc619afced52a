// Convolutions in groups, split by whole groups, and their kernels' gradients, split by what every group sums over.
// RUN: shardwright run %s --check-against=interp --rtol=1e-4 --atol=1e-5
// RUN: shardwright run %s --backend=interp --check-against=interp --rtol=1e-4 --atol=1e-5
// RUN: shardwright partition %s | FileCheck %s
sharding.mesh @m = <x=4, y=2>
// Depthwise, six channels over four devices: each has two groups. Only the kernel's gradient is summed over devices.
// CHECK: stablehlo.convolution{{.*}}feature_group_count = 2{{.*}} -> tensor<4x5x4x2xf32>
// CHECK-NOT: all_gather
// CHECK: stablehlo.convolution{{.*}}batch_group_count = 6{{.*}} -> tensor<3x3x1x6xf32>
// CHECK-NOT: all_gather
// CHECK: stablehlo.convolution{{.*}}feature_group_count = 2{{.*}} -> tensor<4x5x4x4xf32>
func.func @main(%a: tensor<4x5x4x6xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L_x]>}, %k: tensor<3x3x1x6xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L_x]>},
                %b: tensor<4x5x4x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J, K, L]>}, %g: tensor<4x5x4x6xf32> {sharding.spec = #sharding.spec<@m, [I_x, J, K, L]>},
                %c: tensor<4x5x4x8xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L_y]>}, %w: tensor<3x3x2x8xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L_y]>})
    -> (tensor<4x5x4x6xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L_x]>}, tensor<3x3x1x6xf32>, tensor<4x5x4x8xf32> {sharding.spec = #sharding.spec<@m, [I, J, K, L_y]>}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 6 : i64} : (tensor<4x5x4x6xf32>, tensor<3x3x1x6xf32>) -> tensor<4x5x4x6xf32>
  %1 = stablehlo.convolution(%b, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 6 : i64, feature_group_count = 1 : i64} : (tensor<4x5x4x6xf32>, tensor<4x5x4x6xf32>) -> tensor<3x3x1x6xf32>
  %2 = stablehlo.convolution(%c, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<4x5x4x8xf32>, tensor<3x3x2x8xf32>) -> tensor<4x5x4x8xf32>
  return %0, %1, %2 : tensor<4x5x4x6xf32>, tensor<3x3x1x6xf32>, tensor<4x5x4x8xf32>
}
