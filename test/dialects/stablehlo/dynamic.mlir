// Shapes computed at run time are read and written.
// RUN: grep -v '^//' %s > %t.expected
// RUN: shardwright-opt --verify-roundtrip %s > %t.printed
// RUN: diff -B %t.expected %t.printed
// RUN: shardwright-opt --mlir-print-op-generic %s | shardwright-opt > %t.generic
// RUN: diff -B %t.expected %t.generic
module {
  func.func @dynamic(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<?xf32>, %arg3: tensor<2xi64>, %arg4: tensor<1xi64>, %arg5: tensor<f32>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x8xf32>) -> tensor<i32>
    %1 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
    %2 = stablehlo.dynamic_broadcast_in_dim %arg2, %arg3, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %3 = stablehlo.dynamic_reshape %arg2, %arg3 : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %4 = stablehlo.dynamic_iota %arg3, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
    %5 = stablehlo.dynamic_pad %arg2, %arg5, %arg4, %arg4, %arg4 : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %6 = stablehlo.real_dynamic_slice %arg2, %arg4, %arg4, %arg4 : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    return
  }
}
