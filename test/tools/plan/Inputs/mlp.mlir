module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<512xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<512x512xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<512xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<512x512xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<512xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<512x512xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<512xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<512x512xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<512xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<512x512xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<512xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<512x512xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<i32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<512xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<512x512xf32> {tf.aliasing_output = 14 : i32}, %arg15: tensor<512xf32> {tf.aliasing_output = 15 : i32}, %arg16: tensor<512x512xf32> {tf.aliasing_output = 16 : i32}, %arg17: tensor<512xf32> {tf.aliasing_output = 17 : i32}, %arg18: tensor<512x512xf32> {tf.aliasing_output = 18 : i32}, %arg19: tensor<512xf32> {tf.aliasing_output = 19 : i32}, %arg20: tensor<512x512xf32> {tf.aliasing_output = 20 : i32}, %arg21: tensor<512xf32> {tf.aliasing_output = 21 : i32}, %arg22: tensor<512x512xf32> {tf.aliasing_output = 22 : i32}, %arg23: tensor<512xf32> {tf.aliasing_output = 23 : i32}, %arg24: tensor<512x512xf32> {tf.aliasing_output = 24 : i32}, %arg25: tensor<512xf32> {tf.aliasing_output = 25 : i32}, %arg26: tensor<512x512xf32> {tf.aliasing_output = 26 : i32}, %arg27: tensor<512xf32> {tf.aliasing_output = 27 : i32}, %arg28: tensor<512x512xf32> {tf.aliasing_output = 28 : i32}, %arg29: tensor<512xf32> {tf.aliasing_output = 29 : i32}, %arg30: tensor<512x512xf32> {tf.aliasing_output = 30 : i32}, %arg31: tensor<512xf32> {tf.aliasing_output = 31 : i32}, %arg32: tensor<512x512xf32> {tf.aliasing_output = 32 : i32}, %arg33: tensor<512xf32> {tf.aliasing_output = 33 : i32}, %arg34: tensor<512x512xf32> {tf.aliasing_output = 34 : i32}, %arg35: tensor<512xf32> {tf.aliasing_output = 35 : i32}, %arg36: tensor<512x512xf32> {tf.aliasing_output = 36 : i32}, %arg37: tensor<64x512xf32>, %arg38: tensor<64x512xf32>) -> (tensor<512xf32> {jax.result_info = "result[0][0]['b']"}, tensor<512x512xf32> {jax.result_info = "result[0][0]['w']"}, tensor<512xf32> {jax.result_info = "result[0][1]['b']"}, tensor<512x512xf32> {jax.result_info = "result[0][1]['w']"}, tensor<512xf32> {jax.result_info = "result[0][2]['b']"}, tensor<512x512xf32> {jax.result_info = "result[0][2]['w']"}, tensor<512xf32> {jax.result_info = "result[0][3]['b']"}, tensor<512x512xf32> {jax.result_info = "result[0][3]['w']"}, tensor<512xf32> {jax.result_info = "result[0][4]['b']"}, tensor<512x512xf32> {jax.result_info = "result[0][4]['w']"}, tensor<512xf32> {jax.result_info = "result[0][5]['b']"}, tensor<512x512xf32> {jax.result_info = "result[0][5]['w']"}, tensor<i32> {jax.result_info = "result[1][0].count"}, tensor<512xf32> {jax.result_info = "result[1][0].mu[0]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].mu[0]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].mu[1]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].mu[1]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].mu[2]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].mu[2]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].mu[3]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].mu[3]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].mu[4]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].mu[4]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].mu[5]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].mu[5]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].nu[0]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].nu[0]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].nu[1]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].nu[1]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].nu[2]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].nu[2]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].nu[3]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].nu[3]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].nu[4]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].nu[4]['w']"}, tensor<512xf32> {jax.result_info = "result[1][0].nu[5]['b']"}, tensor<512x512xf32> {jax.result_info = "result[1][0].nu[5]['w']"}) {
    %0 = stablehlo.dot_general %arg37, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<512xf32>) -> tensor<1x512xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x512xf32>) -> tensor<64x512xf32>
    %3 = stablehlo.add %0, %2 : tensor<64x512xf32>
    %4 = call @relu(%3) : (tensor<64x512xf32>) -> tensor<64x512xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %6 = stablehlo.compare GT, %3, %5, FLOAT : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x512xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %8 = stablehlo.dot_general %4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %9 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<512xf32>) -> tensor<1x512xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x512xf32>) -> tensor<64x512xf32>
    %11 = stablehlo.add %8, %10 : tensor<64x512xf32>
    %12 = call @relu(%11) : (tensor<64x512xf32>) -> tensor<64x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %14 = stablehlo.compare GT, %11, %13, FLOAT : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x512xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %16 = stablehlo.dot_general %12, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %17 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<512xf32>) -> tensor<1x512xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x512xf32>) -> tensor<64x512xf32>
    %19 = stablehlo.add %16, %18 : tensor<64x512xf32>
    %20 = call @relu(%19) : (tensor<64x512xf32>) -> tensor<64x512xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %22 = stablehlo.compare GT, %19, %21, FLOAT : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x512xi1>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %24 = stablehlo.dot_general %20, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %25 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<512xf32>) -> tensor<1x512xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x512xf32>) -> tensor<64x512xf32>
    %27 = stablehlo.add %24, %26 : tensor<64x512xf32>
    %28 = call @relu(%27) : (tensor<64x512xf32>) -> tensor<64x512xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %30 = stablehlo.compare GT, %27, %29, FLOAT : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x512xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %32 = stablehlo.dot_general %28, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %33 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<512xf32>) -> tensor<1x512xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<1x512xf32>) -> tensor<64x512xf32>
    %35 = stablehlo.add %32, %34 : tensor<64x512xf32>
    %36 = call @relu(%35) : (tensor<64x512xf32>) -> tensor<64x512xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %38 = stablehlo.compare GT, %35, %37, FLOAT : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x512xi1>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %40 = stablehlo.dot_general %36, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %41 = stablehlo.broadcast_in_dim %arg10, dims = [1] : (tensor<512xf32>) -> tensor<1x512xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<1x512xf32>) -> tensor<64x512xf32>
    %43 = stablehlo.add %40, %42 : tensor<64x512xf32>
    %44 = stablehlo.subtract %43, %arg38 : tensor<64x512xf32>
    %45 = chlo.square %44 : tensor<64x512xf32> -> tensor<64x512xf32>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %47 = stablehlo.multiply %46, %44 : tensor<64x512xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%45 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x512xf32>, tensor<f32>) -> tensor<f32>
    %cst_11 = stablehlo.constant dense<3.276800e+04> : tensor<f32>
    %49 = stablehlo.divide %48, %cst_11 : tensor<f32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_13 = stablehlo.constant dense<3.276800e+04> : tensor<f32>
    %50 = stablehlo.divide %cst_12, %cst_13 : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %52 = stablehlo.multiply %51, %47 : tensor<64x512xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<64x512xf32>, tensor<f32>) -> tensor<512xf32>
    %54 = stablehlo.reshape %53 : (tensor<512xf32>) -> tensor<1x512xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %56 = stablehlo.dot_general %52, %36, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
    %57 = stablehlo.transpose %56, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %58 = stablehlo.dot_general %52, %arg11, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %60 = stablehlo.select %38, %58, %59 : tensor<64x512xi1>, tensor<64x512xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.reduce(%60 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<64x512xf32>, tensor<f32>) -> tensor<512xf32>
    %62 = stablehlo.reshape %61 : (tensor<512xf32>) -> tensor<1x512xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %64 = stablehlo.dot_general %60, %28, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
    %65 = stablehlo.transpose %64, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %66 = stablehlo.dot_general %60, %arg9, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %68 = stablehlo.select %30, %66, %67 : tensor<64x512xi1>, tensor<64x512xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%68 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<64x512xf32>, tensor<f32>) -> tensor<512xf32>
    %70 = stablehlo.reshape %69 : (tensor<512xf32>) -> tensor<1x512xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %71 = stablehlo.reduce(%70 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %72 = stablehlo.dot_general %68, %20, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
    %73 = stablehlo.transpose %72, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %74 = stablehlo.dot_general %68, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %76 = stablehlo.select %22, %74, %75 : tensor<64x512xi1>, tensor<64x512xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<64x512xf32>, tensor<f32>) -> tensor<512xf32>
    %78 = stablehlo.reshape %77 : (tensor<512xf32>) -> tensor<1x512xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %80 = stablehlo.dot_general %76, %12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
    %81 = stablehlo.transpose %80, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %82 = stablehlo.dot_general %76, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %84 = stablehlo.select %14, %82, %83 : tensor<64x512xi1>, tensor<64x512xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %85 = stablehlo.reduce(%84 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<64x512xf32>, tensor<f32>) -> tensor<512xf32>
    %86 = stablehlo.reshape %85 : (tensor<512xf32>) -> tensor<1x512xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.reduce(%86 init: %cst_27) applies stablehlo.add across dimensions = [0] : (tensor<1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %88 = stablehlo.dot_general %84, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
    %89 = stablehlo.transpose %88, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %90 = stablehlo.dot_general %84, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %92 = stablehlo.select %6, %90, %91 : tensor<64x512xi1>, tensor<64x512xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.reduce(%92 init: %cst_29) applies stablehlo.add across dimensions = [0] : (tensor<64x512xf32>, tensor<f32>) -> tensor<512xf32>
    %94 = stablehlo.reshape %93 : (tensor<512xf32>) -> tensor<1x512xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_30) applies stablehlo.add across dimensions = [0] : (tensor<1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %96 = stablehlo.dot_general %92, %arg37, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
    %97 = stablehlo.transpose %96, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %99 = stablehlo.multiply %98, %95 : tensor<512xf32>
    %cst_32 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %101 = stablehlo.multiply %100, %arg13 : tensor<512xf32>
    %102 = stablehlo.add %99, %101 : tensor<512xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %104 = stablehlo.multiply %103, %97 : tensor<512x512xf32>
    %cst_34 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %106 = stablehlo.multiply %105, %arg14 : tensor<512x512xf32>
    %107 = stablehlo.add %104, %106 : tensor<512x512xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %109 = stablehlo.multiply %108, %87 : tensor<512xf32>
    %cst_36 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %111 = stablehlo.multiply %110, %arg15 : tensor<512xf32>
    %112 = stablehlo.add %109, %111 : tensor<512xf32>
    %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %114 = stablehlo.multiply %113, %89 : tensor<512x512xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %116 = stablehlo.multiply %115, %arg16 : tensor<512x512xf32>
    %117 = stablehlo.add %114, %116 : tensor<512x512xf32>
    %cst_39 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %119 = stablehlo.multiply %118, %79 : tensor<512xf32>
    %cst_40 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %121 = stablehlo.multiply %120, %arg17 : tensor<512xf32>
    %122 = stablehlo.add %119, %121 : tensor<512xf32>
    %cst_41 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %124 = stablehlo.multiply %123, %81 : tensor<512x512xf32>
    %cst_42 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %126 = stablehlo.multiply %125, %arg18 : tensor<512x512xf32>
    %127 = stablehlo.add %124, %126 : tensor<512x512xf32>
    %cst_43 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %129 = stablehlo.multiply %128, %71 : tensor<512xf32>
    %cst_44 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %131 = stablehlo.multiply %130, %arg19 : tensor<512xf32>
    %132 = stablehlo.add %129, %131 : tensor<512xf32>
    %cst_45 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %134 = stablehlo.multiply %133, %73 : tensor<512x512xf32>
    %cst_46 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %136 = stablehlo.multiply %135, %arg20 : tensor<512x512xf32>
    %137 = stablehlo.add %134, %136 : tensor<512x512xf32>
    %cst_47 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %139 = stablehlo.multiply %138, %63 : tensor<512xf32>
    %cst_48 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %141 = stablehlo.multiply %140, %arg21 : tensor<512xf32>
    %142 = stablehlo.add %139, %141 : tensor<512xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %144 = stablehlo.multiply %143, %65 : tensor<512x512xf32>
    %cst_50 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %146 = stablehlo.multiply %145, %arg22 : tensor<512x512xf32>
    %147 = stablehlo.add %144, %146 : tensor<512x512xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %149 = stablehlo.multiply %148, %55 : tensor<512xf32>
    %cst_52 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %151 = stablehlo.multiply %150, %arg23 : tensor<512xf32>
    %152 = stablehlo.add %149, %151 : tensor<512xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %154 = stablehlo.multiply %153, %57 : tensor<512x512xf32>
    %cst_54 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %156 = stablehlo.multiply %155, %arg24 : tensor<512x512xf32>
    %157 = stablehlo.add %154, %156 : tensor<512x512xf32>
    %158 = stablehlo.multiply %95, %95 : tensor<512xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %160 = stablehlo.multiply %159, %158 : tensor<512xf32>
    %cst_56 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %162 = stablehlo.multiply %161, %arg25 : tensor<512xf32>
    %163 = stablehlo.add %160, %162 : tensor<512xf32>
    %164 = stablehlo.multiply %97, %97 : tensor<512x512xf32>
    %cst_57 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %166 = stablehlo.multiply %165, %164 : tensor<512x512xf32>
    %cst_58 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %168 = stablehlo.multiply %167, %arg26 : tensor<512x512xf32>
    %169 = stablehlo.add %166, %168 : tensor<512x512xf32>
    %170 = stablehlo.multiply %87, %87 : tensor<512xf32>
    %cst_59 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %172 = stablehlo.multiply %171, %170 : tensor<512xf32>
    %cst_60 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %174 = stablehlo.multiply %173, %arg27 : tensor<512xf32>
    %175 = stablehlo.add %172, %174 : tensor<512xf32>
    %176 = stablehlo.multiply %89, %89 : tensor<512x512xf32>
    %cst_61 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %178 = stablehlo.multiply %177, %176 : tensor<512x512xf32>
    %cst_62 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %180 = stablehlo.multiply %179, %arg28 : tensor<512x512xf32>
    %181 = stablehlo.add %178, %180 : tensor<512x512xf32>
    %182 = stablehlo.multiply %79, %79 : tensor<512xf32>
    %cst_63 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %184 = stablehlo.multiply %183, %182 : tensor<512xf32>
    %cst_64 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %186 = stablehlo.multiply %185, %arg29 : tensor<512xf32>
    %187 = stablehlo.add %184, %186 : tensor<512xf32>
    %188 = stablehlo.multiply %81, %81 : tensor<512x512xf32>
    %cst_65 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %190 = stablehlo.multiply %189, %188 : tensor<512x512xf32>
    %cst_66 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %192 = stablehlo.multiply %191, %arg30 : tensor<512x512xf32>
    %193 = stablehlo.add %190, %192 : tensor<512x512xf32>
    %194 = stablehlo.multiply %71, %71 : tensor<512xf32>
    %cst_67 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %196 = stablehlo.multiply %195, %194 : tensor<512xf32>
    %cst_68 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %198 = stablehlo.multiply %197, %arg31 : tensor<512xf32>
    %199 = stablehlo.add %196, %198 : tensor<512xf32>
    %200 = stablehlo.multiply %73, %73 : tensor<512x512xf32>
    %cst_69 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %201 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %202 = stablehlo.multiply %201, %200 : tensor<512x512xf32>
    %cst_70 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %204 = stablehlo.multiply %203, %arg32 : tensor<512x512xf32>
    %205 = stablehlo.add %202, %204 : tensor<512x512xf32>
    %206 = stablehlo.multiply %63, %63 : tensor<512xf32>
    %cst_71 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %208 = stablehlo.multiply %207, %206 : tensor<512xf32>
    %cst_72 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %210 = stablehlo.multiply %209, %arg33 : tensor<512xf32>
    %211 = stablehlo.add %208, %210 : tensor<512xf32>
    %212 = stablehlo.multiply %65, %65 : tensor<512x512xf32>
    %cst_73 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %214 = stablehlo.multiply %213, %212 : tensor<512x512xf32>
    %cst_74 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %216 = stablehlo.multiply %215, %arg34 : tensor<512x512xf32>
    %217 = stablehlo.add %214, %216 : tensor<512x512xf32>
    %218 = stablehlo.multiply %55, %55 : tensor<512xf32>
    %cst_75 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %220 = stablehlo.multiply %219, %218 : tensor<512xf32>
    %cst_76 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %222 = stablehlo.multiply %221, %arg35 : tensor<512xf32>
    %223 = stablehlo.add %220, %222 : tensor<512xf32>
    %224 = stablehlo.multiply %57, %57 : tensor<512x512xf32>
    %cst_77 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %226 = stablehlo.multiply %225, %224 : tensor<512x512xf32>
    %cst_78 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %228 = stablehlo.multiply %227, %arg36 : tensor<512x512xf32>
    %229 = stablehlo.add %226, %228 : tensor<512x512xf32>
    %c = stablehlo.constant dense<2147483647> : tensor<i32>
    %230 = stablehlo.compare LT, %arg12, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_79 = stablehlo.constant dense<1> : tensor<i32>
    %231 = stablehlo.add %arg12, %c_79 : tensor<i32>
    %c_80 = stablehlo.constant dense<2147483647> : tensor<i32>
    %232 = call @_where(%230, %231, %c_80) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %233 = stablehlo.convert %232 : (tensor<i32>) -> tensor<f32>
    %cst_81 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %234 = stablehlo.convert %232 : (tensor<i32>) -> tensor<f32>
    %235 = stablehlo.power %cst_81, %234 : tensor<f32>
    %cst_82 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %236 = stablehlo.subtract %cst_82, %235 : tensor<f32>
    %237 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %238 = stablehlo.divide %102, %237 : tensor<512xf32>
    %239 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %240 = stablehlo.divide %107, %239 : tensor<512x512xf32>
    %241 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %242 = stablehlo.divide %112, %241 : tensor<512xf32>
    %243 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %244 = stablehlo.divide %117, %243 : tensor<512x512xf32>
    %245 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %246 = stablehlo.divide %122, %245 : tensor<512xf32>
    %247 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %248 = stablehlo.divide %127, %247 : tensor<512x512xf32>
    %249 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %250 = stablehlo.divide %132, %249 : tensor<512xf32>
    %251 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %252 = stablehlo.divide %137, %251 : tensor<512x512xf32>
    %253 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %254 = stablehlo.divide %142, %253 : tensor<512xf32>
    %255 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %256 = stablehlo.divide %147, %255 : tensor<512x512xf32>
    %257 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %258 = stablehlo.divide %152, %257 : tensor<512xf32>
    %259 = stablehlo.broadcast_in_dim %236, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %260 = stablehlo.divide %157, %259 : tensor<512x512xf32>
    %261 = stablehlo.convert %232 : (tensor<i32>) -> tensor<f32>
    %cst_83 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %262 = stablehlo.convert %232 : (tensor<i32>) -> tensor<f32>
    %263 = stablehlo.power %cst_83, %262 : tensor<f32>
    %cst_84 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %264 = stablehlo.subtract %cst_84, %263 : tensor<f32>
    %265 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %266 = stablehlo.divide %163, %265 : tensor<512xf32>
    %267 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %268 = stablehlo.divide %169, %267 : tensor<512x512xf32>
    %269 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %270 = stablehlo.divide %175, %269 : tensor<512xf32>
    %271 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %272 = stablehlo.divide %181, %271 : tensor<512x512xf32>
    %273 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %274 = stablehlo.divide %187, %273 : tensor<512xf32>
    %275 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %276 = stablehlo.divide %193, %275 : tensor<512x512xf32>
    %277 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %278 = stablehlo.divide %199, %277 : tensor<512xf32>
    %279 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %280 = stablehlo.divide %205, %279 : tensor<512x512xf32>
    %281 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %282 = stablehlo.divide %211, %281 : tensor<512xf32>
    %283 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %284 = stablehlo.divide %217, %283 : tensor<512x512xf32>
    %285 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %286 = stablehlo.divide %223, %285 : tensor<512xf32>
    %287 = stablehlo.broadcast_in_dim %264, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %288 = stablehlo.divide %229, %287 : tensor<512x512xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %290 = stablehlo.add %266, %289 : tensor<512xf32>
    %291 = stablehlo.sqrt %290 : tensor<512xf32>
    %cst_86 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %293 = stablehlo.add %291, %292 : tensor<512xf32>
    %294 = stablehlo.divide %238, %293 : tensor<512xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %295 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %296 = stablehlo.add %268, %295 : tensor<512x512xf32>
    %297 = stablehlo.sqrt %296 : tensor<512x512xf32>
    %cst_88 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %299 = stablehlo.add %297, %298 : tensor<512x512xf32>
    %300 = stablehlo.divide %240, %299 : tensor<512x512xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %302 = stablehlo.add %270, %301 : tensor<512xf32>
    %303 = stablehlo.sqrt %302 : tensor<512xf32>
    %cst_90 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %305 = stablehlo.add %303, %304 : tensor<512xf32>
    %306 = stablehlo.divide %242, %305 : tensor<512xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %308 = stablehlo.add %272, %307 : tensor<512x512xf32>
    %309 = stablehlo.sqrt %308 : tensor<512x512xf32>
    %cst_92 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %311 = stablehlo.add %309, %310 : tensor<512x512xf32>
    %312 = stablehlo.divide %244, %311 : tensor<512x512xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %313 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %314 = stablehlo.add %274, %313 : tensor<512xf32>
    %315 = stablehlo.sqrt %314 : tensor<512xf32>
    %cst_94 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %316 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %317 = stablehlo.add %315, %316 : tensor<512xf32>
    %318 = stablehlo.divide %246, %317 : tensor<512xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %320 = stablehlo.add %276, %319 : tensor<512x512xf32>
    %321 = stablehlo.sqrt %320 : tensor<512x512xf32>
    %cst_96 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %323 = stablehlo.add %321, %322 : tensor<512x512xf32>
    %324 = stablehlo.divide %248, %323 : tensor<512x512xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %326 = stablehlo.add %278, %325 : tensor<512xf32>
    %327 = stablehlo.sqrt %326 : tensor<512xf32>
    %cst_98 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %328 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %329 = stablehlo.add %327, %328 : tensor<512xf32>
    %330 = stablehlo.divide %250, %329 : tensor<512xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %331 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %332 = stablehlo.add %280, %331 : tensor<512x512xf32>
    %333 = stablehlo.sqrt %332 : tensor<512x512xf32>
    %cst_100 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %335 = stablehlo.add %333, %334 : tensor<512x512xf32>
    %336 = stablehlo.divide %252, %335 : tensor<512x512xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %338 = stablehlo.add %282, %337 : tensor<512xf32>
    %339 = stablehlo.sqrt %338 : tensor<512xf32>
    %cst_102 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %340 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %341 = stablehlo.add %339, %340 : tensor<512xf32>
    %342 = stablehlo.divide %254, %341 : tensor<512xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %343 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %344 = stablehlo.add %284, %343 : tensor<512x512xf32>
    %345 = stablehlo.sqrt %344 : tensor<512x512xf32>
    %cst_104 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %347 = stablehlo.add %345, %346 : tensor<512x512xf32>
    %348 = stablehlo.divide %256, %347 : tensor<512x512xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %350 = stablehlo.add %286, %349 : tensor<512xf32>
    %351 = stablehlo.sqrt %350 : tensor<512xf32>
    %cst_106 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %353 = stablehlo.add %351, %352 : tensor<512xf32>
    %354 = stablehlo.divide %258, %353 : tensor<512xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %355 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %356 = stablehlo.add %288, %355 : tensor<512x512xf32>
    %357 = stablehlo.sqrt %356 : tensor<512x512xf32>
    %cst_108 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %358 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %359 = stablehlo.add %357, %358 : tensor<512x512xf32>
    %360 = stablehlo.divide %260, %359 : tensor<512x512xf32>
    %cst_109 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %361 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %362 = stablehlo.multiply %361, %294 : tensor<512xf32>
    %cst_110 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %364 = stablehlo.multiply %363, %300 : tensor<512x512xf32>
    %cst_111 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %365 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %366 = stablehlo.multiply %365, %306 : tensor<512xf32>
    %cst_112 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %367 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %368 = stablehlo.multiply %367, %312 : tensor<512x512xf32>
    %cst_113 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %370 = stablehlo.multiply %369, %318 : tensor<512xf32>
    %cst_114 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %371 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %372 = stablehlo.multiply %371, %324 : tensor<512x512xf32>
    %cst_115 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %373 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %374 = stablehlo.multiply %373, %330 : tensor<512xf32>
    %cst_116 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %375 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %376 = stablehlo.multiply %375, %336 : tensor<512x512xf32>
    %cst_117 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %377 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %378 = stablehlo.multiply %377, %342 : tensor<512xf32>
    %cst_118 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %379 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %380 = stablehlo.multiply %379, %348 : tensor<512x512xf32>
    %cst_119 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %382 = stablehlo.multiply %381, %354 : tensor<512xf32>
    %cst_120 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %383 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %384 = stablehlo.multiply %383, %360 : tensor<512x512xf32>
    %385 = stablehlo.add %arg0, %362 : tensor<512xf32>
    %386 = stablehlo.add %arg1, %364 : tensor<512x512xf32>
    %387 = stablehlo.add %arg2, %366 : tensor<512xf32>
    %388 = stablehlo.add %arg3, %368 : tensor<512x512xf32>
    %389 = stablehlo.add %arg4, %370 : tensor<512xf32>
    %390 = stablehlo.add %arg5, %372 : tensor<512x512xf32>
    %391 = stablehlo.add %arg6, %374 : tensor<512xf32>
    %392 = stablehlo.add %arg7, %376 : tensor<512x512xf32>
    %393 = stablehlo.add %arg8, %378 : tensor<512xf32>
    %394 = stablehlo.add %arg9, %380 : tensor<512x512xf32>
    %395 = stablehlo.add %arg10, %382 : tensor<512xf32>
    %396 = stablehlo.add %arg11, %384 : tensor<512x512xf32>
    return %385, %386, %387, %388, %389, %390, %391, %392, %393, %394, %395, %396, %232, %102, %107, %112, %117, %122, %127, %132, %137, %142, %147, %152, %157, %163, %169, %175, %181, %187, %193, %199, %205, %211, %217, %223, %229 : tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<i32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512x512xf32>
  }
  func.func private @relu(%arg0: tensor<64x512xf32>) -> tensor<64x512xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x512xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<64x512xf32>
    return %1 : tensor<64x512xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
