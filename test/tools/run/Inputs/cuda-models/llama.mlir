module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256x1024xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<1024x256xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<1024x1024xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<1024x1024xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<1024xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<1024xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<1024x1024xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<1024x512xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<1024x1024xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<1024x1024xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<1024x512xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<1024xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<1x65xi32>) -> (tensor<256x1024xf32> {jax.result_info = "result[0]['embed']"}, tensor<1024x256xf32> {jax.result_info = "result[0]['head']"}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['down']"}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['gate']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['norm1']"}, tensor<1024xf32> {jax.result_info = "result[0]['layers'][0]['norm2']"}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['up']"}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][0]['wk']"}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['wo']"}, tensor<1024x1024xf32> {jax.result_info = "result[0]['layers'][0]['wq']"}, tensor<1024x512xf32> {jax.result_info = "result[0]['layers'][0]['wv']"}, tensor<1024xf32> {jax.result_info = "result[0]['norm']"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<256x1024xf32>) -> tensor<256x1024xbf16>
    %1 = stablehlo.convert %arg1 : (tensor<1024x256xf32>) -> tensor<1024x256xbf16>
    %2 = stablehlo.convert %arg2 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %3 = stablehlo.convert %arg3 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %4 = stablehlo.convert %arg4 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %5 = stablehlo.convert %arg5 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %6 = stablehlo.convert %arg6 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %7 = stablehlo.convert %arg7 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %8 = stablehlo.convert %arg8 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %9 = stablehlo.convert %arg9 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %10 = stablehlo.convert %arg10 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %11 = stablehlo.convert %arg11 : (tensor<1024xf32>) -> tensor<1024xbf16>
    %12 = stablehlo.slice %arg12 [0:1, 0:64] : (tensor<1x65xi32>) -> tensor<1x64xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x64xi32>
    %14 = stablehlo.compare LT, %12, %13, SIGNED : (tensor<1x64xi32>, tensor<1x64xi32>) -> tensor<1x64xi1>
    %c_0 = stablehlo.constant dense<256> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1x64xi32>
    %16 = stablehlo.add %12, %15 : tensor<1x64xi32>
    %17 = stablehlo.select %14, %16, %12 : tensor<1x64xi1>, tensor<1x64xi32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x64xi32>) -> tensor<1x64x1xi32>
    %19 = "stablehlo.gather"(%0, %18) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1024>}> : (tensor<256x1024xbf16>, tensor<1x64x1xi32>) -> tensor<1x64x1024xbf16>
    %20 = stablehlo.convert %19 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %21 = stablehlo.multiply %20, %20 : tensor<1x64x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_1 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %25 = stablehlo.divide %23, %24 : tensor<1x64x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %27 = stablehlo.add %25, %26 : tensor<1x64x1xf32>
    %28 = stablehlo.rsqrt %27 : tensor<1x64x1xf32>
    %29 = stablehlo.divide %28, %27 : tensor<1x64x1xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %31 = stablehlo.multiply %30, %29 : tensor<1x64x1xf32>
    %32 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %33 = stablehlo.multiply %20, %32 : tensor<1x64x1024xf32>
    %34 = stablehlo.convert %33 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %35 = stablehlo.broadcast_in_dim %4, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %37 = stablehlo.multiply %34, %36 : tensor<1x64x1024xbf16>
    %38 = stablehlo.dot_general %37, %9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %39 = stablehlo.reshape %38 : (tensor<1x64x1024xbf16>) -> tensor<1x64x8x128xbf16>
    %40 = stablehlo.dot_general %37, %7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x512xbf16>) -> tensor<1x64x512xbf16>
    %41 = stablehlo.reshape %40 : (tensor<1x64x512xbf16>) -> tensor<1x64x4x128xbf16>
    %42 = stablehlo.dot_general %37, %10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x512xbf16>) -> tensor<1x64x512xbf16>
    %43 = stablehlo.reshape %42 : (tensor<1x64x512xbf16>) -> tensor<1x64x4x128xbf16>
    %44 = stablehlo.iota dim = 0 : tensor<64xi32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %45 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %46 = stablehlo.add %45, %44 : tensor<64xi32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %48 = stablehlo.iota dim = 0 : tensor<64xi32>
    %49 = stablehlo.negate %48 : tensor<64xi32>
    %50 = stablehlo.convert %49 : (tensor<64xi32>) -> tensor<64xf32>
    %cst_5 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %52 = stablehlo.divide %50, %51 : tensor<64xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %54 = stablehlo.power %53, %52 : tensor<64xf32>
    %55 = stablehlo.convert %47 : (tensor<64x1xi32>) -> tensor<64x1xf32>
    %56 = stablehlo.broadcast_in_dim %54, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %57 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x64xf32>
    %58 = stablehlo.broadcast_in_dim %56, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<64x64xf32>
    %59 = stablehlo.multiply %57, %58 : tensor<64x64xf32>
    %60 = stablehlo.cosine %59 : tensor<64x64xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 2] : (tensor<64x64xf32>) -> tensor<64x1x64xf32>
    %62 = stablehlo.convert %61 : (tensor<64x1x64xf32>) -> tensor<64x1x64xbf16>
    %63 = stablehlo.sine %59 : tensor<64x64xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 2] : (tensor<64x64xf32>) -> tensor<64x1x64xf32>
    %65 = stablehlo.convert %64 : (tensor<64x1x64xf32>) -> tensor<64x1x64xbf16>
    %66 = stablehlo.slice %39 [0:1, 0:64, 0:8, 0:64] : (tensor<1x64x8x128xbf16>) -> tensor<1x64x8x64xbf16>
    %67 = stablehlo.slice %39 [0:1, 0:64, 0:8, 64:128] : (tensor<1x64x8x128xbf16>) -> tensor<1x64x8x64xbf16>
    %68 = stablehlo.broadcast_in_dim %62, dims = [1, 2, 3] : (tensor<64x1x64xbf16>) -> tensor<1x64x1x64xbf16>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x8x64xbf16>
    %70 = stablehlo.multiply %66, %69 : tensor<1x64x8x64xbf16>
    %71 = stablehlo.broadcast_in_dim %65, dims = [1, 2, 3] : (tensor<64x1x64xbf16>) -> tensor<1x64x1x64xbf16>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x8x64xbf16>
    %73 = stablehlo.multiply %67, %72 : tensor<1x64x8x64xbf16>
    %74 = stablehlo.subtract %70, %73 : tensor<1x64x8x64xbf16>
    %75 = stablehlo.broadcast_in_dim %62, dims = [1, 2, 3] : (tensor<64x1x64xbf16>) -> tensor<1x64x1x64xbf16>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x8x64xbf16>
    %77 = stablehlo.multiply %67, %76 : tensor<1x64x8x64xbf16>
    %78 = stablehlo.broadcast_in_dim %65, dims = [1, 2, 3] : (tensor<64x1x64xbf16>) -> tensor<1x64x1x64xbf16>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x8x64xbf16>
    %80 = stablehlo.multiply %66, %79 : tensor<1x64x8x64xbf16>
    %81 = stablehlo.add %77, %80 : tensor<1x64x8x64xbf16>
    %82 = stablehlo.concatenate %74, %81, dim = 3 : (tensor<1x64x8x64xbf16>, tensor<1x64x8x64xbf16>) -> tensor<1x64x8x128xbf16>
    %83 = stablehlo.iota dim = 0 : tensor<64xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %84 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %85 = stablehlo.add %84, %83 : tensor<64xi32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %87 = stablehlo.iota dim = 0 : tensor<64xi32>
    %88 = stablehlo.negate %87 : tensor<64xi32>
    %89 = stablehlo.convert %88 : (tensor<64xi32>) -> tensor<64xf32>
    %cst_8 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %91 = stablehlo.divide %89, %90 : tensor<64xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %93 = stablehlo.power %92, %91 : tensor<64xf32>
    %94 = stablehlo.convert %86 : (tensor<64x1xi32>) -> tensor<64x1xf32>
    %95 = stablehlo.broadcast_in_dim %93, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %96 = stablehlo.broadcast_in_dim %94, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x64xf32>
    %97 = stablehlo.broadcast_in_dim %95, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<64x64xf32>
    %98 = stablehlo.multiply %96, %97 : tensor<64x64xf32>
    %99 = stablehlo.cosine %98 : tensor<64x64xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 2] : (tensor<64x64xf32>) -> tensor<64x1x64xf32>
    %101 = stablehlo.convert %100 : (tensor<64x1x64xf32>) -> tensor<64x1x64xbf16>
    %102 = stablehlo.sine %98 : tensor<64x64xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 2] : (tensor<64x64xf32>) -> tensor<64x1x64xf32>
    %104 = stablehlo.convert %103 : (tensor<64x1x64xf32>) -> tensor<64x1x64xbf16>
    %105 = stablehlo.slice %41 [0:1, 0:64, 0:4, 0:64] : (tensor<1x64x4x128xbf16>) -> tensor<1x64x4x64xbf16>
    %106 = stablehlo.slice %41 [0:1, 0:64, 0:4, 64:128] : (tensor<1x64x4x128xbf16>) -> tensor<1x64x4x64xbf16>
    %107 = stablehlo.broadcast_in_dim %101, dims = [1, 2, 3] : (tensor<64x1x64xbf16>) -> tensor<1x64x1x64xbf16>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x4x64xbf16>
    %109 = stablehlo.multiply %105, %108 : tensor<1x64x4x64xbf16>
    %110 = stablehlo.broadcast_in_dim %104, dims = [1, 2, 3] : (tensor<64x1x64xbf16>) -> tensor<1x64x1x64xbf16>
    %111 = stablehlo.broadcast_in_dim %110, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x4x64xbf16>
    %112 = stablehlo.multiply %106, %111 : tensor<1x64x4x64xbf16>
    %113 = stablehlo.subtract %109, %112 : tensor<1x64x4x64xbf16>
    %114 = stablehlo.broadcast_in_dim %101, dims = [1, 2, 3] : (tensor<64x1x64xbf16>) -> tensor<1x64x1x64xbf16>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x4x64xbf16>
    %116 = stablehlo.multiply %106, %115 : tensor<1x64x4x64xbf16>
    %117 = stablehlo.broadcast_in_dim %104, dims = [1, 2, 3] : (tensor<64x1x64xbf16>) -> tensor<1x64x1x64xbf16>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x4x64xbf16>
    %119 = stablehlo.multiply %105, %118 : tensor<1x64x4x64xbf16>
    %120 = stablehlo.add %116, %119 : tensor<1x64x4x64xbf16>
    %121 = stablehlo.concatenate %113, %120, dim = 3 : (tensor<1x64x4x64xbf16>, tensor<1x64x4x64xbf16>) -> tensor<1x64x4x128xbf16>
    %122 = stablehlo.reshape %82 : (tensor<1x64x8x128xbf16>) -> tensor<1x64x4x2x128xbf16>
    %123 = stablehlo.dot_general %121, %122, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x128xbf16>, tensor<1x64x4x2x128xbf16>) -> tensor<1x4x64x64x2xf32>
    %124 = stablehlo.transpose %123, dims = [0, 1, 4, 3, 2] : (tensor<1x4x64x64x2xf32>) -> tensor<1x4x2x64x64xf32>
    %cst_10 = stablehlo.constant dense<0.0883883461> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<1x4x2x64x64xf32>
    %126 = stablehlo.multiply %124, %125 : tensor<1x4x2x64x64xf32>
    %127 = stablehlo.iota dim = 0 : tensor<64xi32>
    %128 = stablehlo.iota dim = 0 : tensor<64xi32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %130 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<64x1xi32>
    %131 = stablehlo.add %130, %129 : tensor<64x1xi32>
    %132 = stablehlo.broadcast_in_dim %127, dims = [1] : (tensor<64xi32>) -> tensor<1x64xi32>
    %133 = stablehlo.broadcast_in_dim %132, dims = [0, 1] : (tensor<1x64xi32>) -> tensor<64x64xi32>
    %134 = stablehlo.broadcast_in_dim %131, dims = [0, 1] : (tensor<64x1xi32>) -> tensor<64x64xi32>
    %135 = stablehlo.compare LE, %133, %134, SIGNED : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
    %cst_12 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %136:2 = call @_where(%135, %126, %cst_12) : (tensor<64x64xi1>, tensor<1x4x2x64x64xf32>, tensor<f32>) -> (tensor<1x4x2x64x64xf32>, tensor<1x4x2x64x64xi1>)
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %137 = stablehlo.reduce(%136#0 init: %cst_13) applies stablehlo.maximum across dimensions = [4] : (tensor<1x4x2x64x64xf32>, tensor<f32>) -> tensor<1x4x2x64xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<1x4x2x64xf32>
    %139 = stablehlo.maximum %138, %137 : tensor<1x4x2x64xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1, 2, 3] : (tensor<1x4x2x64xf32>) -> tensor<1x4x2x64x1xf32>
    %141 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2, 3, 4] : (tensor<1x4x2x64x1xf32>) -> tensor<1x4x2x64x64xf32>
    %142 = stablehlo.subtract %136#0, %141 : tensor<1x4x2x64x64xf32>
    %143 = stablehlo.exponential %142 : tensor<1x4x2x64x64xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %144 = stablehlo.reduce(%143 init: %cst_15) applies stablehlo.add across dimensions = [4] : (tensor<1x4x2x64x64xf32>, tensor<f32>) -> tensor<1x4x2x64xf32>
    %145 = stablehlo.broadcast_in_dim %144, dims = [0, 1, 2, 3] : (tensor<1x4x2x64xf32>) -> tensor<1x4x2x64x1xf32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [0, 1, 2, 3, 4] : (tensor<1x4x2x64x1xf32>) -> tensor<1x4x2x64x64xf32>
    %147 = stablehlo.divide %143, %146 : tensor<1x4x2x64x64xf32>
    %148 = stablehlo.multiply %145, %145 : tensor<1x4x2x64x1xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<1x4x2x64x1xf32>
    %150 = stablehlo.divide %149, %148 : tensor<1x4x2x64x1xf32>
    %151 = stablehlo.convert %147 : (tensor<1x4x2x64x64xf32>) -> tensor<1x4x2x64x64xbf16>
    %152 = stablehlo.dot_general %43, %151, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<1x64x4x128xbf16>, tensor<1x4x2x64x64xbf16>) -> tensor<1x4x128x2x64xbf16>
    %153 = stablehlo.transpose %152, dims = [0, 4, 1, 3, 2] : (tensor<1x4x128x2x64xbf16>) -> tensor<1x64x4x2x128xbf16>
    %154 = stablehlo.reshape %153 : (tensor<1x64x4x2x128xbf16>) -> tensor<1x64x1024xbf16>
    %155 = stablehlo.dot_general %154, %8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %156 = stablehlo.add %19, %155 : tensor<1x64x1024xbf16>
    %157 = stablehlo.convert %156 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %158 = stablehlo.multiply %157, %157 : tensor<1x64x1024xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %159 = stablehlo.reduce(%158 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %160 = stablehlo.broadcast_in_dim %159, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_18 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %162 = stablehlo.divide %160, %161 : tensor<1x64x1xf32>
    %cst_19 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %164 = stablehlo.add %162, %163 : tensor<1x64x1xf32>
    %165 = stablehlo.rsqrt %164 : tensor<1x64x1xf32>
    %166 = stablehlo.divide %165, %164 : tensor<1x64x1xf32>
    %cst_20 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %168 = stablehlo.multiply %167, %166 : tensor<1x64x1xf32>
    %169 = stablehlo.broadcast_in_dim %165, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %170 = stablehlo.multiply %157, %169 : tensor<1x64x1024xf32>
    %171 = stablehlo.convert %170 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %172 = stablehlo.broadcast_in_dim %5, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %174 = stablehlo.multiply %171, %173 : tensor<1x64x1024xbf16>
    %175 = stablehlo.dot_general %174, %3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %176:3 = call @silu(%175) : (tensor<1x64x1024xbf16>) -> (tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>)
    %177 = stablehlo.dot_general %174, %6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %178 = stablehlo.multiply %176#0, %177 : tensor<1x64x1024xbf16>
    %179 = stablehlo.dot_general %178, %2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %180 = stablehlo.add %156, %179 : tensor<1x64x1024xbf16>
    %181 = stablehlo.convert %180 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %182 = stablehlo.multiply %181, %181 : tensor<1x64x1024xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.reduce(%182 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %184 = stablehlo.broadcast_in_dim %183, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %cst_22 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %186 = stablehlo.divide %184, %185 : tensor<1x64x1xf32>
    %cst_23 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %188 = stablehlo.add %186, %187 : tensor<1x64x1xf32>
    %189 = stablehlo.rsqrt %188 : tensor<1x64x1xf32>
    %190 = stablehlo.divide %189, %188 : tensor<1x64x1xf32>
    %cst_24 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %192 = stablehlo.multiply %191, %190 : tensor<1x64x1xf32>
    %193 = stablehlo.broadcast_in_dim %189, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %194 = stablehlo.multiply %181, %193 : tensor<1x64x1024xf32>
    %195 = stablehlo.convert %194 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %196 = stablehlo.broadcast_in_dim %11, dims = [2] : (tensor<1024xbf16>) -> tensor<1x1x1024xbf16>
    %197 = stablehlo.broadcast_in_dim %196, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %198 = stablehlo.multiply %195, %197 : tensor<1x64x1024xbf16>
    %199 = stablehlo.dot_general %198, %1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x256xbf16>) -> tensor<1x64x256xbf16>
    %200 = stablehlo.slice %arg12 [0:1, 1:65] : (tensor<1x65xi32>) -> tensor<1x64xi32>
    %201 = stablehlo.convert %199 : (tensor<1x64x256xbf16>) -> tensor<1x64x256xf32>
    %cst_25 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %202 = stablehlo.reduce(%201 init: %cst_25) applies stablehlo.maximum across dimensions = [2] : (tensor<1x64x256xf32>, tensor<f32>) -> tensor<1x64xf32>
    %cst_26 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %204 = stablehlo.maximum %203, %202 : tensor<1x64xf32>
    %205 = stablehlo.is_finite %204 : (tensor<1x64xf32>) -> tensor<1x64xi1>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %207 = stablehlo.select %205, %204, %206 : tensor<1x64xi1>, tensor<1x64xf32>
    %208 = stablehlo.broadcast_in_dim %207, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %209 = stablehlo.broadcast_in_dim %208, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x256xf32>
    %210 = stablehlo.subtract %201, %209 : tensor<1x64x256xf32>
    %211 = stablehlo.exponential %210 : tensor<1x64x256xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %212 = stablehlo.reduce(%211 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<1x64x256xf32>, tensor<f32>) -> tensor<1x64xf32>
    %213 = stablehlo.abs %212 : tensor<1x64xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %215 = stablehlo.compare GE, %212, %214, FLOAT : (tensor<1x64xf32>, tensor<1x64xf32>) -> tensor<1x64xi1>
    %216 = stablehlo.log %213 : tensor<1x64xf32>
    %217 = stablehlo.add %216, %207 : tensor<1x64xf32>
    %218 = stablehlo.broadcast_in_dim %200, dims = [0, 1] : (tensor<1x64xi32>) -> tensor<1x64x1xi32>
    %219:2 = call @take_along_axis(%201, %218) : (tensor<1x64x256xf32>, tensor<1x64x1xi32>) -> (tensor<1x64x1xf32>, tensor<64x1x1xi32>)
    %220 = stablehlo.reshape %219#0 : (tensor<1x64x1xf32>) -> tensor<1x64xf32>
    %221 = stablehlo.subtract %217, %220 : tensor<1x64xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.reduce(%221 init: %cst_30) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_31 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %223 = stablehlo.divide %222, %cst_31 : tensor<f32>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_33 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %224 = stablehlo.divide %cst_32, %cst_33 : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %224, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %226 = stablehlo.negate %225 : tensor<1x64xf32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %228 = call @take_along_axis_0(%219#1, %227) : (tensor<64x1x1xi32>, tensor<1x64x1xf32>) -> tensor<1x64x256xf32>
    %229 = stablehlo.divide %225, %213 : tensor<1x64xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<1x64xf32>
    %231 = stablehlo.select %215, %230, %229 : tensor<1x64xi1>, tensor<1x64xf32>
    %232 = stablehlo.select %215, %229, %230 : tensor<1x64xi1>, tensor<1x64xf32>
    %233 = stablehlo.negate %231 : tensor<1x64xf32>
    %234 = stablehlo.add %232, %233 : tensor<1x64xf32>
    %235 = stablehlo.broadcast_in_dim %234, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x256xf32>
    %236 = stablehlo.multiply %235, %211 : tensor<1x64x256xf32>
    %237 = stablehlo.add %228, %236 : tensor<1x64x256xf32>
    %238 = stablehlo.convert %237 : (tensor<1x64x256xf32>) -> tensor<1x64x256xbf16>
    %239 = stablehlo.dot_general %238, %198, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x256xbf16>, tensor<1x64x1024xbf16>) -> tensor<256x1024xbf16>
    %240 = stablehlo.transpose %239, dims = [1, 0] : (tensor<256x1024xbf16>) -> tensor<1024x256xbf16>
    %241 = stablehlo.dot_general %238, %1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x256xbf16>, tensor<1024x256xbf16>) -> tensor<1x64x1024xbf16>
    %242 = stablehlo.multiply %195, %241 : tensor<1x64x1024xbf16>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %243 = stablehlo.reduce(%242 init: %cst_35) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %244 = stablehlo.reshape %243 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %245 = stablehlo.broadcast_in_dim %196, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %246 = stablehlo.multiply %241, %245 : tensor<1x64x1024xbf16>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %247 = stablehlo.reduce(%244 init: %cst_36) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %248 = stablehlo.convert %246 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %249 = stablehlo.multiply %181, %248 : tensor<1x64x1024xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %250 = stablehlo.reduce(%249 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %251 = stablehlo.reshape %250 : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %252 = stablehlo.broadcast_in_dim %189, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %253 = stablehlo.multiply %248, %252 : tensor<1x64x1024xf32>
    %254 = stablehlo.multiply %251, %192 : tensor<1x64x1xf32>
    %cst_38 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %256 = stablehlo.divide %254, %255 : tensor<1x64x1xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.reduce(%256 init: %cst_39) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %258 = stablehlo.broadcast_in_dim %257, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1024xf32>
    %260 = stablehlo.multiply %181, %259 : tensor<1x64x1024xf32>
    %261 = stablehlo.add %253, %260 : tensor<1x64x1024xf32>
    %262 = stablehlo.multiply %259, %181 : tensor<1x64x1024xf32>
    %263 = stablehlo.add %261, %262 : tensor<1x64x1024xf32>
    %264 = stablehlo.convert %263 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %265 = stablehlo.dot_general %264, %178, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>) -> tensor<1024x1024xbf16>
    %266 = stablehlo.transpose %265, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %267 = stablehlo.dot_general %264, %2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %268 = stablehlo.multiply %176#0, %267 : tensor<1x64x1024xbf16>
    %269 = stablehlo.multiply %267, %177 : tensor<1x64x1024xbf16>
    %270 = stablehlo.dot_general %268, %174, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>) -> tensor<1024x1024xbf16>
    %271 = stablehlo.transpose %270, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %272 = stablehlo.dot_general %268, %6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %273 = call @silu_1(%176#1, %176#2, %175, %269) : (tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>) -> tensor<1x64x1024xbf16>
    %274 = stablehlo.dot_general %273, %174, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>) -> tensor<1024x1024xbf16>
    %275 = stablehlo.transpose %274, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %276 = stablehlo.dot_general %273, %3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %277 = stablehlo.add %272, %276 : tensor<1x64x1024xbf16>
    %278 = stablehlo.multiply %171, %277 : tensor<1x64x1024xbf16>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %279 = stablehlo.reduce(%278 init: %cst_40) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %280 = stablehlo.reshape %279 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %281 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %282 = stablehlo.multiply %277, %281 : tensor<1x64x1024xbf16>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %283 = stablehlo.reduce(%280 init: %cst_41) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %284 = stablehlo.convert %282 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %285 = stablehlo.multiply %157, %284 : tensor<1x64x1024xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %286 = stablehlo.reduce(%285 init: %cst_42) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %287 = stablehlo.reshape %286 : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %288 = stablehlo.broadcast_in_dim %165, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %289 = stablehlo.multiply %284, %288 : tensor<1x64x1024xf32>
    %290 = stablehlo.multiply %287, %168 : tensor<1x64x1xf32>
    %cst_43 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %291 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %292 = stablehlo.divide %290, %291 : tensor<1x64x1xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %293 = stablehlo.reduce(%292 init: %cst_44) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %294 = stablehlo.broadcast_in_dim %293, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %295 = stablehlo.broadcast_in_dim %294, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1024xf32>
    %296 = stablehlo.multiply %157, %295 : tensor<1x64x1024xf32>
    %297 = stablehlo.add %289, %296 : tensor<1x64x1024xf32>
    %298 = stablehlo.multiply %295, %157 : tensor<1x64x1024xf32>
    %299 = stablehlo.add %297, %298 : tensor<1x64x1024xf32>
    %300 = stablehlo.convert %299 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %301 = stablehlo.add %264, %300 : tensor<1x64x1024xbf16>
    %302 = stablehlo.dot_general %301, %154, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>) -> tensor<1024x1024xbf16>
    %303 = stablehlo.transpose %302, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %304 = stablehlo.dot_general %301, %8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %305 = stablehlo.reshape %304 : (tensor<1x64x1024xbf16>) -> tensor<1x64x4x2x128xbf16>
    %306 = stablehlo.transpose %305, dims = [0, 2, 4, 3, 1] : (tensor<1x64x4x2x128xbf16>) -> tensor<1x4x128x2x64xbf16>
    %307 = stablehlo.dot_general %306, %43, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x4x128x2x64xbf16>, tensor<1x64x4x128xbf16>) -> tensor<1x4x2x64x64xbf16>
    %308 = stablehlo.dot_general %306, %151, batching_dims = [0, 1] x [0, 1], contracting_dims = [3, 4] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<1x4x128x2x64xbf16>, tensor<1x4x2x64x64xbf16>) -> tensor<1x4x128x64xbf16>
    %309 = stablehlo.transpose %308, dims = [0, 3, 1, 2] : (tensor<1x4x128x64xbf16>) -> tensor<1x64x4x128xbf16>
    %310 = stablehlo.convert %307 : (tensor<1x4x2x64x64xbf16>) -> tensor<1x4x2x64x64xf32>
    %311 = stablehlo.broadcast_in_dim %150, dims = [0, 1, 2, 3, 4] : (tensor<1x4x2x64x1xf32>) -> tensor<1x4x2x64x64xf32>
    %312 = stablehlo.multiply %310, %311 : tensor<1x4x2x64x64xf32>
    %313 = stablehlo.multiply %312, %143 : tensor<1x4x2x64x64xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %314 = stablehlo.reduce(%313 init: %cst_45) applies stablehlo.add across dimensions = [4] : (tensor<1x4x2x64x64xf32>, tensor<f32>) -> tensor<1x4x2x64xf32>
    %315 = stablehlo.reshape %314 : (tensor<1x4x2x64xf32>) -> tensor<1x4x2x64x1xf32>
    %316 = stablehlo.negate %315 : tensor<1x4x2x64x1xf32>
    %317 = stablehlo.broadcast_in_dim %145, dims = [0, 1, 2, 3, 4] : (tensor<1x4x2x64x1xf32>) -> tensor<1x4x2x64x64xf32>
    %318 = stablehlo.divide %310, %317 : tensor<1x4x2x64x64xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %319 = stablehlo.reduce(%316 init: %cst_46) applies stablehlo.add across dimensions = [0, 4] : (tensor<1x4x2x64x1xf32>, tensor<f32>) -> tensor<4x2x64xf32>
    %320 = stablehlo.broadcast_in_dim %319, dims = [1, 2, 3] : (tensor<4x2x64xf32>) -> tensor<1x4x2x64xf32>
    %321 = stablehlo.broadcast_in_dim %320, dims = [0, 1, 2, 3] : (tensor<1x4x2x64xf32>) -> tensor<1x4x2x64x64xf32>
    %322 = stablehlo.add %318, %321 : tensor<1x4x2x64x64xf32>
    %323 = stablehlo.multiply %322, %143 : tensor<1x4x2x64x64xf32>
    %324 = call @_where_2(%136#1, %323) : (tensor<1x4x2x64x64xi1>, tensor<1x4x2x64x64xf32>) -> tensor<1x4x2x64x64xf32>
    %cst_47 = stablehlo.constant dense<0.0883883461> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<1x4x2x64x64xf32>
    %326 = stablehlo.multiply %324, %325 : tensor<1x4x2x64x64xf32>
    %327 = stablehlo.transpose %326, dims = [0, 1, 4, 3, 2] : (tensor<1x4x2x64x64xf32>) -> tensor<1x4x64x64x2xf32>
    %328 = stablehlo.convert %327 : tensor<1x4x64x64x2xf32>
    %329 = stablehlo.convert %121 : (tensor<1x64x4x128xbf16>) -> tensor<1x64x4x128xf32>
    %330 = stablehlo.dot_general %328, %329, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x4x64x64x2xf32>, tensor<1x64x4x128xf32>) -> tensor<1x4x64x2x128xf32>
    %331 = stablehlo.transpose %330, dims = [0, 2, 1, 3, 4] : (tensor<1x4x64x2x128xf32>) -> tensor<1x64x4x2x128xf32>
    %332 = stablehlo.convert %331 : (tensor<1x64x4x2x128xf32>) -> tensor<1x64x4x2x128xbf16>
    %333 = stablehlo.convert %327 : tensor<1x4x64x64x2xf32>
    %334 = stablehlo.convert %122 : (tensor<1x64x4x2x128xbf16>) -> tensor<1x64x4x2x128xf32>
    %335 = stablehlo.dot_general %333, %334, batching_dims = [0, 1] x [0, 2], contracting_dims = [3, 4] x [1, 3], precision = [DEFAULT, DEFAULT] : (tensor<1x4x64x64x2xf32>, tensor<1x64x4x2x128xf32>) -> tensor<1x4x64x128xf32>
    %336 = stablehlo.transpose %335, dims = [0, 2, 1, 3] : (tensor<1x4x64x128xf32>) -> tensor<1x64x4x128xf32>
    %337 = stablehlo.convert %336 : (tensor<1x64x4x128xf32>) -> tensor<1x64x4x128xbf16>
    %338 = stablehlo.reshape %332 : (tensor<1x64x4x2x128xbf16>) -> tensor<1x64x8x128xbf16>
    %339 = stablehlo.slice %337 [0:1, 0:64, 0:4, 0:64] : (tensor<1x64x4x128xbf16>) -> tensor<1x64x4x64xbf16>
    %340 = stablehlo.slice %337 [0:1, 0:64, 0:4, 64:128] : (tensor<1x64x4x128xbf16>) -> tensor<1x64x4x64xbf16>
    %341 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x4x64xbf16>
    %342 = stablehlo.multiply %340, %341 : tensor<1x64x4x64xbf16>
    %343 = stablehlo.broadcast_in_dim %114, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x4x64xbf16>
    %344 = stablehlo.multiply %340, %343 : tensor<1x64x4x64xbf16>
    %345 = stablehlo.negate %339 : tensor<1x64x4x64xbf16>
    %346 = stablehlo.broadcast_in_dim %110, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x4x64xbf16>
    %347 = stablehlo.multiply %345, %346 : tensor<1x64x4x64xbf16>
    %348 = stablehlo.add %344, %347 : tensor<1x64x4x64xbf16>
    %349 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x4x64xbf16>
    %350 = stablehlo.multiply %339, %349 : tensor<1x64x4x64xbf16>
    %351 = stablehlo.add %342, %350 : tensor<1x64x4x64xbf16>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %352 = stablehlo.pad %348, %cst_48, low = [0, 0, 0, 64], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<1x64x4x64xbf16>, tensor<bf16>) -> tensor<1x64x4x128xbf16>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %353 = stablehlo.pad %351, %cst_49, low = [0, 0, 0, 0], high = [0, 0, 0, 64], interior = [0, 0, 0, 0] : (tensor<1x64x4x64xbf16>, tensor<bf16>) -> tensor<1x64x4x128xbf16>
    %354 = stablehlo.add %352, %353 : tensor<1x64x4x128xbf16>
    %355 = stablehlo.slice %338 [0:1, 0:64, 0:8, 0:64] : (tensor<1x64x8x128xbf16>) -> tensor<1x64x8x64xbf16>
    %356 = stablehlo.slice %338 [0:1, 0:64, 0:8, 64:128] : (tensor<1x64x8x128xbf16>) -> tensor<1x64x8x64xbf16>
    %357 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x8x64xbf16>
    %358 = stablehlo.multiply %356, %357 : tensor<1x64x8x64xbf16>
    %359 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x8x64xbf16>
    %360 = stablehlo.multiply %356, %359 : tensor<1x64x8x64xbf16>
    %361 = stablehlo.negate %355 : tensor<1x64x8x64xbf16>
    %362 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x8x64xbf16>
    %363 = stablehlo.multiply %361, %362 : tensor<1x64x8x64xbf16>
    %364 = stablehlo.add %360, %363 : tensor<1x64x8x64xbf16>
    %365 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2, 3] : (tensor<1x64x1x64xbf16>) -> tensor<1x64x8x64xbf16>
    %366 = stablehlo.multiply %355, %365 : tensor<1x64x8x64xbf16>
    %367 = stablehlo.add %358, %366 : tensor<1x64x8x64xbf16>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %368 = stablehlo.pad %364, %cst_50, low = [0, 0, 0, 64], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<1x64x8x64xbf16>, tensor<bf16>) -> tensor<1x64x8x128xbf16>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %369 = stablehlo.pad %367, %cst_51, low = [0, 0, 0, 0], high = [0, 0, 0, 64], interior = [0, 0, 0, 0] : (tensor<1x64x8x64xbf16>, tensor<bf16>) -> tensor<1x64x8x128xbf16>
    %370 = stablehlo.add %368, %369 : tensor<1x64x8x128xbf16>
    %371 = stablehlo.reshape %309 : (tensor<1x64x4x128xbf16>) -> tensor<1x64x512xbf16>
    %372 = stablehlo.dot_general %371, %37, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x512xbf16>, tensor<1x64x1024xbf16>) -> tensor<512x1024xbf16>
    %373 = stablehlo.transpose %372, dims = [1, 0] : (tensor<512x1024xbf16>) -> tensor<1024x512xbf16>
    %374 = stablehlo.dot_general %371, %10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x512xbf16>, tensor<1024x512xbf16>) -> tensor<1x64x1024xbf16>
    %375 = stablehlo.reshape %354 : (tensor<1x64x4x128xbf16>) -> tensor<1x64x512xbf16>
    %376 = stablehlo.dot_general %375, %37, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x512xbf16>, tensor<1x64x1024xbf16>) -> tensor<512x1024xbf16>
    %377 = stablehlo.transpose %376, dims = [1, 0] : (tensor<512x1024xbf16>) -> tensor<1024x512xbf16>
    %378 = stablehlo.dot_general %375, %7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x512xbf16>, tensor<1024x512xbf16>) -> tensor<1x64x1024xbf16>
    %379 = stablehlo.add %374, %378 : tensor<1x64x1024xbf16>
    %380 = stablehlo.reshape %370 : (tensor<1x64x8x128xbf16>) -> tensor<1x64x1024xbf16>
    %381 = stablehlo.dot_general %380, %37, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>) -> tensor<1024x1024xbf16>
    %382 = stablehlo.transpose %381, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %383 = stablehlo.dot_general %380, %9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x64x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1x64x1024xbf16>
    %384 = stablehlo.add %379, %383 : tensor<1x64x1024xbf16>
    %385 = stablehlo.multiply %34, %384 : tensor<1x64x1024xbf16>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %386 = stablehlo.reduce(%385 init: %cst_52) applies stablehlo.add across dimensions = [1] : (tensor<1x64x1024xbf16>, tensor<bf16>) -> tensor<1x1024xbf16>
    %387 = stablehlo.reshape %386 : (tensor<1x1024xbf16>) -> tensor<1x1x1024xbf16>
    %388 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<1x1x1024xbf16>) -> tensor<1x64x1024xbf16>
    %389 = stablehlo.multiply %384, %388 : tensor<1x64x1024xbf16>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %390 = stablehlo.reduce(%387 init: %cst_53) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x1024xbf16>, tensor<bf16>) -> tensor<1024xbf16>
    %391 = stablehlo.convert %389 : (tensor<1x64x1024xbf16>) -> tensor<1x64x1024xf32>
    %392 = stablehlo.multiply %20, %391 : tensor<1x64x1024xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %393 = stablehlo.reduce(%392 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<1x64x1024xf32>, tensor<f32>) -> tensor<1x64xf32>
    %394 = stablehlo.reshape %393 : (tensor<1x64xf32>) -> tensor<1x64x1xf32>
    %395 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<1x64x1xf32>) -> tensor<1x64x1024xf32>
    %396 = stablehlo.multiply %391, %395 : tensor<1x64x1024xf32>
    %397 = stablehlo.multiply %394, %31 : tensor<1x64x1xf32>
    %cst_55 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %398 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<1x64x1xf32>
    %399 = stablehlo.divide %397, %398 : tensor<1x64x1xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %400 = stablehlo.reduce(%399 init: %cst_56) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %401 = stablehlo.broadcast_in_dim %400, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %402 = stablehlo.broadcast_in_dim %401, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<1x64x1024xf32>
    %403 = stablehlo.multiply %20, %402 : tensor<1x64x1024xf32>
    %404 = stablehlo.add %396, %403 : tensor<1x64x1024xf32>
    %405 = stablehlo.multiply %402, %20 : tensor<1x64x1024xf32>
    %406 = stablehlo.add %404, %405 : tensor<1x64x1024xf32>
    %407 = stablehlo.convert %406 : (tensor<1x64x1024xf32>) -> tensor<1x64x1024xbf16>
    %408 = stablehlo.add %301, %407 : tensor<1x64x1024xbf16>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %409 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<bf16>) -> tensor<256x1024xbf16>
    %410 = "stablehlo.scatter"(%409, %18, %408) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<bf16>, %arg14: tensor<bf16>):
      %459 = stablehlo.add %arg13, %arg14 : tensor<bf16>
      stablehlo.return %459 : tensor<bf16>
    }) : (tensor<256x1024xbf16>, tensor<1x64x1xi32>, tensor<1x64x1024xbf16>) -> tensor<256x1024xbf16>
    %411 = stablehlo.convert %247 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %412 = stablehlo.convert %373 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %413 = stablehlo.convert %382 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %414 = stablehlo.convert %303 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %415 = stablehlo.convert %377 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %416 = stablehlo.convert %271 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %417 = stablehlo.convert %283 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %418 = stablehlo.convert %390 : (tensor<1024xbf16>) -> tensor<1024xf32>
    %419 = stablehlo.convert %275 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %420 = stablehlo.convert %266 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %421 = stablehlo.convert %240 : (tensor<1024x256xbf16>) -> tensor<1024x256xf32>
    %422 = stablehlo.convert %410 : (tensor<256x1024xbf16>) -> tensor<256x1024xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %423 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %424 = stablehlo.multiply %423, %422 : tensor<256x1024xf32>
    %425 = stablehlo.subtract %arg0, %424 : tensor<256x1024xf32>
    %cst_59 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %426 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %427 = stablehlo.multiply %426, %421 : tensor<1024x256xf32>
    %428 = stablehlo.subtract %arg1, %427 : tensor<1024x256xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %429 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %430 = stablehlo.multiply %429, %420 : tensor<1024x1024xf32>
    %431 = stablehlo.subtract %arg2, %430 : tensor<1024x1024xf32>
    %cst_61 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %432 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %433 = stablehlo.multiply %432, %419 : tensor<1024x1024xf32>
    %434 = stablehlo.subtract %arg3, %433 : tensor<1024x1024xf32>
    %cst_62 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %435 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %436 = stablehlo.multiply %435, %418 : tensor<1024xf32>
    %437 = stablehlo.subtract %arg4, %436 : tensor<1024xf32>
    %cst_63 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %438 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %439 = stablehlo.multiply %438, %417 : tensor<1024xf32>
    %440 = stablehlo.subtract %arg5, %439 : tensor<1024xf32>
    %cst_64 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %441 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %442 = stablehlo.multiply %441, %416 : tensor<1024x1024xf32>
    %443 = stablehlo.subtract %arg6, %442 : tensor<1024x1024xf32>
    %cst_65 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %444 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %445 = stablehlo.multiply %444, %415 : tensor<1024x512xf32>
    %446 = stablehlo.subtract %arg7, %445 : tensor<1024x512xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %447 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %448 = stablehlo.multiply %447, %414 : tensor<1024x1024xf32>
    %449 = stablehlo.subtract %arg8, %448 : tensor<1024x1024xf32>
    %cst_67 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %450 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %451 = stablehlo.multiply %450, %413 : tensor<1024x1024xf32>
    %452 = stablehlo.subtract %arg9, %451 : tensor<1024x1024xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %453 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %454 = stablehlo.multiply %453, %412 : tensor<1024x512xf32>
    %455 = stablehlo.subtract %arg10, %454 : tensor<1024x512xf32>
    %cst_69 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %456 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %457 = stablehlo.multiply %456, %411 : tensor<1024xf32>
    %458 = stablehlo.subtract %arg11, %457 : tensor<1024xf32>
    return %425, %428, %431, %434, %437, %440, %443, %446, %449, %452, %455, %458, %223 : tensor<256x1024xf32>, tensor<1024x256xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<1024xf32>, tensor<f32>
  }
  func.func private @_where(%arg0: tensor<64x64xi1>, %arg1: tensor<1x4x2x64x64xf32>, %arg2: tensor<f32>) -> (tensor<1x4x2x64x64xf32>, tensor<1x4x2x64x64xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3, 4] : (tensor<64x64xi1>) -> tensor<1x4x2x64x64xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x4x2x64x64xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<1x4x2x64x64xi1>, tensor<1x4x2x64x64xf32>
    return %3, %1 : tensor<1x4x2x64x64xf32>, tensor<1x4x2x64x64xi1>
  }
  func.func private @silu(%arg0: tensor<1x64x1024xbf16>) -> (tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>) {
    %0 = stablehlo.negate %arg0 : tensor<1x64x1024xbf16>
    %1 = stablehlo.exponential %0 : tensor<1x64x1024xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<1x64x1024xbf16>
    %3 = stablehlo.add %2, %1 : tensor<1x64x1024xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<1x64x1024xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<1x64x1024xbf16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<1x64x1024xbf16>
    %7 = stablehlo.subtract %6, %5 : tensor<1x64x1024xbf16>
    %8 = stablehlo.multiply %5, %7 : tensor<1x64x1024xbf16>
    %9 = stablehlo.multiply %arg0, %5 : tensor<1x64x1024xbf16>
    return %9, %8, %5 : tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>, tensor<1x64x1024xbf16>
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
  func.func private @silu_1(%arg0: tensor<1x64x1024xbf16>, %arg1: tensor<1x64x1024xbf16>, %arg2: tensor<1x64x1024xbf16>, %arg3: tensor<1x64x1024xbf16>) -> tensor<1x64x1024xbf16> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<1x64x1024xbf16>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<1x64x1024xbf16>
    %2 = stablehlo.multiply %0, %arg0 : tensor<1x64x1024xbf16>
    %3 = stablehlo.add %1, %2 : tensor<1x64x1024xbf16>
    return %3 : tensor<1x64x1024xbf16>
  }
  func.func private @_where_2(%arg0: tensor<1x4x2x64x64xi1>, %arg1: tensor<1x4x2x64x64xf32>) -> tensor<1x4x2x64x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x4x2x64x64xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<1x4x2x64x64xi1>, tensor<1x4x2x64x64xf32>
    return %1 : tensor<1x4x2x64x64xf32>
  }
}
