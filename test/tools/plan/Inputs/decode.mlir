module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x1024xf32>, %arg1: tensor<1024x4096xf32>, %arg2: tensor<4096x1024xf32>, %arg3: tensor<1024x4096xf32>, %arg4: tensor<4096x1024xf32>, %arg5: tensor<1024x4096xf32>, %arg6: tensor<4096x1024xf32>, %arg7: tensor<1024x4096xf32>, %arg8: tensor<4096x1024xf32>) -> (tensor<64x1024xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x1024xf32>, tensor<1024x4096xf32>) -> tensor<64x4096xf32>
    %1 = call @relu(%0) : (tensor<64x4096xf32>) -> tensor<64x4096xf32>
    %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x4096xf32>, tensor<4096x1024xf32>) -> tensor<64x1024xf32>
    %3 = stablehlo.add %arg0, %2 : tensor<64x1024xf32>
    %4 = stablehlo.dot_general %3, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x1024xf32>, tensor<1024x4096xf32>) -> tensor<64x4096xf32>
    %5 = call @relu(%4) : (tensor<64x4096xf32>) -> tensor<64x4096xf32>
    %6 = stablehlo.dot_general %5, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x4096xf32>, tensor<4096x1024xf32>) -> tensor<64x1024xf32>
    %7 = stablehlo.add %3, %6 : tensor<64x1024xf32>
    %8 = stablehlo.dot_general %7, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x1024xf32>, tensor<1024x4096xf32>) -> tensor<64x4096xf32>
    %9 = call @relu(%8) : (tensor<64x4096xf32>) -> tensor<64x4096xf32>
    %10 = stablehlo.dot_general %9, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x4096xf32>, tensor<4096x1024xf32>) -> tensor<64x1024xf32>
    %11 = stablehlo.add %7, %10 : tensor<64x1024xf32>
    %12 = stablehlo.dot_general %11, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x1024xf32>, tensor<1024x4096xf32>) -> tensor<64x4096xf32>
    %13 = call @relu(%12) : (tensor<64x4096xf32>) -> tensor<64x4096xf32>
    %14 = stablehlo.dot_general %13, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x4096xf32>, tensor<4096x1024xf32>) -> tensor<64x1024xf32>
    %15 = stablehlo.add %11, %14 : tensor<64x1024xf32>
    return %15 : tensor<64x1024xf32>
  }
  func.func private @relu(%arg0: tensor<64x4096xf32>) -> tensor<64x4096xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x4096xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<64x4096xf32>
    return %1 : tensor<64x4096xf32>
  }
}
