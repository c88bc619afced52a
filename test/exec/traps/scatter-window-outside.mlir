// A scatter's window that lies partly outside is dropped whole (XLA's meaning, which JAX's "drop" mode relies on),
// whatever is split: expected values are JAX's.
// RUN: shardwright run %s
// RUN: shardwright run %s --backend=interp
// RUN: shardwright run %s --backend=interp-global
// RUN: shardwright run %s --devices=1
// RUN: shardwright run %s --mesh=x=2 --fuzz-shardings=1
// RUN: shardwright run %s --mesh=x=3 --fuzz-shardings=2
sharding.mesh @m = <x=2>
func.func @main() {
  %zero = stablehlo.constant dense<0.0> : tensor<4x6xf32>
  %split = sharding.constraint %zero <@m, [I_x, J]> : tensor<4x6xf32>
  %ones = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %at = stablehlo.constant dense<[[0, 2], [1, 3], [3, -1]]> : tensor<3x2xi32>
  %0 = "stablehlo.scatter"(%split, %at, %ones) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<3x2xi32>, tensor<3x4xf32>) -> tensor<4x6xf32>
  check.expect_eq_const %0, dense<[[0.0, 0.0, 1.0, 2.0, 3.0, 4.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x6xf32>
  return
}
