module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<64x64xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<64xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<64xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<64xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<64x64xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<64xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<64x64xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<64xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<64x64xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<16x256x64xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<64x16xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<64xf32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<64xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<16x64x256xf32> {tf.aliasing_output = 14 : i32}, %arg15: tensor<i32> {tf.aliasing_output = 15 : i32}, %arg16: tensor<64xf32> {tf.aliasing_output = 16 : i32}, %arg17: tensor<64x64xf32> {tf.aliasing_output = 17 : i32}, %arg18: tensor<64xf32> {tf.aliasing_output = 18 : i32}, %arg19: tensor<64xf32> {tf.aliasing_output = 19 : i32}, %arg20: tensor<64xf32> {tf.aliasing_output = 20 : i32}, %arg21: tensor<64x64xf32> {tf.aliasing_output = 21 : i32}, %arg22: tensor<64xf32> {tf.aliasing_output = 22 : i32}, %arg23: tensor<64x64xf32> {tf.aliasing_output = 23 : i32}, %arg24: tensor<64xf32> {tf.aliasing_output = 24 : i32}, %arg25: tensor<64x64xf32> {tf.aliasing_output = 25 : i32}, %arg26: tensor<16x256x64xf32> {tf.aliasing_output = 26 : i32}, %arg27: tensor<64x16xf32> {tf.aliasing_output = 27 : i32}, %arg28: tensor<64xf32> {tf.aliasing_output = 28 : i32}, %arg29: tensor<64xf32> {tf.aliasing_output = 29 : i32}, %arg30: tensor<16x64x256xf32> {tf.aliasing_output = 30 : i32}, %arg31: tensor<64xf32> {tf.aliasing_output = 31 : i32}, %arg32: tensor<64x64xf32> {tf.aliasing_output = 32 : i32}, %arg33: tensor<64xf32> {tf.aliasing_output = 33 : i32}, %arg34: tensor<64xf32> {tf.aliasing_output = 34 : i32}, %arg35: tensor<64xf32> {tf.aliasing_output = 35 : i32}, %arg36: tensor<64x64xf32> {tf.aliasing_output = 36 : i32}, %arg37: tensor<64xf32> {tf.aliasing_output = 37 : i32}, %arg38: tensor<64x64xf32> {tf.aliasing_output = 38 : i32}, %arg39: tensor<64xf32> {tf.aliasing_output = 39 : i32}, %arg40: tensor<64x64xf32> {tf.aliasing_output = 40 : i32}, %arg41: tensor<16x256x64xf32> {tf.aliasing_output = 41 : i32}, %arg42: tensor<64x16xf32> {tf.aliasing_output = 42 : i32}, %arg43: tensor<64xf32> {tf.aliasing_output = 43 : i32}, %arg44: tensor<64xf32> {tf.aliasing_output = 44 : i32}, %arg45: tensor<16x64x256xf32> {tf.aliasing_output = 45 : i32}, %arg46: tensor<64x16x64xf32>, %arg47: tensor<64x16x64xf32>) -> (tensor<64xf32> {jax.result_info = "result[0]['attention']['key']['b']"}, tensor<64x64xf32> {jax.result_info = "result[0]['attention']['key']['w']"}, tensor<64xf32> {jax.result_info = "result[0]['attention']['norm']['bias']"}, tensor<64xf32> {jax.result_info = "result[0]['attention']['norm']['scale']"}, tensor<64xf32> {jax.result_info = "result[0]['attention']['out']['b']"}, tensor<64x64xf32> {jax.result_info = "result[0]['attention']['out']['w']"}, tensor<64xf32> {jax.result_info = "result[0]['attention']['query']['b']"}, tensor<64x64xf32> {jax.result_info = "result[0]['attention']['query']['w']"}, tensor<64xf32> {jax.result_info = "result[0]['attention']['value']['b']"}, tensor<64x64xf32> {jax.result_info = "result[0]['attention']['value']['w']"}, tensor<16x256x64xf32> {jax.result_info = "result[0]['down']"}, tensor<64x16xf32> {jax.result_info = "result[0]['gate']"}, tensor<64xf32> {jax.result_info = "result[0]['norm']['bias']"}, tensor<64xf32> {jax.result_info = "result[0]['norm']['scale']"}, tensor<16x64x256xf32> {jax.result_info = "result[0]['up']"}, tensor<i32> {jax.result_info = "result[1][0].count"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['attention']['key']['b']"}, tensor<64x64xf32> {jax.result_info = "result[1][0].mu['attention']['key']['w']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['attention']['norm']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['attention']['norm']['scale']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['attention']['out']['b']"}, tensor<64x64xf32> {jax.result_info = "result[1][0].mu['attention']['out']['w']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['attention']['query']['b']"}, tensor<64x64xf32> {jax.result_info = "result[1][0].mu['attention']['query']['w']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['attention']['value']['b']"}, tensor<64x64xf32> {jax.result_info = "result[1][0].mu['attention']['value']['w']"}, tensor<16x256x64xf32> {jax.result_info = "result[1][0].mu['down']"}, tensor<64x16xf32> {jax.result_info = "result[1][0].mu['gate']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['norm']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].mu['norm']['scale']"}, tensor<16x64x256xf32> {jax.result_info = "result[1][0].mu['up']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['attention']['key']['b']"}, tensor<64x64xf32> {jax.result_info = "result[1][0].nu['attention']['key']['w']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['attention']['norm']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['attention']['norm']['scale']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['attention']['out']['b']"}, tensor<64x64xf32> {jax.result_info = "result[1][0].nu['attention']['out']['w']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['attention']['query']['b']"}, tensor<64x64xf32> {jax.result_info = "result[1][0].nu['attention']['query']['w']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['attention']['value']['b']"}, tensor<64x64xf32> {jax.result_info = "result[1][0].nu['attention']['value']['w']"}, tensor<16x256x64xf32> {jax.result_info = "result[1][0].nu['down']"}, tensor<64x16xf32> {jax.result_info = "result[1][0].nu['gate']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['norm']['bias']"}, tensor<64xf32> {jax.result_info = "result[1][0].nu['norm']['scale']"}, tensor<16x64x256xf32> {jax.result_info = "result[1][0].nu['up']"}) {
    %0 = stablehlo.dot_general %arg46, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %1 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %3 = stablehlo.add %0, %2 : tensor<64x16x64xf32>
    %4 = stablehlo.reshape %3 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %5 = stablehlo.dot_general %arg46, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %6 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %8 = stablehlo.add %5, %7 : tensor<64x16x64xf32>
    %9 = stablehlo.reshape %8 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %10 = stablehlo.dot_general %arg46, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %11 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %13 = stablehlo.add %10, %12 : tensor<64x16x64xf32>
    %14 = stablehlo.reshape %13 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %15 = stablehlo.dot_general %4, %9, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x4xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x16xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x16x16x16xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<64x16x16x16xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %19 = stablehlo.reshape %18 : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %21 = stablehlo.compare EQ, %17, %20, FLOAT : (tensor<64x16x16x16xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x16x16xi1>
    %22 = stablehlo.convert %21 : (tensor<64x16x16x16xi1>) -> tensor<64x16x16x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x16x16xf32>
    %25 = stablehlo.maximum %24, %18 : tensor<64x16x16xf32>
    %26 = stablehlo.compare EQ, %18, %25, FLOAT : (tensor<64x16x16xf32>, tensor<64x16x16xf32>) -> tensor<64x16x16xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x16x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x16x16xf32>
    %29 = stablehlo.select %26, %27, %28 : tensor<64x16x16xi1>, tensor<64x16x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x16x16xf32>
    %31 = stablehlo.compare EQ, %30, %25, FLOAT : (tensor<64x16x16xf32>, tensor<64x16x16xf32>) -> tensor<64x16x16xi1>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x16x16xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x16x16xf32>
    %34 = stablehlo.select %31, %32, %33 : tensor<64x16x16xi1>, tensor<64x16x16xf32>
    %35 = stablehlo.divide %29, %34 : tensor<64x16x16xf32>
    %36 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %38 = stablehlo.subtract %17, %37 : tensor<64x16x16x16xf32>
    %39 = stablehlo.exponential %38 : tensor<64x16x16x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %43 = stablehlo.divide %39, %42 : tensor<64x16x16x16xf32>
    %44 = stablehlo.multiply %41, %41 : tensor<64x16x16x1xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x16x16x1xf32>
    %46 = stablehlo.divide %45, %44 : tensor<64x16x16x1xf32>
    %47 = stablehlo.dot_general %14, %43, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x4xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x4x16xf32>
    %48 = stablehlo.transpose %47, dims = [0, 3, 1, 2] : (tensor<64x16x4x16xf32>) -> tensor<64x16x16x4xf32>
    %49 = stablehlo.reshape %48 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %50 = stablehlo.dot_general %49, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %51 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %53 = stablehlo.add %50, %52 : tensor<64x16x64xf32>
    %54 = stablehlo.add %arg46, %53 : tensor<64x16x64xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_11 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %58 = stablehlo.divide %56, %57 : tensor<64x16x1xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %60 = stablehlo.subtract %54, %59 : tensor<64x16x64xf32>
    %61 = chlo.square %60 : tensor<64x16x64xf32> -> tensor<64x16x64xf32>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64x16x64xf32>
    %63 = stablehlo.multiply %62, %60 : tensor<64x16x64xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%61 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_14 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %67 = stablehlo.divide %65, %66 : tensor<64x16x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %69 = stablehlo.add %67, %68 : tensor<64x16x1xf32>
    %70 = stablehlo.rsqrt %69 : tensor<64x16x1xf32>
    %71 = stablehlo.divide %70, %69 : tensor<64x16x1xf32>
    %cst_16 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %73 = stablehlo.multiply %72, %71 : tensor<64x16x1xf32>
    %74 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %75 = stablehlo.multiply %60, %74 : tensor<64x16x64xf32>
    %76 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %78 = stablehlo.multiply %75, %77 : tensor<64x16x64xf32>
    %79 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %81 = stablehlo.add %78, %80 : tensor<64x16x64xf32>
    %82 = stablehlo.reshape %81 : (tensor<64x16x64xf32>) -> tensor<32x32x64xf32>
    %83 = stablehlo.dot_general %82, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<64x16xf32>) -> tensor<32x32x16xf32>
    %cst_17 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_17) applies stablehlo.maximum across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %85 = stablehlo.reshape %84 : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %87 = stablehlo.compare EQ, %83, %86, FLOAT : (tensor<32x32x16xf32>, tensor<32x32x16xf32>) -> tensor<32x32x16xi1>
    %88 = stablehlo.convert %87 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.reduce(%88 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %cst_19 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %91 = stablehlo.maximum %90, %84 : tensor<32x32xf32>
    %92 = stablehlo.compare EQ, %84, %91, FLOAT : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xi1>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %95 = stablehlo.select %92, %93, %94 : tensor<32x32xi1>, tensor<32x32xf32>
    %cst_22 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %97 = stablehlo.compare EQ, %96, %91, FLOAT : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xi1>
    %cst_23 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %100 = stablehlo.select %97, %98, %99 : tensor<32x32xi1>, tensor<32x32xf32>
    %101 = stablehlo.divide %95, %100 : tensor<32x32xf32>
    %102 = stablehlo.broadcast_in_dim %91, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %104 = stablehlo.subtract %83, %103 : tensor<32x32x16xf32>
    %105 = stablehlo.exponential %104 : tensor<32x32x16xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %109 = stablehlo.divide %105, %108 : tensor<32x32x16xf32>
    %110 = stablehlo.multiply %107, %107 : tensor<32x32x1xf32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<32x32x1xf32>
    %112 = stablehlo.divide %111, %110 : tensor<32x32x1xf32>
    %113 = call @argmax(%109) : (tensor<32x32x16xf32>) -> tensor<32x32xi32>
    %114 = call @_one_hot(%113) : (tensor<32x32xi32>) -> tensor<32x32x16xf32>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %116 = stablehlo.subtract %115, %114 : tensor<32x32x16xf32>
    %117 = stablehlo.multiply %109, %116 : tensor<32x32x16xf32>
    %118 = call @argmax(%117) : (tensor<32x32x16xf32>) -> tensor<32x32xi32>
    %119 = call @_one_hot(%118) : (tensor<32x32xi32>) -> tensor<32x32x16xf32>
    %120 = call @cumsum(%114) : (tensor<32x32x16xf32>) -> tensor<32x32x16xf32>
    %121 = stablehlo.multiply %120, %114 : tensor<32x32x16xf32>
    %122 = call @cumsum(%119) : (tensor<32x32x16xf32>) -> tensor<32x32x16xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %123 = stablehlo.reduce(%114 init: %cst_28) applies stablehlo.add across dimensions = [1] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x16xf32>
    %124 = stablehlo.broadcast_in_dim %123, dims = [0, 2] : (tensor<32x16xf32>) -> tensor<32x1x16xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<32x1x16xf32>) -> tensor<32x32x16xf32>
    %126 = stablehlo.add %122, %125 : tensor<32x32x16xf32>
    %127 = stablehlo.multiply %126, %119 : tensor<32x32x16xf32>
    %cst_29 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %129 = stablehlo.compare LE, %121, %128, FLOAT : (tensor<32x32x16xf32>, tensor<32x32x16xf32>) -> tensor<32x32x16xi1>
    %130 = stablehlo.convert %129 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    %131 = stablehlo.multiply %114, %130 : tensor<32x32x16xf32>
    %132 = stablehlo.multiply %109, %131 : tensor<32x32x16xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.reduce(%132 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %134 = stablehlo.broadcast_in_dim %133, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %136 = stablehlo.multiply %135, %131 : tensor<32x32x16xf32>
    %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %139 = stablehlo.subtract %121, %138 : tensor<32x32x16xf32>
    %140 = stablehlo.convert %139 : (tensor<32x32x16xf32>) -> tensor<32x32x16xi32>
    %141 = call @_one_hot_1(%140) : (tensor<32x32x16xi32>) -> tensor<32x32x16x4xf32>
    %142 = stablehlo.broadcast_in_dim %137, dims = [0, 1, 2, 3] : (tensor<32x32x16x1xf32>) -> tensor<32x32x16x4xf32>
    %143 = stablehlo.multiply %142, %141 : tensor<32x32x16x4xf32>
    %cst_32 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %145 = stablehlo.compare LE, %127, %144, FLOAT : (tensor<32x32x16xf32>, tensor<32x32x16xf32>) -> tensor<32x32x16xi1>
    %146 = stablehlo.convert %145 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    %147 = stablehlo.multiply %119, %146 : tensor<32x32x16xf32>
    %148 = stablehlo.multiply %109, %147 : tensor<32x32x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %149 = stablehlo.reduce(%148 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %151 = stablehlo.broadcast_in_dim %150, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %152 = stablehlo.multiply %151, %147 : tensor<32x32x16xf32>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2] : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %155 = stablehlo.subtract %127, %154 : tensor<32x32x16xf32>
    %156 = stablehlo.convert %155 : (tensor<32x32x16xf32>) -> tensor<32x32x16xi32>
    %157 = call @_one_hot_1(%156) : (tensor<32x32x16xi32>) -> tensor<32x32x16x4xf32>
    %158 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2, 3] : (tensor<32x32x16x1xf32>) -> tensor<32x32x16x4xf32>
    %159 = stablehlo.multiply %158, %157 : tensor<32x32x16x4xf32>
    %160 = stablehlo.add %143, %159 : tensor<32x32x16x4xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<32x32x16x4xf32>
    %162 = stablehlo.compare GT, %160, %161, FLOAT : (tensor<32x32x16x4xf32>, tensor<32x32x16x4xf32>) -> tensor<32x32x16x4xi1>
    %163 = stablehlo.convert %162 : (tensor<32x32x16x4xi1>) -> tensor<32x32x16x4xf32>
    %164 = stablehlo.dot_general %82, %163, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<32x32x16x4xf32>) -> tensor<32x64x16x4xf32>
    %165 = stablehlo.transpose %164, dims = [2, 0, 3, 1] : (tensor<32x64x16x4xf32>) -> tensor<16x32x4x64xf32>
    %166 = stablehlo.dot_general %165, %arg14, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x64xf32>, tensor<16x64x256xf32>) -> tensor<16x32x4x256xf32>
    %167 = call @relu(%166) : (tensor<16x32x4x256xf32>) -> tensor<16x32x4x256xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %169 = stablehlo.compare GT, %166, %168, FLOAT : (tensor<16x32x4x256xf32>, tensor<16x32x4x256xf32>) -> tensor<16x32x4x256xi1>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %171 = stablehlo.dot_general %167, %arg10, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x256xf32>, tensor<16x256x64xf32>) -> tensor<16x32x4x64xf32>
    %172 = stablehlo.dot_general %160, %171, batching_dims = [0] x [1], contracting_dims = [3, 2] x [2, 0], precision = [DEFAULT, DEFAULT] : (tensor<32x32x16x4xf32>, tensor<16x32x4x64xf32>) -> tensor<32x32x64xf32>
    %173 = stablehlo.reshape %172 : (tensor<32x32x64xf32>) -> tensor<64x16x64xf32>
    %174 = stablehlo.add %81, %173 : tensor<64x16x64xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %175 = stablehlo.reduce(%174 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %176 = stablehlo.broadcast_in_dim %175, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_39 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %178 = stablehlo.divide %176, %177 : tensor<64x16x1xf32>
    %179 = stablehlo.broadcast_in_dim %178, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %180 = stablehlo.subtract %174, %179 : tensor<64x16x64xf32>
    %181 = chlo.square %180 : tensor<64x16x64xf32> -> tensor<64x16x64xf32>
    %cst_40 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<64x16x64xf32>
    %183 = stablehlo.multiply %182, %180 : tensor<64x16x64xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.reduce(%181 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_42 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %187 = stablehlo.divide %185, %186 : tensor<64x16x1xf32>
    %cst_43 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %189 = stablehlo.add %187, %188 : tensor<64x16x1xf32>
    %190 = stablehlo.rsqrt %189 : tensor<64x16x1xf32>
    %191 = stablehlo.divide %190, %189 : tensor<64x16x1xf32>
    %cst_44 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %193 = stablehlo.multiply %192, %191 : tensor<64x16x1xf32>
    %194 = stablehlo.broadcast_in_dim %190, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %195 = stablehlo.multiply %180, %194 : tensor<64x16x64xf32>
    %196 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %197 = stablehlo.broadcast_in_dim %196, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %198 = stablehlo.multiply %195, %197 : tensor<64x16x64xf32>
    %199 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %200 = stablehlo.broadcast_in_dim %199, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %201 = stablehlo.add %198, %200 : tensor<64x16x64xf32>
    %202 = stablehlo.subtract %201, %arg47 : tensor<64x16x64xf32>
    %203 = chlo.square %202 : tensor<64x16x64xf32> -> tensor<64x16x64xf32>
    %cst_45 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<64x16x64xf32>
    %205 = stablehlo.multiply %204, %202 : tensor<64x16x64xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %206 = stablehlo.reduce(%203 init: %cst_46) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_47 = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %207 = stablehlo.divide %206, %cst_47 : tensor<f32>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_49 = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %208 = stablehlo.divide %cst_48, %cst_49 : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %208, dims = [] : (tensor<f32>) -> tensor<64x16x64xf32>
    %210 = stablehlo.multiply %209, %205 : tensor<64x16x64xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %211 = stablehlo.reduce(%210 init: %cst_50) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %212 = stablehlo.reshape %211 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %213 = stablehlo.reduce(%212 init: %cst_51) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %214 = stablehlo.multiply %195, %210 : tensor<64x16x64xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %215 = stablehlo.reduce(%214 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %216 = stablehlo.reshape %215 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %217 = stablehlo.broadcast_in_dim %196, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %218 = stablehlo.multiply %210, %217 : tensor<64x16x64xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%216 init: %cst_53) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %220 = stablehlo.multiply %180, %218 : tensor<64x16x64xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %221 = stablehlo.reduce(%220 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %222 = stablehlo.reshape %221 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %223 = stablehlo.broadcast_in_dim %190, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %224 = stablehlo.multiply %218, %223 : tensor<64x16x64xf32>
    %225 = stablehlo.multiply %222, %193 : tensor<64x16x1xf32>
    %cst_55 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %227 = stablehlo.divide %225, %226 : tensor<64x16x1xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %228 = stablehlo.reduce(%227 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %230 = stablehlo.multiply %229, %183 : tensor<64x16x64xf32>
    %231 = stablehlo.add %224, %230 : tensor<64x16x64xf32>
    %232 = stablehlo.negate %231 : tensor<64x16x64xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %233 = stablehlo.reduce(%232 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %234 = stablehlo.reshape %233 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_58 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %236 = stablehlo.divide %234, %235 : tensor<64x16x1xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %237 = stablehlo.reduce(%236 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %238 = stablehlo.broadcast_in_dim %237, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %239 = stablehlo.add %231, %238 : tensor<64x16x64xf32>
    %240 = stablehlo.reshape %239 : (tensor<64x16x64xf32>) -> tensor<32x32x64xf32>
    %241 = stablehlo.dot_general %240, %160, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<32x32x16x4xf32>) -> tensor<32x64x16x4xf32>
    %242 = stablehlo.transpose %241, dims = [2, 0, 3, 1] : (tensor<32x64x16x4xf32>) -> tensor<16x32x4x64xf32>
    %243 = stablehlo.dot_general %240, %171, batching_dims = [0] x [1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<16x32x4x64xf32>) -> tensor<32x32x16x4xf32>
    %244 = stablehlo.dot_general %242, %167, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x64xf32>, tensor<16x32x4x256xf32>) -> tensor<16x64x256xf32>
    %245 = stablehlo.transpose %244, dims = [0, 2, 1] : (tensor<16x64x256xf32>) -> tensor<16x256x64xf32>
    %246 = stablehlo.dot_general %242, %arg10, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x64xf32>, tensor<16x256x64xf32>) -> tensor<16x32x4x256xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %248 = stablehlo.select %169, %246, %247 : tensor<16x32x4x256xi1>, tensor<16x32x4x256xf32>
    %249 = stablehlo.dot_general %248, %165, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x256xf32>, tensor<16x32x4x64xf32>) -> tensor<16x256x64xf32>
    %250 = stablehlo.transpose %249, dims = [0, 2, 1] : (tensor<16x256x64xf32>) -> tensor<16x64x256xf32>
    %251 = stablehlo.dot_general %248, %arg14, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x256xf32>, tensor<16x64x256xf32>) -> tensor<16x32x4x64xf32>
    %252 = stablehlo.transpose %251, dims = [1, 3, 0, 2] : (tensor<16x32x4x64xf32>) -> tensor<32x64x16x4xf32>
    %253 = stablehlo.dot_general %252, %163, batching_dims = [0] x [0], contracting_dims = [2, 3] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<32x64x16x4xf32>, tensor<32x32x16x4xf32>) -> tensor<32x64x32xf32>
    %254 = stablehlo.transpose %253, dims = [0, 2, 1] : (tensor<32x64x32xf32>) -> tensor<32x32x64xf32>
    %255 = stablehlo.multiply %243, %157 : tensor<32x32x16x4xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %256 = stablehlo.reduce(%255 init: %cst_61) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x4xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %257 = stablehlo.reshape %256 : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %258 = stablehlo.reduce(%257 init: %cst_62) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x1xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %259 = stablehlo.multiply %258, %147 : tensor<32x32x16xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %260 = stablehlo.reduce(%259 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %261 = stablehlo.reshape %260 : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %262 = stablehlo.reduce(%261 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<32x32x1xf32>, tensor<f32>) -> tensor<32x32xf32>
    %263 = stablehlo.broadcast_in_dim %262, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x16xf32>
    %264 = stablehlo.multiply %263, %147 : tensor<32x32x16xf32>
    %265 = stablehlo.multiply %243, %141 : tensor<32x32x16x4xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %266 = stablehlo.reduce(%265 init: %cst_65) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x4xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %267 = stablehlo.reshape %266 : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %268 = stablehlo.reduce(%267 init: %cst_66) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x1xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %269 = stablehlo.multiply %268, %131 : tensor<32x32x16xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %270 = stablehlo.reduce(%269 init: %cst_67) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %271 = stablehlo.reshape %270 : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %272 = stablehlo.reduce(%271 init: %cst_68) applies stablehlo.add across dimensions = [2] : (tensor<32x32x1xf32>, tensor<f32>) -> tensor<32x32xf32>
    %273 = stablehlo.broadcast_in_dim %272, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x16xf32>
    %274 = stablehlo.multiply %273, %131 : tensor<32x32x16xf32>
    %275 = stablehlo.add %264, %274 : tensor<32x32x16xf32>
    %276 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %277 = stablehlo.multiply %275, %276 : tensor<32x32x16xf32>
    %278 = stablehlo.multiply %277, %105 : tensor<32x32x16xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %279 = stablehlo.reduce(%278 init: %cst_69) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %280 = stablehlo.reshape %279 : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %281 = stablehlo.negate %280 : tensor<32x32x1xf32>
    %282 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %283 = stablehlo.divide %275, %282 : tensor<32x32x16xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %284 = stablehlo.reduce(%281 init: %cst_70) applies stablehlo.add across dimensions = [2] : (tensor<32x32x1xf32>, tensor<f32>) -> tensor<32x32xf32>
    %285 = stablehlo.broadcast_in_dim %284, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x16xf32>
    %286 = stablehlo.add %283, %285 : tensor<32x32x16xf32>
    %287 = stablehlo.multiply %286, %105 : tensor<32x32x16xf32>
    %288 = stablehlo.dot_general %287, %82, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x16xf32>, tensor<32x32x64xf32>) -> tensor<16x64xf32>
    %289 = stablehlo.transpose %288, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %290 = stablehlo.dot_general %287, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x16xf32>, tensor<64x16xf32>) -> tensor<32x32x64xf32>
    %291 = stablehlo.add %254, %290 : tensor<32x32x64xf32>
    %292 = stablehlo.reshape %291 : (tensor<32x32x64xf32>) -> tensor<64x16x64xf32>
    %293 = stablehlo.add %239, %292 : tensor<64x16x64xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %294 = stablehlo.reduce(%293 init: %cst_71) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %295 = stablehlo.reshape %294 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %296 = stablehlo.reduce(%295 init: %cst_72) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %297 = stablehlo.multiply %75, %293 : tensor<64x16x64xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %298 = stablehlo.reduce(%297 init: %cst_73) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %299 = stablehlo.reshape %298 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %300 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %301 = stablehlo.multiply %293, %300 : tensor<64x16x64xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %302 = stablehlo.reduce(%299 init: %cst_74) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %303 = stablehlo.multiply %60, %301 : tensor<64x16x64xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %304 = stablehlo.reduce(%303 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %305 = stablehlo.reshape %304 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %306 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %307 = stablehlo.multiply %301, %306 : tensor<64x16x64xf32>
    %308 = stablehlo.multiply %305, %73 : tensor<64x16x1xf32>
    %cst_76 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %310 = stablehlo.divide %308, %309 : tensor<64x16x1xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %311 = stablehlo.reduce(%310 init: %cst_77) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %312 = stablehlo.broadcast_in_dim %311, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %313 = stablehlo.multiply %312, %63 : tensor<64x16x64xf32>
    %314 = stablehlo.add %307, %313 : tensor<64x16x64xf32>
    %315 = stablehlo.negate %314 : tensor<64x16x64xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %316 = stablehlo.reduce(%315 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %317 = stablehlo.reshape %316 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_79 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %319 = stablehlo.divide %317, %318 : tensor<64x16x1xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %320 = stablehlo.reduce(%319 init: %cst_80) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %321 = stablehlo.broadcast_in_dim %320, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %322 = stablehlo.add %314, %321 : tensor<64x16x64xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %323 = stablehlo.reduce(%322 init: %cst_81) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %324 = stablehlo.reshape %323 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %325 = stablehlo.reduce(%324 init: %cst_82) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %326 = stablehlo.dot_general %322, %49, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x16x64xf32>) -> tensor<64x64xf32>
    %327 = stablehlo.transpose %326, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %328 = stablehlo.dot_general %322, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %329 = stablehlo.reshape %328 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %330 = stablehlo.transpose %329, dims = [0, 2, 3, 1] : (tensor<64x16x16x4xf32>) -> tensor<64x16x4x16xf32>
    %331 = stablehlo.dot_general %330, %14, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x4x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x16xf32>
    %332 = stablehlo.dot_general %330, %43, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x16x4x16xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x4x16xf32>
    %333 = stablehlo.transpose %332, dims = [0, 3, 1, 2] : (tensor<64x16x4x16xf32>) -> tensor<64x16x16x4xf32>
    %334 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %335 = stablehlo.multiply %331, %334 : tensor<64x16x16x16xf32>
    %336 = stablehlo.multiply %335, %39 : tensor<64x16x16x16xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %337 = stablehlo.reduce(%336 init: %cst_83) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %338 = stablehlo.reshape %337 : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %339 = stablehlo.negate %338 : tensor<64x16x16x1xf32>
    %340 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %341 = stablehlo.divide %331, %340 : tensor<64x16x16x16xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %342 = stablehlo.reduce(%339 init: %cst_84) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x1xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %343 = stablehlo.broadcast_in_dim %342, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x16xf32>
    %344 = stablehlo.add %341, %343 : tensor<64x16x16x16xf32>
    %345 = stablehlo.multiply %344, %39 : tensor<64x16x16x16xf32>
    %cst_85 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<64x16x16x16xf32>
    %347 = stablehlo.multiply %345, %346 : tensor<64x16x16x16xf32>
    %348 = stablehlo.dot_general %347, %4, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %349 = stablehlo.transpose %348, dims = [0, 2, 1, 3] : (tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %350 = stablehlo.dot_general %347, %9, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %351 = stablehlo.transpose %350, dims = [0, 2, 1, 3] : (tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %352 = stablehlo.reshape %333 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %353 = stablehlo.reduce(%352 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %354 = stablehlo.reshape %353 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %355 = stablehlo.reduce(%354 init: %cst_87) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %356 = stablehlo.dot_general %352, %arg46, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x16x64xf32>) -> tensor<64x64xf32>
    %357 = stablehlo.transpose %356, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %358 = stablehlo.reshape %349 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %359 = stablehlo.reduce(%358 init: %cst_88) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %360 = stablehlo.reshape %359 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %361 = stablehlo.reduce(%360 init: %cst_89) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %362 = stablehlo.dot_general %358, %arg46, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x16x64xf32>) -> tensor<64x64xf32>
    %363 = stablehlo.transpose %362, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %364 = stablehlo.reshape %351 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %365 = stablehlo.reduce(%364 init: %cst_90) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %366 = stablehlo.reshape %365 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %367 = stablehlo.reduce(%366 init: %cst_91) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %368 = stablehlo.dot_general %364, %arg46, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x16x64xf32>) -> tensor<64x64xf32>
    %369 = stablehlo.transpose %368, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %cst_92 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %370 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %371 = stablehlo.multiply %370, %361 : tensor<64xf32>
    %cst_93 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %373 = stablehlo.multiply %372, %arg16 : tensor<64xf32>
    %374 = stablehlo.add %371, %373 : tensor<64xf32>
    %cst_94 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %375 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %376 = stablehlo.multiply %375, %363 : tensor<64x64xf32>
    %cst_95 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %377 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %378 = stablehlo.multiply %377, %arg17 : tensor<64x64xf32>
    %379 = stablehlo.add %376, %378 : tensor<64x64xf32>
    %cst_96 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %380 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %381 = stablehlo.multiply %380, %296 : tensor<64xf32>
    %cst_97 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %382 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %383 = stablehlo.multiply %382, %arg18 : tensor<64xf32>
    %384 = stablehlo.add %381, %383 : tensor<64xf32>
    %cst_98 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %386 = stablehlo.multiply %385, %302 : tensor<64xf32>
    %cst_99 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %388 = stablehlo.multiply %387, %arg19 : tensor<64xf32>
    %389 = stablehlo.add %386, %388 : tensor<64xf32>
    %cst_100 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %391 = stablehlo.multiply %390, %325 : tensor<64xf32>
    %cst_101 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %392 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %393 = stablehlo.multiply %392, %arg20 : tensor<64xf32>
    %394 = stablehlo.add %391, %393 : tensor<64xf32>
    %cst_102 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %395 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %396 = stablehlo.multiply %395, %327 : tensor<64x64xf32>
    %cst_103 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %397 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %398 = stablehlo.multiply %397, %arg21 : tensor<64x64xf32>
    %399 = stablehlo.add %396, %398 : tensor<64x64xf32>
    %cst_104 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %400 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %401 = stablehlo.multiply %400, %367 : tensor<64xf32>
    %cst_105 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %402 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %403 = stablehlo.multiply %402, %arg22 : tensor<64xf32>
    %404 = stablehlo.add %401, %403 : tensor<64xf32>
    %cst_106 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %405 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %406 = stablehlo.multiply %405, %369 : tensor<64x64xf32>
    %cst_107 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %407 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %408 = stablehlo.multiply %407, %arg23 : tensor<64x64xf32>
    %409 = stablehlo.add %406, %408 : tensor<64x64xf32>
    %cst_108 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %410 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %411 = stablehlo.multiply %410, %355 : tensor<64xf32>
    %cst_109 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %412 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %413 = stablehlo.multiply %412, %arg24 : tensor<64xf32>
    %414 = stablehlo.add %411, %413 : tensor<64xf32>
    %cst_110 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %415 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %416 = stablehlo.multiply %415, %357 : tensor<64x64xf32>
    %cst_111 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %417 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %418 = stablehlo.multiply %417, %arg25 : tensor<64x64xf32>
    %419 = stablehlo.add %416, %418 : tensor<64x64xf32>
    %cst_112 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %420 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %421 = stablehlo.multiply %420, %245 : tensor<16x256x64xf32>
    %cst_113 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %422 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %423 = stablehlo.multiply %422, %arg26 : tensor<16x256x64xf32>
    %424 = stablehlo.add %421, %423 : tensor<16x256x64xf32>
    %cst_114 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %426 = stablehlo.multiply %425, %289 : tensor<64x16xf32>
    %cst_115 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %427 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %428 = stablehlo.multiply %427, %arg27 : tensor<64x16xf32>
    %429 = stablehlo.add %426, %428 : tensor<64x16xf32>
    %cst_116 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %430 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %431 = stablehlo.multiply %430, %213 : tensor<64xf32>
    %cst_117 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %432 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %433 = stablehlo.multiply %432, %arg28 : tensor<64xf32>
    %434 = stablehlo.add %431, %433 : tensor<64xf32>
    %cst_118 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %435 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %436 = stablehlo.multiply %435, %219 : tensor<64xf32>
    %cst_119 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %437 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %438 = stablehlo.multiply %437, %arg29 : tensor<64xf32>
    %439 = stablehlo.add %436, %438 : tensor<64xf32>
    %cst_120 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %440 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %441 = stablehlo.multiply %440, %250 : tensor<16x64x256xf32>
    %cst_121 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %442 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %443 = stablehlo.multiply %442, %arg30 : tensor<16x64x256xf32>
    %444 = stablehlo.add %441, %443 : tensor<16x64x256xf32>
    %445 = stablehlo.multiply %361, %361 : tensor<64xf32>
    %cst_122 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %446 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %447 = stablehlo.multiply %446, %445 : tensor<64xf32>
    %cst_123 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %448 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %449 = stablehlo.multiply %448, %arg31 : tensor<64xf32>
    %450 = stablehlo.add %447, %449 : tensor<64xf32>
    %451 = stablehlo.multiply %363, %363 : tensor<64x64xf32>
    %cst_124 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %452 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %453 = stablehlo.multiply %452, %451 : tensor<64x64xf32>
    %cst_125 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %454 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %455 = stablehlo.multiply %454, %arg32 : tensor<64x64xf32>
    %456 = stablehlo.add %453, %455 : tensor<64x64xf32>
    %457 = stablehlo.multiply %296, %296 : tensor<64xf32>
    %cst_126 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %458 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %459 = stablehlo.multiply %458, %457 : tensor<64xf32>
    %cst_127 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %460 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %461 = stablehlo.multiply %460, %arg33 : tensor<64xf32>
    %462 = stablehlo.add %459, %461 : tensor<64xf32>
    %463 = stablehlo.multiply %302, %302 : tensor<64xf32>
    %cst_128 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %464 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %465 = stablehlo.multiply %464, %463 : tensor<64xf32>
    %cst_129 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %466 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %467 = stablehlo.multiply %466, %arg34 : tensor<64xf32>
    %468 = stablehlo.add %465, %467 : tensor<64xf32>
    %469 = stablehlo.multiply %325, %325 : tensor<64xf32>
    %cst_130 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %470 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %471 = stablehlo.multiply %470, %469 : tensor<64xf32>
    %cst_131 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %472 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %473 = stablehlo.multiply %472, %arg35 : tensor<64xf32>
    %474 = stablehlo.add %471, %473 : tensor<64xf32>
    %475 = stablehlo.multiply %327, %327 : tensor<64x64xf32>
    %cst_132 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %476 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %477 = stablehlo.multiply %476, %475 : tensor<64x64xf32>
    %cst_133 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %478 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %479 = stablehlo.multiply %478, %arg36 : tensor<64x64xf32>
    %480 = stablehlo.add %477, %479 : tensor<64x64xf32>
    %481 = stablehlo.multiply %367, %367 : tensor<64xf32>
    %cst_134 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %483 = stablehlo.multiply %482, %481 : tensor<64xf32>
    %cst_135 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %484 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %485 = stablehlo.multiply %484, %arg37 : tensor<64xf32>
    %486 = stablehlo.add %483, %485 : tensor<64xf32>
    %487 = stablehlo.multiply %369, %369 : tensor<64x64xf32>
    %cst_136 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %488 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %489 = stablehlo.multiply %488, %487 : tensor<64x64xf32>
    %cst_137 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %490 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %491 = stablehlo.multiply %490, %arg38 : tensor<64x64xf32>
    %492 = stablehlo.add %489, %491 : tensor<64x64xf32>
    %493 = stablehlo.multiply %355, %355 : tensor<64xf32>
    %cst_138 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %494 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %495 = stablehlo.multiply %494, %493 : tensor<64xf32>
    %cst_139 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %496 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %497 = stablehlo.multiply %496, %arg39 : tensor<64xf32>
    %498 = stablehlo.add %495, %497 : tensor<64xf32>
    %499 = stablehlo.multiply %357, %357 : tensor<64x64xf32>
    %cst_140 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %500 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %501 = stablehlo.multiply %500, %499 : tensor<64x64xf32>
    %cst_141 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %502 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %503 = stablehlo.multiply %502, %arg40 : tensor<64x64xf32>
    %504 = stablehlo.add %501, %503 : tensor<64x64xf32>
    %505 = stablehlo.multiply %245, %245 : tensor<16x256x64xf32>
    %cst_142 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %506 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %507 = stablehlo.multiply %506, %505 : tensor<16x256x64xf32>
    %cst_143 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %508 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %509 = stablehlo.multiply %508, %arg41 : tensor<16x256x64xf32>
    %510 = stablehlo.add %507, %509 : tensor<16x256x64xf32>
    %511 = stablehlo.multiply %289, %289 : tensor<64x16xf32>
    %cst_144 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %512 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %513 = stablehlo.multiply %512, %511 : tensor<64x16xf32>
    %cst_145 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %514 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %515 = stablehlo.multiply %514, %arg42 : tensor<64x16xf32>
    %516 = stablehlo.add %513, %515 : tensor<64x16xf32>
    %517 = stablehlo.multiply %213, %213 : tensor<64xf32>
    %cst_146 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %518 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %519 = stablehlo.multiply %518, %517 : tensor<64xf32>
    %cst_147 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %520 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %521 = stablehlo.multiply %520, %arg43 : tensor<64xf32>
    %522 = stablehlo.add %519, %521 : tensor<64xf32>
    %523 = stablehlo.multiply %219, %219 : tensor<64xf32>
    %cst_148 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %524 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %525 = stablehlo.multiply %524, %523 : tensor<64xf32>
    %cst_149 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %526 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %527 = stablehlo.multiply %526, %arg44 : tensor<64xf32>
    %528 = stablehlo.add %525, %527 : tensor<64xf32>
    %529 = stablehlo.multiply %250, %250 : tensor<16x64x256xf32>
    %cst_150 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %530 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %531 = stablehlo.multiply %530, %529 : tensor<16x64x256xf32>
    %cst_151 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %532 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %533 = stablehlo.multiply %532, %arg45 : tensor<16x64x256xf32>
    %534 = stablehlo.add %531, %533 : tensor<16x64x256xf32>
    %c = stablehlo.constant dense<2147483647> : tensor<i32>
    %535 = stablehlo.compare LT, %arg15, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_152 = stablehlo.constant dense<1> : tensor<i32>
    %536 = stablehlo.add %arg15, %c_152 : tensor<i32>
    %c_153 = stablehlo.constant dense<2147483647> : tensor<i32>
    %537 = call @_where(%535, %536, %c_153) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %538 = stablehlo.convert %537 : (tensor<i32>) -> tensor<f32>
    %cst_154 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %539 = stablehlo.convert %537 : (tensor<i32>) -> tensor<f32>
    %540 = stablehlo.power %cst_154, %539 : tensor<f32>
    %cst_155 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %541 = stablehlo.subtract %cst_155, %540 : tensor<f32>
    %542 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %543 = stablehlo.divide %374, %542 : tensor<64xf32>
    %544 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %545 = stablehlo.divide %379, %544 : tensor<64x64xf32>
    %546 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %547 = stablehlo.divide %384, %546 : tensor<64xf32>
    %548 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %549 = stablehlo.divide %389, %548 : tensor<64xf32>
    %550 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %551 = stablehlo.divide %394, %550 : tensor<64xf32>
    %552 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %553 = stablehlo.divide %399, %552 : tensor<64x64xf32>
    %554 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %555 = stablehlo.divide %404, %554 : tensor<64xf32>
    %556 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %557 = stablehlo.divide %409, %556 : tensor<64x64xf32>
    %558 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %559 = stablehlo.divide %414, %558 : tensor<64xf32>
    %560 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %561 = stablehlo.divide %419, %560 : tensor<64x64xf32>
    %562 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %563 = stablehlo.divide %424, %562 : tensor<16x256x64xf32>
    %564 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %565 = stablehlo.divide %429, %564 : tensor<64x16xf32>
    %566 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %567 = stablehlo.divide %434, %566 : tensor<64xf32>
    %568 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %569 = stablehlo.divide %439, %568 : tensor<64xf32>
    %570 = stablehlo.broadcast_in_dim %541, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %571 = stablehlo.divide %444, %570 : tensor<16x64x256xf32>
    %572 = stablehlo.convert %537 : (tensor<i32>) -> tensor<f32>
    %cst_156 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %573 = stablehlo.convert %537 : (tensor<i32>) -> tensor<f32>
    %574 = stablehlo.power %cst_156, %573 : tensor<f32>
    %cst_157 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %575 = stablehlo.subtract %cst_157, %574 : tensor<f32>
    %576 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %577 = stablehlo.divide %450, %576 : tensor<64xf32>
    %578 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %579 = stablehlo.divide %456, %578 : tensor<64x64xf32>
    %580 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %581 = stablehlo.divide %462, %580 : tensor<64xf32>
    %582 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %583 = stablehlo.divide %468, %582 : tensor<64xf32>
    %584 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %585 = stablehlo.divide %474, %584 : tensor<64xf32>
    %586 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %587 = stablehlo.divide %480, %586 : tensor<64x64xf32>
    %588 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %589 = stablehlo.divide %486, %588 : tensor<64xf32>
    %590 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %591 = stablehlo.divide %492, %590 : tensor<64x64xf32>
    %592 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %593 = stablehlo.divide %498, %592 : tensor<64xf32>
    %594 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %595 = stablehlo.divide %504, %594 : tensor<64x64xf32>
    %596 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %597 = stablehlo.divide %510, %596 : tensor<16x256x64xf32>
    %598 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %599 = stablehlo.divide %516, %598 : tensor<64x16xf32>
    %600 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %601 = stablehlo.divide %522, %600 : tensor<64xf32>
    %602 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %603 = stablehlo.divide %528, %602 : tensor<64xf32>
    %604 = stablehlo.broadcast_in_dim %575, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %605 = stablehlo.divide %534, %604 : tensor<16x64x256xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %606 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %607 = stablehlo.add %577, %606 : tensor<64xf32>
    %608 = stablehlo.sqrt %607 : tensor<64xf32>
    %cst_159 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %609 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %610 = stablehlo.add %608, %609 : tensor<64xf32>
    %611 = stablehlo.divide %543, %610 : tensor<64xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %612 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %613 = stablehlo.add %579, %612 : tensor<64x64xf32>
    %614 = stablehlo.sqrt %613 : tensor<64x64xf32>
    %cst_161 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %615 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %616 = stablehlo.add %614, %615 : tensor<64x64xf32>
    %617 = stablehlo.divide %545, %616 : tensor<64x64xf32>
    %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %618 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %619 = stablehlo.add %581, %618 : tensor<64xf32>
    %620 = stablehlo.sqrt %619 : tensor<64xf32>
    %cst_163 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %621 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %622 = stablehlo.add %620, %621 : tensor<64xf32>
    %623 = stablehlo.divide %547, %622 : tensor<64xf32>
    %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %624 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %625 = stablehlo.add %583, %624 : tensor<64xf32>
    %626 = stablehlo.sqrt %625 : tensor<64xf32>
    %cst_165 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %627 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %628 = stablehlo.add %626, %627 : tensor<64xf32>
    %629 = stablehlo.divide %549, %628 : tensor<64xf32>
    %cst_166 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %630 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %631 = stablehlo.add %585, %630 : tensor<64xf32>
    %632 = stablehlo.sqrt %631 : tensor<64xf32>
    %cst_167 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %633 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %634 = stablehlo.add %632, %633 : tensor<64xf32>
    %635 = stablehlo.divide %551, %634 : tensor<64xf32>
    %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %636 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %637 = stablehlo.add %587, %636 : tensor<64x64xf32>
    %638 = stablehlo.sqrt %637 : tensor<64x64xf32>
    %cst_169 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %639 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %640 = stablehlo.add %638, %639 : tensor<64x64xf32>
    %641 = stablehlo.divide %553, %640 : tensor<64x64xf32>
    %cst_170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %642 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %643 = stablehlo.add %589, %642 : tensor<64xf32>
    %644 = stablehlo.sqrt %643 : tensor<64xf32>
    %cst_171 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %645 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %646 = stablehlo.add %644, %645 : tensor<64xf32>
    %647 = stablehlo.divide %555, %646 : tensor<64xf32>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %648 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %649 = stablehlo.add %591, %648 : tensor<64x64xf32>
    %650 = stablehlo.sqrt %649 : tensor<64x64xf32>
    %cst_173 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %651 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %652 = stablehlo.add %650, %651 : tensor<64x64xf32>
    %653 = stablehlo.divide %557, %652 : tensor<64x64xf32>
    %cst_174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %654 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %655 = stablehlo.add %593, %654 : tensor<64xf32>
    %656 = stablehlo.sqrt %655 : tensor<64xf32>
    %cst_175 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %657 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %658 = stablehlo.add %656, %657 : tensor<64xf32>
    %659 = stablehlo.divide %559, %658 : tensor<64xf32>
    %cst_176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %660 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %661 = stablehlo.add %595, %660 : tensor<64x64xf32>
    %662 = stablehlo.sqrt %661 : tensor<64x64xf32>
    %cst_177 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %663 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %664 = stablehlo.add %662, %663 : tensor<64x64xf32>
    %665 = stablehlo.divide %561, %664 : tensor<64x64xf32>
    %cst_178 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %666 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %667 = stablehlo.add %597, %666 : tensor<16x256x64xf32>
    %668 = stablehlo.sqrt %667 : tensor<16x256x64xf32>
    %cst_179 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %669 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %670 = stablehlo.add %668, %669 : tensor<16x256x64xf32>
    %671 = stablehlo.divide %563, %670 : tensor<16x256x64xf32>
    %cst_180 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %672 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %673 = stablehlo.add %599, %672 : tensor<64x16xf32>
    %674 = stablehlo.sqrt %673 : tensor<64x16xf32>
    %cst_181 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %675 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %676 = stablehlo.add %674, %675 : tensor<64x16xf32>
    %677 = stablehlo.divide %565, %676 : tensor<64x16xf32>
    %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %678 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %679 = stablehlo.add %601, %678 : tensor<64xf32>
    %680 = stablehlo.sqrt %679 : tensor<64xf32>
    %cst_183 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %681 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %682 = stablehlo.add %680, %681 : tensor<64xf32>
    %683 = stablehlo.divide %567, %682 : tensor<64xf32>
    %cst_184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %684 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %685 = stablehlo.add %603, %684 : tensor<64xf32>
    %686 = stablehlo.sqrt %685 : tensor<64xf32>
    %cst_185 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %687 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %688 = stablehlo.add %686, %687 : tensor<64xf32>
    %689 = stablehlo.divide %569, %688 : tensor<64xf32>
    %cst_186 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %690 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %691 = stablehlo.add %605, %690 : tensor<16x64x256xf32>
    %692 = stablehlo.sqrt %691 : tensor<16x64x256xf32>
    %cst_187 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %693 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %694 = stablehlo.add %692, %693 : tensor<16x64x256xf32>
    %695 = stablehlo.divide %571, %694 : tensor<16x64x256xf32>
    %cst_188 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %696 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %697 = stablehlo.multiply %696, %611 : tensor<64xf32>
    %cst_189 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %698 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %699 = stablehlo.multiply %698, %617 : tensor<64x64xf32>
    %cst_190 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %700 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %701 = stablehlo.multiply %700, %623 : tensor<64xf32>
    %cst_191 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %702 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %703 = stablehlo.multiply %702, %629 : tensor<64xf32>
    %cst_192 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %704 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %705 = stablehlo.multiply %704, %635 : tensor<64xf32>
    %cst_193 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %706 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %707 = stablehlo.multiply %706, %641 : tensor<64x64xf32>
    %cst_194 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %708 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %709 = stablehlo.multiply %708, %647 : tensor<64xf32>
    %cst_195 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %710 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %711 = stablehlo.multiply %710, %653 : tensor<64x64xf32>
    %cst_196 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %712 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %713 = stablehlo.multiply %712, %659 : tensor<64xf32>
    %cst_197 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %714 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %715 = stablehlo.multiply %714, %665 : tensor<64x64xf32>
    %cst_198 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %716 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %717 = stablehlo.multiply %716, %671 : tensor<16x256x64xf32>
    %cst_199 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %718 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %719 = stablehlo.multiply %718, %677 : tensor<64x16xf32>
    %cst_200 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %720 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %721 = stablehlo.multiply %720, %683 : tensor<64xf32>
    %cst_201 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %722 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %723 = stablehlo.multiply %722, %689 : tensor<64xf32>
    %cst_202 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %724 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %725 = stablehlo.multiply %724, %695 : tensor<16x64x256xf32>
    %726 = stablehlo.add %arg0, %697 : tensor<64xf32>
    %727 = stablehlo.add %arg1, %699 : tensor<64x64xf32>
    %728 = stablehlo.add %arg2, %701 : tensor<64xf32>
    %729 = stablehlo.add %arg3, %703 : tensor<64xf32>
    %730 = stablehlo.add %arg4, %705 : tensor<64xf32>
    %731 = stablehlo.add %arg5, %707 : tensor<64x64xf32>
    %732 = stablehlo.add %arg6, %709 : tensor<64xf32>
    %733 = stablehlo.add %arg7, %711 : tensor<64x64xf32>
    %734 = stablehlo.add %arg8, %713 : tensor<64xf32>
    %735 = stablehlo.add %arg9, %715 : tensor<64x64xf32>
    %736 = stablehlo.add %arg10, %717 : tensor<16x256x64xf32>
    %737 = stablehlo.add %arg11, %719 : tensor<64x16xf32>
    %738 = stablehlo.add %arg12, %721 : tensor<64xf32>
    %739 = stablehlo.add %arg13, %723 : tensor<64xf32>
    %740 = stablehlo.add %arg14, %725 : tensor<16x64x256xf32>
    return %726, %727, %728, %729, %730, %731, %732, %733, %734, %735, %736, %737, %738, %739, %740, %537, %374, %379, %384, %389, %394, %399, %404, %409, %414, %419, %424, %429, %434, %439, %444, %450, %456, %462, %468, %474, %480, %486, %492, %498, %504, %510, %516, %522, %528, %534 : tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<16x256x64xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>, tensor<16x64x256xf32>, tensor<i32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<16x256x64xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>, tensor<16x64x256xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<16x256x64xf32>, tensor<64x16xf32>, tensor<64xf32>, tensor<64xf32>, tensor<16x64x256xf32>
  }
  func.func private @argmax(%arg0: tensor<32x32x16xf32>) -> tensor<32x32xi32> {
    %0 = stablehlo.iota dim = 2 : tensor<32x32x16xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [2] : (tensor<32x32x16xf32>, tensor<32x32x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<32x32xf32>, tensor<32x32xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<32x32xi32>
  }
  func.func private @_one_hot(%arg0: tensor<32x32xi32>) -> tensor<32x32x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<32x32xi32>) -> tensor<32x32x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x16xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<32x32x1xi32>) -> tensor<32x32x16xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x16xi32>) -> tensor<32x32x16xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<32x32x16xi32>, tensor<32x32x16xi32>) -> tensor<32x32x16xi1>
    %5 = stablehlo.convert %4 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    return %5 : tensor<32x32x16xf32>
  }
  func.func private @cumsum(%arg0: tensor<32x32x16xf32>) -> tensor<32x32x16xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<32x32x16xf32>) -> tensor<32x32x16xf32>
    return %0 : tensor<32x32x16xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<32x32x16xf32>) -> tensor<32x32x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [31, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 32, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    return %1 : tensor<32x32x16xf32>
  }
  func.func private @_one_hot_1(%arg0: tensor<32x32x16xi32>) -> tensor<32x32x16x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<32x32x16xi32>) -> tensor<32x32x16x1xi32>
    %1 = stablehlo.iota dim = 3 : tensor<1x1x1x4xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2, 3] : (tensor<32x32x16x1xi32>) -> tensor<32x32x16x4xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xi32>) -> tensor<32x32x16x4xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<32x32x16x4xi32>, tensor<32x32x16x4xi32>) -> tensor<32x32x16x4xi1>
    %5 = stablehlo.convert %4 : (tensor<32x32x16x4xi1>) -> tensor<32x32x16x4xf32>
    return %5 : tensor<32x32x16x4xf32>
  }
  func.func private @relu(%arg0: tensor<16x32x4x256xf32>) -> tensor<16x32x4x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x32x4x256xf32>
    return %1 : tensor<16x32x4x256xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
