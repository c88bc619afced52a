module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x1024xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<1024x64xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<1024xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<1024xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<4096x1024xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<1024xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<1024xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<1024xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<1024x1024xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<3x1024x1024xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<1024x4096xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<4096xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<192x1024xf32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<26x1024xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<2x40x40x3xf32>, %arg15: tensor<2xi32>) -> (tensor<1x1024xf32> {jax.result_info = "result[0]['class']"}, tensor<1024x64xf32> {jax.result_info = "result[0]['head']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['bias1']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['bias2']"}, tensor<4096x1024xf32> {jax.result_info = "result[0]['layers'][0]['down']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['down_bias']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['gain1']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['gain2']"}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['out']"}, tensor<3x1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['qkv']"}, tensor<1024x4096xf32> {jax.result_info = "result[0]['layers'][0]['up']"}, tensor<4096xf32> {jax.result_info = "result[0]['layers'][0]['up_bias']"}, tensor<192x1024xf32> {jax.result_info = "result[0]['patch']"}, tensor<26x1024xf32> {jax.result_info = "result[0]['positions']"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<1x1024xf32>) -> tensor<1x1024xbf16>
    %1 = stablehlo.convert %arg1 : (tensor<1024x64xf32>) -> tensor<1024x64xbf16>
    %2 = stablehlo.convert %arg2 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %3 = stablehlo.convert %arg3 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %4 = stablehlo.convert %arg4 : (tensor<4096x1024xf32>) -> tensor<4096x1024xbf16>
    %5 = stablehlo.convert %arg5 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %6 = stablehlo.convert %arg6 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %7 = stablehlo.convert %arg7 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %8 = stablehlo.convert %arg8 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %9 = stablehlo.convert %arg9 : (tensor<3x1024x1024xf32>) -> tensor<3x1024x1024xbf16>
    %10 = stablehlo.convert %arg10 : (tensor<1024x4096xf32>) -> tensor<1024x4096xbf16>
    %11 = stablehlo.convert %arg11 : (tensor<4096xf32>) -> tensor<4096xbf16>
    %12 = stablehlo.convert %arg12 : (tensor<192x1024xf32>) -> tensor<192x1024xbf16>
    %13 = stablehlo.convert %arg13 : (tensor<26x1024xf32>) -> tensor<26x1024xbf16>
    %14 = stablehlo.convert %arg14 : (tensor<2x40x40x3xf32>) -> tensor<2x40x40x3xbf16>
    %15 = stablehlo.reshape %14 : (tensor<2x40x40x3xbf16>) -> tensor<2x5x8x5x8x3xbf16>
    %16 = stablehlo.transpose %15, dims = [0, 1, 3, 2, 4, 5] : (tensor<2x5x8x5x8x3xbf16>) -> tensor<2x5x5x8x8x3xbf16>
    %17 = stablehlo.reshape %16 : (tensor<2x5x5x8x8x3xbf16>) -> tensor<2x25x192xbf16>
    %18 = stablehlo.dot_general %17, %12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x25x192xbf16>, tensor<192x1024xbf16>) -> tensor<2x25x1024xbf16>
    %19 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<1x1024xbf16>) -> tensor<2x1x1024xbf16>
    %20 = stablehlo.concatenate %19, %18, dim = 1 : (tensor<2x1x1024xbf16>, tensor<2x25x1024xbf16>) -> tensor<2x26x1024xbf16>
    %21 = stablehlo.broadcast_in_dim %13, dims = [1, 2] : (tensor<26x1024xbf16>) -> tensor<1x26x1024xbf16>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<1x26x1024xbf16>) -> tensor<2x26x1024xbf16>
    %23 = stablehlo.add %20, %22 : tensor<2x26x1024xbf16>
    %24 = stablehlo.convert %23 : (tensor<2x26x1024xbf16>) -> tensor<2x26x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1024xf32>, tensor<f32>) -> tensor<2x26xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<2x26xf32>) -> tensor<2x26x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %28 = stablehlo.divide %26, %27 : tensor<2x26x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<2x26x1xf32>) -> tensor<2x26x1024xf32>
    %30 = stablehlo.subtract %24, %29 : tensor<2x26x1024xf32>
    %31 = stablehlo.multiply %30, %30 : tensor<2x26x1024xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1024xf32>, tensor<f32>) -> tensor<2x26xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<2x26xf32>) -> tensor<2x26x1xf32>
    %cst_2 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %35 = stablehlo.divide %33, %34 : tensor<2x26x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %37 = stablehlo.add %35, %36 : tensor<2x26x1xf32>
    %38 = stablehlo.rsqrt %37 : tensor<2x26x1xf32>
    %39 = stablehlo.divide %38, %37 : tensor<2x26x1xf32>
    %cst_4 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %41 = stablehlo.multiply %40, %39 : tensor<2x26x1xf32>
    %42 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<2x26x1xf32>) -> tensor<2x26x1024xf32>
    %43 = stablehlo.multiply %30, %42 : tensor<2x26x1024xf32>
    %44 = stablehlo.convert %43 : (tensor<2x26x1024xf32>) -> tensor<2x26x1024xbf16>
    %45 = stablehlo.broadcast_in_dim %6, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x26x1024xbf16>
    %47 = stablehlo.multiply %44, %46 : tensor<2x26x1024xbf16>
    %48 = stablehlo.broadcast_in_dim %2, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x26x1024xbf16>
    %50 = stablehlo.add %47, %49 : tensor<2x26x1024xbf16>
    %51 = stablehlo.dot_general %9, %50, contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<3x1024x1024xbf16>, tensor<2x26x1024xbf16>) -> tensor<3x1024x2x26xbf16>
    %52 = stablehlo.transpose %51, dims = [0, 2, 3, 1] : (tensor<3x1024x2x26xbf16>) -> tensor<3x2x26x1024xbf16>
    %53 = stablehlo.reshape %52 : (tensor<3x2x26x1024xbf16>) -> tensor<3x2x26x16x64xbf16>
    %54 = stablehlo.slice %53 [0:1, 0:2, 0:26, 0:16, 0:64] : (tensor<3x2x26x16x64xbf16>) -> tensor<1x2x26x16x64xbf16>
    %55 = stablehlo.reshape %54 : (tensor<1x2x26x16x64xbf16>) -> tensor<2x26x16x64xbf16>
    %56 = stablehlo.slice %53 [1:2, 0:2, 0:26, 0:16, 0:64] : (tensor<3x2x26x16x64xbf16>) -> tensor<1x2x26x16x64xbf16>
    %57 = stablehlo.reshape %56 : (tensor<1x2x26x16x64xbf16>) -> tensor<2x26x16x64xbf16>
    %58 = stablehlo.slice %53 [2:3, 0:2, 0:26, 0:16, 0:64] : (tensor<3x2x26x16x64xbf16>) -> tensor<1x2x26x16x64xbf16>
    %59 = stablehlo.reshape %58 : (tensor<1x2x26x16x64xbf16>) -> tensor<2x26x16x64xbf16>
    %60 = stablehlo.reshape %55 : (tensor<2x26x16x64xbf16>) -> tensor<2x26x16x1x64xbf16>
    %61 = stablehlo.dot_general %57, %60, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<2x26x16x64xbf16>, tensor<2x26x16x1x64xbf16>) -> tensor<2x16x26x26x1xf32>
    %62 = stablehlo.transpose %61, dims = [0, 1, 4, 3, 2] : (tensor<2x16x26x26x1xf32>) -> tensor<2x16x1x26x26xf32>
    %cst_5 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x16x1x26x26xf32>
    %64 = stablehlo.multiply %62, %63 : tensor<2x16x1x26x26xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_6) applies stablehlo.maximum across dimensions = [4] : (tensor<2x16x1x26x26xf32>, tensor<f32>) -> tensor<2x16x1x26xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x16x1x26xf32>
    %67 = stablehlo.maximum %66, %65 : tensor<2x16x1x26xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3] : (tensor<2x16x1x26xf32>) -> tensor<2x16x1x26x1xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2, 3, 4] : (tensor<2x16x1x26x1xf32>) -> tensor<2x16x1x26x26xf32>
    %70 = stablehlo.subtract %64, %69 : tensor<2x16x1x26x26xf32>
    %71 = stablehlo.exponential %70 : tensor<2x16x1x26x26xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_8) applies stablehlo.add across dimensions = [4] : (tensor<2x16x1x26x26xf32>, tensor<f32>) -> tensor<2x16x1x26xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<2x16x1x26xf32>) -> tensor<2x16x1x26x1xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2, 3, 4] : (tensor<2x16x1x26x1xf32>) -> tensor<2x16x1x26x26xf32>
    %75 = stablehlo.divide %71, %74 : tensor<2x16x1x26x26xf32>
    %76 = stablehlo.multiply %73, %73 : tensor<2x16x1x26x1xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x16x1x26x1xf32>
    %78 = stablehlo.divide %77, %76 : tensor<2x16x1x26x1xf32>
    %79 = stablehlo.convert %75 : (tensor<2x16x1x26x26xf32>) -> tensor<2x16x1x26x26xbf16>
    %80 = stablehlo.dot_general %59, %79, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<2x26x16x64xbf16>, tensor<2x16x1x26x26xbf16>) -> tensor<2x16x64x1x26xbf16>
    %81 = stablehlo.transpose %80, dims = [0, 4, 1, 3, 2] : (tensor<2x16x64x1x26xbf16>) -> tensor<2x26x16x1x64xbf16>
    %82 = stablehlo.reshape %81 : (tensor<2x26x16x1x64xbf16>) -> tensor<2x26x1024xbf16>
    %83 = stablehlo.dot_general %82, %8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x26x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x26x1024xbf16>
    %84 = stablehlo.add %23, %83 : tensor<2x26x1024xbf16>
    %85 = stablehlo.convert %84 : (tensor<2x26x1024xbf16>) -> tensor<2x26x1024xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1024xf32>, tensor<f32>) -> tensor<2x26xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1] : (tensor<2x26xf32>) -> tensor<2x26x1xf32>
    %cst_11 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %89 = stablehlo.divide %87, %88 : tensor<2x26x1xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<2x26x1xf32>) -> tensor<2x26x1024xf32>
    %91 = stablehlo.subtract %85, %90 : tensor<2x26x1024xf32>
    %92 = stablehlo.multiply %91, %91 : tensor<2x26x1024xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.reduce(%92 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1024xf32>, tensor<f32>) -> tensor<2x26xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1] : (tensor<2x26xf32>) -> tensor<2x26x1xf32>
    %cst_13 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %96 = stablehlo.divide %94, %95 : tensor<2x26x1xf32>
    %cst_14 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %98 = stablehlo.add %96, %97 : tensor<2x26x1xf32>
    %99 = stablehlo.rsqrt %98 : tensor<2x26x1xf32>
    %100 = stablehlo.divide %99, %98 : tensor<2x26x1xf32>
    %cst_15 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %102 = stablehlo.multiply %101, %100 : tensor<2x26x1xf32>
    %103 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<2x26x1xf32>) -> tensor<2x26x1024xf32>
    %104 = stablehlo.multiply %91, %103 : tensor<2x26x1024xf32>
    %105 = stablehlo.convert %104 : (tensor<2x26x1024xf32>) -> tensor<2x26x1024xbf16>
    %106 = stablehlo.broadcast_in_dim %7, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x26x1024xbf16>
    %108 = stablehlo.multiply %105, %107 : tensor<2x26x1024xbf16>
    %109 = stablehlo.broadcast_in_dim %3, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x26x1024xbf16>
    %111 = stablehlo.add %108, %110 : tensor<2x26x1024xbf16>
    %112 = stablehlo.dot_general %111, %10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x26x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<2x26x4096xbf16>
    %113 = stablehlo.broadcast_in_dim %11, dims = [2] : (tensor<4096xbf16>) -> tensor<1x1x4096xbf16>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2] : (tensor<1x1x4096xbf16>) -> tensor<2x26x4096xbf16>
    %115 = stablehlo.add %112, %114 : tensor<2x26x4096xbf16>
    %116 = stablehlo.multiply %115, %115 : tensor<2x26x4096xbf16>
    %117 = stablehlo.multiply %116, %115 : tensor<2x26x4096xbf16>
    %118 = stablehlo.multiply %115, %115 : tensor<2x26x4096xbf16>
    %cst_16 = stablehlo.constant dense<3.000000e+00> : tensor<bf16>
    %119 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<bf16>) -> tensor<2x26x4096xbf16>
    %120 = stablehlo.multiply %119, %118 : tensor<2x26x4096xbf16>
    %cst_17 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %121 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<bf16>) -> tensor<2x26x4096xbf16>
    %122 = stablehlo.multiply %121, %117 : tensor<2x26x4096xbf16>
    %123 = stablehlo.add %115, %122 : tensor<2x26x4096xbf16>
    %cst_18 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %124 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<bf16>) -> tensor<2x26x4096xbf16>
    %125 = stablehlo.multiply %124, %123 : tensor<2x26x4096xbf16>
    %126 = stablehlo.tanh %125 : tensor<2x26x4096xbf16>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %127 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<bf16>) -> tensor<2x26x4096xbf16>
    %128 = stablehlo.subtract %127, %126 : tensor<2x26x4096xbf16>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %129 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<2x26x4096xbf16>
    %130 = stablehlo.add %129, %126 : tensor<2x26x4096xbf16>
    %cst_21 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %131 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<bf16>) -> tensor<2x26x4096xbf16>
    %132 = stablehlo.multiply %131, %130 : tensor<2x26x4096xbf16>
    %133 = stablehlo.multiply %115, %132 : tensor<2x26x4096xbf16>
    %134 = stablehlo.dot_general %133, %4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x26x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<2x26x1024xbf16>
    %135 = stablehlo.broadcast_in_dim %5, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x26x1024xbf16>
    %137 = stablehlo.add %134, %136 : tensor<2x26x1024xbf16>
    %138 = stablehlo.add %84, %137 : tensor<2x26x1024xbf16>
    %139 = stablehlo.slice %138 [0:2, 0:1, 0:1024] : (tensor<2x26x1024xbf16>) -> tensor<2x1x1024xbf16>
    %140 = stablehlo.reshape %139 : (tensor<2x1x1024xbf16>) -> tensor<2x1024xbf16>
    %141 = stablehlo.dot_general %140, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x1024xbf16>, tensor<1024x64xbf16>) -> tensor<2x64xbf16>
    %142 = stablehlo.convert %141 : (tensor<2x64xbf16>) -> tensor<2x64xf32>
    %cst_22 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %143 = stablehlo.reduce(%142 init: %cst_22) applies stablehlo.maximum across dimensions = [1] : (tensor<2x64xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_23 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %145 = stablehlo.maximum %144, %143 : tensor<2xf32>
    %146 = stablehlo.is_finite %145 : (tensor<2xf32>) -> tensor<2xi1>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %148 = stablehlo.select %146, %145, %147 : tensor<2xi1>, tensor<2xf32>
    %149 = stablehlo.broadcast_in_dim %148, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x64xf32>
    %151 = stablehlo.subtract %142, %150 : tensor<2x64xf32>
    %152 = stablehlo.exponential %151 : tensor<2x64xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.reduce(%152 init: %cst_25) applies stablehlo.add across dimensions = [1] : (tensor<2x64xf32>, tensor<f32>) -> tensor<2xf32>
    %154 = stablehlo.abs %153 : tensor<2xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %156 = stablehlo.compare GE, %153, %155, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %157 = stablehlo.log %154 : tensor<2xf32>
    %158 = stablehlo.add %157, %148 : tensor<2xf32>
    %159 = stablehlo.broadcast_in_dim %arg15, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %160:2 = call @take_along_axis(%142, %159) : (tensor<2x64xf32>, tensor<2x1xi32>) -> (tensor<2x1xf32>, tensor<2x1x1xi32>)
    %161 = stablehlo.reshape %160#0 : (tensor<2x1xf32>) -> tensor<2xf32>
    %162 = stablehlo.subtract %158, %161 : tensor<2xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.reduce(%162 init: %cst_27) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %cst_28 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %164 = stablehlo.divide %163, %cst_28 : tensor<f32>
    %cst_29 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_30 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %165 = stablehlo.divide %cst_29, %cst_30 : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %165, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %167 = stablehlo.negate %166 : tensor<2xf32>
    %168 = stablehlo.broadcast_in_dim %167, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %169 = call @take_along_axis_0(%160#1, %168) : (tensor<2x1x1xi32>, tensor<2x1xf32>) -> tensor<2x64xf32>
    %170 = stablehlo.divide %166, %154 : tensor<2xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %172 = stablehlo.select %156, %171, %170 : tensor<2xi1>, tensor<2xf32>
    %173 = stablehlo.select %156, %170, %171 : tensor<2xi1>, tensor<2xf32>
    %174 = stablehlo.negate %172 : tensor<2xf32>
    %175 = stablehlo.add %173, %174 : tensor<2xf32>
    %176 = stablehlo.broadcast_in_dim %175, dims = [0] : (tensor<2xf32>) -> tensor<2x64xf32>
    %177 = stablehlo.multiply %176, %152 : tensor<2x64xf32>
    %178 = stablehlo.add %169, %177 : tensor<2x64xf32>
    %179 = stablehlo.convert %178 : (tensor<2x64xf32>) -> tensor<2x64xbf16>
    %180 = stablehlo.dot_general %179, %140, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x64xbf16>, tensor<2x1024xbf16>) -> tensor<64x1024xbf16>
    %181 = stablehlo.transpose %180, dims = [1, 0] : (tensor<64x1024xbf16>) -> tensor<1024x64xbf16>
    %182 = stablehlo.dot_general %179, %1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x64xbf16>, tensor<1024x64xbf16>) -> tensor<2x1024xbf16>
    %183 = stablehlo.broadcast_in_dim %182, dims = [0, 2] : (tensor<2x1024xbf16>) -> tensor<2x1x1024xbf16>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %184 = stablehlo.pad %183, %cst_32, low = [0, 0, 0], high = [0, 25, 0], interior = [0, 0, 0] : (tensor<2x1x1024xbf16>, tensor<bf16>) -> tensor<2x26x1024xbf16>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %185 = stablehlo.reduce(%184 init: %cst_33) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x26x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %186 = stablehlo.reshape %185 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %187 = stablehlo.reduce(%186 init: %cst_34) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %188 = stablehlo.dot_general %184, %133, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x26x1024xbf16>, tensor<2x26x4096xbf16>) -> tensor<1024x4096xbf16>
    %189 = stablehlo.transpose %188, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %190 = stablehlo.dot_general %184, %4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x26x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<2x26x4096xbf16>
    %191 = stablehlo.multiply %115, %190 : tensor<2x26x4096xbf16>
    %192 = stablehlo.multiply %190, %132 : tensor<2x26x4096xbf16>
    %cst_35 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %193 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<bf16>) -> tensor<2x26x4096xbf16>
    %194 = stablehlo.multiply %193, %191 : tensor<2x26x4096xbf16>
    %195 = stablehlo.multiply %194, %128 : tensor<2x26x4096xbf16>
    %196 = stablehlo.multiply %195, %126 : tensor<2x26x4096xbf16>
    %197 = stablehlo.add %195, %196 : tensor<2x26x4096xbf16>
    %cst_36 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %198 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<bf16>) -> tensor<2x26x4096xbf16>
    %199 = stablehlo.multiply %198, %197 : tensor<2x26x4096xbf16>
    %200 = stablehlo.add %192, %199 : tensor<2x26x4096xbf16>
    %cst_37 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %201 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<bf16>) -> tensor<2x26x4096xbf16>
    %202 = stablehlo.multiply %201, %199 : tensor<2x26x4096xbf16>
    %203 = stablehlo.multiply %202, %120 : tensor<2x26x4096xbf16>
    %204 = stablehlo.add %200, %203 : tensor<2x26x4096xbf16>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %205 = stablehlo.reduce(%204 init: %cst_38) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x26x4096xbf16>, tensor<bf16>) -> tensor<4096xbf16>
    %206 = stablehlo.reshape %205 : (tensor<4096xbf16>) -> tensor<1x1x4096xbf16>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %207 = stablehlo.reduce(%206 init: %cst_39) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x4096xbf16>, tensor<bf16>) -> tensor<4096xbf16>
    %208 = stablehlo.dot_general %204, %111, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x26x4096xbf16>, tensor<2x26x1024xbf16>) -> tensor<4096x1024xbf16>
    %209 = stablehlo.transpose %208, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %210 = stablehlo.dot_general %204, %10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x26x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<2x26x1024xbf16>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %211 = stablehlo.reduce(%210 init: %cst_40) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x26x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %212 = stablehlo.reshape %211 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %213 = stablehlo.reduce(%212 init: %cst_41) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %214 = stablehlo.multiply %105, %210 : tensor<2x26x1024xbf16>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %215 = stablehlo.reduce(%214 init: %cst_42) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x26x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %216 = stablehlo.reshape %215 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %217 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x26x1024xbf16>
    %218 = stablehlo.multiply %210, %217 : tensor<2x26x1024xbf16>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %219 = stablehlo.reduce(%216 init: %cst_43) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %220 = stablehlo.convert %218 : (tensor<2x26x1024xbf16>) -> tensor<2x26x1024xf32>
    %221 = stablehlo.multiply %91, %220 : tensor<2x26x1024xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.reduce(%221 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1024xf32>, tensor<f32>) -> tensor<2x26xf32>
    %223 = stablehlo.reshape %222 : (tensor<2x26xf32>) -> tensor<2x26x1xf32>
    %224 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<2x26x1xf32>) -> tensor<2x26x1024xf32>
    %225 = stablehlo.multiply %220, %224 : tensor<2x26x1024xf32>
    %226 = stablehlo.multiply %223, %102 : tensor<2x26x1xf32>
    %cst_45 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %228 = stablehlo.divide %226, %227 : tensor<2x26x1xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %229 = stablehlo.reduce(%228 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1xf32>, tensor<f32>) -> tensor<2x26xf32>
    %230 = stablehlo.broadcast_in_dim %229, dims = [0, 1] : (tensor<2x26xf32>) -> tensor<2x26x1024xf32>
    %231 = stablehlo.multiply %91, %230 : tensor<2x26x1024xf32>
    %232 = stablehlo.add %225, %231 : tensor<2x26x1024xf32>
    %233 = stablehlo.multiply %230, %91 : tensor<2x26x1024xf32>
    %234 = stablehlo.add %232, %233 : tensor<2x26x1024xf32>
    %235 = stablehlo.negate %234 : tensor<2x26x1024xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.reduce(%235 init: %cst_47) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1024xf32>, tensor<f32>) -> tensor<2x26xf32>
    %237 = stablehlo.reshape %236 : (tensor<2x26xf32>) -> tensor<2x26x1xf32>
    %cst_48 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %239 = stablehlo.divide %237, %238 : tensor<2x26x1xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %240 = stablehlo.reduce(%239 init: %cst_49) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1xf32>, tensor<f32>) -> tensor<2x26xf32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1] : (tensor<2x26xf32>) -> tensor<2x26x1024xf32>
    %242 = stablehlo.add %234, %241 : tensor<2x26x1024xf32>
    %243 = stablehlo.convert %242 : (tensor<2x26x1024xf32>) -> tensor<2x26x1024xbf16>
    %244 = stablehlo.add %184, %243 : tensor<2x26x1024xbf16>
    %245 = stablehlo.dot_general %244, %82, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x26x1024xbf16>, tensor<2x26x1024xbf16>) -> tensor<1024x1024xbf16>
    %246 = stablehlo.transpose %245, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %247 = stablehlo.dot_general %244, %8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x26x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2x26x1024xbf16>
    %248 = stablehlo.reshape %247 : (tensor<2x26x1024xbf16>) -> tensor<2x26x16x1x64xbf16>
    %249 = stablehlo.transpose %248, dims = [0, 2, 4, 3, 1] : (tensor<2x26x16x1x64xbf16>) -> tensor<2x16x64x1x26xbf16>
    %250 = stablehlo.dot_general %249, %59, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x16x64x1x26xbf16>, tensor<2x26x16x64xbf16>) -> tensor<2x16x1x26x26xbf16>
    %251 = stablehlo.dot_general %249, %79, batching_dims = [0, 1] x [0, 1], contracting_dims = [3, 4] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<2x16x64x1x26xbf16>, tensor<2x16x1x26x26xbf16>) -> tensor<2x16x64x26xbf16>
    %252 = stablehlo.transpose %251, dims = [0, 3, 1, 2] : (tensor<2x16x64x26xbf16>) -> tensor<2x26x16x64xbf16>
    %253 = stablehlo.convert %250 : (tensor<2x16x1x26x26xbf16>) -> tensor<2x16x1x26x26xf32>
    %254 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3, 4] : (tensor<2x16x1x26x1xf32>) -> tensor<2x16x1x26x26xf32>
    %255 = stablehlo.multiply %253, %254 : tensor<2x16x1x26x26xf32>
    %256 = stablehlo.multiply %255, %71 : tensor<2x16x1x26x26xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.reduce(%256 init: %cst_50) applies stablehlo.add across dimensions = [4] : (tensor<2x16x1x26x26xf32>, tensor<f32>) -> tensor<2x16x1x26xf32>
    %258 = stablehlo.reshape %257 : (tensor<2x16x1x26xf32>) -> tensor<2x16x1x26x1xf32>
    %259 = stablehlo.negate %258 : tensor<2x16x1x26x1xf32>
    %260 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2, 3, 4] : (tensor<2x16x1x26x1xf32>) -> tensor<2x16x1x26x26xf32>
    %261 = stablehlo.divide %253, %260 : tensor<2x16x1x26x26xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %262 = stablehlo.reduce(%259 init: %cst_51) applies stablehlo.add across dimensions = [2, 4] : (tensor<2x16x1x26x1xf32>, tensor<f32>) -> tensor<2x16x26xf32>
    %263 = stablehlo.broadcast_in_dim %262, dims = [0, 1, 3] : (tensor<2x16x26xf32>) -> tensor<2x16x1x26xf32>
    %264 = stablehlo.broadcast_in_dim %263, dims = [0, 1, 2, 3] : (tensor<2x16x1x26xf32>) -> tensor<2x16x1x26x26xf32>
    %265 = stablehlo.add %261, %264 : tensor<2x16x1x26x26xf32>
    %266 = stablehlo.multiply %265, %71 : tensor<2x16x1x26x26xf32>
    %cst_52 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<2x16x1x26x26xf32>
    %268 = stablehlo.multiply %266, %267 : tensor<2x16x1x26x26xf32>
    %269 = stablehlo.transpose %268, dims = [0, 1, 4, 3, 2] : (tensor<2x16x1x26x26xf32>) -> tensor<2x16x26x26x1xf32>
    %270 = stablehlo.convert %269 : tensor<2x16x26x26x1xf32>
    %271 = stablehlo.convert %57 : (tensor<2x26x16x64xbf16>) -> tensor<2x26x16x64xf32>
    %272 = stablehlo.dot_general %270, %271, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x16x26x26x1xf32>, tensor<2x26x16x64xf32>) -> tensor<2x16x26x1x64xf32>
    %273 = stablehlo.transpose %272, dims = [0, 2, 1, 3, 4] : (tensor<2x16x26x1x64xf32>) -> tensor<2x26x16x1x64xf32>
    %274 = stablehlo.convert %273 : (tensor<2x26x16x1x64xf32>) -> tensor<2x26x16x1x64xbf16>
    %275 = stablehlo.convert %269 : tensor<2x16x26x26x1xf32>
    %276 = stablehlo.convert %60 : (tensor<2x26x16x1x64xbf16>) -> tensor<2x26x16x1x64xf32>
    %277 = stablehlo.dot_general %275, %276, batching_dims = [0, 1] x [0, 2], contracting_dims = [3, 4] x [1, 3], precision = [DEFAULT, DEFAULT] : (tensor<2x16x26x26x1xf32>, tensor<2x26x16x1x64xf32>) -> tensor<2x16x26x64xf32>
    %278 = stablehlo.transpose %277, dims = [0, 2, 1, 3] : (tensor<2x16x26x64xf32>) -> tensor<2x26x16x64xf32>
    %279 = stablehlo.convert %278 : (tensor<2x26x16x64xf32>) -> tensor<2x26x16x64xbf16>
    %280 = stablehlo.reshape %274 : (tensor<2x26x16x1x64xbf16>) -> tensor<2x26x16x64xbf16>
    %281 = stablehlo.broadcast_in_dim %252, dims = [1, 2, 3, 4] : (tensor<2x26x16x64xbf16>) -> tensor<1x2x26x16x64xbf16>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %282 = stablehlo.pad %281, %cst_53, low = [2, 0, 0, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x26x16x64xbf16>, tensor<bf16>) -> tensor<3x2x26x16x64xbf16>
    %283 = stablehlo.broadcast_in_dim %279, dims = [1, 2, 3, 4] : (tensor<2x26x16x64xbf16>) -> tensor<1x2x26x16x64xbf16>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %284 = stablehlo.pad %283, %cst_54, low = [1, 0, 0, 0, 0], high = [1, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x26x16x64xbf16>, tensor<bf16>) -> tensor<3x2x26x16x64xbf16>
    %285 = stablehlo.add %282, %284 : tensor<3x2x26x16x64xbf16>
    %286 = stablehlo.broadcast_in_dim %280, dims = [1, 2, 3, 4] : (tensor<2x26x16x64xbf16>) -> tensor<1x2x26x16x64xbf16>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %287 = stablehlo.pad %286, %cst_55, low = [0, 0, 0, 0, 0], high = [2, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<1x2x26x16x64xbf16>, tensor<bf16>) -> tensor<3x2x26x16x64xbf16>
    %288 = stablehlo.add %285, %287 : tensor<3x2x26x16x64xbf16>
    %289 = stablehlo.reshape %288 : (tensor<3x2x26x16x64xbf16>) -> tensor<3x2x26x1024xbf16>
    %290 = stablehlo.transpose %289, dims = [0, 3, 1, 2] : (tensor<3x2x26x1024xbf16>) -> tensor<3x1024x2x26xbf16>
    %291 = stablehlo.dot_general %290, %9, contracting_dims = [0, 1] x [0, 2], precision = [DEFAULT, DEFAULT] : (tensor<3x1024x2x26xbf16>, tensor<3x1024x1024xbf16>) -> tensor<2x26x1024xbf16>
    %292 = stablehlo.dot_general %290, %50, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<3x1024x2x26xbf16>, tensor<2x26x1024xbf16>) -> tensor<3x1024x1024xbf16>
    %293 = stablehlo.transpose %292, dims = [0, 2, 1] : (tensor<3x1024x1024xbf16>) -> tensor<3x1024x1024xbf16>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %294 = stablehlo.reduce(%291 init: %cst_56) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x26x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %295 = stablehlo.reshape %294 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %296 = stablehlo.reduce(%295 init: %cst_57) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %297 = stablehlo.multiply %44, %291 : tensor<2x26x1024xbf16>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %298 = stablehlo.reduce(%297 init: %cst_58) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x26x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %299 = stablehlo.reshape %298 : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %300 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<2x26x1024xbf16>
    %301 = stablehlo.multiply %291, %300 : tensor<2x26x1024xbf16>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %302 = stablehlo.reduce(%299 init: %cst_59) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %303 = stablehlo.convert %301 : (tensor<2x26x1024xbf16>) -> tensor<2x26x1024xf32>
    %304 = stablehlo.multiply %30, %303 : tensor<2x26x1024xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %305 = stablehlo.reduce(%304 init: %cst_60) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1024xf32>, tensor<f32>) -> tensor<2x26xf32>
    %306 = stablehlo.reshape %305 : (tensor<2x26xf32>) -> tensor<2x26x1xf32>
    %307 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<2x26x1xf32>) -> tensor<2x26x1024xf32>
    %308 = stablehlo.multiply %303, %307 : tensor<2x26x1024xf32>
    %309 = stablehlo.multiply %306, %41 : tensor<2x26x1xf32>
    %cst_61 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %311 = stablehlo.divide %309, %310 : tensor<2x26x1xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%311 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1xf32>, tensor<f32>) -> tensor<2x26xf32>
    %313 = stablehlo.broadcast_in_dim %312, dims = [0, 1] : (tensor<2x26xf32>) -> tensor<2x26x1024xf32>
    %314 = stablehlo.multiply %30, %313 : tensor<2x26x1024xf32>
    %315 = stablehlo.add %308, %314 : tensor<2x26x1024xf32>
    %316 = stablehlo.multiply %313, %30 : tensor<2x26x1024xf32>
    %317 = stablehlo.add %315, %316 : tensor<2x26x1024xf32>
    %318 = stablehlo.negate %317 : tensor<2x26x1024xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %319 = stablehlo.reduce(%318 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1024xf32>, tensor<f32>) -> tensor<2x26xf32>
    %320 = stablehlo.reshape %319 : (tensor<2x26xf32>) -> tensor<2x26x1xf32>
    %cst_64 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %321 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<2x26x1xf32>
    %322 = stablehlo.divide %320, %321 : tensor<2x26x1xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %323 = stablehlo.reduce(%322 init: %cst_65) applies stablehlo.add across dimensions = [2] : (tensor<2x26x1xf32>, tensor<f32>) -> tensor<2x26xf32>
    %324 = stablehlo.broadcast_in_dim %323, dims = [0, 1] : (tensor<2x26xf32>) -> tensor<2x26x1024xf32>
    %325 = stablehlo.add %317, %324 : tensor<2x26x1024xf32>
    %326 = stablehlo.convert %325 : (tensor<2x26x1024xf32>) -> tensor<2x26x1024xbf16>
    %327 = stablehlo.add %244, %326 : tensor<2x26x1024xbf16>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %328 = stablehlo.reduce(%327 init: %cst_66) applies stablehlo.add across dimensions = [0] : (tensor<2x26x1024xbf16>, tensor<bf16>) -> tensor<26x1024xbf16>
    %329 = stablehlo.reshape %328 : (tensor<26x1024xbf16>) -> tensor<1x26x1024xbf16>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %330 = stablehlo.reduce(%329 init: %cst_67) applies stablehlo.add across dimensions = [0] : (tensor<1x26x1024xbf16>, tensor<bf16>) -> tensor<26x1024xbf16>
    %331 = stablehlo.slice %327 [0:2, 0:1, 0:1024] : (tensor<2x26x1024xbf16>) -> tensor<2x1x1024xbf16>
    %332 = stablehlo.slice %327 [0:2, 1:26, 0:1024] : (tensor<2x26x1024xbf16>) -> tensor<2x25x1024xbf16>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %333 = stablehlo.reduce(%331 init: %cst_68) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %334 = stablehlo.broadcast_in_dim %333, dims = [1] : (tensor<1024xbf16>) -> tensor<1x1024xbf16>
    %335 = stablehlo.dot_general %332, %17, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<2x25x1024xbf16>, tensor<2x25x192xbf16>) -> tensor<1024x192xbf16>
    %336 = stablehlo.transpose %335, dims = [1, 0] : (tensor<1024x192xbf16>) -> tensor<192x1024xbf16>
    %337 = stablehlo.convert %330 : (tensor<26x1024xbf16>) -> tensor<26x1024xf32>
    %338 = stablehlo.convert %336 : (tensor<192x1024xbf16>) -> tensor<192x1024xf32>
    %339 = stablehlo.convert %207 : (tensor<4096xbf16>) -> tensor<4096xf32>
    %340 = stablehlo.convert %209 : (tensor<1024x4096xbf16>) -> tensor<1024x4096xf32>
    %341 = stablehlo.convert %293 : (tensor<3x1024x1024xbf16>) -> tensor<3x1024x1024xf32>
    %342 = stablehlo.convert %246 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %343 = stablehlo.convert %219 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %344 = stablehlo.convert %302 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %345 = stablehlo.convert %187 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %346 = stablehlo.convert %189 : (tensor<4096x1024xbf16>) -> tensor<4096x1024xf32>
    %347 = stablehlo.convert %213 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %348 = stablehlo.convert %296 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %349 = stablehlo.convert %181 : (tensor<1024x64xbf16>) -> tensor<1024x64xf32>
    %350 = stablehlo.convert %334 : (tensor<1x1024xbf16>) -> tensor<1x1024xf32>
    %cst_69 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %351 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<1x1024xf32>
    %352 = stablehlo.multiply %351, %350 : tensor<1x1024xf32>
    %353 = stablehlo.subtract %arg0, %352 : tensor<1x1024xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %354 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<1024x64xf32>
    %355 = stablehlo.multiply %354, %349 : tensor<1024x64xf32>
    %356 = stablehlo.subtract %arg1, %355 : tensor<1024x64xf32>
    %cst_71 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %358 = stablehlo.multiply %357, %348 : tensor<1024xf32>
    %359 = stablehlo.subtract %arg2, %358 : tensor<1024xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %361 = stablehlo.multiply %360, %347 : tensor<1024xf32>
    %362 = stablehlo.subtract %arg3, %361 : tensor<1024xf32>
    %cst_73 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<4096x1024xf32>
    %364 = stablehlo.multiply %363, %346 : tensor<4096x1024xf32>
    %365 = stablehlo.subtract %arg4, %364 : tensor<4096x1024xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %366 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %367 = stablehlo.multiply %366, %345 : tensor<1024xf32>
    %368 = stablehlo.subtract %arg5, %367 : tensor<1024xf32>
    %cst_75 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %370 = stablehlo.multiply %369, %344 : tensor<1024xf32>
    %371 = stablehlo.subtract %arg6, %370 : tensor<1024xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %373 = stablehlo.multiply %372, %343 : tensor<1024xf32>
    %374 = stablehlo.subtract %arg7, %373 : tensor<1024xf32>
    %cst_77 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %375 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %376 = stablehlo.multiply %375, %342 : tensor<1024x1024xf32>
    %377 = stablehlo.subtract %arg8, %376 : tensor<1024x1024xf32>
    %cst_78 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %378 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<3x1024x1024xf32>
    %379 = stablehlo.multiply %378, %341 : tensor<3x1024x1024xf32>
    %380 = stablehlo.subtract %arg9, %379 : tensor<3x1024x1024xf32>
    %cst_79 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %382 = stablehlo.multiply %381, %340 : tensor<1024x4096xf32>
    %383 = stablehlo.subtract %arg10, %382 : tensor<1024x4096xf32>
    %cst_80 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %384 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %385 = stablehlo.multiply %384, %339 : tensor<4096xf32>
    %386 = stablehlo.subtract %arg11, %385 : tensor<4096xf32>
    %cst_81 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<192x1024xf32>
    %388 = stablehlo.multiply %387, %338 : tensor<192x1024xf32>
    %389 = stablehlo.subtract %arg12, %388 : tensor<192x1024xf32>
    %cst_82 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<26x1024xf32>
    %391 = stablehlo.multiply %390, %337 : tensor<26x1024xf32>
    %392 = stablehlo.subtract %arg13, %391 : tensor<26x1024xf32>
    return %353, %356, %359, %362, %365, %368, %371, %374, %377, %380, %383, %386, %389, %392, %164 : tensor<1x1024xf32>, tensor<1024x64xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<4096x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<3x1024x1024xf32>, tensor<1024x4096xf32>, tensor<4096xf32>, tensor<192x1024xf32>, tensor<26x1024xf32>, tensor<f32>
  }
  func.func private @take_along_axis(%arg0: tensor<2x64xf32>, %arg1: tensor<2x1xi32>) -> (tensor<2x1xf32>, tensor<2x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x1xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<2x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<2x1xi1>, tensor<2x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<2x1xi32>) -> tensor<2x1x1xi32>
    %c_1 = stablehlo.constant dense<63> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x1x1xi32>, tensor<2x1x1xi32>) -> tensor<2x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<2x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<2x1x1xi32>, tensor<2x1x1xi32>) -> tensor<2x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<2x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<2x1x1xi1>, tensor<i1>) -> tensor<2x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<2x64xf32>, tensor<2x1x1xi32>) -> tensor<2x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<2x1xi1>, tensor<2x1xf32>
    return %15, %5 : tensor<2x1xf32>, tensor<2x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<2x1x1xi32>, %arg1: tensor<2x1xf32>) -> tensor<2x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x64xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2x64xf32>, tensor<2x1x1xi32>, tensor<2x1xf32>) -> tensor<2x64xf32>
    return %1 : tensor<2x64xf32>
  }
}
