module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x512x1024xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<1024x4xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<4x1024x512xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<2x64x1024xf32>, %arg4: tensor<2x64x1024xf32>) -> (tensor<4x512x1024xf32> {jax.result_info = "result[0]['down']"}, tensor<1024x4xf32> {jax.result_info = "result[0]['router']"}, tensor<4x1024x512xf32> {jax.result_info = "result[0]['up']"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<4x512x1024xf32>) -> tensor<4x512x1024xbf16>
    %1 = stablehlo.convert %arg1 : (tensor<1024x4xf32>) -> tensor<1024x4xbf16>
    %2 = stablehlo.convert %arg2 : (tensor<4x1024x512xf32>) -> tensor<4x1024x512xbf16>
    %3 = stablehlo.convert %1 : (tensor<1024x4xbf16>) -> tensor<1024x4xf32>
    %4 = stablehlo.dot_general %arg3, %3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64x1024xf32>, tensor<1024x4xf32>) -> tensor<2x64x4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<2x64x4xf32>, tensor<f32>) -> tensor<2x64xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x64xf32>
    %7 = stablehlo.maximum %6, %5 : tensor<2x64xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x64xf32>) -> tensor<2x64x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<2x64x1xf32>) -> tensor<2x64x4xf32>
    %10 = stablehlo.subtract %4, %9 : tensor<2x64x4xf32>
    %11 = stablehlo.exponential %10 : tensor<2x64x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<2x64x4xf32>, tensor<f32>) -> tensor<2x64xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<2x64xf32>) -> tensor<2x64x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x64x1xf32>) -> tensor<2x64x4xf32>
    %15 = stablehlo.divide %11, %14 : tensor<2x64x4xf32>
    %16 = stablehlo.multiply %13, %13 : tensor<2x64x1xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x64x1xf32>
    %18 = stablehlo.divide %17, %16 : tensor<2x64x1xf32>
    %values, %indices = chlo.top_k(%15, k = 2) : tensor<2x64x4xf32> -> (tensor<2x64x2xf32>, tensor<2x64x2xi32>)
    %19 = stablehlo.reshape %indices : (tensor<2x64x2xi32>) -> tensor<2x64x2x1xi32>
    %20 = call @_one_hot(%indices) : (tensor<2x64x2xi32>) -> tensor<2x64x2x4xf32>
    %21 = stablehlo.transpose %20, dims = [0, 2, 1, 3] : (tensor<2x64x2x4xf32>) -> tensor<2x2x64x4xf32>
    %22 = stablehlo.reshape %21 : (tensor<2x2x64x4xf32>) -> tensor<2x128x4xf32>
    %23 = call @cumsum(%22) : (tensor<2x128x4xf32>) -> tensor<2x128x4xf32>
    %24 = stablehlo.subtract %23, %22 : tensor<2x128x4xf32>
    %25 = stablehlo.reshape %24 : (tensor<2x128x4xf32>) -> tensor<2x2x64x4xf32>
    %26 = stablehlo.transpose %25, dims = [0, 2, 1, 3] : (tensor<2x2x64x4xf32>) -> tensor<2x64x2x4xf32>
    %27 = stablehlo.multiply %26, %20 : tensor<2x64x2x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<2x64x2x4xf32>, tensor<f32>) -> tensor<2x64x2xf32>
    %29 = call @_one_hot_1(%28) : (tensor<2x64x2xf32>) -> tensor<2x64x2x40xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%values init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<2x64x2xf32>, tensor<f32>) -> tensor<2x64xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<2x64xf32>) -> tensor<2x64x1xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<2x64x1xf32>) -> tensor<2x64x2xf32>
    %33 = stablehlo.divide %values, %32 : tensor<2x64x2xf32>
    %34 = stablehlo.multiply %31, %31 : tensor<2x64x1xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x64x1xf32>
    %36 = stablehlo.divide %35, %34 : tensor<2x64x1xf32>
    %37 = stablehlo.dot_general %33, %20, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<2x64x2xf32>, tensor<2x64x2x4xf32>) -> tensor<2x64x2x4xf32>
    %38 = stablehlo.dot_general %37, %29, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x64x2x4xf32>, tensor<2x64x2x40xf32>) -> tensor<2x64x4x40xf32>
    %39 = stablehlo.convert %arg3 : (tensor<2x64x1024xf32>) -> tensor<2x64x1024xbf16>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x64x4x40xf32>
    %41 = stablehlo.compare GT, %38, %40, FLOAT : (tensor<2x64x4x40xf32>, tensor<2x64x4x40xf32>) -> tensor<2x64x4x40xi1>
    %42 = stablehlo.convert %41 : (tensor<2x64x4x40xi1>) -> tensor<2x64x4x40xbf16>
    %43 = stablehlo.dot_general %39, %42, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x64x1024xbf16>, tensor<2x64x4x40xbf16>) -> tensor<2x1024x4x40xbf16>
    %44 = stablehlo.transpose %43, dims = [2, 0, 3, 1] : (tensor<2x1024x4x40xbf16>) -> tensor<4x2x40x1024xbf16>
    %45 = stablehlo.dot_general %44, %2, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x40x1024xbf16>, tensor<4x1024x512xbf16>) -> tensor<4x2x40x512xbf16>
    %46 = call @relu(%45) : (tensor<4x2x40x512xbf16>) -> tensor<4x2x40x512xbf16>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %47 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<bf16>) -> tensor<4x2x40x512xbf16>
    %48 = stablehlo.compare GT, %45, %47, FLOAT : (tensor<4x2x40x512xbf16>, tensor<4x2x40x512xbf16>) -> tensor<4x2x40x512xi1>
    %49 = stablehlo.dot_general %46, %0, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x40x512xbf16>, tensor<4x512x1024xbf16>) -> tensor<4x2x40x1024xbf16>
    %50 = stablehlo.convert %38 : (tensor<2x64x4x40xf32>) -> tensor<2x64x4x40xbf16>
    %51 = stablehlo.dot_general %50, %49, batching_dims = [0] x [1], contracting_dims = [3, 2] x [2, 0], precision = [DEFAULT, DEFAULT] : (tensor<2x64x4x40xbf16>, tensor<4x2x40x1024xbf16>) -> tensor<2x64x1024xbf16>
    %52 = stablehlo.add %39, %51 : tensor<2x64x1024xbf16>
    %53 = stablehlo.convert %52 : (tensor<2x64x1024xbf16>) -> tensor<2x64x1024xf32>
    %54 = stablehlo.subtract %53, %arg4 : tensor<2x64x1024xf32>
    %55 = stablehlo.multiply %54, %54 : tensor<2x64x1024xf32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x64x1024xf32>
    %57 = stablehlo.multiply %56, %54 : tensor<2x64x1024xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%55 init: %cst_9) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x64x1024xf32>, tensor<f32>) -> tensor<f32>
    %cst_10 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %59 = stablehlo.divide %58, %cst_10 : tensor<f32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_12 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %60 = stablehlo.divide %cst_11, %cst_12 : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f32>) -> tensor<2x64x1024xf32>
    %62 = stablehlo.multiply %61, %57 : tensor<2x64x1024xf32>
    %63 = stablehlo.convert %62 : (tensor<2x64x1024xf32>) -> tensor<2x64x1024xbf16>
    %64 = stablehlo.dot_general %63, %50, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x64x1024xbf16>, tensor<2x64x4x40xbf16>) -> tensor<2x1024x4x40xbf16>
    %65 = stablehlo.transpose %64, dims = [2, 0, 3, 1] : (tensor<2x1024x4x40xbf16>) -> tensor<4x2x40x1024xbf16>
    %66 = stablehlo.dot_general %63, %49, batching_dims = [0] x [1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x64x1024xbf16>, tensor<4x2x40x1024xbf16>) -> tensor<2x64x4x40xbf16>
    %67 = stablehlo.convert %66 : (tensor<2x64x4x40xbf16>) -> tensor<2x64x4x40xf32>
    %68 = stablehlo.dot_general %65, %46, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x40x1024xbf16>, tensor<4x2x40x512xbf16>) -> tensor<4x1024x512xbf16>
    %69 = stablehlo.transpose %68, dims = [0, 2, 1] : (tensor<4x1024x512xbf16>) -> tensor<4x512x1024xbf16>
    %70 = stablehlo.dot_general %65, %0, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x40x1024xbf16>, tensor<4x512x1024xbf16>) -> tensor<4x2x40x512xbf16>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %71 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<bf16>) -> tensor<4x2x40x512xbf16>
    %72 = stablehlo.select %48, %70, %71 : tensor<4x2x40x512xi1>, tensor<4x2x40x512xbf16>
    %73 = stablehlo.dot_general %72, %44, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x2x40x512xbf16>, tensor<4x2x40x1024xbf16>) -> tensor<4x512x1024xbf16>
    %74 = stablehlo.transpose %73, dims = [0, 2, 1] : (tensor<4x512x1024xbf16>) -> tensor<4x1024x512xbf16>
    %75 = stablehlo.dot_general %67, %29, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x64x4x40xf32>, tensor<2x64x2x40xf32>) -> tensor<2x64x4x2xf32>
    %76 = stablehlo.transpose %75, dims = [0, 1, 3, 2] : (tensor<2x64x4x2xf32>) -> tensor<2x64x2x4xf32>
    %77 = stablehlo.dot_general %76, %20, batching_dims = [0, 1, 2] x [0, 1, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x64x2x4xf32>, tensor<2x64x2x4xf32>) -> tensor<2x64x2xf32>
    %78 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<2x64x1xf32>) -> tensor<2x64x2xf32>
    %79 = stablehlo.multiply %77, %78 : tensor<2x64x2xf32>
    %80 = stablehlo.multiply %79, %values : tensor<2x64x2xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<2x64x2xf32>, tensor<f32>) -> tensor<2x64xf32>
    %82 = stablehlo.reshape %81 : (tensor<2x64xf32>) -> tensor<2x64x1xf32>
    %83 = stablehlo.negate %82 : tensor<2x64x1xf32>
    %84 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<2x64x1xf32>) -> tensor<2x64x2xf32>
    %85 = stablehlo.divide %77, %84 : tensor<2x64x2xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%83 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<2x64x1xf32>, tensor<f32>) -> tensor<2x64xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1] : (tensor<2x64xf32>) -> tensor<2x64x2xf32>
    %88 = stablehlo.add %85, %87 : tensor<2x64x2xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x64x4xf32>
    %90 = "stablehlo.scatter"(%89, %19, %88) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %118 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %118 : tensor<f32>
    }) : (tensor<2x64x4xf32>, tensor<2x64x2x1xi32>, tensor<2x64x2xf32>) -> tensor<2x64x4xf32>
    %91 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<2x64x1xf32>) -> tensor<2x64x4xf32>
    %92 = stablehlo.multiply %90, %91 : tensor<2x64x4xf32>
    %93 = stablehlo.multiply %92, %11 : tensor<2x64x4xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.reduce(%93 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<2x64x4xf32>, tensor<f32>) -> tensor<2x64xf32>
    %95 = stablehlo.reshape %94 : (tensor<2x64xf32>) -> tensor<2x64x1xf32>
    %96 = stablehlo.negate %95 : tensor<2x64x1xf32>
    %97 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x64x1xf32>) -> tensor<2x64x4xf32>
    %98 = stablehlo.divide %90, %97 : tensor<2x64x4xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%96 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<2x64x1xf32>, tensor<f32>) -> tensor<2x64xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1] : (tensor<2x64xf32>) -> tensor<2x64x4xf32>
    %101 = stablehlo.add %98, %100 : tensor<2x64x4xf32>
    %102 = stablehlo.multiply %101, %11 : tensor<2x64x4xf32>
    %103 = stablehlo.dot_general %102, %arg3, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x64x4xf32>, tensor<2x64x1024xf32>) -> tensor<4x1024xf32>
    %104 = stablehlo.transpose %103, dims = [1, 0] : (tensor<4x1024xf32>) -> tensor<1024x4xf32>
    %105 = stablehlo.convert %104 : (tensor<1024x4xf32>) -> tensor<1024x4xbf16>
    %106 = stablehlo.convert %74 : (tensor<4x1024x512xbf16>) -> tensor<4x1024x512xf32>
    %107 = stablehlo.convert %105 : (tensor<1024x4xbf16>) -> tensor<1024x4xf32>
    %108 = stablehlo.convert %69 : (tensor<4x512x1024xbf16>) -> tensor<4x512x1024xf32>
    %cst_19 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x512x1024xf32>
    %110 = stablehlo.multiply %109, %108 : tensor<4x512x1024xf32>
    %111 = stablehlo.subtract %arg0, %110 : tensor<4x512x1024xf32>
    %cst_20 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<1024x4xf32>
    %113 = stablehlo.multiply %112, %107 : tensor<1024x4xf32>
    %114 = stablehlo.subtract %arg1, %113 : tensor<1024x4xf32>
    %cst_21 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x1024x512xf32>
    %116 = stablehlo.multiply %115, %106 : tensor<4x1024x512xf32>
    %117 = stablehlo.subtract %arg2, %116 : tensor<4x1024x512xf32>
    return %111, %114, %117, %59 : tensor<4x512x1024xf32>, tensor<1024x4xf32>, tensor<4x1024x512xf32>, tensor<f32>
  }
  func.func private @_one_hot(%arg0: tensor<2x64x2xi32>) -> tensor<2x64x2x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<2x64x2xi32>) -> tensor<2x64x2x1xi32>
    %1 = stablehlo.iota dim = 3 : tensor<1x1x1x4xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3] : (tensor<2x64x2x1xi32>) -> tensor<2x64x2x4xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xi32>) -> tensor<2x64x2x4xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<2x64x2x4xi32>, tensor<2x64x2x4xi32>) -> tensor<2x64x2x4xi1>
    %5 = stablehlo.convert %4 : (tensor<2x64x2x4xi1>) -> tensor<2x64x2x4xf32>
    return %5 : tensor<2x64x2x4xf32>
  }
  func.func private @cumsum(%arg0: tensor<2x128x4xf32>) -> tensor<2x128x4xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<2x128x4xf32>) -> tensor<2x128x4xf32>
    return %0 : tensor<2x128x4xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<2x128x4xf32>) -> tensor<2x128x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [127, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 128, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2x128x4xf32>, tensor<f32>) -> tensor<2x128x4xf32>
    return %1 : tensor<2x128x4xf32>
  }
  func.func private @_one_hot_1(%arg0: tensor<2x64x2xf32>) -> tensor<2x64x2x40xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<2x64x2xf32>) -> tensor<2x64x2x1xf32>
    %1 = stablehlo.iota dim = 3 : tensor<1x1x1x40xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3] : (tensor<2x64x2x1xf32>) -> tensor<2x64x2x40xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x40xf32>) -> tensor<2x64x2x40xf32>
    %4 = stablehlo.compare EQ, %2, %3, FLOAT : (tensor<2x64x2x40xf32>, tensor<2x64x2x40xf32>) -> tensor<2x64x2x40xi1>
    %5 = stablehlo.convert %4 : (tensor<2x64x2x40xi1>) -> tensor<2x64x2x40xf32>
    return %5 : tensor<2x64x2x40xf32>
  }
  func.func private @relu(%arg0: tensor<4x2x40x512xbf16>) -> tensor<4x2x40x512xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<4x2x40x512xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x2x40x512xbf16>
    return %1 : tensor<4x2x40x512xbf16>
  }
}
