module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<32x32xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<32xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<32xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<32xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<32x32xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<32xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<32x32xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<32xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<32x32xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<32xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<128x32xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<32xf32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<32xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<128xf32> {tf.aliasing_output = 14 : i32}, %arg15: tensor<32x128xf32> {tf.aliasing_output = 15 : i32}, %arg16: tensor<32xf32> {tf.aliasing_output = 16 : i32}, %arg17: tensor<32x32xf32> {tf.aliasing_output = 17 : i32}, %arg18: tensor<32xf32> {tf.aliasing_output = 18 : i32}, %arg19: tensor<32xf32> {tf.aliasing_output = 19 : i32}, %arg20: tensor<32xf32> {tf.aliasing_output = 20 : i32}, %arg21: tensor<32x32xf32> {tf.aliasing_output = 21 : i32}, %arg22: tensor<32xf32> {tf.aliasing_output = 22 : i32}, %arg23: tensor<32x32xf32> {tf.aliasing_output = 23 : i32}, %arg24: tensor<32xf32> {tf.aliasing_output = 24 : i32}, %arg25: tensor<32x32xf32> {tf.aliasing_output = 25 : i32}, %arg26: tensor<32xf32> {tf.aliasing_output = 26 : i32}, %arg27: tensor<128x32xf32> {tf.aliasing_output = 27 : i32}, %arg28: tensor<32xf32> {tf.aliasing_output = 28 : i32}, %arg29: tensor<32xf32> {tf.aliasing_output = 29 : i32}, %arg30: tensor<128xf32> {tf.aliasing_output = 30 : i32}, %arg31: tensor<32x128xf32> {tf.aliasing_output = 31 : i32}, %arg32: tensor<i32> {tf.aliasing_output = 32 : i32}, %arg33: tensor<32xf32> {tf.aliasing_output = 33 : i32}, %arg34: tensor<32x32xf32> {tf.aliasing_output = 34 : i32}, %arg35: tensor<32xf32> {tf.aliasing_output = 35 : i32}, %arg36: tensor<32xf32> {tf.aliasing_output = 36 : i32}, %arg37: tensor<32xf32> {tf.aliasing_output = 37 : i32}, %arg38: tensor<32x32xf32> {tf.aliasing_output = 38 : i32}, %arg39: tensor<32xf32> {tf.aliasing_output = 39 : i32}, %arg40: tensor<32x32xf32> {tf.aliasing_output = 40 : i32}, %arg41: tensor<32xf32> {tf.aliasing_output = 41 : i32}, %arg42: tensor<32x32xf32> {tf.aliasing_output = 42 : i32}, %arg43: tensor<32xf32> {tf.aliasing_output = 43 : i32}, %arg44: tensor<128x32xf32> {tf.aliasing_output = 44 : i32}, %arg45: tensor<32xf32> {tf.aliasing_output = 45 : i32}, %arg46: tensor<32xf32> {tf.aliasing_output = 46 : i32}, %arg47: tensor<128xf32> {tf.aliasing_output = 47 : i32}, %arg48: tensor<32x128xf32> {tf.aliasing_output = 48 : i32}, %arg49: tensor<32xf32> {tf.aliasing_output = 49 : i32}, %arg50: tensor<32x32xf32> {tf.aliasing_output = 50 : i32}, %arg51: tensor<32xf32> {tf.aliasing_output = 51 : i32}, %arg52: tensor<32xf32> {tf.aliasing_output = 52 : i32}, %arg53: tensor<32xf32> {tf.aliasing_output = 53 : i32}, %arg54: tensor<32x32xf32> {tf.aliasing_output = 54 : i32}, %arg55: tensor<32xf32> {tf.aliasing_output = 55 : i32}, %arg56: tensor<32x32xf32> {tf.aliasing_output = 56 : i32}, %arg57: tensor<32xf32> {tf.aliasing_output = 57 : i32}, %arg58: tensor<32x32xf32> {tf.aliasing_output = 58 : i32}, %arg59: tensor<32xf32> {tf.aliasing_output = 59 : i32}, %arg60: tensor<128x32xf32> {tf.aliasing_output = 60 : i32}, %arg61: tensor<32xf32> {tf.aliasing_output = 61 : i32}, %arg62: tensor<32xf32> {tf.aliasing_output = 62 : i32}, %arg63: tensor<128xf32> {tf.aliasing_output = 63 : i32}, %arg64: tensor<32x128xf32> {tf.aliasing_output = 64 : i32}, %arg65: tensor<32xf32> {tf.aliasing_output = 65 : i32}, %arg66: tensor<32x32xf32> {tf.aliasing_output = 66 : i32}, %arg67: tensor<32xf32> {tf.aliasing_output = 67 : i32}, %arg68: tensor<32xf32> {tf.aliasing_output = 68 : i32}, %arg69: tensor<32xf32> {tf.aliasing_output = 69 : i32}, %arg70: tensor<32x32xf32> {tf.aliasing_output = 70 : i32}, %arg71: tensor<32xf32> {tf.aliasing_output = 71 : i32}, %arg72: tensor<32x32xf32> {tf.aliasing_output = 72 : i32}, %arg73: tensor<32xf32> {tf.aliasing_output = 73 : i32}, %arg74: tensor<32x32xf32> {tf.aliasing_output = 74 : i32}, %arg75: tensor<32xf32> {tf.aliasing_output = 75 : i32}, %arg76: tensor<128x32xf32> {tf.aliasing_output = 76 : i32}, %arg77: tensor<32xf32> {tf.aliasing_output = 77 : i32}, %arg78: tensor<32xf32> {tf.aliasing_output = 78 : i32}, %arg79: tensor<128xf32> {tf.aliasing_output = 79 : i32}, %arg80: tensor<32x128xf32> {tf.aliasing_output = 80 : i32}, %arg81: tensor<32xf32> {tf.aliasing_output = 81 : i32}, %arg82: tensor<32x32xf32> {tf.aliasing_output = 82 : i32}, %arg83: tensor<32xf32> {tf.aliasing_output = 83 : i32}, %arg84: tensor<32xf32> {tf.aliasing_output = 84 : i32}, %arg85: tensor<32xf32> {tf.aliasing_output = 85 : i32}, %arg86: tensor<32x32xf32> {tf.aliasing_output = 86 : i32}, %arg87: tensor<32xf32> {tf.aliasing_output = 87 : i32}, %arg88: tensor<32x32xf32> {tf.aliasing_output = 88 : i32}, %arg89: tensor<32xf32> {tf.aliasing_output = 89 : i32}, %arg90: tensor<32x32xf32> {tf.aliasing_output = 90 : i32}, %arg91: tensor<32xf32> {tf.aliasing_output = 91 : i32}, %arg92: tensor<128x32xf32> {tf.aliasing_output = 92 : i32}, %arg93: tensor<32xf32> {tf.aliasing_output = 93 : i32}, %arg94: tensor<32xf32> {tf.aliasing_output = 94 : i32}, %arg95: tensor<128xf32> {tf.aliasing_output = 95 : i32}, %arg96: tensor<32x128xf32> {tf.aliasing_output = 96 : i32}, %arg97: tensor<64x64x32xf32>, %arg98: tensor<64x64x32xf32>) -> (tensor<32xf32> {jax.result_info = "result[0][0]['attention']['key']['b']"}, tensor<32x32xf32> {jax.result_info = "result[0][0]['attention']['key']['w']"}, tensor<32xf32> {jax.result_info = "result[0][0]['attention']['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[0][0]['attention']['norm']['scale']"}, tensor<32xf32> {jax.result_info = "result[0][0]['attention']['out']['b']"}, tensor<32x32xf32> {jax.result_info = "result[0][0]['attention']['out']['w']"}, tensor<32xf32> {jax.result_info = "result[0][0]['attention']['query']['b']"}, tensor<32x32xf32> {jax.result_info = "result[0][0]['attention']['query']['w']"}, tensor<32xf32> {jax.result_info = "result[0][0]['attention']['value']['b']"}, tensor<32x32xf32> {jax.result_info = "result[0][0]['attention']['value']['w']"}, tensor<32xf32> {jax.result_info = "result[0][0]['down']['b']"}, tensor<128x32xf32> {jax.result_info = "result[0][0]['down']['w']"}, tensor<32xf32> {jax.result_info = "result[0][0]['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[0][0]['norm']['scale']"}, tensor<128xf32> {jax.result_info = "result[0][0]['up']['b']"}, tensor<32x128xf32> {jax.result_info = "result[0][0]['up']['w']"}, tensor<32xf32> {jax.result_info = "result[0][1]['attention']['key']['b']"}, tensor<32x32xf32> {jax.result_info = "result[0][1]['attention']['key']['w']"}, tensor<32xf32> {jax.result_info = "result[0][1]['attention']['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[0][1]['attention']['norm']['scale']"}, tensor<32xf32> {jax.result_info = "result[0][1]['attention']['out']['b']"}, tensor<32x32xf32> {jax.result_info = "result[0][1]['attention']['out']['w']"}, tensor<32xf32> {jax.result_info = "result[0][1]['attention']['query']['b']"}, tensor<32x32xf32> {jax.result_info = "result[0][1]['attention']['query']['w']"}, tensor<32xf32> {jax.result_info = "result[0][1]['attention']['value']['b']"}, tensor<32x32xf32> {jax.result_info = "result[0][1]['attention']['value']['w']"}, tensor<32xf32> {jax.result_info = "result[0][1]['down']['b']"}, tensor<128x32xf32> {jax.result_info = "result[0][1]['down']['w']"}, tensor<32xf32> {jax.result_info = "result[0][1]['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[0][1]['norm']['scale']"}, tensor<128xf32> {jax.result_info = "result[0][1]['up']['b']"}, tensor<32x128xf32> {jax.result_info = "result[0][1]['up']['w']"}, tensor<i32> {jax.result_info = "result[1][0].count"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['key']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['key']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['norm']['scale']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['out']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['out']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['query']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['query']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['value']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu[0]['attention']['value']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[0]['down']['b']"}, tensor<128x32xf32> {jax.result_info = "result[1][0].mu[0]['down']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[0]['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[0]['norm']['scale']"}, tensor<128xf32> {jax.result_info = "result[1][0].mu[0]['up']['b']"}, tensor<32x128xf32> {jax.result_info = "result[1][0].mu[0]['up']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['key']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['key']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['norm']['scale']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['out']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['out']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['query']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['query']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['value']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu[1]['attention']['value']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[1]['down']['b']"}, tensor<128x32xf32> {jax.result_info = "result[1][0].mu[1]['down']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[1]['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[1][0].mu[1]['norm']['scale']"}, tensor<128xf32> {jax.result_info = "result[1][0].mu[1]['up']['b']"}, tensor<32x128xf32> {jax.result_info = "result[1][0].mu[1]['up']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['key']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['key']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['norm']['scale']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['out']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['out']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['query']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['query']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['value']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu[0]['attention']['value']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[0]['down']['b']"}, tensor<128x32xf32> {jax.result_info = "result[1][0].nu[0]['down']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[0]['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[0]['norm']['scale']"}, tensor<128xf32> {jax.result_info = "result[1][0].nu[0]['up']['b']"}, tensor<32x128xf32> {jax.result_info = "result[1][0].nu[0]['up']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['key']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['key']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['norm']['scale']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['out']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['out']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['query']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['query']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['value']['b']"}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu[1]['attention']['value']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[1]['down']['b']"}, tensor<128x32xf32> {jax.result_info = "result[1][0].nu[1]['down']['w']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[1]['norm']['bias']"}, tensor<32xf32> {jax.result_info = "result[1][0].nu[1]['norm']['scale']"}, tensor<128xf32> {jax.result_info = "result[1][0].nu[1]['up']['b']"}, tensor<32x128xf32> {jax.result_info = "result[1][0].nu[1]['up']['w']"}) {
    %0 = stablehlo.dot_general %arg97, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %1 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %3 = stablehlo.add %0, %2 : tensor<64x64x32xf32>
    %4 = stablehlo.reshape %3 : (tensor<64x64x32xf32>) -> tensor<64x64x8x4xf32>
    %5 = stablehlo.dot_general %arg97, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %6 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %8 = stablehlo.add %5, %7 : tensor<64x64x32xf32>
    %9 = stablehlo.reshape %8 : (tensor<64x64x32xf32>) -> tensor<64x64x8x4xf32>
    %10 = stablehlo.dot_general %arg97, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %11 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %13 = stablehlo.add %10, %12 : tensor<64x64x32xf32>
    %14 = stablehlo.reshape %13 : (tensor<64x64x32xf32>) -> tensor<64x64x8x4xf32>
    %15 = stablehlo.dot_general %4, %9, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x64x8x4xf32>, tensor<64x64x8x4xf32>) -> tensor<64x8x64x64xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x8x64x64xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<64x8x64x64xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<64x8x64x64xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %19 = stablehlo.reshape %18 : (tensor<64x8x64xf32>) -> tensor<64x8x64x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %21 = stablehlo.compare EQ, %17, %20, FLOAT : (tensor<64x8x64x64xf32>, tensor<64x8x64x64xf32>) -> tensor<64x8x64x64xi1>
    %22 = stablehlo.convert %21 : (tensor<64x8x64x64xi1>) -> tensor<64x8x64x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<64x8x64x64xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %25 = stablehlo.maximum %24, %18 : tensor<64x8x64xf32>
    %26 = stablehlo.compare EQ, %18, %25, FLOAT : (tensor<64x8x64xf32>, tensor<64x8x64xf32>) -> tensor<64x8x64xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %29 = stablehlo.select %26, %27, %28 : tensor<64x8x64xi1>, tensor<64x8x64xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %31 = stablehlo.compare EQ, %30, %25, FLOAT : (tensor<64x8x64xf32>, tensor<64x8x64xf32>) -> tensor<64x8x64xi1>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %34 = stablehlo.select %31, %32, %33 : tensor<64x8x64xi1>, tensor<64x8x64xf32>
    %35 = stablehlo.divide %29, %34 : tensor<64x8x64xf32>
    %36 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<64x8x64xf32>) -> tensor<64x8x64x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %38 = stablehlo.subtract %17, %37 : tensor<64x8x64x64xf32>
    %39 = stablehlo.exponential %38 : tensor<64x8x64x64xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<64x8x64x64xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2] : (tensor<64x8x64xf32>) -> tensor<64x8x64x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %43 = stablehlo.divide %39, %42 : tensor<64x8x64x64xf32>
    %44 = stablehlo.multiply %41, %41 : tensor<64x8x64x1xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x8x64x1xf32>
    %46 = stablehlo.divide %45, %44 : tensor<64x8x64x1xf32>
    %47 = stablehlo.dot_general %14, %43, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x64x8x4xf32>, tensor<64x8x64x64xf32>) -> tensor<64x8x4x64xf32>
    %48 = stablehlo.transpose %47, dims = [0, 3, 1, 2] : (tensor<64x8x4x64xf32>) -> tensor<64x64x8x4xf32>
    %49 = stablehlo.reshape %48 : (tensor<64x64x8x4xf32>) -> tensor<64x64x32xf32>
    %50 = stablehlo.dot_general %49, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %51 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %53 = stablehlo.add %50, %52 : tensor<64x64x32xf32>
    %54 = stablehlo.add %arg97, %53 : tensor<64x64x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_11 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %58 = stablehlo.divide %56, %57 : tensor<64x64x1xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %60 = stablehlo.subtract %54, %59 : tensor<64x64x32xf32>
    %61 = chlo.square %60 : tensor<64x64x32xf32> -> tensor<64x64x32xf32>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64x64x32xf32>
    %63 = stablehlo.multiply %62, %60 : tensor<64x64x32xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%61 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_14 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %67 = stablehlo.divide %65, %66 : tensor<64x64x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %69 = stablehlo.add %67, %68 : tensor<64x64x1xf32>
    %70 = stablehlo.rsqrt %69 : tensor<64x64x1xf32>
    %71 = stablehlo.divide %70, %69 : tensor<64x64x1xf32>
    %cst_16 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %73 = stablehlo.multiply %72, %71 : tensor<64x64x1xf32>
    %74 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %75 = stablehlo.multiply %60, %74 : tensor<64x64x32xf32>
    %76 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %78 = stablehlo.multiply %75, %77 : tensor<64x64x32xf32>
    %79 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %81 = stablehlo.add %78, %80 : tensor<64x64x32xf32>
    %82 = stablehlo.dot_general %81, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x128xf32>) -> tensor<64x64x128xf32>
    %83 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<64x64x128xf32>
    %85 = stablehlo.add %82, %84 : tensor<64x64x128xf32>
    %86 = stablehlo.multiply %85, %85 : tensor<64x64x128xf32>
    %87 = stablehlo.multiply %86, %85 : tensor<64x64x128xf32>
    %88 = stablehlo.multiply %85, %85 : tensor<64x64x128xf32>
    %cst_17 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<64x64x128xf32>
    %cst_18 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %92 = stablehlo.multiply %91, %87 : tensor<64x64x128xf32>
    %93 = stablehlo.add %85, %92 : tensor<64x64x128xf32>
    %cst_19 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %95 = stablehlo.multiply %94, %93 : tensor<64x64x128xf32>
    %96 = stablehlo.tanh %95 : tensor<64x64x128xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %98 = stablehlo.subtract %97, %96 : tensor<64x64x128xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %100 = stablehlo.add %99, %96 : tensor<64x64x128xf32>
    %cst_22 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %102 = stablehlo.multiply %101, %100 : tensor<64x64x128xf32>
    %103 = stablehlo.multiply %85, %102 : tensor<64x64x128xf32>
    %104 = stablehlo.dot_general %103, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x128xf32>, tensor<128x32xf32>) -> tensor<64x64x32xf32>
    %105 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %107 = stablehlo.add %104, %106 : tensor<64x64x32xf32>
    %108 = stablehlo.add %81, %107 : tensor<64x64x32xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.reduce(%108 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_24 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %112 = stablehlo.divide %110, %111 : tensor<64x64x1xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %114 = stablehlo.subtract %108, %113 : tensor<64x64x32xf32>
    %115 = chlo.square %114 : tensor<64x64x32xf32> -> tensor<64x64x32xf32>
    %cst_25 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<64x64x32xf32>
    %117 = stablehlo.multiply %116, %114 : tensor<64x64x32xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%115 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_27 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %121 = stablehlo.divide %119, %120 : tensor<64x64x1xf32>
    %cst_28 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %123 = stablehlo.add %121, %122 : tensor<64x64x1xf32>
    %124 = stablehlo.rsqrt %123 : tensor<64x64x1xf32>
    %125 = stablehlo.divide %124, %123 : tensor<64x64x1xf32>
    %cst_29 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %127 = stablehlo.multiply %126, %125 : tensor<64x64x1xf32>
    %128 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %129 = stablehlo.multiply %114, %128 : tensor<64x64x32xf32>
    %130 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %131 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %132 = stablehlo.multiply %129, %131 : tensor<64x64x32xf32>
    %133 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %134 = stablehlo.broadcast_in_dim %133, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %135 = stablehlo.add %132, %134 : tensor<64x64x32xf32>
    %136 = stablehlo.dot_general %135, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %137 = stablehlo.broadcast_in_dim %arg22, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %138 = stablehlo.broadcast_in_dim %137, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %139 = stablehlo.add %136, %138 : tensor<64x64x32xf32>
    %140 = stablehlo.reshape %139 : (tensor<64x64x32xf32>) -> tensor<64x64x8x4xf32>
    %141 = stablehlo.dot_general %135, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %142 = stablehlo.broadcast_in_dim %arg16, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %144 = stablehlo.add %141, %143 : tensor<64x64x32xf32>
    %145 = stablehlo.reshape %144 : (tensor<64x64x32xf32>) -> tensor<64x64x8x4xf32>
    %146 = stablehlo.dot_general %135, %arg25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %147 = stablehlo.broadcast_in_dim %arg24, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %149 = stablehlo.add %146, %148 : tensor<64x64x32xf32>
    %150 = stablehlo.reshape %149 : (tensor<64x64x32xf32>) -> tensor<64x64x8x4xf32>
    %151 = stablehlo.dot_general %140, %145, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x64x8x4xf32>, tensor<64x64x8x4xf32>) -> tensor<64x8x64x64xf32>
    %cst_30 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<64x8x64x64xf32>
    %153 = stablehlo.multiply %151, %152 : tensor<64x8x64x64xf32>
    %cst_31 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %154 = stablehlo.reduce(%153 init: %cst_31) applies stablehlo.maximum across dimensions = [3] : (tensor<64x8x64x64xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %155 = stablehlo.reshape %154 : (tensor<64x8x64xf32>) -> tensor<64x8x64x1xf32>
    %156 = stablehlo.broadcast_in_dim %155, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %157 = stablehlo.compare EQ, %153, %156, FLOAT : (tensor<64x8x64x64xf32>, tensor<64x8x64x64xf32>) -> tensor<64x8x64x64xi1>
    %158 = stablehlo.convert %157 : (tensor<64x8x64x64xi1>) -> tensor<64x8x64x64xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %159 = stablehlo.reduce(%158 init: %cst_32) applies stablehlo.add across dimensions = [3] : (tensor<64x8x64x64xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %cst_33 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %161 = stablehlo.maximum %160, %154 : tensor<64x8x64xf32>
    %162 = stablehlo.compare EQ, %154, %161, FLOAT : (tensor<64x8x64xf32>, tensor<64x8x64xf32>) -> tensor<64x8x64xi1>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %165 = stablehlo.select %162, %163, %164 : tensor<64x8x64xi1>, tensor<64x8x64xf32>
    %cst_36 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %167 = stablehlo.compare EQ, %166, %161, FLOAT : (tensor<64x8x64xf32>, tensor<64x8x64xf32>) -> tensor<64x8x64xi1>
    %cst_37 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<64x8x64xf32>
    %170 = stablehlo.select %167, %168, %169 : tensor<64x8x64xi1>, tensor<64x8x64xf32>
    %171 = stablehlo.divide %165, %170 : tensor<64x8x64xf32>
    %172 = stablehlo.broadcast_in_dim %161, dims = [0, 1, 2] : (tensor<64x8x64xf32>) -> tensor<64x8x64x1xf32>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %174 = stablehlo.subtract %153, %173 : tensor<64x8x64x64xf32>
    %175 = stablehlo.exponential %174 : tensor<64x8x64x64xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.reduce(%175 init: %cst_39) applies stablehlo.add across dimensions = [3] : (tensor<64x8x64x64xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1, 2] : (tensor<64x8x64xf32>) -> tensor<64x8x64x1xf32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %179 = stablehlo.divide %175, %178 : tensor<64x8x64x64xf32>
    %180 = stablehlo.multiply %177, %177 : tensor<64x8x64x1xf32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<64x8x64x1xf32>
    %182 = stablehlo.divide %181, %180 : tensor<64x8x64x1xf32>
    %183 = stablehlo.dot_general %150, %179, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x64x8x4xf32>, tensor<64x8x64x64xf32>) -> tensor<64x8x4x64xf32>
    %184 = stablehlo.transpose %183, dims = [0, 3, 1, 2] : (tensor<64x8x4x64xf32>) -> tensor<64x64x8x4xf32>
    %185 = stablehlo.reshape %184 : (tensor<64x64x8x4xf32>) -> tensor<64x64x32xf32>
    %186 = stablehlo.dot_general %185, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %187 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %188 = stablehlo.broadcast_in_dim %187, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %189 = stablehlo.add %186, %188 : tensor<64x64x32xf32>
    %190 = stablehlo.add %135, %189 : tensor<64x64x32xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %191 = stablehlo.reduce(%190 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_42 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %194 = stablehlo.divide %192, %193 : tensor<64x64x1xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %196 = stablehlo.subtract %190, %195 : tensor<64x64x32xf32>
    %197 = chlo.square %196 : tensor<64x64x32xf32> -> tensor<64x64x32xf32>
    %cst_43 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<64x64x32xf32>
    %199 = stablehlo.multiply %198, %196 : tensor<64x64x32xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %200 = stablehlo.reduce(%197 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_45 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %203 = stablehlo.divide %201, %202 : tensor<64x64x1xf32>
    %cst_46 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %205 = stablehlo.add %203, %204 : tensor<64x64x1xf32>
    %206 = stablehlo.rsqrt %205 : tensor<64x64x1xf32>
    %207 = stablehlo.divide %206, %205 : tensor<64x64x1xf32>
    %cst_47 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %209 = stablehlo.multiply %208, %207 : tensor<64x64x1xf32>
    %210 = stablehlo.broadcast_in_dim %206, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %211 = stablehlo.multiply %196, %210 : tensor<64x64x32xf32>
    %212 = stablehlo.broadcast_in_dim %arg19, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %213 = stablehlo.broadcast_in_dim %212, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %214 = stablehlo.multiply %211, %213 : tensor<64x64x32xf32>
    %215 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %217 = stablehlo.add %214, %216 : tensor<64x64x32xf32>
    %218 = stablehlo.dot_general %217, %arg31, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x128xf32>) -> tensor<64x64x128xf32>
    %219 = stablehlo.broadcast_in_dim %arg30, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<64x64x128xf32>
    %221 = stablehlo.add %218, %220 : tensor<64x64x128xf32>
    %222 = stablehlo.multiply %221, %221 : tensor<64x64x128xf32>
    %223 = stablehlo.multiply %222, %221 : tensor<64x64x128xf32>
    %224 = stablehlo.multiply %221, %221 : tensor<64x64x128xf32>
    %cst_48 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %226 = stablehlo.multiply %225, %224 : tensor<64x64x128xf32>
    %cst_49 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %228 = stablehlo.multiply %227, %223 : tensor<64x64x128xf32>
    %229 = stablehlo.add %221, %228 : tensor<64x64x128xf32>
    %cst_50 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %231 = stablehlo.multiply %230, %229 : tensor<64x64x128xf32>
    %232 = stablehlo.tanh %231 : tensor<64x64x128xf32>
    %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %234 = stablehlo.subtract %233, %232 : tensor<64x64x128xf32>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %236 = stablehlo.add %235, %232 : tensor<64x64x128xf32>
    %cst_53 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %237 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %238 = stablehlo.multiply %237, %236 : tensor<64x64x128xf32>
    %239 = stablehlo.multiply %221, %238 : tensor<64x64x128xf32>
    %240 = stablehlo.dot_general %239, %arg27, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64x128xf32>, tensor<128x32xf32>) -> tensor<64x64x32xf32>
    %241 = stablehlo.broadcast_in_dim %arg26, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %242 = stablehlo.broadcast_in_dim %241, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %243 = stablehlo.add %240, %242 : tensor<64x64x32xf32>
    %244 = stablehlo.add %217, %243 : tensor<64x64x32xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %245 = stablehlo.reduce(%244 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %246 = stablehlo.broadcast_in_dim %245, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_55 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %247 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %248 = stablehlo.divide %246, %247 : tensor<64x64x1xf32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %250 = stablehlo.subtract %244, %249 : tensor<64x64x32xf32>
    %251 = chlo.square %250 : tensor<64x64x32xf32> -> tensor<64x64x32xf32>
    %cst_56 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<64x64x32xf32>
    %253 = stablehlo.multiply %252, %250 : tensor<64x64x32xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %254 = stablehlo.reduce(%251 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_58 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %257 = stablehlo.divide %255, %256 : tensor<64x64x1xf32>
    %cst_59 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %258 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %259 = stablehlo.add %257, %258 : tensor<64x64x1xf32>
    %260 = stablehlo.rsqrt %259 : tensor<64x64x1xf32>
    %261 = stablehlo.divide %260, %259 : tensor<64x64x1xf32>
    %cst_60 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %263 = stablehlo.multiply %262, %261 : tensor<64x64x1xf32>
    %264 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %265 = stablehlo.multiply %250, %264 : tensor<64x64x32xf32>
    %266 = stablehlo.broadcast_in_dim %arg29, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %267 = stablehlo.broadcast_in_dim %266, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %268 = stablehlo.multiply %265, %267 : tensor<64x64x32xf32>
    %269 = stablehlo.broadcast_in_dim %arg28, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %270 = stablehlo.broadcast_in_dim %269, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %271 = stablehlo.add %268, %270 : tensor<64x64x32xf32>
    %272 = stablehlo.subtract %271, %arg98 : tensor<64x64x32xf32>
    %273 = chlo.square %272 : tensor<64x64x32xf32> -> tensor<64x64x32xf32>
    %cst_61 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %274 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<64x64x32xf32>
    %275 = stablehlo.multiply %274, %272 : tensor<64x64x32xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %276 = stablehlo.reduce(%273 init: %cst_62) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_63 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %277 = stablehlo.divide %276, %cst_63 : tensor<f32>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_65 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %278 = stablehlo.divide %cst_64, %cst_65 : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %278, dims = [] : (tensor<f32>) -> tensor<64x64x32xf32>
    %280 = stablehlo.multiply %279, %275 : tensor<64x64x32xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %281 = stablehlo.reduce(%280 init: %cst_66) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %282 = stablehlo.reshape %281 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %283 = stablehlo.reduce(%282 init: %cst_67) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %284 = stablehlo.multiply %265, %280 : tensor<64x64x32xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_68) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %286 = stablehlo.reshape %285 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %287 = stablehlo.broadcast_in_dim %266, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %288 = stablehlo.multiply %280, %287 : tensor<64x64x32xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %289 = stablehlo.reduce(%286 init: %cst_69) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %290 = stablehlo.multiply %250, %288 : tensor<64x64x32xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %291 = stablehlo.reduce(%290 init: %cst_70) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %292 = stablehlo.reshape %291 : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %293 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %294 = stablehlo.multiply %288, %293 : tensor<64x64x32xf32>
    %295 = stablehlo.multiply %292, %263 : tensor<64x64x1xf32>
    %cst_71 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %297 = stablehlo.divide %295, %296 : tensor<64x64x1xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %298 = stablehlo.reduce(%297 init: %cst_72) applies stablehlo.add across dimensions = [2] : (tensor<64x64x1xf32>, tensor<f32>) -> tensor<64x64xf32>
    %299 = stablehlo.broadcast_in_dim %298, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x32xf32>
    %300 = stablehlo.multiply %299, %253 : tensor<64x64x32xf32>
    %301 = stablehlo.add %294, %300 : tensor<64x64x32xf32>
    %302 = stablehlo.negate %301 : tensor<64x64x32xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %303 = stablehlo.reduce(%302 init: %cst_73) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %304 = stablehlo.reshape %303 : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_74 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %306 = stablehlo.divide %304, %305 : tensor<64x64x1xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %307 = stablehlo.reduce(%306 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<64x64x1xf32>, tensor<f32>) -> tensor<64x64xf32>
    %308 = stablehlo.broadcast_in_dim %307, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x32xf32>
    %309 = stablehlo.add %301, %308 : tensor<64x64x32xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %310 = stablehlo.reduce(%309 init: %cst_76) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %311 = stablehlo.reshape %310 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%311 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %313 = stablehlo.dot_general %309, %239, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x128xf32>) -> tensor<32x128xf32>
    %314 = stablehlo.transpose %313, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %315 = stablehlo.dot_general %309, %arg27, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<128x32xf32>) -> tensor<64x64x128xf32>
    %316 = stablehlo.multiply %221, %315 : tensor<64x64x128xf32>
    %317 = stablehlo.multiply %315, %238 : tensor<64x64x128xf32>
    %cst_78 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %319 = stablehlo.multiply %318, %316 : tensor<64x64x128xf32>
    %320 = stablehlo.multiply %319, %234 : tensor<64x64x128xf32>
    %321 = stablehlo.multiply %320, %232 : tensor<64x64x128xf32>
    %322 = stablehlo.add %320, %321 : tensor<64x64x128xf32>
    %cst_79 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %324 = stablehlo.multiply %323, %322 : tensor<64x64x128xf32>
    %325 = stablehlo.add %317, %324 : tensor<64x64x128xf32>
    %cst_80 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %326 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %327 = stablehlo.multiply %326, %324 : tensor<64x64x128xf32>
    %328 = stablehlo.multiply %327, %226 : tensor<64x64x128xf32>
    %329 = stablehlo.add %325, %328 : tensor<64x64x128xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %330 = stablehlo.reduce(%329 init: %cst_81) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x128xf32>, tensor<f32>) -> tensor<128xf32>
    %331 = stablehlo.reshape %330 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %332 = stablehlo.reduce(%331 init: %cst_82) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %333 = stablehlo.dot_general %329, %217, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x128xf32>, tensor<64x64x32xf32>) -> tensor<128x32xf32>
    %334 = stablehlo.transpose %333, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %335 = stablehlo.dot_general %329, %arg31, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x128xf32>, tensor<32x128xf32>) -> tensor<64x64x32xf32>
    %336 = stablehlo.add %309, %335 : tensor<64x64x32xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %337 = stablehlo.reduce(%336 init: %cst_83) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %338 = stablehlo.reshape %337 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %339 = stablehlo.reduce(%338 init: %cst_84) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %340 = stablehlo.multiply %211, %336 : tensor<64x64x32xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %341 = stablehlo.reduce(%340 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %342 = stablehlo.reshape %341 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %343 = stablehlo.broadcast_in_dim %212, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %344 = stablehlo.multiply %336, %343 : tensor<64x64x32xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %345 = stablehlo.reduce(%342 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %346 = stablehlo.multiply %196, %344 : tensor<64x64x32xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %347 = stablehlo.reduce(%346 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %348 = stablehlo.reshape %347 : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %349 = stablehlo.broadcast_in_dim %206, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %350 = stablehlo.multiply %344, %349 : tensor<64x64x32xf32>
    %351 = stablehlo.multiply %348, %209 : tensor<64x64x1xf32>
    %cst_88 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %353 = stablehlo.divide %351, %352 : tensor<64x64x1xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %354 = stablehlo.reduce(%353 init: %cst_89) applies stablehlo.add across dimensions = [2] : (tensor<64x64x1xf32>, tensor<f32>) -> tensor<64x64xf32>
    %355 = stablehlo.broadcast_in_dim %354, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x32xf32>
    %356 = stablehlo.multiply %355, %199 : tensor<64x64x32xf32>
    %357 = stablehlo.add %350, %356 : tensor<64x64x32xf32>
    %358 = stablehlo.negate %357 : tensor<64x64x32xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %359 = stablehlo.reduce(%358 init: %cst_90) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %360 = stablehlo.reshape %359 : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_91 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %361 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %362 = stablehlo.divide %360, %361 : tensor<64x64x1xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %363 = stablehlo.reduce(%362 init: %cst_92) applies stablehlo.add across dimensions = [2] : (tensor<64x64x1xf32>, tensor<f32>) -> tensor<64x64xf32>
    %364 = stablehlo.broadcast_in_dim %363, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x32xf32>
    %365 = stablehlo.add %357, %364 : tensor<64x64x32xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %366 = stablehlo.reduce(%365 init: %cst_93) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %367 = stablehlo.reshape %366 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %368 = stablehlo.reduce(%367 init: %cst_94) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %369 = stablehlo.dot_general %365, %185, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x32xf32>) -> tensor<32x32xf32>
    %370 = stablehlo.transpose %369, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %371 = stablehlo.dot_general %365, %arg21, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %372 = stablehlo.reshape %371 : (tensor<64x64x32xf32>) -> tensor<64x64x8x4xf32>
    %373 = stablehlo.transpose %372, dims = [0, 2, 3, 1] : (tensor<64x64x8x4xf32>) -> tensor<64x8x4x64xf32>
    %374 = stablehlo.dot_general %373, %150, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x8x4x64xf32>, tensor<64x64x8x4xf32>) -> tensor<64x8x64x64xf32>
    %375 = stablehlo.dot_general %373, %179, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x8x4x64xf32>, tensor<64x8x64x64xf32>) -> tensor<64x8x4x64xf32>
    %376 = stablehlo.transpose %375, dims = [0, 3, 1, 2] : (tensor<64x8x4x64xf32>) -> tensor<64x64x8x4xf32>
    %377 = stablehlo.broadcast_in_dim %182, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %378 = stablehlo.multiply %374, %377 : tensor<64x8x64x64xf32>
    %379 = stablehlo.multiply %378, %175 : tensor<64x8x64x64xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %380 = stablehlo.reduce(%379 init: %cst_95) applies stablehlo.add across dimensions = [3] : (tensor<64x8x64x64xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %381 = stablehlo.reshape %380 : (tensor<64x8x64xf32>) -> tensor<64x8x64x1xf32>
    %382 = stablehlo.negate %381 : tensor<64x8x64x1xf32>
    %383 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %384 = stablehlo.divide %374, %383 : tensor<64x8x64x64xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %385 = stablehlo.reduce(%382 init: %cst_96) applies stablehlo.add across dimensions = [3] : (tensor<64x8x64x1xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %386 = stablehlo.broadcast_in_dim %385, dims = [0, 1, 2] : (tensor<64x8x64xf32>) -> tensor<64x8x64x64xf32>
    %387 = stablehlo.add %384, %386 : tensor<64x8x64x64xf32>
    %388 = stablehlo.multiply %387, %175 : tensor<64x8x64x64xf32>
    %cst_97 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %389 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<64x8x64x64xf32>
    %390 = stablehlo.multiply %388, %389 : tensor<64x8x64x64xf32>
    %391 = stablehlo.dot_general %390, %140, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x8x64x64xf32>, tensor<64x64x8x4xf32>) -> tensor<64x8x64x4xf32>
    %392 = stablehlo.transpose %391, dims = [0, 2, 1, 3] : (tensor<64x8x64x4xf32>) -> tensor<64x64x8x4xf32>
    %393 = stablehlo.dot_general %390, %145, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x8x64x64xf32>, tensor<64x64x8x4xf32>) -> tensor<64x8x64x4xf32>
    %394 = stablehlo.transpose %393, dims = [0, 2, 1, 3] : (tensor<64x8x64x4xf32>) -> tensor<64x64x8x4xf32>
    %395 = stablehlo.reshape %376 : (tensor<64x64x8x4xf32>) -> tensor<64x64x32xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %396 = stablehlo.reduce(%395 init: %cst_98) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %397 = stablehlo.reshape %396 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %398 = stablehlo.reduce(%397 init: %cst_99) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %399 = stablehlo.dot_general %395, %135, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x32xf32>) -> tensor<32x32xf32>
    %400 = stablehlo.transpose %399, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %401 = stablehlo.dot_general %395, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %402 = stablehlo.add %365, %401 : tensor<64x64x32xf32>
    %403 = stablehlo.reshape %392 : (tensor<64x64x8x4xf32>) -> tensor<64x64x32xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %404 = stablehlo.reduce(%403 init: %cst_100) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %405 = stablehlo.reshape %404 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %406 = stablehlo.reduce(%405 init: %cst_101) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %407 = stablehlo.dot_general %403, %135, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x32xf32>) -> tensor<32x32xf32>
    %408 = stablehlo.transpose %407, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %409 = stablehlo.dot_general %403, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %410 = stablehlo.add %402, %409 : tensor<64x64x32xf32>
    %411 = stablehlo.reshape %394 : (tensor<64x64x8x4xf32>) -> tensor<64x64x32xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %412 = stablehlo.reduce(%411 init: %cst_102) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %413 = stablehlo.reshape %412 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %414 = stablehlo.reduce(%413 init: %cst_103) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %415 = stablehlo.dot_general %411, %135, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x32xf32>) -> tensor<32x32xf32>
    %416 = stablehlo.transpose %415, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %417 = stablehlo.dot_general %411, %arg23, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %418 = stablehlo.add %410, %417 : tensor<64x64x32xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %419 = stablehlo.reduce(%418 init: %cst_104) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %420 = stablehlo.reshape %419 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %421 = stablehlo.reduce(%420 init: %cst_105) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %422 = stablehlo.multiply %129, %418 : tensor<64x64x32xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %423 = stablehlo.reduce(%422 init: %cst_106) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %424 = stablehlo.reshape %423 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %425 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %426 = stablehlo.multiply %418, %425 : tensor<64x64x32xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %427 = stablehlo.reduce(%424 init: %cst_107) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %428 = stablehlo.multiply %114, %426 : tensor<64x64x32xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %429 = stablehlo.reduce(%428 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %430 = stablehlo.reshape %429 : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %431 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %432 = stablehlo.multiply %426, %431 : tensor<64x64x32xf32>
    %433 = stablehlo.multiply %430, %127 : tensor<64x64x1xf32>
    %cst_109 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %434 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %435 = stablehlo.divide %433, %434 : tensor<64x64x1xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %436 = stablehlo.reduce(%435 init: %cst_110) applies stablehlo.add across dimensions = [2] : (tensor<64x64x1xf32>, tensor<f32>) -> tensor<64x64xf32>
    %437 = stablehlo.broadcast_in_dim %436, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x32xf32>
    %438 = stablehlo.multiply %437, %117 : tensor<64x64x32xf32>
    %439 = stablehlo.add %432, %438 : tensor<64x64x32xf32>
    %440 = stablehlo.negate %439 : tensor<64x64x32xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %441 = stablehlo.reduce(%440 init: %cst_111) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %442 = stablehlo.reshape %441 : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_112 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %443 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %444 = stablehlo.divide %442, %443 : tensor<64x64x1xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %445 = stablehlo.reduce(%444 init: %cst_113) applies stablehlo.add across dimensions = [2] : (tensor<64x64x1xf32>, tensor<f32>) -> tensor<64x64xf32>
    %446 = stablehlo.broadcast_in_dim %445, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x32xf32>
    %447 = stablehlo.add %439, %446 : tensor<64x64x32xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %448 = stablehlo.reduce(%447 init: %cst_114) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %449 = stablehlo.reshape %448 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %450 = stablehlo.reduce(%449 init: %cst_115) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %451 = stablehlo.dot_general %447, %103, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x128xf32>) -> tensor<32x128xf32>
    %452 = stablehlo.transpose %451, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %453 = stablehlo.dot_general %447, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<128x32xf32>) -> tensor<64x64x128xf32>
    %454 = stablehlo.multiply %85, %453 : tensor<64x64x128xf32>
    %455 = stablehlo.multiply %453, %102 : tensor<64x64x128xf32>
    %cst_116 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %456 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %457 = stablehlo.multiply %456, %454 : tensor<64x64x128xf32>
    %458 = stablehlo.multiply %457, %98 : tensor<64x64x128xf32>
    %459 = stablehlo.multiply %458, %96 : tensor<64x64x128xf32>
    %460 = stablehlo.add %458, %459 : tensor<64x64x128xf32>
    %cst_117 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %461 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %462 = stablehlo.multiply %461, %460 : tensor<64x64x128xf32>
    %463 = stablehlo.add %455, %462 : tensor<64x64x128xf32>
    %cst_118 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %464 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<64x64x128xf32>
    %465 = stablehlo.multiply %464, %462 : tensor<64x64x128xf32>
    %466 = stablehlo.multiply %465, %90 : tensor<64x64x128xf32>
    %467 = stablehlo.add %463, %466 : tensor<64x64x128xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %468 = stablehlo.reduce(%467 init: %cst_119) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x128xf32>, tensor<f32>) -> tensor<128xf32>
    %469 = stablehlo.reshape %468 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %470 = stablehlo.reduce(%469 init: %cst_120) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %471 = stablehlo.dot_general %467, %81, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x128xf32>, tensor<64x64x32xf32>) -> tensor<128x32xf32>
    %472 = stablehlo.transpose %471, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %473 = stablehlo.dot_general %467, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x128xf32>, tensor<32x128xf32>) -> tensor<64x64x32xf32>
    %474 = stablehlo.add %447, %473 : tensor<64x64x32xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %475 = stablehlo.reduce(%474 init: %cst_121) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %476 = stablehlo.reshape %475 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %477 = stablehlo.reduce(%476 init: %cst_122) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %478 = stablehlo.multiply %75, %474 : tensor<64x64x32xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %479 = stablehlo.reduce(%478 init: %cst_123) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %480 = stablehlo.reshape %479 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %481 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<64x64x32xf32>
    %482 = stablehlo.multiply %474, %481 : tensor<64x64x32xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %483 = stablehlo.reduce(%480 init: %cst_124) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %484 = stablehlo.multiply %60, %482 : tensor<64x64x32xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %485 = stablehlo.reduce(%484 init: %cst_125) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %486 = stablehlo.reshape %485 : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %487 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x32xf32>
    %488 = stablehlo.multiply %482, %487 : tensor<64x64x32xf32>
    %489 = stablehlo.multiply %486, %73 : tensor<64x64x1xf32>
    %cst_126 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %490 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %491 = stablehlo.divide %489, %490 : tensor<64x64x1xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %492 = stablehlo.reduce(%491 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<64x64x1xf32>, tensor<f32>) -> tensor<64x64xf32>
    %493 = stablehlo.broadcast_in_dim %492, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x32xf32>
    %494 = stablehlo.multiply %493, %63 : tensor<64x64x32xf32>
    %495 = stablehlo.add %488, %494 : tensor<64x64x32xf32>
    %496 = stablehlo.negate %495 : tensor<64x64x32xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %497 = stablehlo.reduce(%496 init: %cst_128) applies stablehlo.add across dimensions = [2] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<64x64xf32>
    %498 = stablehlo.reshape %497 : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
    %cst_129 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %499 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<64x64x1xf32>
    %500 = stablehlo.divide %498, %499 : tensor<64x64x1xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %501 = stablehlo.reduce(%500 init: %cst_130) applies stablehlo.add across dimensions = [2] : (tensor<64x64x1xf32>, tensor<f32>) -> tensor<64x64xf32>
    %502 = stablehlo.broadcast_in_dim %501, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x32xf32>
    %503 = stablehlo.add %495, %502 : tensor<64x64x32xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %504 = stablehlo.reduce(%503 init: %cst_131) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %505 = stablehlo.reshape %504 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %506 = stablehlo.reduce(%505 init: %cst_132) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %507 = stablehlo.dot_general %503, %49, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x32xf32>) -> tensor<32x32xf32>
    %508 = stablehlo.transpose %507, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %509 = stablehlo.dot_general %503, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<32x32xf32>) -> tensor<64x64x32xf32>
    %510 = stablehlo.reshape %509 : (tensor<64x64x32xf32>) -> tensor<64x64x8x4xf32>
    %511 = stablehlo.transpose %510, dims = [0, 2, 3, 1] : (tensor<64x64x8x4xf32>) -> tensor<64x8x4x64xf32>
    %512 = stablehlo.dot_general %511, %14, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x8x4x64xf32>, tensor<64x64x8x4xf32>) -> tensor<64x8x64x64xf32>
    %513 = stablehlo.dot_general %511, %43, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x8x4x64xf32>, tensor<64x8x64x64xf32>) -> tensor<64x8x4x64xf32>
    %514 = stablehlo.transpose %513, dims = [0, 3, 1, 2] : (tensor<64x8x4x64xf32>) -> tensor<64x64x8x4xf32>
    %515 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %516 = stablehlo.multiply %512, %515 : tensor<64x8x64x64xf32>
    %517 = stablehlo.multiply %516, %39 : tensor<64x8x64x64xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %518 = stablehlo.reduce(%517 init: %cst_133) applies stablehlo.add across dimensions = [3] : (tensor<64x8x64x64xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %519 = stablehlo.reshape %518 : (tensor<64x8x64xf32>) -> tensor<64x8x64x1xf32>
    %520 = stablehlo.negate %519 : tensor<64x8x64x1xf32>
    %521 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<64x8x64x1xf32>) -> tensor<64x8x64x64xf32>
    %522 = stablehlo.divide %512, %521 : tensor<64x8x64x64xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %523 = stablehlo.reduce(%520 init: %cst_134) applies stablehlo.add across dimensions = [3] : (tensor<64x8x64x1xf32>, tensor<f32>) -> tensor<64x8x64xf32>
    %524 = stablehlo.broadcast_in_dim %523, dims = [0, 1, 2] : (tensor<64x8x64xf32>) -> tensor<64x8x64x64xf32>
    %525 = stablehlo.add %522, %524 : tensor<64x8x64x64xf32>
    %526 = stablehlo.multiply %525, %39 : tensor<64x8x64x64xf32>
    %cst_135 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %527 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<64x8x64x64xf32>
    %528 = stablehlo.multiply %526, %527 : tensor<64x8x64x64xf32>
    %529 = stablehlo.dot_general %528, %4, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x8x64x64xf32>, tensor<64x64x8x4xf32>) -> tensor<64x8x64x4xf32>
    %530 = stablehlo.transpose %529, dims = [0, 2, 1, 3] : (tensor<64x8x64x4xf32>) -> tensor<64x64x8x4xf32>
    %531 = stablehlo.dot_general %528, %9, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x8x64x64xf32>, tensor<64x64x8x4xf32>) -> tensor<64x8x64x4xf32>
    %532 = stablehlo.transpose %531, dims = [0, 2, 1, 3] : (tensor<64x8x64x4xf32>) -> tensor<64x64x8x4xf32>
    %533 = stablehlo.reshape %514 : (tensor<64x64x8x4xf32>) -> tensor<64x64x32xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %534 = stablehlo.reduce(%533 init: %cst_136) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %535 = stablehlo.reshape %534 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_137 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %536 = stablehlo.reduce(%535 init: %cst_137) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %537 = stablehlo.dot_general %533, %arg97, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x32xf32>) -> tensor<32x32xf32>
    %538 = stablehlo.transpose %537, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %539 = stablehlo.reshape %530 : (tensor<64x64x8x4xf32>) -> tensor<64x64x32xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %540 = stablehlo.reduce(%539 init: %cst_138) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %541 = stablehlo.reshape %540 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %542 = stablehlo.reduce(%541 init: %cst_139) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %543 = stablehlo.dot_general %539, %arg97, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x32xf32>) -> tensor<32x32xf32>
    %544 = stablehlo.transpose %543, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %545 = stablehlo.reshape %532 : (tensor<64x64x8x4xf32>) -> tensor<64x64x32xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %546 = stablehlo.reduce(%545 init: %cst_140) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64x32xf32>, tensor<f32>) -> tensor<32xf32>
    %547 = stablehlo.reshape %546 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %548 = stablehlo.reduce(%547 init: %cst_141) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %549 = stablehlo.dot_general %545, %arg97, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x64x32xf32>, tensor<64x64x32xf32>) -> tensor<32x32xf32>
    %550 = stablehlo.transpose %549, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %cst_142 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %551 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %552 = stablehlo.multiply %551, %542 : tensor<32xf32>
    %cst_143 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %553 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %554 = stablehlo.multiply %553, %arg33 : tensor<32xf32>
    %555 = stablehlo.add %552, %554 : tensor<32xf32>
    %cst_144 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %556 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %557 = stablehlo.multiply %556, %544 : tensor<32x32xf32>
    %cst_145 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %558 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %559 = stablehlo.multiply %558, %arg34 : tensor<32x32xf32>
    %560 = stablehlo.add %557, %559 : tensor<32x32xf32>
    %cst_146 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %561 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %562 = stablehlo.multiply %561, %477 : tensor<32xf32>
    %cst_147 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %563 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %564 = stablehlo.multiply %563, %arg35 : tensor<32xf32>
    %565 = stablehlo.add %562, %564 : tensor<32xf32>
    %cst_148 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %566 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %567 = stablehlo.multiply %566, %483 : tensor<32xf32>
    %cst_149 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %568 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %569 = stablehlo.multiply %568, %arg36 : tensor<32xf32>
    %570 = stablehlo.add %567, %569 : tensor<32xf32>
    %cst_150 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %571 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %572 = stablehlo.multiply %571, %506 : tensor<32xf32>
    %cst_151 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %573 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %574 = stablehlo.multiply %573, %arg37 : tensor<32xf32>
    %575 = stablehlo.add %572, %574 : tensor<32xf32>
    %cst_152 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %576 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %577 = stablehlo.multiply %576, %508 : tensor<32x32xf32>
    %cst_153 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %578 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %579 = stablehlo.multiply %578, %arg38 : tensor<32x32xf32>
    %580 = stablehlo.add %577, %579 : tensor<32x32xf32>
    %cst_154 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %581 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %582 = stablehlo.multiply %581, %548 : tensor<32xf32>
    %cst_155 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %583 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %584 = stablehlo.multiply %583, %arg39 : tensor<32xf32>
    %585 = stablehlo.add %582, %584 : tensor<32xf32>
    %cst_156 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %586 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %587 = stablehlo.multiply %586, %550 : tensor<32x32xf32>
    %cst_157 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %588 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %589 = stablehlo.multiply %588, %arg40 : tensor<32x32xf32>
    %590 = stablehlo.add %587, %589 : tensor<32x32xf32>
    %cst_158 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %591 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %592 = stablehlo.multiply %591, %536 : tensor<32xf32>
    %cst_159 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %593 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %594 = stablehlo.multiply %593, %arg41 : tensor<32xf32>
    %595 = stablehlo.add %592, %594 : tensor<32xf32>
    %cst_160 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %596 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %597 = stablehlo.multiply %596, %538 : tensor<32x32xf32>
    %cst_161 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %598 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %599 = stablehlo.multiply %598, %arg42 : tensor<32x32xf32>
    %600 = stablehlo.add %597, %599 : tensor<32x32xf32>
    %cst_162 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %601 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %602 = stablehlo.multiply %601, %450 : tensor<32xf32>
    %cst_163 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %603 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %604 = stablehlo.multiply %603, %arg43 : tensor<32xf32>
    %605 = stablehlo.add %602, %604 : tensor<32xf32>
    %cst_164 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %606 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %607 = stablehlo.multiply %606, %452 : tensor<128x32xf32>
    %cst_165 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %608 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %609 = stablehlo.multiply %608, %arg44 : tensor<128x32xf32>
    %610 = stablehlo.add %607, %609 : tensor<128x32xf32>
    %cst_166 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %611 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %612 = stablehlo.multiply %611, %421 : tensor<32xf32>
    %cst_167 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %613 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %614 = stablehlo.multiply %613, %arg45 : tensor<32xf32>
    %615 = stablehlo.add %612, %614 : tensor<32xf32>
    %cst_168 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %616 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %617 = stablehlo.multiply %616, %427 : tensor<32xf32>
    %cst_169 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %618 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %619 = stablehlo.multiply %618, %arg46 : tensor<32xf32>
    %620 = stablehlo.add %617, %619 : tensor<32xf32>
    %cst_170 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %621 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %622 = stablehlo.multiply %621, %470 : tensor<128xf32>
    %cst_171 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %623 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %624 = stablehlo.multiply %623, %arg47 : tensor<128xf32>
    %625 = stablehlo.add %622, %624 : tensor<128xf32>
    %cst_172 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %626 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %627 = stablehlo.multiply %626, %472 : tensor<32x128xf32>
    %cst_173 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %628 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %629 = stablehlo.multiply %628, %arg48 : tensor<32x128xf32>
    %630 = stablehlo.add %627, %629 : tensor<32x128xf32>
    %cst_174 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %631 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %632 = stablehlo.multiply %631, %406 : tensor<32xf32>
    %cst_175 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %633 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %634 = stablehlo.multiply %633, %arg49 : tensor<32xf32>
    %635 = stablehlo.add %632, %634 : tensor<32xf32>
    %cst_176 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %636 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %637 = stablehlo.multiply %636, %408 : tensor<32x32xf32>
    %cst_177 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %638 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %639 = stablehlo.multiply %638, %arg50 : tensor<32x32xf32>
    %640 = stablehlo.add %637, %639 : tensor<32x32xf32>
    %cst_178 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %641 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %642 = stablehlo.multiply %641, %339 : tensor<32xf32>
    %cst_179 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %643 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %644 = stablehlo.multiply %643, %arg51 : tensor<32xf32>
    %645 = stablehlo.add %642, %644 : tensor<32xf32>
    %cst_180 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %646 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %647 = stablehlo.multiply %646, %345 : tensor<32xf32>
    %cst_181 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %648 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %649 = stablehlo.multiply %648, %arg52 : tensor<32xf32>
    %650 = stablehlo.add %647, %649 : tensor<32xf32>
    %cst_182 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %651 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %652 = stablehlo.multiply %651, %368 : tensor<32xf32>
    %cst_183 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %653 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %654 = stablehlo.multiply %653, %arg53 : tensor<32xf32>
    %655 = stablehlo.add %652, %654 : tensor<32xf32>
    %cst_184 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %656 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %657 = stablehlo.multiply %656, %370 : tensor<32x32xf32>
    %cst_185 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %658 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %659 = stablehlo.multiply %658, %arg54 : tensor<32x32xf32>
    %660 = stablehlo.add %657, %659 : tensor<32x32xf32>
    %cst_186 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %661 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %662 = stablehlo.multiply %661, %414 : tensor<32xf32>
    %cst_187 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %663 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %664 = stablehlo.multiply %663, %arg55 : tensor<32xf32>
    %665 = stablehlo.add %662, %664 : tensor<32xf32>
    %cst_188 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %666 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %667 = stablehlo.multiply %666, %416 : tensor<32x32xf32>
    %cst_189 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %668 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %669 = stablehlo.multiply %668, %arg56 : tensor<32x32xf32>
    %670 = stablehlo.add %667, %669 : tensor<32x32xf32>
    %cst_190 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %671 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %672 = stablehlo.multiply %671, %398 : tensor<32xf32>
    %cst_191 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %673 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %674 = stablehlo.multiply %673, %arg57 : tensor<32xf32>
    %675 = stablehlo.add %672, %674 : tensor<32xf32>
    %cst_192 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %676 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %677 = stablehlo.multiply %676, %400 : tensor<32x32xf32>
    %cst_193 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %678 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %679 = stablehlo.multiply %678, %arg58 : tensor<32x32xf32>
    %680 = stablehlo.add %677, %679 : tensor<32x32xf32>
    %cst_194 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %681 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %682 = stablehlo.multiply %681, %312 : tensor<32xf32>
    %cst_195 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %683 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %684 = stablehlo.multiply %683, %arg59 : tensor<32xf32>
    %685 = stablehlo.add %682, %684 : tensor<32xf32>
    %cst_196 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %686 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %687 = stablehlo.multiply %686, %314 : tensor<128x32xf32>
    %cst_197 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %688 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %689 = stablehlo.multiply %688, %arg60 : tensor<128x32xf32>
    %690 = stablehlo.add %687, %689 : tensor<128x32xf32>
    %cst_198 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %691 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %692 = stablehlo.multiply %691, %283 : tensor<32xf32>
    %cst_199 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %693 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %694 = stablehlo.multiply %693, %arg61 : tensor<32xf32>
    %695 = stablehlo.add %692, %694 : tensor<32xf32>
    %cst_200 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %696 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %697 = stablehlo.multiply %696, %289 : tensor<32xf32>
    %cst_201 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %698 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %699 = stablehlo.multiply %698, %arg62 : tensor<32xf32>
    %700 = stablehlo.add %697, %699 : tensor<32xf32>
    %cst_202 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %701 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %702 = stablehlo.multiply %701, %332 : tensor<128xf32>
    %cst_203 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %703 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %704 = stablehlo.multiply %703, %arg63 : tensor<128xf32>
    %705 = stablehlo.add %702, %704 : tensor<128xf32>
    %cst_204 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %706 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %707 = stablehlo.multiply %706, %334 : tensor<32x128xf32>
    %cst_205 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %708 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %709 = stablehlo.multiply %708, %arg64 : tensor<32x128xf32>
    %710 = stablehlo.add %707, %709 : tensor<32x128xf32>
    %711 = stablehlo.multiply %542, %542 : tensor<32xf32>
    %cst_206 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %712 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %713 = stablehlo.multiply %712, %711 : tensor<32xf32>
    %cst_207 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %714 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %715 = stablehlo.multiply %714, %arg65 : tensor<32xf32>
    %716 = stablehlo.add %713, %715 : tensor<32xf32>
    %717 = stablehlo.multiply %544, %544 : tensor<32x32xf32>
    %cst_208 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %718 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %719 = stablehlo.multiply %718, %717 : tensor<32x32xf32>
    %cst_209 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %720 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %721 = stablehlo.multiply %720, %arg66 : tensor<32x32xf32>
    %722 = stablehlo.add %719, %721 : tensor<32x32xf32>
    %723 = stablehlo.multiply %477, %477 : tensor<32xf32>
    %cst_210 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %724 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %725 = stablehlo.multiply %724, %723 : tensor<32xf32>
    %cst_211 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %726 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %727 = stablehlo.multiply %726, %arg67 : tensor<32xf32>
    %728 = stablehlo.add %725, %727 : tensor<32xf32>
    %729 = stablehlo.multiply %483, %483 : tensor<32xf32>
    %cst_212 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %730 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %731 = stablehlo.multiply %730, %729 : tensor<32xf32>
    %cst_213 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %732 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %733 = stablehlo.multiply %732, %arg68 : tensor<32xf32>
    %734 = stablehlo.add %731, %733 : tensor<32xf32>
    %735 = stablehlo.multiply %506, %506 : tensor<32xf32>
    %cst_214 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %736 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %737 = stablehlo.multiply %736, %735 : tensor<32xf32>
    %cst_215 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %738 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %739 = stablehlo.multiply %738, %arg69 : tensor<32xf32>
    %740 = stablehlo.add %737, %739 : tensor<32xf32>
    %741 = stablehlo.multiply %508, %508 : tensor<32x32xf32>
    %cst_216 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %742 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %743 = stablehlo.multiply %742, %741 : tensor<32x32xf32>
    %cst_217 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %744 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %745 = stablehlo.multiply %744, %arg70 : tensor<32x32xf32>
    %746 = stablehlo.add %743, %745 : tensor<32x32xf32>
    %747 = stablehlo.multiply %548, %548 : tensor<32xf32>
    %cst_218 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %748 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %749 = stablehlo.multiply %748, %747 : tensor<32xf32>
    %cst_219 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %750 = stablehlo.broadcast_in_dim %cst_219, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %751 = stablehlo.multiply %750, %arg71 : tensor<32xf32>
    %752 = stablehlo.add %749, %751 : tensor<32xf32>
    %753 = stablehlo.multiply %550, %550 : tensor<32x32xf32>
    %cst_220 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %754 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %755 = stablehlo.multiply %754, %753 : tensor<32x32xf32>
    %cst_221 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %756 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %757 = stablehlo.multiply %756, %arg72 : tensor<32x32xf32>
    %758 = stablehlo.add %755, %757 : tensor<32x32xf32>
    %759 = stablehlo.multiply %536, %536 : tensor<32xf32>
    %cst_222 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %760 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %761 = stablehlo.multiply %760, %759 : tensor<32xf32>
    %cst_223 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %762 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %763 = stablehlo.multiply %762, %arg73 : tensor<32xf32>
    %764 = stablehlo.add %761, %763 : tensor<32xf32>
    %765 = stablehlo.multiply %538, %538 : tensor<32x32xf32>
    %cst_224 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %766 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %767 = stablehlo.multiply %766, %765 : tensor<32x32xf32>
    %cst_225 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %768 = stablehlo.broadcast_in_dim %cst_225, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %769 = stablehlo.multiply %768, %arg74 : tensor<32x32xf32>
    %770 = stablehlo.add %767, %769 : tensor<32x32xf32>
    %771 = stablehlo.multiply %450, %450 : tensor<32xf32>
    %cst_226 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %772 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %773 = stablehlo.multiply %772, %771 : tensor<32xf32>
    %cst_227 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %774 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %775 = stablehlo.multiply %774, %arg75 : tensor<32xf32>
    %776 = stablehlo.add %773, %775 : tensor<32xf32>
    %777 = stablehlo.multiply %452, %452 : tensor<128x32xf32>
    %cst_228 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %778 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %779 = stablehlo.multiply %778, %777 : tensor<128x32xf32>
    %cst_229 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %780 = stablehlo.broadcast_in_dim %cst_229, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %781 = stablehlo.multiply %780, %arg76 : tensor<128x32xf32>
    %782 = stablehlo.add %779, %781 : tensor<128x32xf32>
    %783 = stablehlo.multiply %421, %421 : tensor<32xf32>
    %cst_230 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %784 = stablehlo.broadcast_in_dim %cst_230, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %785 = stablehlo.multiply %784, %783 : tensor<32xf32>
    %cst_231 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %786 = stablehlo.broadcast_in_dim %cst_231, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %787 = stablehlo.multiply %786, %arg77 : tensor<32xf32>
    %788 = stablehlo.add %785, %787 : tensor<32xf32>
    %789 = stablehlo.multiply %427, %427 : tensor<32xf32>
    %cst_232 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %790 = stablehlo.broadcast_in_dim %cst_232, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %791 = stablehlo.multiply %790, %789 : tensor<32xf32>
    %cst_233 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %792 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %793 = stablehlo.multiply %792, %arg78 : tensor<32xf32>
    %794 = stablehlo.add %791, %793 : tensor<32xf32>
    %795 = stablehlo.multiply %470, %470 : tensor<128xf32>
    %cst_234 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %796 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %797 = stablehlo.multiply %796, %795 : tensor<128xf32>
    %cst_235 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %798 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %799 = stablehlo.multiply %798, %arg79 : tensor<128xf32>
    %800 = stablehlo.add %797, %799 : tensor<128xf32>
    %801 = stablehlo.multiply %472, %472 : tensor<32x128xf32>
    %cst_236 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %802 = stablehlo.broadcast_in_dim %cst_236, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %803 = stablehlo.multiply %802, %801 : tensor<32x128xf32>
    %cst_237 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %804 = stablehlo.broadcast_in_dim %cst_237, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %805 = stablehlo.multiply %804, %arg80 : tensor<32x128xf32>
    %806 = stablehlo.add %803, %805 : tensor<32x128xf32>
    %807 = stablehlo.multiply %406, %406 : tensor<32xf32>
    %cst_238 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %808 = stablehlo.broadcast_in_dim %cst_238, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %809 = stablehlo.multiply %808, %807 : tensor<32xf32>
    %cst_239 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %810 = stablehlo.broadcast_in_dim %cst_239, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %811 = stablehlo.multiply %810, %arg81 : tensor<32xf32>
    %812 = stablehlo.add %809, %811 : tensor<32xf32>
    %813 = stablehlo.multiply %408, %408 : tensor<32x32xf32>
    %cst_240 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %814 = stablehlo.broadcast_in_dim %cst_240, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %815 = stablehlo.multiply %814, %813 : tensor<32x32xf32>
    %cst_241 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %816 = stablehlo.broadcast_in_dim %cst_241, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %817 = stablehlo.multiply %816, %arg82 : tensor<32x32xf32>
    %818 = stablehlo.add %815, %817 : tensor<32x32xf32>
    %819 = stablehlo.multiply %339, %339 : tensor<32xf32>
    %cst_242 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %820 = stablehlo.broadcast_in_dim %cst_242, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %821 = stablehlo.multiply %820, %819 : tensor<32xf32>
    %cst_243 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %822 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %823 = stablehlo.multiply %822, %arg83 : tensor<32xf32>
    %824 = stablehlo.add %821, %823 : tensor<32xf32>
    %825 = stablehlo.multiply %345, %345 : tensor<32xf32>
    %cst_244 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %826 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %827 = stablehlo.multiply %826, %825 : tensor<32xf32>
    %cst_245 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %828 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %829 = stablehlo.multiply %828, %arg84 : tensor<32xf32>
    %830 = stablehlo.add %827, %829 : tensor<32xf32>
    %831 = stablehlo.multiply %368, %368 : tensor<32xf32>
    %cst_246 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %832 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %833 = stablehlo.multiply %832, %831 : tensor<32xf32>
    %cst_247 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %834 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %835 = stablehlo.multiply %834, %arg85 : tensor<32xf32>
    %836 = stablehlo.add %833, %835 : tensor<32xf32>
    %837 = stablehlo.multiply %370, %370 : tensor<32x32xf32>
    %cst_248 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %838 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %839 = stablehlo.multiply %838, %837 : tensor<32x32xf32>
    %cst_249 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %840 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %841 = stablehlo.multiply %840, %arg86 : tensor<32x32xf32>
    %842 = stablehlo.add %839, %841 : tensor<32x32xf32>
    %843 = stablehlo.multiply %414, %414 : tensor<32xf32>
    %cst_250 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %844 = stablehlo.broadcast_in_dim %cst_250, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %845 = stablehlo.multiply %844, %843 : tensor<32xf32>
    %cst_251 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %846 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %847 = stablehlo.multiply %846, %arg87 : tensor<32xf32>
    %848 = stablehlo.add %845, %847 : tensor<32xf32>
    %849 = stablehlo.multiply %416, %416 : tensor<32x32xf32>
    %cst_252 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %850 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %851 = stablehlo.multiply %850, %849 : tensor<32x32xf32>
    %cst_253 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %852 = stablehlo.broadcast_in_dim %cst_253, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %853 = stablehlo.multiply %852, %arg88 : tensor<32x32xf32>
    %854 = stablehlo.add %851, %853 : tensor<32x32xf32>
    %855 = stablehlo.multiply %398, %398 : tensor<32xf32>
    %cst_254 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %856 = stablehlo.broadcast_in_dim %cst_254, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %857 = stablehlo.multiply %856, %855 : tensor<32xf32>
    %cst_255 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %858 = stablehlo.broadcast_in_dim %cst_255, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %859 = stablehlo.multiply %858, %arg89 : tensor<32xf32>
    %860 = stablehlo.add %857, %859 : tensor<32xf32>
    %861 = stablehlo.multiply %400, %400 : tensor<32x32xf32>
    %cst_256 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %862 = stablehlo.broadcast_in_dim %cst_256, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %863 = stablehlo.multiply %862, %861 : tensor<32x32xf32>
    %cst_257 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %864 = stablehlo.broadcast_in_dim %cst_257, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %865 = stablehlo.multiply %864, %arg90 : tensor<32x32xf32>
    %866 = stablehlo.add %863, %865 : tensor<32x32xf32>
    %867 = stablehlo.multiply %312, %312 : tensor<32xf32>
    %cst_258 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %868 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %869 = stablehlo.multiply %868, %867 : tensor<32xf32>
    %cst_259 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %870 = stablehlo.broadcast_in_dim %cst_259, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %871 = stablehlo.multiply %870, %arg91 : tensor<32xf32>
    %872 = stablehlo.add %869, %871 : tensor<32xf32>
    %873 = stablehlo.multiply %314, %314 : tensor<128x32xf32>
    %cst_260 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %874 = stablehlo.broadcast_in_dim %cst_260, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %875 = stablehlo.multiply %874, %873 : tensor<128x32xf32>
    %cst_261 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %876 = stablehlo.broadcast_in_dim %cst_261, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %877 = stablehlo.multiply %876, %arg92 : tensor<128x32xf32>
    %878 = stablehlo.add %875, %877 : tensor<128x32xf32>
    %879 = stablehlo.multiply %283, %283 : tensor<32xf32>
    %cst_262 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %880 = stablehlo.broadcast_in_dim %cst_262, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %881 = stablehlo.multiply %880, %879 : tensor<32xf32>
    %cst_263 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %882 = stablehlo.broadcast_in_dim %cst_263, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %883 = stablehlo.multiply %882, %arg93 : tensor<32xf32>
    %884 = stablehlo.add %881, %883 : tensor<32xf32>
    %885 = stablehlo.multiply %289, %289 : tensor<32xf32>
    %cst_264 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %886 = stablehlo.broadcast_in_dim %cst_264, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %887 = stablehlo.multiply %886, %885 : tensor<32xf32>
    %cst_265 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %888 = stablehlo.broadcast_in_dim %cst_265, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %889 = stablehlo.multiply %888, %arg94 : tensor<32xf32>
    %890 = stablehlo.add %887, %889 : tensor<32xf32>
    %891 = stablehlo.multiply %332, %332 : tensor<128xf32>
    %cst_266 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %892 = stablehlo.broadcast_in_dim %cst_266, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %893 = stablehlo.multiply %892, %891 : tensor<128xf32>
    %cst_267 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %894 = stablehlo.broadcast_in_dim %cst_267, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %895 = stablehlo.multiply %894, %arg95 : tensor<128xf32>
    %896 = stablehlo.add %893, %895 : tensor<128xf32>
    %897 = stablehlo.multiply %334, %334 : tensor<32x128xf32>
    %cst_268 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %898 = stablehlo.broadcast_in_dim %cst_268, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %899 = stablehlo.multiply %898, %897 : tensor<32x128xf32>
    %cst_269 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %900 = stablehlo.broadcast_in_dim %cst_269, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %901 = stablehlo.multiply %900, %arg96 : tensor<32x128xf32>
    %902 = stablehlo.add %899, %901 : tensor<32x128xf32>
    %c = stablehlo.constant dense<2147483647> : tensor<i32>
    %903 = stablehlo.compare LT, %arg32, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_270 = stablehlo.constant dense<1> : tensor<i32>
    %904 = stablehlo.add %arg32, %c_270 : tensor<i32>
    %c_271 = stablehlo.constant dense<2147483647> : tensor<i32>
    %905 = call @_where(%903, %904, %c_271) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %906 = stablehlo.convert %905 : (tensor<i32>) -> tensor<f32>
    %cst_272 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %907 = stablehlo.convert %905 : (tensor<i32>) -> tensor<f32>
    %908 = stablehlo.power %cst_272, %907 : tensor<f32>
    %cst_273 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %909 = stablehlo.subtract %cst_273, %908 : tensor<f32>
    %910 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %911 = stablehlo.divide %555, %910 : tensor<32xf32>
    %912 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %913 = stablehlo.divide %560, %912 : tensor<32x32xf32>
    %914 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %915 = stablehlo.divide %565, %914 : tensor<32xf32>
    %916 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %917 = stablehlo.divide %570, %916 : tensor<32xf32>
    %918 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %919 = stablehlo.divide %575, %918 : tensor<32xf32>
    %920 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %921 = stablehlo.divide %580, %920 : tensor<32x32xf32>
    %922 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %923 = stablehlo.divide %585, %922 : tensor<32xf32>
    %924 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %925 = stablehlo.divide %590, %924 : tensor<32x32xf32>
    %926 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %927 = stablehlo.divide %595, %926 : tensor<32xf32>
    %928 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %929 = stablehlo.divide %600, %928 : tensor<32x32xf32>
    %930 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %931 = stablehlo.divide %605, %930 : tensor<32xf32>
    %932 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %933 = stablehlo.divide %610, %932 : tensor<128x32xf32>
    %934 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %935 = stablehlo.divide %615, %934 : tensor<32xf32>
    %936 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %937 = stablehlo.divide %620, %936 : tensor<32xf32>
    %938 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %939 = stablehlo.divide %625, %938 : tensor<128xf32>
    %940 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %941 = stablehlo.divide %630, %940 : tensor<32x128xf32>
    %942 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %943 = stablehlo.divide %635, %942 : tensor<32xf32>
    %944 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %945 = stablehlo.divide %640, %944 : tensor<32x32xf32>
    %946 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %947 = stablehlo.divide %645, %946 : tensor<32xf32>
    %948 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %949 = stablehlo.divide %650, %948 : tensor<32xf32>
    %950 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %951 = stablehlo.divide %655, %950 : tensor<32xf32>
    %952 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %953 = stablehlo.divide %660, %952 : tensor<32x32xf32>
    %954 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %955 = stablehlo.divide %665, %954 : tensor<32xf32>
    %956 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %957 = stablehlo.divide %670, %956 : tensor<32x32xf32>
    %958 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %959 = stablehlo.divide %675, %958 : tensor<32xf32>
    %960 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %961 = stablehlo.divide %680, %960 : tensor<32x32xf32>
    %962 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %963 = stablehlo.divide %685, %962 : tensor<32xf32>
    %964 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %965 = stablehlo.divide %690, %964 : tensor<128x32xf32>
    %966 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %967 = stablehlo.divide %695, %966 : tensor<32xf32>
    %968 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %969 = stablehlo.divide %700, %968 : tensor<32xf32>
    %970 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %971 = stablehlo.divide %705, %970 : tensor<128xf32>
    %972 = stablehlo.broadcast_in_dim %909, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %973 = stablehlo.divide %710, %972 : tensor<32x128xf32>
    %974 = stablehlo.convert %905 : (tensor<i32>) -> tensor<f32>
    %cst_274 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %975 = stablehlo.convert %905 : (tensor<i32>) -> tensor<f32>
    %976 = stablehlo.power %cst_274, %975 : tensor<f32>
    %cst_275 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %977 = stablehlo.subtract %cst_275, %976 : tensor<f32>
    %978 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %979 = stablehlo.divide %716, %978 : tensor<32xf32>
    %980 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %981 = stablehlo.divide %722, %980 : tensor<32x32xf32>
    %982 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %983 = stablehlo.divide %728, %982 : tensor<32xf32>
    %984 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %985 = stablehlo.divide %734, %984 : tensor<32xf32>
    %986 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %987 = stablehlo.divide %740, %986 : tensor<32xf32>
    %988 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %989 = stablehlo.divide %746, %988 : tensor<32x32xf32>
    %990 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %991 = stablehlo.divide %752, %990 : tensor<32xf32>
    %992 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %993 = stablehlo.divide %758, %992 : tensor<32x32xf32>
    %994 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %995 = stablehlo.divide %764, %994 : tensor<32xf32>
    %996 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %997 = stablehlo.divide %770, %996 : tensor<32x32xf32>
    %998 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %999 = stablehlo.divide %776, %998 : tensor<32xf32>
    %1000 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1001 = stablehlo.divide %782, %1000 : tensor<128x32xf32>
    %1002 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1003 = stablehlo.divide %788, %1002 : tensor<32xf32>
    %1004 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1005 = stablehlo.divide %794, %1004 : tensor<32xf32>
    %1006 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1007 = stablehlo.divide %800, %1006 : tensor<128xf32>
    %1008 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1009 = stablehlo.divide %806, %1008 : tensor<32x128xf32>
    %1010 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1011 = stablehlo.divide %812, %1010 : tensor<32xf32>
    %1012 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1013 = stablehlo.divide %818, %1012 : tensor<32x32xf32>
    %1014 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1015 = stablehlo.divide %824, %1014 : tensor<32xf32>
    %1016 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1017 = stablehlo.divide %830, %1016 : tensor<32xf32>
    %1018 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1019 = stablehlo.divide %836, %1018 : tensor<32xf32>
    %1020 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1021 = stablehlo.divide %842, %1020 : tensor<32x32xf32>
    %1022 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1023 = stablehlo.divide %848, %1022 : tensor<32xf32>
    %1024 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1025 = stablehlo.divide %854, %1024 : tensor<32x32xf32>
    %1026 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1027 = stablehlo.divide %860, %1026 : tensor<32xf32>
    %1028 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1029 = stablehlo.divide %866, %1028 : tensor<32x32xf32>
    %1030 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1031 = stablehlo.divide %872, %1030 : tensor<32xf32>
    %1032 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1033 = stablehlo.divide %878, %1032 : tensor<128x32xf32>
    %1034 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1035 = stablehlo.divide %884, %1034 : tensor<32xf32>
    %1036 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1037 = stablehlo.divide %890, %1036 : tensor<32xf32>
    %1038 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1039 = stablehlo.divide %896, %1038 : tensor<128xf32>
    %1040 = stablehlo.broadcast_in_dim %977, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1041 = stablehlo.divide %902, %1040 : tensor<32x128xf32>
    %cst_276 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1042 = stablehlo.broadcast_in_dim %cst_276, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1043 = stablehlo.add %979, %1042 : tensor<32xf32>
    %1044 = stablehlo.sqrt %1043 : tensor<32xf32>
    %cst_277 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1045 = stablehlo.broadcast_in_dim %cst_277, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1046 = stablehlo.add %1044, %1045 : tensor<32xf32>
    %1047 = stablehlo.divide %911, %1046 : tensor<32xf32>
    %cst_278 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1048 = stablehlo.broadcast_in_dim %cst_278, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1049 = stablehlo.add %981, %1048 : tensor<32x32xf32>
    %1050 = stablehlo.sqrt %1049 : tensor<32x32xf32>
    %cst_279 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1051 = stablehlo.broadcast_in_dim %cst_279, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1052 = stablehlo.add %1050, %1051 : tensor<32x32xf32>
    %1053 = stablehlo.divide %913, %1052 : tensor<32x32xf32>
    %cst_280 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1054 = stablehlo.broadcast_in_dim %cst_280, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1055 = stablehlo.add %983, %1054 : tensor<32xf32>
    %1056 = stablehlo.sqrt %1055 : tensor<32xf32>
    %cst_281 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1057 = stablehlo.broadcast_in_dim %cst_281, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1058 = stablehlo.add %1056, %1057 : tensor<32xf32>
    %1059 = stablehlo.divide %915, %1058 : tensor<32xf32>
    %cst_282 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1060 = stablehlo.broadcast_in_dim %cst_282, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1061 = stablehlo.add %985, %1060 : tensor<32xf32>
    %1062 = stablehlo.sqrt %1061 : tensor<32xf32>
    %cst_283 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1063 = stablehlo.broadcast_in_dim %cst_283, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1064 = stablehlo.add %1062, %1063 : tensor<32xf32>
    %1065 = stablehlo.divide %917, %1064 : tensor<32xf32>
    %cst_284 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1066 = stablehlo.broadcast_in_dim %cst_284, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1067 = stablehlo.add %987, %1066 : tensor<32xf32>
    %1068 = stablehlo.sqrt %1067 : tensor<32xf32>
    %cst_285 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1069 = stablehlo.broadcast_in_dim %cst_285, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1070 = stablehlo.add %1068, %1069 : tensor<32xf32>
    %1071 = stablehlo.divide %919, %1070 : tensor<32xf32>
    %cst_286 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1072 = stablehlo.broadcast_in_dim %cst_286, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1073 = stablehlo.add %989, %1072 : tensor<32x32xf32>
    %1074 = stablehlo.sqrt %1073 : tensor<32x32xf32>
    %cst_287 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1075 = stablehlo.broadcast_in_dim %cst_287, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1076 = stablehlo.add %1074, %1075 : tensor<32x32xf32>
    %1077 = stablehlo.divide %921, %1076 : tensor<32x32xf32>
    %cst_288 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1078 = stablehlo.broadcast_in_dim %cst_288, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1079 = stablehlo.add %991, %1078 : tensor<32xf32>
    %1080 = stablehlo.sqrt %1079 : tensor<32xf32>
    %cst_289 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1081 = stablehlo.broadcast_in_dim %cst_289, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1082 = stablehlo.add %1080, %1081 : tensor<32xf32>
    %1083 = stablehlo.divide %923, %1082 : tensor<32xf32>
    %cst_290 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1084 = stablehlo.broadcast_in_dim %cst_290, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1085 = stablehlo.add %993, %1084 : tensor<32x32xf32>
    %1086 = stablehlo.sqrt %1085 : tensor<32x32xf32>
    %cst_291 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1087 = stablehlo.broadcast_in_dim %cst_291, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1088 = stablehlo.add %1086, %1087 : tensor<32x32xf32>
    %1089 = stablehlo.divide %925, %1088 : tensor<32x32xf32>
    %cst_292 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1090 = stablehlo.broadcast_in_dim %cst_292, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1091 = stablehlo.add %995, %1090 : tensor<32xf32>
    %1092 = stablehlo.sqrt %1091 : tensor<32xf32>
    %cst_293 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1093 = stablehlo.broadcast_in_dim %cst_293, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1094 = stablehlo.add %1092, %1093 : tensor<32xf32>
    %1095 = stablehlo.divide %927, %1094 : tensor<32xf32>
    %cst_294 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1096 = stablehlo.broadcast_in_dim %cst_294, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1097 = stablehlo.add %997, %1096 : tensor<32x32xf32>
    %1098 = stablehlo.sqrt %1097 : tensor<32x32xf32>
    %cst_295 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1099 = stablehlo.broadcast_in_dim %cst_295, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1100 = stablehlo.add %1098, %1099 : tensor<32x32xf32>
    %1101 = stablehlo.divide %929, %1100 : tensor<32x32xf32>
    %cst_296 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1102 = stablehlo.broadcast_in_dim %cst_296, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1103 = stablehlo.add %999, %1102 : tensor<32xf32>
    %1104 = stablehlo.sqrt %1103 : tensor<32xf32>
    %cst_297 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1105 = stablehlo.broadcast_in_dim %cst_297, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1106 = stablehlo.add %1104, %1105 : tensor<32xf32>
    %1107 = stablehlo.divide %931, %1106 : tensor<32xf32>
    %cst_298 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1108 = stablehlo.broadcast_in_dim %cst_298, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1109 = stablehlo.add %1001, %1108 : tensor<128x32xf32>
    %1110 = stablehlo.sqrt %1109 : tensor<128x32xf32>
    %cst_299 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1111 = stablehlo.broadcast_in_dim %cst_299, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1112 = stablehlo.add %1110, %1111 : tensor<128x32xf32>
    %1113 = stablehlo.divide %933, %1112 : tensor<128x32xf32>
    %cst_300 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1114 = stablehlo.broadcast_in_dim %cst_300, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1115 = stablehlo.add %1003, %1114 : tensor<32xf32>
    %1116 = stablehlo.sqrt %1115 : tensor<32xf32>
    %cst_301 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1117 = stablehlo.broadcast_in_dim %cst_301, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1118 = stablehlo.add %1116, %1117 : tensor<32xf32>
    %1119 = stablehlo.divide %935, %1118 : tensor<32xf32>
    %cst_302 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1120 = stablehlo.broadcast_in_dim %cst_302, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1121 = stablehlo.add %1005, %1120 : tensor<32xf32>
    %1122 = stablehlo.sqrt %1121 : tensor<32xf32>
    %cst_303 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1123 = stablehlo.broadcast_in_dim %cst_303, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1124 = stablehlo.add %1122, %1123 : tensor<32xf32>
    %1125 = stablehlo.divide %937, %1124 : tensor<32xf32>
    %cst_304 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1126 = stablehlo.broadcast_in_dim %cst_304, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1127 = stablehlo.add %1007, %1126 : tensor<128xf32>
    %1128 = stablehlo.sqrt %1127 : tensor<128xf32>
    %cst_305 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1129 = stablehlo.broadcast_in_dim %cst_305, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1130 = stablehlo.add %1128, %1129 : tensor<128xf32>
    %1131 = stablehlo.divide %939, %1130 : tensor<128xf32>
    %cst_306 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1132 = stablehlo.broadcast_in_dim %cst_306, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1133 = stablehlo.add %1009, %1132 : tensor<32x128xf32>
    %1134 = stablehlo.sqrt %1133 : tensor<32x128xf32>
    %cst_307 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1135 = stablehlo.broadcast_in_dim %cst_307, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1136 = stablehlo.add %1134, %1135 : tensor<32x128xf32>
    %1137 = stablehlo.divide %941, %1136 : tensor<32x128xf32>
    %cst_308 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1138 = stablehlo.broadcast_in_dim %cst_308, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1139 = stablehlo.add %1011, %1138 : tensor<32xf32>
    %1140 = stablehlo.sqrt %1139 : tensor<32xf32>
    %cst_309 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1141 = stablehlo.broadcast_in_dim %cst_309, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1142 = stablehlo.add %1140, %1141 : tensor<32xf32>
    %1143 = stablehlo.divide %943, %1142 : tensor<32xf32>
    %cst_310 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1144 = stablehlo.broadcast_in_dim %cst_310, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1145 = stablehlo.add %1013, %1144 : tensor<32x32xf32>
    %1146 = stablehlo.sqrt %1145 : tensor<32x32xf32>
    %cst_311 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1147 = stablehlo.broadcast_in_dim %cst_311, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1148 = stablehlo.add %1146, %1147 : tensor<32x32xf32>
    %1149 = stablehlo.divide %945, %1148 : tensor<32x32xf32>
    %cst_312 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1150 = stablehlo.broadcast_in_dim %cst_312, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1151 = stablehlo.add %1015, %1150 : tensor<32xf32>
    %1152 = stablehlo.sqrt %1151 : tensor<32xf32>
    %cst_313 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1153 = stablehlo.broadcast_in_dim %cst_313, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1154 = stablehlo.add %1152, %1153 : tensor<32xf32>
    %1155 = stablehlo.divide %947, %1154 : tensor<32xf32>
    %cst_314 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1156 = stablehlo.broadcast_in_dim %cst_314, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1157 = stablehlo.add %1017, %1156 : tensor<32xf32>
    %1158 = stablehlo.sqrt %1157 : tensor<32xf32>
    %cst_315 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1159 = stablehlo.broadcast_in_dim %cst_315, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1160 = stablehlo.add %1158, %1159 : tensor<32xf32>
    %1161 = stablehlo.divide %949, %1160 : tensor<32xf32>
    %cst_316 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1162 = stablehlo.broadcast_in_dim %cst_316, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1163 = stablehlo.add %1019, %1162 : tensor<32xf32>
    %1164 = stablehlo.sqrt %1163 : tensor<32xf32>
    %cst_317 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1165 = stablehlo.broadcast_in_dim %cst_317, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1166 = stablehlo.add %1164, %1165 : tensor<32xf32>
    %1167 = stablehlo.divide %951, %1166 : tensor<32xf32>
    %cst_318 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1168 = stablehlo.broadcast_in_dim %cst_318, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1169 = stablehlo.add %1021, %1168 : tensor<32x32xf32>
    %1170 = stablehlo.sqrt %1169 : tensor<32x32xf32>
    %cst_319 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1171 = stablehlo.broadcast_in_dim %cst_319, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1172 = stablehlo.add %1170, %1171 : tensor<32x32xf32>
    %1173 = stablehlo.divide %953, %1172 : tensor<32x32xf32>
    %cst_320 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1174 = stablehlo.broadcast_in_dim %cst_320, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1175 = stablehlo.add %1023, %1174 : tensor<32xf32>
    %1176 = stablehlo.sqrt %1175 : tensor<32xf32>
    %cst_321 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1177 = stablehlo.broadcast_in_dim %cst_321, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1178 = stablehlo.add %1176, %1177 : tensor<32xf32>
    %1179 = stablehlo.divide %955, %1178 : tensor<32xf32>
    %cst_322 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1180 = stablehlo.broadcast_in_dim %cst_322, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1181 = stablehlo.add %1025, %1180 : tensor<32x32xf32>
    %1182 = stablehlo.sqrt %1181 : tensor<32x32xf32>
    %cst_323 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1183 = stablehlo.broadcast_in_dim %cst_323, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1184 = stablehlo.add %1182, %1183 : tensor<32x32xf32>
    %1185 = stablehlo.divide %957, %1184 : tensor<32x32xf32>
    %cst_324 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1186 = stablehlo.broadcast_in_dim %cst_324, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1187 = stablehlo.add %1027, %1186 : tensor<32xf32>
    %1188 = stablehlo.sqrt %1187 : tensor<32xf32>
    %cst_325 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1189 = stablehlo.broadcast_in_dim %cst_325, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1190 = stablehlo.add %1188, %1189 : tensor<32xf32>
    %1191 = stablehlo.divide %959, %1190 : tensor<32xf32>
    %cst_326 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1192 = stablehlo.broadcast_in_dim %cst_326, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1193 = stablehlo.add %1029, %1192 : tensor<32x32xf32>
    %1194 = stablehlo.sqrt %1193 : tensor<32x32xf32>
    %cst_327 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1195 = stablehlo.broadcast_in_dim %cst_327, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1196 = stablehlo.add %1194, %1195 : tensor<32x32xf32>
    %1197 = stablehlo.divide %961, %1196 : tensor<32x32xf32>
    %cst_328 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1198 = stablehlo.broadcast_in_dim %cst_328, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1199 = stablehlo.add %1031, %1198 : tensor<32xf32>
    %1200 = stablehlo.sqrt %1199 : tensor<32xf32>
    %cst_329 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1201 = stablehlo.broadcast_in_dim %cst_329, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1202 = stablehlo.add %1200, %1201 : tensor<32xf32>
    %1203 = stablehlo.divide %963, %1202 : tensor<32xf32>
    %cst_330 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1204 = stablehlo.broadcast_in_dim %cst_330, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1205 = stablehlo.add %1033, %1204 : tensor<128x32xf32>
    %1206 = stablehlo.sqrt %1205 : tensor<128x32xf32>
    %cst_331 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1207 = stablehlo.broadcast_in_dim %cst_331, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1208 = stablehlo.add %1206, %1207 : tensor<128x32xf32>
    %1209 = stablehlo.divide %965, %1208 : tensor<128x32xf32>
    %cst_332 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1210 = stablehlo.broadcast_in_dim %cst_332, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1211 = stablehlo.add %1035, %1210 : tensor<32xf32>
    %1212 = stablehlo.sqrt %1211 : tensor<32xf32>
    %cst_333 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1213 = stablehlo.broadcast_in_dim %cst_333, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1214 = stablehlo.add %1212, %1213 : tensor<32xf32>
    %1215 = stablehlo.divide %967, %1214 : tensor<32xf32>
    %cst_334 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1216 = stablehlo.broadcast_in_dim %cst_334, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1217 = stablehlo.add %1037, %1216 : tensor<32xf32>
    %1218 = stablehlo.sqrt %1217 : tensor<32xf32>
    %cst_335 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1219 = stablehlo.broadcast_in_dim %cst_335, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1220 = stablehlo.add %1218, %1219 : tensor<32xf32>
    %1221 = stablehlo.divide %969, %1220 : tensor<32xf32>
    %cst_336 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1222 = stablehlo.broadcast_in_dim %cst_336, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1223 = stablehlo.add %1039, %1222 : tensor<128xf32>
    %1224 = stablehlo.sqrt %1223 : tensor<128xf32>
    %cst_337 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1225 = stablehlo.broadcast_in_dim %cst_337, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1226 = stablehlo.add %1224, %1225 : tensor<128xf32>
    %1227 = stablehlo.divide %971, %1226 : tensor<128xf32>
    %cst_338 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1228 = stablehlo.broadcast_in_dim %cst_338, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1229 = stablehlo.add %1041, %1228 : tensor<32x128xf32>
    %1230 = stablehlo.sqrt %1229 : tensor<32x128xf32>
    %cst_339 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1231 = stablehlo.broadcast_in_dim %cst_339, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1232 = stablehlo.add %1230, %1231 : tensor<32x128xf32>
    %1233 = stablehlo.divide %973, %1232 : tensor<32x128xf32>
    %cst_340 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1234 = stablehlo.broadcast_in_dim %cst_340, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1235 = stablehlo.multiply %1234, %1047 : tensor<32xf32>
    %cst_341 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1236 = stablehlo.broadcast_in_dim %cst_341, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1237 = stablehlo.multiply %1236, %1053 : tensor<32x32xf32>
    %cst_342 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1238 = stablehlo.broadcast_in_dim %cst_342, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1239 = stablehlo.multiply %1238, %1059 : tensor<32xf32>
    %cst_343 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1240 = stablehlo.broadcast_in_dim %cst_343, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1241 = stablehlo.multiply %1240, %1065 : tensor<32xf32>
    %cst_344 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1242 = stablehlo.broadcast_in_dim %cst_344, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1243 = stablehlo.multiply %1242, %1071 : tensor<32xf32>
    %cst_345 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1244 = stablehlo.broadcast_in_dim %cst_345, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1245 = stablehlo.multiply %1244, %1077 : tensor<32x32xf32>
    %cst_346 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1246 = stablehlo.broadcast_in_dim %cst_346, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1247 = stablehlo.multiply %1246, %1083 : tensor<32xf32>
    %cst_347 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1248 = stablehlo.broadcast_in_dim %cst_347, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1249 = stablehlo.multiply %1248, %1089 : tensor<32x32xf32>
    %cst_348 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1250 = stablehlo.broadcast_in_dim %cst_348, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1251 = stablehlo.multiply %1250, %1095 : tensor<32xf32>
    %cst_349 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1252 = stablehlo.broadcast_in_dim %cst_349, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1253 = stablehlo.multiply %1252, %1101 : tensor<32x32xf32>
    %cst_350 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1254 = stablehlo.broadcast_in_dim %cst_350, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1255 = stablehlo.multiply %1254, %1107 : tensor<32xf32>
    %cst_351 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1256 = stablehlo.broadcast_in_dim %cst_351, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1257 = stablehlo.multiply %1256, %1113 : tensor<128x32xf32>
    %cst_352 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1258 = stablehlo.broadcast_in_dim %cst_352, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1259 = stablehlo.multiply %1258, %1119 : tensor<32xf32>
    %cst_353 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1260 = stablehlo.broadcast_in_dim %cst_353, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1261 = stablehlo.multiply %1260, %1125 : tensor<32xf32>
    %cst_354 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1262 = stablehlo.broadcast_in_dim %cst_354, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1263 = stablehlo.multiply %1262, %1131 : tensor<128xf32>
    %cst_355 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1264 = stablehlo.broadcast_in_dim %cst_355, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1265 = stablehlo.multiply %1264, %1137 : tensor<32x128xf32>
    %cst_356 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1266 = stablehlo.broadcast_in_dim %cst_356, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1267 = stablehlo.multiply %1266, %1143 : tensor<32xf32>
    %cst_357 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1268 = stablehlo.broadcast_in_dim %cst_357, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1269 = stablehlo.multiply %1268, %1149 : tensor<32x32xf32>
    %cst_358 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1270 = stablehlo.broadcast_in_dim %cst_358, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1271 = stablehlo.multiply %1270, %1155 : tensor<32xf32>
    %cst_359 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1272 = stablehlo.broadcast_in_dim %cst_359, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1273 = stablehlo.multiply %1272, %1161 : tensor<32xf32>
    %cst_360 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1274 = stablehlo.broadcast_in_dim %cst_360, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1275 = stablehlo.multiply %1274, %1167 : tensor<32xf32>
    %cst_361 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1276 = stablehlo.broadcast_in_dim %cst_361, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1277 = stablehlo.multiply %1276, %1173 : tensor<32x32xf32>
    %cst_362 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1278 = stablehlo.broadcast_in_dim %cst_362, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1279 = stablehlo.multiply %1278, %1179 : tensor<32xf32>
    %cst_363 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1280 = stablehlo.broadcast_in_dim %cst_363, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1281 = stablehlo.multiply %1280, %1185 : tensor<32x32xf32>
    %cst_364 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1282 = stablehlo.broadcast_in_dim %cst_364, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1283 = stablehlo.multiply %1282, %1191 : tensor<32xf32>
    %cst_365 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1284 = stablehlo.broadcast_in_dim %cst_365, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1285 = stablehlo.multiply %1284, %1197 : tensor<32x32xf32>
    %cst_366 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1286 = stablehlo.broadcast_in_dim %cst_366, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1287 = stablehlo.multiply %1286, %1203 : tensor<32xf32>
    %cst_367 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1288 = stablehlo.broadcast_in_dim %cst_367, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1289 = stablehlo.multiply %1288, %1209 : tensor<128x32xf32>
    %cst_368 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1290 = stablehlo.broadcast_in_dim %cst_368, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1291 = stablehlo.multiply %1290, %1215 : tensor<32xf32>
    %cst_369 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1292 = stablehlo.broadcast_in_dim %cst_369, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1293 = stablehlo.multiply %1292, %1221 : tensor<32xf32>
    %cst_370 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1294 = stablehlo.broadcast_in_dim %cst_370, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1295 = stablehlo.multiply %1294, %1227 : tensor<128xf32>
    %cst_371 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %1296 = stablehlo.broadcast_in_dim %cst_371, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1297 = stablehlo.multiply %1296, %1233 : tensor<32x128xf32>
    %1298 = stablehlo.add %arg0, %1235 : tensor<32xf32>
    %1299 = stablehlo.add %arg1, %1237 : tensor<32x32xf32>
    %1300 = stablehlo.add %arg2, %1239 : tensor<32xf32>
    %1301 = stablehlo.add %arg3, %1241 : tensor<32xf32>
    %1302 = stablehlo.add %arg4, %1243 : tensor<32xf32>
    %1303 = stablehlo.add %arg5, %1245 : tensor<32x32xf32>
    %1304 = stablehlo.add %arg6, %1247 : tensor<32xf32>
    %1305 = stablehlo.add %arg7, %1249 : tensor<32x32xf32>
    %1306 = stablehlo.add %arg8, %1251 : tensor<32xf32>
    %1307 = stablehlo.add %arg9, %1253 : tensor<32x32xf32>
    %1308 = stablehlo.add %arg10, %1255 : tensor<32xf32>
    %1309 = stablehlo.add %arg11, %1257 : tensor<128x32xf32>
    %1310 = stablehlo.add %arg12, %1259 : tensor<32xf32>
    %1311 = stablehlo.add %arg13, %1261 : tensor<32xf32>
    %1312 = stablehlo.add %arg14, %1263 : tensor<128xf32>
    %1313 = stablehlo.add %arg15, %1265 : tensor<32x128xf32>
    %1314 = stablehlo.add %arg16, %1267 : tensor<32xf32>
    %1315 = stablehlo.add %arg17, %1269 : tensor<32x32xf32>
    %1316 = stablehlo.add %arg18, %1271 : tensor<32xf32>
    %1317 = stablehlo.add %arg19, %1273 : tensor<32xf32>
    %1318 = stablehlo.add %arg20, %1275 : tensor<32xf32>
    %1319 = stablehlo.add %arg21, %1277 : tensor<32x32xf32>
    %1320 = stablehlo.add %arg22, %1279 : tensor<32xf32>
    %1321 = stablehlo.add %arg23, %1281 : tensor<32x32xf32>
    %1322 = stablehlo.add %arg24, %1283 : tensor<32xf32>
    %1323 = stablehlo.add %arg25, %1285 : tensor<32x32xf32>
    %1324 = stablehlo.add %arg26, %1287 : tensor<32xf32>
    %1325 = stablehlo.add %arg27, %1289 : tensor<128x32xf32>
    %1326 = stablehlo.add %arg28, %1291 : tensor<32xf32>
    %1327 = stablehlo.add %arg29, %1293 : tensor<32xf32>
    %1328 = stablehlo.add %arg30, %1295 : tensor<128xf32>
    %1329 = stablehlo.add %arg31, %1297 : tensor<32x128xf32>
    return %1298, %1299, %1300, %1301, %1302, %1303, %1304, %1305, %1306, %1307, %1308, %1309, %1310, %1311, %1312, %1313, %1314, %1315, %1316, %1317, %1318, %1319, %1320, %1321, %1322, %1323, %1324, %1325, %1326, %1327, %1328, %1329, %905, %555, %560, %565, %570, %575, %580, %585, %590, %595, %600, %605, %610, %615, %620, %625, %630, %635, %640, %645, %650, %655, %660, %665, %670, %675, %680, %685, %690, %695, %700, %705, %710, %716, %722, %728, %734, %740, %746, %752, %758, %764, %770, %776, %782, %788, %794, %800, %806, %812, %818, %824, %830, %836, %842, %848, %854, %860, %866, %872, %878, %884, %890, %896, %902 : tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<i32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
