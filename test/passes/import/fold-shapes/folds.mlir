// Shapes that are computed and known: the same numbers as with static shapes, over four devices and on one.
// RUN: shardwright run %s
// RUN: shardwright run %s --devices=1
// RUN: shardwright run %s --backend=interp
// RUN: shardwright-opt %s --fold-shapes | FileCheck %s --implicit-check-not=dynamic_ --implicit-check-not=get_dimension_size
sharding.mesh @m = <x=4>
func.func @main() {
  %whole = stablehlo.iota dim = 0 : tensor<8xf32>
  %a = sharding.constraint %whole <@m, [I_x]> : tensor<8xf32>
  // CHECK: dense<8> : tensor<i32>
  %size = stablehlo.get_dimension_size %a, dim = 0 : (tensor<8xf32>) -> tensor<i32>
  check.expect_eq_const %size, dense<8> : tensor<i32>

  // Two columns: half of the size, by arithmetic on sizes.
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %shape = stablehlo.concatenate %four, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  // CHECK: stablehlo.reshape
  %b = stablehlo.dynamic_reshape %a, %shape : (tensor<8xf32>, tensor<2xi32>) -> tensor<4x2xf32>
  check.expect_eq_const %b, dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]> : tensor<4x2xf32>
  %column = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  // CHECK: stablehlo.broadcast_in_dim
  %c = stablehlo.dynamic_broadcast_in_dim %column, %shape, dims = [1] : (tensor<2xf32>, tensor<2xi32>) -> tensor<4x2xf32>
  check.expect_eq_const %c, dense<[[10.0, 20.0], [10.0, 20.0], [10.0, 20.0], [10.0, 20.0]]> : tensor<4x2xf32>
  // CHECK: stablehlo.iota dim = 1
  %d = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %d, dense<[[0, 1], [0, 1], [0, 1], [0, 1]]> : tensor<4x2xi32>

  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %three = stablehlo.add %one, %two : tensor<1xi32>
  %zero = stablehlo.subtract %one, %one : tensor<1xi32>
  %fill = stablehlo.constant dense<-1.0> : tensor<f32>
  // CHECK: stablehlo.pad {{.*}} low = [1], high = [3], interior = [0]
  %e = stablehlo.dynamic_pad %a, %fill, %one, %three, %zero : (tensor<8xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<12xf32>
  check.expect_eq_const %e, dense<[-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, -1.0, -1.0, -1.0]> : tensor<12xf32>
  %seven = stablehlo.constant dense<7> : tensor<1xi32>
  // CHECK: stablehlo.slice {{.*}} [1:7:2]
  %f = stablehlo.real_dynamic_slice %a, %one, %seven, %two : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  check.expect_eq_const %f, dense<[1.0, 3.0, 5.0]> : tensor<3xf32>
  %at = stablehlo.constant dense<[[4], [1]]> : tensor<2x1xi32>
  // CHECK: "stablehlo.gather"
  %g = "stablehlo.dynamic_gather"(%a, %at, %two) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<8xf32>, tensor<2x1xi32>, tensor<1xi32>) -> tensor<2x2xf32>
  check.expect_eq_const %g, dense<[[4.0, 5.0], [1.0, 2.0]]> : tensor<2x2xf32>
  return
}
