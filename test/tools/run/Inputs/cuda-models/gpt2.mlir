module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1024xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<256x1024xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<1024xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<1024xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<1024xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<4096x1024xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<1024xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<1024xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<1024xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<1024x1024xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<3x1024x1024xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<1024x4096xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<4096xf32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<64x1024xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<1x65xi32>) -> (tensor<1024xf32> {jax.result_info = "result[0]['bias']"}, tensor<256x1024xf32> {jax.result_info = "result[0]['embed']"}, tensor<1024xf32> {jax.result_info = "result[0]['gain']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['bias1']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['bias2']"}, tensor<4096x1024xf32> {jax.result_info = "result[0]['layers'][0]['down']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['down_bias']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['gain1']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['gain2']"}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['out']"}, tensor<3x1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['qkv']"}, tensor<1024x4096xf32> {jax.result_info = "result[0]['layers'][0]['up']"}, tensor<4096xf32> {jax.result_info = "result[0]['layers'][0]['up_bias']"}, tensor<64x1024xf32> {jax.result_info = "result[0]['positions']"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %1 = stablehlo.convert %arg1 : (tensor<256x1024xf32>) -> tensor<256x1024xbf16>
    %2 = stablehlo.convert %arg2 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %3 = stablehlo.convert %arg3 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %4 = stablehlo.convert %arg4 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %5 = stablehlo.convert %arg5 : (tensor<4096x1024xf32>) -> tensor<4096x1024xbf16>
    %6 = stablehlo.convert %arg6 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %7 = stablehlo.convert %arg7 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %8 = stablehlo.convert %arg8 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %9 = stablehlo.convert %arg9 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %10 = stablehlo.convert %arg10 : (tensor<3x1024x1024xf32>) -> tensor<3x1024x1024xbf16>
    %11 = stablehlo.convert %arg11 : (tensor<1024x4096xf32>) -> tensor<1024x4096xbf16>
    %12 = stablehlo.convert %arg12 : (tensor<4096xf32>) -> tensor<4096xbf16>
    %13 = stablehlo.convert %arg13 : (tensor<64x1024xf32>) -> tensor<64x1024xbf16>
    %14 = stablehlo.slice %arg14 [0:1, 0:64] : (tensor<1x65xi32>) -> tensor<1x64xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x64xi32>
    %16 = stablehlo.compare LT, %14, %15, SIGNED : (tensor<1x64xi32>, tensor<1x64xi32>) -> tensor<1x64xi1>
    %c_0 = stablehlo.constant dense<256> : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1x64xi32>
    %18 = stablehlo.add %14, %17 : tensor<1x64xi32>
    %19 = stablehlo.select %16, %18, %14 : tensor<1x64xi1>, tensor<1x64xi32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x64xi32>) -> tensor<1x64x1xi32>
    %21 = "stablehlo.gather"(%1, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1024>}> : (tensor<256x1024xbf16>, tensor<1x64x1xi32>) -> tensor<1x64x1024xbf16>
    %22 = stablehlo.broadcast_in_dim %13, dims = [1, 2] : (tensor<64x1024xbf16>) -> tensor<1x64x1024xbf16>
    %23 = stablehlo.add %21, %22 : tensor<1x64x1024xbf16>
    %24 = stablehlo.convert %23 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_1 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %28 = stablehlo.divide %26, %27 : tensor<1x64x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %30 = stablehlo.subtract %24, %29 : tensor<1x64x1024xf32>
    %31 = stablehlo.multiply %30, %30 : tensor<1x64x1024xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_3 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %35 = stablehlo.divide %33, %34 : tensor<1x64x1xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %37 = stablehlo.add %35, %36 : tensor<1x64x1xf32>
    %38 = stablehlo.rsqrt %37 : tensor<1x64x1xf32>
    %39 = stablehlo.divide %38, %37 : tensor<1x64x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %41 = stablehlo.multiply %40, %39 : tensor<1x64x1xf32>
    %42 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %43 = stablehlo.multiply %30, %42 : tensor<1x64x1024xf32>
    %44 = stablehlo.convert %43 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %45 = stablehlo.broadcast_in_dim %7, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %47 = stablehlo.multiply %44, %46 : tensor<1x64x1024xbf16>
    %48 = stablehlo.broadcast_in_dim %3, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %50 = stablehlo.add %47, %49 : tensor<1x64x1024xbf16>
    %51 = stablehlo.dot_general %10, %50, contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<3x1024x1024xbf16>, tensor<1x64x1024xbf16>) -> tensor<3x1024x1x64xbf16>
    %52 = stablehlo.transpose %51, dims = [0, 2, 3, 1] : (tensor<3x1024x1x64xbf16>) -> tensor<3x1x64x1024xbf16>
    %53 = stablehlo.reshape %52 : (tensor<3x1x64x1024xbf16>) -> tensor<3x1x64x16x64xbf16>
    %54 = stablehlo.slice %53 [0:1, 0:1, 0:64, 0:16, 0:64] : (tensor<3x1x64x16x64xbf16>) -> tensor<1x1x64x16x64xbf16>
    %55 = stablehlo.reshape %54 : (tensor<1x1x64x16x64xbf16>) -> tensor<1x64x16x64xbf16>
    %56 = stablehlo.slice %53 [1:2, 0:1, 0:64, 0:16, 0:64] : (tensor<3x1x64x16x64xbf16>) -> tensor<1x1x64x16x64xbf16>
    %57 = stablehlo.reshape %56 : (tensor<1x1x64x16x64xbf16>) -> tensor<1x64x16x64xbf16>
    %58 = stablehlo.slice %53 [2:3, 0:1, 0:64, 0:16, 0:64] : (tensor<3x1x64x16x64xbf16>) -> tensor<1x1x64x16x64xbf16>
    %59 = stablehlo.reshape %58 : (tensor<1x1x64x16x64xbf16>) -> tensor<1x64x16x64xbf16>
    %60 = stablehlo.reshape %55 : (tensor<1x64x16x64xbf16>) -> tensor<1x64x16x1x64xbf16>
    %61 = stablehlo.dot_general %57, %60, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<1x64x16x64xbf16>, tensor<1x64x16x1x64xbf16>) -> tensor<1x16x64x64x1xf32>
    %62 = stablehlo.transpose %61, dims = [0, 1, 4, 3, 2] : (tensor<1x16x64x64x1xf32>) -> tensor<1x16x1x64x64xf32>
    %cst_6 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<1x16x1x64x64xf32>
    %64 = stablehlo.multiply %62, %63 : tensor<1x16x1x64x64xf32>
    %65 = stablehlo.iota dim = 0 : tensor<64xi32>
    %66 = stablehlo.iota dim = 0 : tensor<64xi32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %68 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<64x1xi32>
    %69 = stablehlo.add %68, %67 : tensor<64x1xi32>
    %70 = stablehlo.broadcast_in_dim %65, dims = [1] : (tensor<64xi32>) -> tensor<1x64xi32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<1x64xi32>) -> tensor<64x64xi32>
    %72 = stablehlo.broadcast_in_dim %69, dims = [0, 1] : (tensor<64x1xi32>) -> tensor<64x64xi32>
    %73 = stablehlo.compare LE, %71, %72, SIGNED : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
    %cst_8 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %74:2 = call @_where(%73, %64, %cst_8) : (tensor<64x64xi1>, tensor<1x16x1x64x64xf32>, tensor<f32>) -> (tensor<1x16x1x64x64xf32>, tensor<1x16x1x64x64xi1>)
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %75 = stablehlo.reduce(%74#0 init: %cst_9) applies stablehlo.maximum across dimensions = [4] : (tensor<1x16x1x64x64xf32>, tensor<f32>) -> tensor<1x16x1x64xf32>
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<1x16x1x64xf32>
    %77 = stablehlo.maximum %76, %75 : tensor<1x16x1x64xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2, 3] : (tensor<1x16x1x64xf32>) -> tensor<1x16x1x64x1xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3, 4] : (tensor<1x16x1x64x1xf32>) -> tensor<1x16x1x64x64xf32>
    %80 = stablehlo.subtract %74#0, %79 : tensor<1x16x1x64x64xf32>
    %81 = stablehlo.exponential %80 : tensor<1x16x1x64x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_11) applies stablehlo.add across dimensions = [4] : (tensor<1x16x1x64x64xf32>, tensor<f32>) -> tensor<1x16x1x64xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2, 3] : (tensor<1x16x1x64xf32>) -> tensor<1x16x1x64x1xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3, 4] : (tensor<1x16x1x64x1xf32>) -> tensor<1x16x1x64x64xf32>
    %85 = stablehlo.divide %81, %84 : tensor<1x16x1x64x64xf32>
    %86 = stablehlo.multiply %83, %83 : tensor<1x16x1x64x1xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<1x16x1x64x1xf32>
    %88 = stablehlo.divide %87, %86 : tensor<1x16x1x64x1xf32>
    %89 = stablehlo.convert %85 : (tensor<1x16x1x64x64xf32>) -> tensor<1x16x1x64x64xbf16>
    %90 = stablehlo.dot_general %59, %89, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<1x64x16x64xbf16>, tensor<1x16x1x64x64xbf16>) -> tensor<1x16x64x1x64xbf16>
    %91 = stablehlo.transpose %90, dims = [0, 4, 1, 3, 2] : (tensor<1x16x64x1x64xbf16>) -> tensor<1x64x16x1x64xbf16>
    %92 = stablehlo.reshape %91 : (tensor<1x64x16x1x64xbf16>) -> tensor<1x64x1024xbf16>
    %93 = stablehlo.dot_general %92, %9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %94 = stablehlo.add %23, %93 : tensor<1x64x1024xbf16>
    %95 = stablehlo.convert %94 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.reduce(%95 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_14 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %99 = stablehlo.divide %97, %98 : tensor<1x64x1xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %101 = stablehlo.subtract %95, %100 : tensor<1x64x1024xf32>
    %102 = stablehlo.multiply %101, %101 : tensor<1x64x1024xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_16 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %106 = stablehlo.divide %104, %105 : tensor<1x64x1xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %108 = stablehlo.add %106, %107 : tensor<1x64x1xf32>
    %109 = stablehlo.rsqrt %108 : tensor<1x64x1xf32>
    %110 = stablehlo.divide %109, %108 : tensor<1x64x1xf32>
    %cst_18 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %112 = stablehlo.multiply %111, %110 : tensor<1x64x1xf32>
    %113 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %114 = stablehlo.multiply %101, %113 : tensor<1x64x1024xf32>
    %115 = stablehlo.convert %114 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %116 = stablehlo.broadcast_in_dim %8, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %118 = stablehlo.multiply %115, %117 : tensor<1x64x1024xbf16>
    %119 = stablehlo.broadcast_in_dim %4, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %121 = stablehlo.add %118, %120 : tensor<1x64x1024xbf16>
    %122 = stablehlo.dot_general %121, %11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<1x64x4096xbf16>
    %123 = stablehlo.broadcast_in_dim %12, dims = [2] : (tensor<4096xbf16>) -> tensor<1x1x4096xbf16>
    %124 = stablehlo.broadcast_in_dim %123, dims = [0, 1, 2] : (tensor<1x1x4096xbf16>) -> tensor<1x64x4096xbf16>
    %125 = stablehlo.add %122, %124 : tensor<1x64x4096xbf16>
    %126 = stablehlo.multiply %125, %125 : tensor<1x64x4096xbf16>
    %127 = stablehlo.multiply %126, %125 : tensor<1x64x4096xbf16>
    %128 = stablehlo.multiply %125, %125 : tensor<1x64x4096xbf16>
    %cst_19 = stablehlo.constant dense<3.000000e+00> : tensor<bf16>
    %129 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<bf16>) -> tensor<1x64x4096xbf16>
    %130 = stablehlo.multiply %129, %128 : tensor<1x64x4096xbf16>
    %cst_20 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %131 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<1x64x4096xbf16>
    %132 = stablehlo.multiply %131, %127 : tensor<1x64x4096xbf16>
    %133 = stablehlo.add %125, %132 : tensor<1x64x4096xbf16>
    %cst_21 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %134 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<bf16>) -> tensor<1x64x4096xbf16>
    %135 = stablehlo.multiply %134, %133 : tensor<1x64x4096xbf16>
    %136 = stablehlo.tanh %135 : tensor<1x64x4096xbf16>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %137 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<bf16>) -> tensor<1x64x4096xbf16>
    %138 = stablehlo.subtract %137, %136 : tensor<1x64x4096xbf16>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %139 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<bf16>) -> tensor<1x64x4096xbf16>
    %140 = stablehlo.add %139, %136 : tensor<1x64x4096xbf16>
    %cst_24 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %141 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<1x64x4096xbf16>
    %142 = stablehlo.multiply %141, %140 : tensor<1x64x4096xbf16>
    %143 = stablehlo.multiply %125, %142 : tensor<1x64x4096xbf16>
    %144 = stablehlo.dot_general %143, %5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<1x64x1024xbf16>
    %145 = stablehlo.broadcast_in_dim %6, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %146 = stablehlo.broadcast_in_dim %145, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %147 = stablehlo.add %144, %146 : tensor<1x64x1024xbf16>
    %148 = stablehlo.add %94, %147 : tensor<1x64x1024xbf16>
    %149 = stablehlo.convert %148 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.reduce(%149 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %151 = stablehlo.broadcast_in_dim %150, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_26 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %153 = stablehlo.divide %151, %152 : tensor<1x64x1xf32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %155 = stablehlo.subtract %149, %154 : tensor<1x64x1024xf32>
    %156 = stablehlo.multiply %155, %155 : tensor<1x64x1024xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %158 = stablehlo.broadcast_in_dim %157, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_28 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %160 = stablehlo.divide %158, %159 : tensor<1x64x1xf32>
    %cst_29 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %162 = stablehlo.add %160, %161 : tensor<1x64x1xf32>
    %163 = stablehlo.rsqrt %162 : tensor<1x64x1xf32>
    %164 = stablehlo.divide %163, %162 : tensor<1x64x1xf32>
    %cst_30 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %166 = stablehlo.multiply %165, %164 : tensor<1x64x1xf32>
    %167 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %168 = stablehlo.multiply %155, %167 : tensor<1x64x1024xf32>
    %169 = stablehlo.convert %168 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %170 = stablehlo.broadcast_in_dim %2, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %172 = stablehlo.multiply %169, %171 : tensor<1x64x1024xbf16>
    %173 = stablehlo.broadcast_in_dim %0, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %174 = stablehlo.broadcast_in_dim %173, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %175 = stablehlo.add %172, %174 : tensor<1x64x1024xbf16>
    %176 = stablehlo.transpose %1, dims = [1, 0] : (tensor<256x1024xbf16>) -> tensor<1024x256xbf16>
    %177 = stablehlo.dot_general %175, %176, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x256xbf16>) -> tensor<1x64x256xbf16>
    %178 = stablehlo.slice %arg14 [0:1, 1:65] : (tensor<1x65xi32>) -> tensor<1x64xi32>
    %179 = stablehlo.convert %177 : (tensor<1x64x256xbf16>) -> tensor<1x64x256xf32>
    %cst_31 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %180 = stablehlo.reduce(%179 init: %cst_31) applies stablehlo.maximum across dimensions = [2] : (tensor<1x64x256xf32>, tensor<f32>) -> tensor<1x64xf32>
    %cst_32 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %182 = stablehlo.maximum %181, %180 : tensor<1x64xf32>
    %183 = stablehlo.is_finite %182 : (tensor<1x64xf32>) -> tensor<1x64xi1>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %185 = stablehlo.select %183, %182, %184 : tensor<1x64xi1>, tensor<1x64xf32>
    %186 = stablehlo.broadcast_in_dim %185, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %187 = stablehlo.broadcast_in_dim %186, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x256xf32>
    %188 = stablehlo.subtract %179, %187 : tensor<1x64x256xf32>
    %189 = stablehlo.exponential %188 : tensor<1x64x256xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %190 = stablehlo.reduce(%189 init: %cst_34) applies stablehlo.add across dimensions = [2] : (tensor<1x64x256xf32>, tensor<f32>) -> tensor<1x64xf32>
    %191 = stablehlo.abs %190 : tensor<1x64xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %193 = stablehlo.compare GE, %190, %192, FLOAT : (tensor<1x64xf32>, tensor<1x64xf32>) -> tensor<1x64xi1>
    %194 = stablehlo.log %191 : tensor<1x64xf32>
    %195 = stablehlo.add %194, %185 : tensor<1x64xf32>
    %196 = stablehlo.broadcast_in_dim %178, dims = [0, 1] : (tensor<1x64xi32>) -> tensor<1x64x1xi32>
    %197:2 = call @take_along_axis(%179, %196) : (tensor<1x64x256xf32>, tensor<1x64x1xi32>) -> (tensor<1x64x1xf32>, tensor<64x1x1xi32>)
    %198 = stablehlo.reshape %197#0 : (tensor<1x64x1xf32>) -> tensor<1x64xf32>
    %199 = stablehlo.subtract %195, %198 : tensor<1x64xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %200 = stablehlo.reduce(%199 init: %cst_36) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_37 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %201 = stablehlo.divide %200, %cst_37 : tensor<f32>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_39 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %202 = stablehlo.divide %cst_38, %cst_39 : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %202, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %204 = stablehlo.negate %203 : tensor<1x64xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %206 = call @take_along_axis_0(%197#1, %205) : (tensor<64x1x1xi32>, tensor<1x64x1xf32>) -> tensor<1x64x256xf32>
    %207 = stablehlo.divide %203, %191 : tensor<1x64xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %209 = stablehlo.select %193, %208, %207 : tensor<1x64xi1>, tensor<1x64xf32>
    %210 = stablehlo.select %193, %207, %208 : tensor<1x64xi1>, tensor<1x64xf32>
    %211 = stablehlo.negate %209 : tensor<1x64xf32>
    %212 = stablehlo.add %210, %211 : tensor<1x64xf32>
    %213 = stablehlo.broadcast_in_dim %212, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x256xf32>
    %214 = stablehlo.multiply %213, %189 : tensor<1x64x256xf32>
    %215 = stablehlo.add %206, %214 : tensor<1x64x256xf32>
    %216 = stablehlo.convert %215 : (tensor<1x64x256xf32>) -> tensor<1x64x256xbf16>
    %217 = stablehlo.dot_general %216, %175, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x256xbf16>, tensor<1x64x1024xbf16>) -> tensor<256x1024xbf16>
    %218 = stablehlo.transpose %217, dims = [1, 0] : (tensor<256x1024xbf16>) -> tensor<1024x256xbf16>
    %219 = stablehlo.dot_general %216, %176, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x256xbf16>, tensor<1024x256xbf16>) -> tensor<1x64x1024xbf16>
    %220 = stablehlo.transpose %218, dims = [1, 0] : (tensor<1024x256xbf16>) -> tensor<256x1024xbf16>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %221 = stablehlo.reduce(%219 init: %cst_41) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %222 = stablehlo.reshape %221 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %223 = stablehlo.reduce(%222 init: %cst_42) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %224 = stablehlo.multiply %169, %219 : tensor<1x64x1024xbf16>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %225 = stablehlo.reduce(%224 init: %cst_43) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %226 = stablehlo.reshape %225 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %227 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %228 = stablehlo.multiply %219, %227 : tensor<1x64x1024xbf16>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %229 = stablehlo.reduce(%226 init: %cst_44) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %230 = stablehlo.convert %228 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %231 = stablehlo.multiply %155, %230 : tensor<1x64x1024xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %232 = stablehlo.reduce(%231 init: %cst_45) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %233 = stablehlo.reshape %232 : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %234 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %235 = stablehlo.multiply %230, %234 : tensor<1x64x1024xf32>
    %236 = stablehlo.multiply %233, %166 : tensor<1x64x1xf32>
    %cst_46 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %237 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %238 = stablehlo.divide %236, %237 : tensor<1x64x1xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %239 = stablehlo.reduce(%238 init: %cst_47) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %240 = stablehlo.broadcast_in_dim %239, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1024xf32>
    %242 = stablehlo.multiply %155, %241 : tensor<1x64x1024xf32>
    %243 = stablehlo.add %235, %242 : tensor<1x64x1024xf32>
    %244 = stablehlo.multiply %241, %155 : tensor<1x64x1024xf32>
    %245 = stablehlo.add %243, %244 : tensor<1x64x1024xf32>
    %246 = stablehlo.negate %245 : tensor<1x64x1024xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce(%246 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %248 = stablehlo.reshape %247 : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_49 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %250 = stablehlo.divide %248, %249 : tensor<1x64x1xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %251 = stablehlo.reduce(%250 init: %cst_50) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %252 = stablehlo.broadcast_in_dim %251, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %253 = stablehlo.broadcast_in_dim %252, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1024xf32>
    %254 = stablehlo.add %245, %253 : tensor<1x64x1024xf32>
    %255 = stablehlo.convert %254 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %256 = stablehlo.reduce(%255 init: %cst_51) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %257 = stablehlo.reshape %256 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %258 = stablehlo.reduce(%257 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %259 = stablehlo.dot_general %255, %143, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1x64x4096xbf16>) -> tensor<1024x4096xbf16>
    %260 = stablehlo.transpose %259, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %261 = stablehlo.dot_general %255, %5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<1x64x4096xbf16>
    %262 = stablehlo.multiply %125, %261 : tensor<1x64x4096xbf16>
    %263 = stablehlo.multiply %261, %142 : tensor<1x64x4096xbf16>
    %cst_53 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %264 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<bf16>) -> tensor<1x64x4096xbf16>
    %265 = stablehlo.multiply %264, %262 : tensor<1x64x4096xbf16>
    %266 = stablehlo.multiply %265, %138 : tensor<1x64x4096xbf16>
    %267 = stablehlo.multiply %266, %136 : tensor<1x64x4096xbf16>
    %268 = stablehlo.add %266, %267 : tensor<1x64x4096xbf16>
    %cst_54 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %269 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<bf16>) -> tensor<1x64x4096xbf16>
    %270 = stablehlo.multiply %269, %268 : tensor<1x64x4096xbf16>
    %271 = stablehlo.add %263, %270 : tensor<1x64x4096xbf16>
    %cst_55 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %272 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<bf16>) -> tensor<1x64x4096xbf16>
    %273 = stablehlo.multiply %272, %270 : tensor<1x64x4096xbf16>
    %274 = stablehlo.multiply %273, %130 : tensor<1x64x4096xbf16>
    %275 = stablehlo.add %271, %274 : tensor<1x64x4096xbf16>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %276 = stablehlo.reduce(%275 init: %cst_56) applies stablehlo.add across dimensions = [1] : (tensor<1x64x4096xbf16>, tensor<bf16>) -> tensor<1x4096xbf16>
    %277 = stablehlo.reshape %276 : (tensor<1x4096xbf16>) -> tensor<1x1x4096xbf16>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %278 = stablehlo.reduce(%277 init: %cst_57) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x4096xbf16>, tensor<bf16>) -> tensor<4096xbf16>
    %279 = stablehlo.dot_general %275, %121, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4096xbf16>, tensor<1x64x1024xbf16>) -> tensor<4096x1024xbf16>
    %280 = stablehlo.transpose %279, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %281 = stablehlo.dot_general %275, %11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<1x64x1024xbf16>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %282 = stablehlo.reduce(%281 init: %cst_58) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %283 = stablehlo.reshape %282 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %284 = stablehlo.reduce(%283 init: %cst_59) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %285 = stablehlo.multiply %115, %281 : tensor<1x64x1024xbf16>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %286 = stablehlo.reduce(%285 init: %cst_60) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %287 = stablehlo.reshape %286 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %288 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %289 = stablehlo.multiply %281, %288 : tensor<1x64x1024xbf16>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %290 = stablehlo.reduce(%287 init: %cst_61) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %291 = stablehlo.convert %289 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %292 = stablehlo.multiply %101, %291 : tensor<1x64x1024xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %293 = stablehlo.reduce(%292 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %294 = stablehlo.reshape %293 : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %295 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %296 = stablehlo.multiply %291, %295 : tensor<1x64x1024xf32>
    %297 = stablehlo.multiply %294, %112 : tensor<1x64x1xf32>
    %cst_63 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %299 = stablehlo.divide %297, %298 : tensor<1x64x1xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %300 = stablehlo.reduce(%299 init: %cst_64) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %301 = stablehlo.broadcast_in_dim %300, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %302 = stablehlo.broadcast_in_dim %301, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1024xf32>
    %303 = stablehlo.multiply %101, %302 : tensor<1x64x1024xf32>
    %304 = stablehlo.add %296, %303 : tensor<1x64x1024xf32>
    %305 = stablehlo.multiply %302, %101 : tensor<1x64x1024xf32>
    %306 = stablehlo.add %304, %305 : tensor<1x64x1024xf32>
    %307 = stablehlo.negate %306 : tensor<1x64x1024xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %308 = stablehlo.reduce(%307 init: %cst_65) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %309 = stablehlo.reshape %308 : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_66 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %311 = stablehlo.divide %309, %310 : tensor<1x64x1xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%311 init: %cst_67) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %313 = stablehlo.broadcast_in_dim %312, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %314 = stablehlo.broadcast_in_dim %313, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1024xf32>
    %315 = stablehlo.add %306, %314 : tensor<1x64x1024xf32>
    %316 = stablehlo.convert %315 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %317 = stablehlo.add %255, %316 : tensor<1x64x1024xbf16>
    %318 = stablehlo.dot_general %317, %92, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>) -> tensor<1024x1024xbf16>
    %319 = stablehlo.transpose %318, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %320 = stablehlo.dot_general %317, %9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %321 = stablehlo.reshape %320 : (tensor<1x64x1024xbf16>) -> tensor<1x64x16x1x64xbf16>
    %322 = stablehlo.transpose %321, dims = [0, 2, 4, 3, 1] : (tensor<1x64x16x1x64xbf16>) -> tensor<1x16x64x1x64xbf16>
    %323 = stablehlo.dot_general %322, %59, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x16x64x1x64xbf16>, tensor<1x64x16x64xbf16>) -> tensor<1x16x1x64x64xbf16>
    %324 = stablehlo.dot_general %322, %89, batching_dims = [0, 1] x [0, 1], contracting_dims = [3, 4] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<1x16x64x1x64xbf16>, tensor<1x16x1x64x64xbf16>) -> tensor<1x16x64x64xbf16>
    %325 = stablehlo.transpose %324, dims = [0, 3, 1, 2] : (tensor<1x16x64x64xbf16>) -> tensor<1x64x16x64xbf16>
    %326 = stablehlo.convert %323 : (tensor<1x16x1x64x64xbf16>) -> tensor<1x16x1x64x64xf32>
    %327 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2, 3, 4] : (tensor<1x16x1x64x1xf32>) -> tensor<1x16x1x64x64xf32>
    %328 = stablehlo.multiply %326, %327 : tensor<1x16x1x64x64xf32>
    %329 = stablehlo.multiply %328, %81 : tensor<1x16x1x64x64xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %330 = stablehlo.reduce(%329 init: %cst_68) applies stablehlo.add across dimensions = [4] : (tensor<1x16x1x64x64xf32>, tensor<f32>) -> tensor<1x16x1x64xf32>
    %331 = stablehlo.reshape %330 : (tensor<1x16x1x64xf32>) -> tensor<1x16x1x64x1xf32>
    %332 = stablehlo.negate %331 : tensor<1x16x1x64x1xf32>
    %333 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3, 4] : (tensor<1x16x1x64x1xf32>) -> tensor<1x16x1x64x64xf32>
    %334 = stablehlo.divide %326, %333 : tensor<1x16x1x64x64xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %335 = stablehlo.reduce(%332 init: %cst_69) applies stablehlo.add across dimensions = [0, 2, 4] : (tensor<1x16x1x64x1xf32>, tensor<f32>) -> tensor<16x64xf32>
    %336 = stablehlo.broadcast_in_dim %335, dims = [1, 3] : (tensor<16x64xf32>) -> tensor<1x16x1x64xf32>
    %337 = stablehlo.broadcast_in_dim %336, dims = [0, 1, 2, 3] : (tensor<1x16x1x64xf32>) -> tensor<1x16x1x64x64xf32>
    %338 = stablehlo.add %334, %337 : tensor<1x16x1x64x64xf32>
    %339 = stablehlo.multiply %338, %81 : tensor<1x16x1x64x64xf32>
    %340 = call @_where_1(%74#1, %339) : (tensor<1x16x1x64x64xi1>, tensor<1x16x1x64x64xf32>) -> tensor<1x16x1x64x64xf32>
    %cst_70 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %341 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<1x16x1x64x64xf32>
    %342 = stablehlo.multiply %340, %341 : tensor<1x16x1x64x64xf32>
    %343 = stablehlo.transpose %342, dims = [0, 1, 4, 3, 2] : (tensor<1x16x1x64x64xf32>) -> tensor<1x16x64x64x1xf32>
    %344 = stablehlo.convert %343 : tensor<1x16x64x64x1xf32>
    %345 = stablehlo.convert %57 : (tensor<1x64x16x64xbf16>) -> tensor<1x64x16x64xf32>
    %346 = stablehlo.dot_general %344, %345, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x16x64x64x1xf32>, tensor<1x64x16x64xf32>) -> tensor<1x16x64x1x64xf32>
    %347 = stablehlo.transpose %346, dims = [0, 2, 1, 3, 4] : (tensor<1x16x64x1x64xf32>) -> tensor<1x64x16x1x64xf32>
    %348 = stablehlo.convert %347 : (tensor<1x64x16x1x64xf32>) -> tensor<1x64x16x1x64xbf16>
    %349 = stablehlo.convert %343 : tensor<1x16x64x64x1xf32>
    %350 = stablehlo.convert %60 : (tensor<1x64x16x1x64xbf16>) -> tensor<1x64x16x1x64xf32>
    %351 = stablehlo.dot_general %349, %350, batching_dims = [0, 1] x [0, 2], contracting_dims = [3, 4] x [1, 3], precision = [DEFAULT, DEFAULT] : (tensor<1x16x64x64x1xf32>, tensor<1x64x16x1x64xf32>) -> tensor<1x16x64x64xf32>
    %352 = stablehlo.transpose %351, dims = [0, 2, 1, 3] : (tensor<1x16x64x64xf32>) -> tensor<1x64x16x64xf32>
    %353 = stablehlo.convert %352 : (tensor<1x64x16x64xf32>) -> tensor<1x64x16x64xbf16>
    %354 = stablehlo.reshape %348 : (tensor<1x64x16x1x64xbf16>) -> tensor<1x64x16x64xbf16>
    %355 = stablehlo.broadcast_in_dim %325, dims = [1, 2, 3, 4] : (tensor<1x64x16x64xbf16>) -> tensor<1x1x64x16x64xbf16>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %356 = stablehlo.pad %355, %cst_71, low = [2, 0, 0, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x1x64x16x64xbf16>, tensor<bf16>) -> tensor<3x1x64x16x64xbf16>
    %357 = stablehlo.broadcast_in_dim %353, dims = [1, 2, 3, 4] : (tensor<1x64x16x64xbf16>) -> tensor<1x1x64x16x64xbf16>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %358 = stablehlo.pad %357, %cst_72, low = [1, 0, 0, 0, 0], high = [1, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x1x64x16x64xbf16>, tensor<bf16>) -> tensor<3x1x64x16x64xbf16>
    %359 = stablehlo.add %356, %358 : tensor<3x1x64x16x64xbf16>
    %360 = stablehlo.broadcast_in_dim %354, dims = [1, 2, 3, 4] : (tensor<1x64x16x64xbf16>) -> tensor<1x1x64x16x64xbf16>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %361 = stablehlo.pad %360, %cst_73, low = [0, 0, 0, 0, 0], high = [2, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x1x64x16x64xbf16>, tensor<bf16>) -> tensor<3x1x64x16x64xbf16>
    %362 = stablehlo.add %359, %361 : tensor<3x1x64x16x64xbf16>
    %363 = stablehlo.reshape %362 : (tensor<3x1x64x16x64xbf16>) -> tensor<3x1x64x1024xbf16>
    %364 = stablehlo.transpose %363, dims = [0, 3, 1, 2] : (tensor<3x1x64x1024xbf16>) -> tensor<3x1024x1x64xbf16>
    %365 = stablehlo.dot_general %364, %10, contracting_dims = [0, 1] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<3x1024x1x64xbf16>, tensor<3x1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %366 = stablehlo.dot_general %364, %50, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<3x1024x1x64xbf16>, tensor<1x64x1024xbf16>) -> tensor<3x1024x1024xbf16>
    %367 = stablehlo.transpose %366, dims = [0, 2, 1] : (tensor<3x1024x1024xbf16>) -> tensor<3x1024x1024xbf16>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %368 = stablehlo.reduce(%365 init: %cst_74) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %369 = stablehlo.reshape %368 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %370 = stablehlo.reduce(%369 init: %cst_75) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %371 = stablehlo.multiply %44, %365 : tensor<1x64x1024xbf16>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %372 = stablehlo.reduce(%371 init: %cst_76) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %373 = stablehlo.reshape %372 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %374 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %375 = stablehlo.multiply %365, %374 : tensor<1x64x1024xbf16>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %376 = stablehlo.reduce(%373 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %377 = stablehlo.convert %375 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %378 = stablehlo.multiply %30, %377 : tensor<1x64x1024xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %379 = stablehlo.reduce(%378 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %380 = stablehlo.reshape %379 : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %381 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %382 = stablehlo.multiply %377, %381 : tensor<1x64x1024xf32>
    %383 = stablehlo.multiply %380, %41 : tensor<1x64x1xf32>
    %cst_79 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %384 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %385 = stablehlo.divide %383, %384 : tensor<1x64x1xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %386 = stablehlo.reduce(%385 init: %cst_80) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %387 = stablehlo.broadcast_in_dim %386, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %388 = stablehlo.broadcast_in_dim %387, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1024xf32>
    %389 = stablehlo.multiply %30, %388 : tensor<1x64x1024xf32>
    %390 = stablehlo.add %382, %389 : tensor<1x64x1024xf32>
    %391 = stablehlo.multiply %388, %30 : tensor<1x64x1024xf32>
    %392 = stablehlo.add %390, %391 : tensor<1x64x1024xf32>
    %393 = stablehlo.negate %392 : tensor<1x64x1024xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %394 = stablehlo.reduce(%393 init: %cst_81) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %395 = stablehlo.reshape %394 : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_82 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %396 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %397 = stablehlo.divide %395, %396 : tensor<1x64x1xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %398 = stablehlo.reduce(%397 init: %cst_83) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %399 = stablehlo.broadcast_in_dim %398, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %400 = stablehlo.broadcast_in_dim %399, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1024xf32>
    %401 = stablehlo.add %392, %400 : tensor<1x64x1024xf32>
    %402 = stablehlo.convert %401 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %403 = stablehlo.add %317, %402 : tensor<1x64x1024xbf16>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %404 = stablehlo.reduce(%403 init: %cst_84) applies stablehlo.add across dimensions = [0] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<64x1024xbf16>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %405 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<bf16>) -> tensor<256x1024xbf16>
    %406 = "stablehlo.scatter"(%405, %20, %403) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg15: tensor<bf16>, %arg16: tensor<bf16>):
      %464 = stablehlo.add %arg15, %arg16 : tensor<bf16>
      stablehlo.return %464 : tensor<bf16>
    }) : (tensor<256x1024xbf16>, tensor<1x64x1xi32>, tensor<1x64x1024xbf16>) -> tensor<256x1024xbf16>
    %407 = stablehlo.add %220, %406 : tensor<256x1024xbf16>
    %408 = stablehlo.convert %404 : (tensor<64x1024xbf16>) -> tensor<64x1024xf32>
    %409 = stablehlo.convert %278 : (tensor<4096xbf16>) -> tensor<4096xf32>
    %410 = stablehlo.convert %280 : (tensor<1024x4096xbf16>) -> tensor<1024x4096xf32>
    %411 = stablehlo.convert %367 : (tensor<3x1024x1024xbf16>) -> tensor<3x1024x1024xf32>
    %412 = stablehlo.convert %319 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %413 = stablehlo.convert %290 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %414 = stablehlo.convert %376 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %415 = stablehlo.convert %258 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %416 = stablehlo.convert %260 : (tensor<4096x1024xbf16>) -> tensor<4096x1024xf32>
    %417 = stablehlo.convert %284 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %418 = stablehlo.convert %370 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %419 = stablehlo.convert %229 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %420 = stablehlo.convert %407 : (tensor<256x1024xbf16>) -> tensor<256x1024xf32>
    %421 = stablehlo.convert %223 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %cst_86 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %422 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %423 = stablehlo.multiply %422, %421 : tensor<1024xf32>
    %424 = stablehlo.subtract %arg0, %423 : tensor<1024xf32>
    %cst_87 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %426 = stablehlo.multiply %425, %420 : tensor<256x1024xf32>
    %427 = stablehlo.subtract %arg1, %426 : tensor<256x1024xf32>
    %cst_88 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %428 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %429 = stablehlo.multiply %428, %419 : tensor<1024xf32>
    %430 = stablehlo.subtract %arg2, %429 : tensor<1024xf32>
    %cst_89 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %431 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %432 = stablehlo.multiply %431, %418 : tensor<1024xf32>
    %433 = stablehlo.subtract %arg3, %432 : tensor<1024xf32>
    %cst_90 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %434 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %435 = stablehlo.multiply %434, %417 : tensor<1024xf32>
    %436 = stablehlo.subtract %arg4, %435 : tensor<1024xf32>
    %cst_91 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %437 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %438 = stablehlo.multiply %437, %416 : tensor<4096x1024xf32>
    %439 = stablehlo.subtract %arg5, %438 : tensor<4096x1024xf32>
    %cst_92 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %440 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %441 = stablehlo.multiply %440, %415 : tensor<1024xf32>
    %442 = stablehlo.subtract %arg6, %441 : tensor<1024xf32>
    %cst_93 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %443 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %444 = stablehlo.multiply %443, %414 : tensor<1024xf32>
    %445 = stablehlo.subtract %arg7, %444 : tensor<1024xf32>
    %cst_94 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %446 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %447 = stablehlo.multiply %446, %413 : tensor<1024xf32>
    %448 = stablehlo.subtract %arg8, %447 : tensor<1024xf32>
    %cst_95 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %449 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %450 = stablehlo.multiply %449, %412 : tensor<1024x1024xf32>
    %451 = stablehlo.subtract %arg9, %450 : tensor<1024x1024xf32>
    %cst_96 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %452 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<3x1024x1024xf32>
    %453 = stablehlo.multiply %452, %411 : tensor<3x1024x1024xf32>
    %454 = stablehlo.subtract %arg10, %453 : tensor<3x1024x1024xf32>
    %cst_97 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %455 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %456 = stablehlo.multiply %455, %410 : tensor<1024x4096xf32>
    %457 = stablehlo.subtract %arg11, %456 : tensor<1024x4096xf32>
    %cst_98 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %458 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %459 = stablehlo.multiply %458, %409 : tensor<4096xf32>
    %460 = stablehlo.subtract %arg12, %459 : tensor<4096xf32>
    %cst_99 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %461 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<64x1024xf32>
    %462 = stablehlo.multiply %461, %408 : tensor<64x1024xf32>
    %463 = stablehlo.subtract %arg13, %462 : tensor<64x1024xf32>
    return %424, %427, %430, %433, %436, %439, %442, %445, %448, %451, %454, %457, %460, %463, %201 : tensor<1024xf32>, tensor<256x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<4096x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<3x1024x1024xf32>, tensor<1024x4096xf32>, tensor<4096xf32>, tensor<64x1024xf32>, tensor<f32>
  }
  func.func private @_where(%arg0: tensor<64x64xi1>, %arg1: tensor<1x16x1x64x64xf32>, %arg2: tensor<f32>) -> (tensor<1x16x1x64x64xf32>, tensor<1x16x1x64x64xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3, 4] : (tensor<64x64xi1>) -> tensor<1x16x1x64x64xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x16x1x64x64xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<1x16x1x64x64xi1>, tensor<1x16x1x64x64xf32>
    return %3, %1 : tensor<1x16x1x64x64xf32>, tensor<1x16x1x64x64xi1>
  }
  func.func private @take_along_axis(%arg0: tensor<1x64x256xf32>, %arg1: tensor<1x64x1xi32>) -> (tensor<1x64x1xf32>, tensor<64x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x64x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<1x64x1xi32>, tensor<1x64x1xi32>) -> tensor<1x64x1xi1>
    %c_0 = stablehlo.constant dense<256> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1x64x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<1x64x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<1x64x1xi1>, tensor<1x64x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<1x64x1xi32>) -> tensor<64x1x1xi32>
    %c_1 = stablehlo.constant dense<255> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<64x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<64x1x1xi32>, tensor<64x1x1xi32>) -> tensor<64x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<64x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<64x1x1xi32>, tensor<64x1x1xi32>) -> tensor<64x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<64x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<64x1x1xi1>, tensor<i1>) -> tensor<64x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x64x256xf32>, tensor<64x1x1xi32>) -> tensor<1x64x1xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [1, 2] : (tensor<64x1xi1>) -> tensor<1x64x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %16 = stablehlo.select %14, %13, %15 : tensor<1x64x1xi1>, tensor<1x64x1xf32>
    return %16, %5 : tensor<1x64x1xf32>, tensor<64x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<64x1x1xi32>, %arg1: tensor<1x64x1xf32>) -> tensor<1x64x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x64x256xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [2], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<1x64x256xf32>, tensor<64x1x1xi32>, tensor<1x64x1xf32>) -> tensor<1x64x256xf32>
    return %1 : tensor<1x64x256xf32>
  }
  func.func private @_where_1(%arg0: tensor<1x16x1x64x64xi1>, %arg1: tensor<1x16x1x64x64xf32>) -> tensor<1x16x1x64x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x16x1x64x64xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<1x16x1x64x64xi1>, tensor<1x16x1x64x64xf32>
    return %1 : tensor<1x16x1x64x64xf32>
  }
}
