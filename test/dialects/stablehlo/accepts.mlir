// Other spellings that are read: long type forms, one attribute dictionary, fields in any order, both encodings of
// quoted bools, attributes of dialects that nobody registers.
// RUN: shardwright-opt --verify-roundtrip %s | FileCheck %s

// CHECK: module attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 8 : i32}
module attributes {mhlo.num_partitions = 8 : i32, jax.uses_shape_polymorphism = false} {
  // CHECK: func.func @f(%arg0: tensor<4x8xf32> {tf.aliasing_output = 0 : i32},
  // CHECK-SAME: (tensor<4x8xf32> {jax.result_info = "out"})
  func.func @f(%a: tensor<4x8xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<4x8xf32>, %c: tensor<5x1xi32>, %p: tensor<4x8xi1>,
               %d: tensor<?x4xf32, #stablehlo.type_extensions<bounds = [4, ?]>>) -> (tensor<4x8xf32> {jax.result_info = "out"}) {
    // CHECK: stablehlo.add %arg0, %arg1 : tensor<4x8xf32>
    %0 = stablehlo.add %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    // CHECK: stablehlo.select %arg3, %arg0, %arg1 : tensor<4x8xi1>, tensor<4x8xf32>
    %1 = stablehlo.select %p, %a, %b : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    // CHECK: stablehlo.complex %arg0, %arg1 : tensor<4x8xcomplex<f32>>
    %2 = stablehlo.complex %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xcomplex<f32>>
    // CHECK: stablehlo.tuple %arg0, %arg1 : tuple<tensor<4x8xf32>, tensor<4x8xf32>>
    %3 = stablehlo.tuple %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tuple<tensor<4x8xf32>, tensor<4x8xf32>>
    // CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [1] :
    %4 = stablehlo.dot_general %a, %b, batching_dims = [] x [], contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [1], precision = [HIGH, HIGH] {note = 1 : i32} :
    %5 = "stablehlo.dot_general"(%a, %b) {note = 1 : i32, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>], dot_dimension_numbers = #stablehlo.dot<rhs_contracting_dimensions = [1], lhs_contracting_dimensions = [1]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
    // CHECK: <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> {note = 1 : i32}
    %6 = "stablehlo.gather"(%a, %c) <{slice_sizes = array<i64: 1, 8>}> {note = 1 : i32, dimension_numbers = #stablehlo.gather<
        index_vector_dim = 1, operand_batching_dims = [],
        collapsed_slice_dims = [0], start_index_map = [0], offset_dims = [1]>} : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
    // CHECK: stablehlo.constant dense<[false, true, false, false, true]> : tensor<5xi1>
    %7 = stablehlo.constant dense<"0x0001000001"> : tensor<5xi1>
    // CHECK: stablehlo.constant dense<[true, true, false, false, true, false, false, false, true]> : tensor<9xi1>
    %8 = stablehlo.constant dense<"0x1301"> : tensor<9xi1>
    // CHECK: stablehlo.constant dense<true> : tensor<20xi1>
    %9 = stablehlo.constant dense<"0x01"> : tensor<20xi1>
    // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<101xf32>
    %10 = stablehlo.constant dense<"0x0000803F"> : tensor<101xf32>
    // CHECK: stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %11 = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
    // CHECK: stablehlo.exponential %arg0 : tensor<4x8xf32>
    %12 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<4x8xf32>
    // CHECK: stablehlo.negate %arg4 : tensor<?x4xf32, #stablehlo.bounds<4, ?>>
    %13 = stablehlo.negate %d : tensor<?x4xf32, #stablehlo.bounds<4, ?>>
    // CHECK: reverse = [true, false]
    %i = stablehlo.reshape %a : (tensor<4x8xf32>) -> tensor<1x4x8x1xf32>
    %k = stablehlo.slice %i [0:1, 0:2, 0:2, 0:1] : (tensor<1x4x8x1xf32>) -> tensor<1x2x2x1xf32>
    %kk = stablehlo.reshape %k : (tensor<1x2x2x1xf32>) -> tensor<2x2x1x1xf32>
    %14 = stablehlo.convolution(%i, %kk) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [1, 0], pad = [[0, 0], [0, 0]], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x8x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x3x7x1xf32>
    // CHECK: stablehlo.dynamic_slice %{{.*}}, sizes = [] : (tensor<f32>) -> tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %17 = stablehlo.dynamic_slice %zero, , sizes = [] : (tensor<f32>) -> tensor<f32>
    // CHECK: call @g
    %15 = call @g(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // CHECK: call @g
    %16 = func.call @g(%a) {mhlo.frontend_attributes = {}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    func.return %0 : tensor<4x8xf32>
  }
  func.func private @g(tensor<4x8xf32>) -> tensor<4x8xf32>
}
