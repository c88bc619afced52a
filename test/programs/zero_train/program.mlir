module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=8]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>, tf.aliasing_output = 12 : i32}, %arg13: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 19 : i32}, %arg20: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 20 : i32}, %arg21: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 21 : i32}, %arg22: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 22 : i32}, %arg23: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 23 : i32}, %arg24: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 24 : i32}, %arg25: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 25 : i32}, %arg26: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 26 : i32}, %arg27: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 27 : i32}, %arg28: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 28 : i32}, %arg29: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 29 : i32}, %arg30: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 30 : i32}, %arg31: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 31 : i32}, %arg32: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 32 : i32}, %arg33: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 33 : i32}, %arg34: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 34 : i32}, %arg35: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 35 : i32}, %arg36: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 36 : i32}, %arg37: tensor<8x5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<128x32xf32> {jax.result_info = "result[0]['embed']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['head']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['layers'][0]['attn_norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['layers'][0]['down']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['layers'][0]['ffn_norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x64xf32> {jax.result_info = "result[0]['layers'][0]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x64xf32> {jax.result_info = "result[0]['layers'][0]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x16xf32> {jax.result_info = "result[0]['layers'][0]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][0]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32x32xf32> {jax.result_info = "result[0]['layers'][0]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x16xf32> {jax.result_info = "result[0]['layers'][0]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<i32> {jax.result_info = "result[1][0].count", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<128x32xf32> {jax.result_info = "result[1][0].mu['embed']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32x128xf32> {jax.result_info = "result[1][0].mu['head']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32xf32> {jax.result_info = "result[1][0].mu['layers'][0]['attn_norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x32xf32> {jax.result_info = "result[1][0].mu['layers'][0]['down']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[1][0].mu['layers'][0]['ffn_norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x64xf32> {jax.result_info = "result[1][0].mu['layers'][0]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x64xf32> {jax.result_info = "result[1][0].mu['layers'][0]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x16xf32> {jax.result_info = "result[1][0].mu['layers'][0]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu['layers'][0]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32x32xf32> {jax.result_info = "result[1][0].mu['layers'][0]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x16xf32> {jax.result_info = "result[1][0].mu['layers'][0]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32xf32> {jax.result_info = "result[1][0].mu['norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128x32xf32> {jax.result_info = "result[1][0].nu['embed']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32x128xf32> {jax.result_info = "result[1][0].nu['head']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32xf32> {jax.result_info = "result[1][0].nu['layers'][0]['attn_norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x32xf32> {jax.result_info = "result[1][0].nu['layers'][0]['down']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[1][0].nu['layers'][0]['ffn_norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x64xf32> {jax.result_info = "result[1][0].nu['layers'][0]['gate']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x64xf32> {jax.result_info = "result[1][0].nu['layers'][0]['up']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x16xf32> {jax.result_info = "result[1][0].nu['layers'][0]['wk']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu['layers'][0]['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32x32xf32> {jax.result_info = "result[1][0].nu['layers'][0]['wq']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32x16xf32> {jax.result_info = "result[1][0].nu['layers'][0]['wv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32xf32> {jax.result_info = "result[1][0].nu['norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<f32> {jax.result_info = "result[2]", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = stablehlo.slice %arg37 [0:8, 0:4] : (tensor<8x5xi32>) -> tensor<8x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x4xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<8x4xi32>, tensor<8x4xi32>) -> tensor<8x4xi1>
    %c_0 = stablehlo.constant dense<128> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x4xi32>
    %4 = stablehlo.add %0, %3 : tensor<8x4xi32>
    %5 = stablehlo.select %2, %4, %0 : tensor<8x4xi1>, tensor<8x4xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<8x4xi32>) -> tensor<8x4x1xi32>
    %7 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<128x32xf32>, tensor<8x4x1xi32>) -> tensor<8x4x32xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<8x4x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x4x32xf32>, tensor<f32>) -> tensor<8x4xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_1 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<8x4x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %14 = stablehlo.add %12, %13 : tensor<8x4x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<8x4x1xf32>
    %16 = stablehlo.divide %15, %14 : tensor<8x4x1xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<8x4x1xf32>
    %19 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x32xf32>
    %20 = stablehlo.multiply %7, %19 : tensor<8x4x32xf32>
    %21 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x4x32xf32>
    %23 = stablehlo.multiply %20, %22 : tensor<8x4x32xf32>
    %24 = stablehlo.iota dim = 0 : tensor<4xi32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [1] : (tensor<4xi32>) -> tensor<1x4xi32>
    %26 = stablehlo.dot_general %23, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<32x32xf32>) -> tensor<8x4x32xf32>
    %27 = stablehlo.reshape %26 : (tensor<8x4x32xf32>) -> tensor<8x4x4x8xf32>
    %28 = stablehlo.iota dim = 0 : tensor<4xf32>
    %29 = stablehlo.negate %28 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %31 = stablehlo.divide %29, %30 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %33 = stablehlo.power %32, %31 : tensor<4xf32>
    %34 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x4xi32>) -> tensor<1x4x1xi32>
    %35 = stablehlo.convert %34 : (tensor<1x4x1xi32>) -> tensor<1x4x1xf32>
    %36 = stablehlo.broadcast_in_dim %33, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %37 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<1x4x1xf32>) -> tensor<1x4x4xf32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<1x4x4xf32>
    %39 = stablehlo.multiply %37, %38 : tensor<1x4x4xf32>
    %40 = stablehlo.cosine %39 : tensor<1x4x4xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 3] : (tensor<1x4x4xf32>) -> tensor<1x4x1x4xf32>
    %42 = stablehlo.sine %39 : tensor<1x4x4xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 3] : (tensor<1x4x4xf32>) -> tensor<1x4x1x4xf32>
    %44 = stablehlo.slice %27 [0:8, 0:4, 0:4, 0:4] : (tensor<8x4x4x8xf32>) -> tensor<8x4x4x4xf32>
    %45 = stablehlo.slice %27 [0:8, 0:4, 0:4, 4:8] : (tensor<8x4x4x8xf32>) -> tensor<8x4x4x4xf32>
    %46 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x4x4xf32>
    %47 = stablehlo.multiply %44, %46 : tensor<8x4x4x4xf32>
    %48 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x4x4xf32>
    %49 = stablehlo.multiply %45, %48 : tensor<8x4x4x4xf32>
    %50 = stablehlo.subtract %47, %49 : tensor<8x4x4x4xf32>
    %51 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x4x4xf32>
    %52 = stablehlo.multiply %45, %51 : tensor<8x4x4x4xf32>
    %53 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x4x4xf32>
    %54 = stablehlo.multiply %44, %53 : tensor<8x4x4x4xf32>
    %55 = stablehlo.add %52, %54 : tensor<8x4x4x4xf32>
    %56 = stablehlo.concatenate %50, %55, dim = 3 : (tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) -> tensor<8x4x4x8xf32>
    %57 = stablehlo.dot_general %23, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<32x16xf32>) -> tensor<8x4x16xf32>
    %58 = stablehlo.reshape %57 : (tensor<8x4x16xf32>) -> tensor<8x4x2x8xf32>
    %59 = stablehlo.iota dim = 0 : tensor<4xf32>
    %60 = stablehlo.negate %59 : tensor<4xf32>
    %cst_6 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %62 = stablehlo.divide %60, %61 : tensor<4xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %64 = stablehlo.power %63, %62 : tensor<4xf32>
    %65 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x4xi32>) -> tensor<1x4x1xi32>
    %66 = stablehlo.convert %65 : (tensor<1x4x1xi32>) -> tensor<1x4x1xf32>
    %67 = stablehlo.broadcast_in_dim %64, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %68 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<1x4x1xf32>) -> tensor<1x4x4xf32>
    %69 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<1x4x4xf32>
    %70 = stablehlo.multiply %68, %69 : tensor<1x4x4xf32>
    %71 = stablehlo.cosine %70 : tensor<1x4x4xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 3] : (tensor<1x4x4xf32>) -> tensor<1x4x1x4xf32>
    %73 = stablehlo.sine %70 : tensor<1x4x4xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 3] : (tensor<1x4x4xf32>) -> tensor<1x4x1x4xf32>
    %75 = stablehlo.slice %58 [0:8, 0:4, 0:2, 0:4] : (tensor<8x4x2x8xf32>) -> tensor<8x4x2x4xf32>
    %76 = stablehlo.slice %58 [0:8, 0:4, 0:2, 4:8] : (tensor<8x4x2x8xf32>) -> tensor<8x4x2x4xf32>
    %77 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x2x4xf32>
    %78 = stablehlo.multiply %75, %77 : tensor<8x4x2x4xf32>
    %79 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x2x4xf32>
    %80 = stablehlo.multiply %76, %79 : tensor<8x4x2x4xf32>
    %81 = stablehlo.subtract %78, %80 : tensor<8x4x2x4xf32>
    %82 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x2x4xf32>
    %83 = stablehlo.multiply %76, %82 : tensor<8x4x2x4xf32>
    %84 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x2x4xf32>
    %85 = stablehlo.multiply %75, %84 : tensor<8x4x2x4xf32>
    %86 = stablehlo.add %83, %85 : tensor<8x4x2x4xf32>
    %87 = stablehlo.concatenate %81, %86, dim = 3 : (tensor<8x4x2x4xf32>, tensor<8x4x2x4xf32>) -> tensor<8x4x2x8xf32>
    %88 = stablehlo.dot_general %23, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<32x16xf32>) -> tensor<8x4x16xf32>
    %89 = stablehlo.reshape %88 : (tensor<8x4x16xf32>) -> tensor<8x4x2x8xf32>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %90 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %91 = call @tril(%90) : (tensor<4x4xi1>) -> tensor<4x4xi1>
    %92 = stablehlo.reshape %56 : (tensor<8x4x4x8xf32>) -> tensor<8x4x2x2x8xf32>
    %93 = stablehlo.dot_general %87, %92, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x4x2x8xf32>, tensor<8x4x2x2x8xf32>) -> tensor<8x2x4x4x2xf32>
    %94 = stablehlo.transpose %93, dims = [0, 1, 4, 3, 2] : (tensor<8x2x4x4x2xf32>) -> tensor<8x2x2x4x4xf32>
    %cst_9 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x2x2x4x4xf32>
    %96 = stablehlo.multiply %94, %95 : tensor<8x2x2x4x4xf32>
    %cst_10 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %97:3 = call @_where(%91, %96, %cst_10) : (tensor<4x4xi1>, tensor<8x2x2x4x4xf32>, tensor<f32>) -> (tensor<8x2x2x4x4xf32>, tensor<8x2x2x4x4xi1>, tensor<8x2x2x4x4xf32>)
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %98 = stablehlo.reduce(%97#0 init: %cst_11) applies stablehlo.maximum across dimensions = [4] : (tensor<8x2x2x4x4xf32>, tensor<f32>) -> tensor<8x2x2x4xf32>
    %99 = stablehlo.reshape %98 : (tensor<8x2x2x4xf32>) -> tensor<8x2x2x4x1xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x4x1xf32>) -> tensor<8x2x2x4x4xf32>
    %101 = stablehlo.compare EQ, %97#0, %100, FLOAT : (tensor<8x2x2x4x4xf32>, tensor<8x2x2x4x4xf32>) -> tensor<8x2x2x4x4xi1>
    %102 = stablehlo.convert %101 : (tensor<8x2x2x4x4xi1>) -> tensor<8x2x2x4x4xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_12) applies stablehlo.add across dimensions = [4] : (tensor<8x2x2x4x4xf32>, tensor<f32>) -> tensor<8x2x2x4xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x2x2x4xf32>
    %105 = stablehlo.maximum %104, %98 : tensor<8x2x2x4xf32>
    %106 = stablehlo.compare EQ, %98, %105, FLOAT : (tensor<8x2x2x4xf32>, tensor<8x2x2x4xf32>) -> tensor<8x2x2x4xi1>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x2x2x4xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x2x2x4xf32>
    %109 = stablehlo.select %106, %107, %108 : tensor<8x2x2x4xi1>, tensor<8x2x2x4xf32>
    %cst_16 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x2x2x4xf32>
    %111 = stablehlo.compare EQ, %110, %105, FLOAT : (tensor<8x2x2x4xf32>, tensor<8x2x2x4xf32>) -> tensor<8x2x2x4xi1>
    %cst_17 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x2x2x4xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x2x2x4xf32>
    %114 = stablehlo.select %111, %112, %113 : tensor<8x2x2x4xi1>, tensor<8x2x2x4xf32>
    %115 = stablehlo.divide %109, %114 : tensor<8x2x2x4xf32>
    %116 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2, 3] : (tensor<8x2x2x4xf32>) -> tensor<8x2x2x4x1xf32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x4x1xf32>) -> tensor<8x2x2x4x4xf32>
    %118 = stablehlo.subtract %97#0, %117 : tensor<8x2x2x4x4xf32>
    %119 = stablehlo.exponential %118 : tensor<8x2x2x4x4xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.reduce(%119 init: %cst_19) applies stablehlo.add across dimensions = [4] : (tensor<8x2x2x4x4xf32>, tensor<f32>) -> tensor<8x2x2x4xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1, 2, 3] : (tensor<8x2x2x4xf32>) -> tensor<8x2x2x4x1xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x4x1xf32>) -> tensor<8x2x2x4x4xf32>
    %123 = stablehlo.divide %119, %122 : tensor<8x2x2x4x4xf32>
    %124 = stablehlo.multiply %121, %121 : tensor<8x2x2x4x1xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x2x2x4x1xf32>
    %126 = stablehlo.divide %125, %124 : tensor<8x2x2x4x1xf32>
    %127 = stablehlo.dot_general %89, %123, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x4x2x8xf32>, tensor<8x2x2x4x4xf32>) -> tensor<8x2x8x2x4xf32>
    %128 = stablehlo.transpose %127, dims = [0, 4, 1, 3, 2] : (tensor<8x2x8x2x4xf32>) -> tensor<8x4x2x2x8xf32>
    %129 = stablehlo.reshape %128 : (tensor<8x4x2x2x8xf32>) -> tensor<8x4x4x8xf32>
    %130 = stablehlo.reshape %129 : (tensor<8x4x4x8xf32>) -> tensor<8x4x32xf32>
    %131 = stablehlo.dot_general %130, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<32x32xf32>) -> tensor<8x4x32xf32>
    %132 = stablehlo.add %7, %131 : tensor<8x4x32xf32>
    %133 = stablehlo.multiply %132, %132 : tensor<8x4x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<8x4x32xf32>, tensor<f32>) -> tensor<8x4xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_22 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %137 = stablehlo.divide %135, %136 : tensor<8x4x1xf32>
    %cst_23 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %139 = stablehlo.add %137, %138 : tensor<8x4x1xf32>
    %140 = stablehlo.rsqrt %139 : tensor<8x4x1xf32>
    %141 = stablehlo.divide %140, %139 : tensor<8x4x1xf32>
    %cst_24 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %143 = stablehlo.multiply %142, %141 : tensor<8x4x1xf32>
    %144 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x32xf32>
    %145 = stablehlo.multiply %132, %144 : tensor<8x4x32xf32>
    %146 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x4x32xf32>
    %148 = stablehlo.multiply %145, %147 : tensor<8x4x32xf32>
    %149 = stablehlo.dot_general %148, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<32x64xf32>) -> tensor<8x4x64xf32>
    %150:3 = call @silu(%149) : (tensor<8x4x64xf32>) -> (tensor<8x4x64xf32>, tensor<8x4x64xf32>, tensor<8x4x64xf32>)
    %151 = stablehlo.dot_general %148, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<32x64xf32>) -> tensor<8x4x64xf32>
    %152 = stablehlo.multiply %150#0, %151 : tensor<8x4x64xf32>
    %153 = stablehlo.dot_general %152, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x64xf32>, tensor<64x32xf32>) -> tensor<8x4x32xf32>
    %154 = stablehlo.add %132, %153 : tensor<8x4x32xf32>
    %155 = stablehlo.multiply %154, %154 : tensor<8x4x32xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.reduce(%155 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<8x4x32xf32>, tensor<f32>) -> tensor<8x4xf32>
    %157 = stablehlo.broadcast_in_dim %156, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %cst_26 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %159 = stablehlo.divide %157, %158 : tensor<8x4x1xf32>
    %cst_27 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %161 = stablehlo.add %159, %160 : tensor<8x4x1xf32>
    %162 = stablehlo.rsqrt %161 : tensor<8x4x1xf32>
    %163 = stablehlo.divide %162, %161 : tensor<8x4x1xf32>
    %cst_28 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %165 = stablehlo.multiply %164, %163 : tensor<8x4x1xf32>
    %166 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x32xf32>
    %167 = stablehlo.multiply %154, %166 : tensor<8x4x32xf32>
    %168 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %169 = stablehlo.broadcast_in_dim %168, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x4x32xf32>
    %170 = stablehlo.multiply %167, %169 : tensor<8x4x32xf32>
    %171 = stablehlo.dot_general %170, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<32x128xf32>) -> tensor<8x4x128xf32>
    %172 = stablehlo.slice %arg37 [0:8, 1:5] : (tensor<8x5xi32>) -> tensor<8x4xi32>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0, 1] : (tensor<8x4xi32>) -> tensor<8x4x1xi32>
    %174:2 = call @take_along_axis(%171, %173) : (tensor<8x4x128xf32>, tensor<8x4x1xi32>) -> (tensor<8x4x1xf32>, tensor<8x4x1x1xi32>)
    %175 = stablehlo.reshape %174#0 : (tensor<8x4x1xf32>) -> tensor<8x4xf32>
    %cst_29 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %176 = stablehlo.reduce(%171 init: %cst_29) applies stablehlo.maximum across dimensions = [2] : (tensor<8x4x128xf32>, tensor<f32>) -> tensor<8x4xf32>
    %177 = stablehlo.reshape %176 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x128xf32>
    %179 = stablehlo.compare EQ, %171, %178, FLOAT : (tensor<8x4x128xf32>, tensor<8x4x128xf32>) -> tensor<8x4x128xi1>
    %180 = stablehlo.convert %179 : (tensor<8x4x128xi1>) -> tensor<8x4x128xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.reduce(%180 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<8x4x128xf32>, tensor<f32>) -> tensor<8x4xf32>
    %cst_31 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %183 = stablehlo.maximum %182, %176 : tensor<8x4xf32>
    %184 = stablehlo.compare EQ, %176, %183, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %187 = stablehlo.select %184, %185, %186 : tensor<8x4xi1>, tensor<8x4xf32>
    %cst_34 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %189 = stablehlo.compare EQ, %188, %183, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_35 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %192 = stablehlo.select %189, %190, %191 : tensor<8x4xi1>, tensor<8x4xf32>
    %193 = stablehlo.divide %187, %192 : tensor<8x4xf32>
    %194 = stablehlo.is_finite %183 : (tensor<8x4xf32>) -> tensor<8x4xi1>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %196 = stablehlo.select %194, %183, %195 : tensor<8x4xi1>, tensor<8x4xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %198 = stablehlo.broadcast_in_dim %196, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x128xf32>
    %200 = stablehlo.subtract %171, %199 : tensor<8x4x128xf32>
    %201 = stablehlo.exponential %200 : tensor<8x4x128xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %202 = stablehlo.reduce(%201 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<8x4x128xf32>, tensor<f32>) -> tensor<8x4xf32>
    %203 = stablehlo.sign %202 : tensor<8x4xf32>
    %204 = stablehlo.abs %202 : tensor<8x4xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %206 = stablehlo.compare GE, %202, %205, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %207 = stablehlo.log %204 : tensor<8x4xf32>
    %208 = stablehlo.add %207, %196 : tensor<8x4xf32>
    %209 = stablehlo.subtract %208, %175 : tensor<8x4xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %210 = stablehlo.reduce(%209 init: %cst_41) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_42 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %211 = stablehlo.divide %210, %cst_42 : tensor<f32>
    %cst_43 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_44 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %212 = stablehlo.divide %cst_43, %cst_44 : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %214 = stablehlo.negate %213 : tensor<8x4xf32>
    %215 = stablehlo.divide %213, %204 : tensor<8x4xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %217 = stablehlo.select %206, %216, %215 : tensor<8x4xi1>, tensor<8x4xf32>
    %218 = stablehlo.select %206, %215, %216 : tensor<8x4xi1>, tensor<8x4xf32>
    %219 = stablehlo.negate %217 : tensor<8x4xf32>
    %220 = stablehlo.add %218, %219 : tensor<8x4xf32>
    %221 = stablehlo.broadcast_in_dim %220, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x128xf32>
    %222 = stablehlo.multiply %221, %201 : tensor<8x4x128xf32>
    %223 = stablehlo.broadcast_in_dim %214, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %224 = call @take_along_axis_0(%174#1, %223) : (tensor<8x4x1x1xi32>, tensor<8x4x1xf32>) -> tensor<8x4x128xf32>
    %225 = stablehlo.add %222, %224 : tensor<8x4x128xf32>
    %226 = stablehlo.dot_general %225, %170, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128xf32>, tensor<8x4x32xf32>) -> tensor<128x32xf32>
    %227 = stablehlo.transpose %226, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %228 = stablehlo.dot_general %225, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x128xf32>, tensor<32x128xf32>) -> tensor<8x4x32xf32>
    %229 = stablehlo.multiply %167, %228 : tensor<8x4x32xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %230 = stablehlo.reduce(%229 init: %cst_46) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4x32xf32>, tensor<f32>) -> tensor<32xf32>
    %231 = stablehlo.reshape %230 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %232 = stablehlo.broadcast_in_dim %168, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x4x32xf32>
    %233 = stablehlo.multiply %228, %232 : tensor<8x4x32xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %234 = stablehlo.reduce(%231 init: %cst_47) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %235 = stablehlo.multiply %154, %233 : tensor<8x4x32xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.reduce(%235 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<8x4x32xf32>, tensor<f32>) -> tensor<8x4xf32>
    %237 = stablehlo.reshape %236 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %238 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x32xf32>
    %239 = stablehlo.multiply %233, %238 : tensor<8x4x32xf32>
    %240 = stablehlo.multiply %237, %165 : tensor<8x4x1xf32>
    %cst_49 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %241 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %242 = stablehlo.divide %240, %241 : tensor<8x4x1xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %243 = stablehlo.reduce(%242 init: %cst_50) applies stablehlo.add across dimensions = [2] : (tensor<8x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %244 = stablehlo.broadcast_in_dim %243, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x32xf32>
    %245 = stablehlo.multiply %154, %244 : tensor<8x4x32xf32>
    %246 = stablehlo.add %239, %245 : tensor<8x4x32xf32>
    %247 = stablehlo.multiply %244, %154 : tensor<8x4x32xf32>
    %248 = stablehlo.add %246, %247 : tensor<8x4x32xf32>
    %249 = stablehlo.dot_general %248, %152, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<8x4x64xf32>) -> tensor<32x64xf32>
    %250 = stablehlo.transpose %249, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %251 = stablehlo.dot_general %248, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<64x32xf32>) -> tensor<8x4x64xf32>
    %252 = stablehlo.multiply %150#0, %251 : tensor<8x4x64xf32>
    %253 = stablehlo.multiply %251, %151 : tensor<8x4x64xf32>
    %254 = stablehlo.dot_general %252, %148, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x64xf32>, tensor<8x4x32xf32>) -> tensor<64x32xf32>
    %255 = stablehlo.transpose %254, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %256 = stablehlo.dot_general %252, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x64xf32>, tensor<32x64xf32>) -> tensor<8x4x32xf32>
    %257 = call @silu_1(%150#1, %150#2, %149, %253) : (tensor<8x4x64xf32>, tensor<8x4x64xf32>, tensor<8x4x64xf32>, tensor<8x4x64xf32>) -> tensor<8x4x64xf32>
    %258 = stablehlo.dot_general %257, %148, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x64xf32>, tensor<8x4x32xf32>) -> tensor<64x32xf32>
    %259 = stablehlo.transpose %258, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %260 = stablehlo.dot_general %257, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x64xf32>, tensor<32x64xf32>) -> tensor<8x4x32xf32>
    %261 = stablehlo.add %256, %260 : tensor<8x4x32xf32>
    %262 = stablehlo.multiply %145, %261 : tensor<8x4x32xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %263 = stablehlo.reduce(%262 init: %cst_51) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4x32xf32>, tensor<f32>) -> tensor<32xf32>
    %264 = stablehlo.reshape %263 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %265 = stablehlo.broadcast_in_dim %146, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x4x32xf32>
    %266 = stablehlo.multiply %261, %265 : tensor<8x4x32xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %267 = stablehlo.reduce(%264 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %268 = stablehlo.multiply %132, %266 : tensor<8x4x32xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %269 = stablehlo.reduce(%268 init: %cst_53) applies stablehlo.add across dimensions = [2] : (tensor<8x4x32xf32>, tensor<f32>) -> tensor<8x4xf32>
    %270 = stablehlo.reshape %269 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %271 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x32xf32>
    %272 = stablehlo.multiply %266, %271 : tensor<8x4x32xf32>
    %273 = stablehlo.add %248, %272 : tensor<8x4x32xf32>
    %274 = stablehlo.multiply %270, %143 : tensor<8x4x1xf32>
    %cst_54 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %276 = stablehlo.divide %274, %275 : tensor<8x4x1xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %277 = stablehlo.reduce(%276 init: %cst_55) applies stablehlo.add across dimensions = [2] : (tensor<8x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %278 = stablehlo.broadcast_in_dim %277, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x32xf32>
    %279 = stablehlo.multiply %132, %278 : tensor<8x4x32xf32>
    %280 = stablehlo.add %273, %279 : tensor<8x4x32xf32>
    %281 = stablehlo.multiply %278, %132 : tensor<8x4x32xf32>
    %282 = stablehlo.add %280, %281 : tensor<8x4x32xf32>
    %283 = stablehlo.dot_general %282, %130, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<8x4x32xf32>) -> tensor<32x32xf32>
    %284 = stablehlo.transpose %283, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %285 = stablehlo.dot_general %282, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<32x32xf32>) -> tensor<8x4x32xf32>
    %286 = stablehlo.reshape %285 : (tensor<8x4x32xf32>) -> tensor<8x4x4x8xf32>
    %287 = stablehlo.reshape %286 : (tensor<8x4x4x8xf32>) -> tensor<8x4x2x2x8xf32>
    %288 = stablehlo.transpose %287, dims = [0, 2, 4, 3, 1] : (tensor<8x4x2x2x8xf32>) -> tensor<8x2x8x2x4xf32>
    %289 = stablehlo.dot_general %288, %89, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x2x8x2x4xf32>, tensor<8x4x2x8xf32>) -> tensor<8x2x2x4x4xf32>
    %290 = stablehlo.dot_general %288, %123, batching_dims = [0, 1] x [0, 1], contracting_dims = [3, 4] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x2x8x2x4xf32>, tensor<8x2x2x4x4xf32>) -> tensor<8x2x8x4xf32>
    %291 = stablehlo.transpose %290, dims = [0, 3, 1, 2] : (tensor<8x2x8x4xf32>) -> tensor<8x4x2x8xf32>
    %292 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x4x1xf32>) -> tensor<8x2x2x4x4xf32>
    %293 = stablehlo.multiply %289, %292 : tensor<8x2x2x4x4xf32>
    %294 = stablehlo.multiply %293, %119 : tensor<8x2x2x4x4xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %295 = stablehlo.reduce(%294 init: %cst_56) applies stablehlo.add across dimensions = [4] : (tensor<8x2x2x4x4xf32>, tensor<f32>) -> tensor<8x2x2x4xf32>
    %296 = stablehlo.reshape %295 : (tensor<8x2x2x4xf32>) -> tensor<8x2x2x4x1xf32>
    %297 = stablehlo.negate %296 : tensor<8x2x2x4x1xf32>
    %298 = stablehlo.broadcast_in_dim %121, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x4x1xf32>) -> tensor<8x2x2x4x4xf32>
    %299 = stablehlo.divide %289, %298 : tensor<8x2x2x4x4xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %300 = stablehlo.reduce(%297 init: %cst_57) applies stablehlo.add across dimensions = [4] : (tensor<8x2x2x4x1xf32>, tensor<f32>) -> tensor<8x2x2x4xf32>
    %301 = stablehlo.broadcast_in_dim %300, dims = [0, 1, 2, 3] : (tensor<8x2x2x4xf32>) -> tensor<8x2x2x4x4xf32>
    %302 = stablehlo.add %299, %301 : tensor<8x2x2x4x4xf32>
    %303 = stablehlo.multiply %302, %119 : tensor<8x2x2x4x4xf32>
    %304 = call @_where_2(%97#1, %97#2, %303) : (tensor<8x2x2x4x4xi1>, tensor<8x2x2x4x4xf32>, tensor<8x2x2x4x4xf32>) -> tensor<8x2x2x4x4xf32>
    %cst_58 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<8x2x2x4x4xf32>
    %306 = stablehlo.multiply %304, %305 : tensor<8x2x2x4x4xf32>
    %307 = stablehlo.transpose %306, dims = [0, 1, 4, 3, 2] : (tensor<8x2x2x4x4xf32>) -> tensor<8x2x4x4x2xf32>
    %308 = stablehlo.dot_general %307, %87, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x2x4x4x2xf32>, tensor<8x4x2x8xf32>) -> tensor<8x2x4x2x8xf32>
    %309 = stablehlo.transpose %308, dims = [0, 2, 1, 3, 4] : (tensor<8x2x4x2x8xf32>) -> tensor<8x4x2x2x8xf32>
    %310 = stablehlo.dot_general %307, %92, batching_dims = [0, 1] x [0, 2], contracting_dims = [3, 4] x [1, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x2x4x4x2xf32>, tensor<8x4x2x2x8xf32>) -> tensor<8x2x4x8xf32>
    %311 = stablehlo.transpose %310, dims = [0, 2, 1, 3] : (tensor<8x2x4x8xf32>) -> tensor<8x4x2x8xf32>
    %312 = stablehlo.reshape %309 : (tensor<8x4x2x2x8xf32>) -> tensor<8x4x4x8xf32>
    %313 = stablehlo.reshape %291 : (tensor<8x4x2x8xf32>) -> tensor<8x4x16xf32>
    %314 = stablehlo.dot_general %313, %23, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16xf32>, tensor<8x4x32xf32>) -> tensor<16x32xf32>
    %315 = stablehlo.transpose %314, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %316 = stablehlo.dot_general %313, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16xf32>, tensor<32x16xf32>) -> tensor<8x4x32xf32>
    %317 = stablehlo.slice %311 [0:8, 0:4, 0:2, 0:4] : (tensor<8x4x2x8xf32>) -> tensor<8x4x2x4xf32>
    %318 = stablehlo.slice %311 [0:8, 0:4, 0:2, 4:8] : (tensor<8x4x2x8xf32>) -> tensor<8x4x2x4xf32>
    %319 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x2x4xf32>
    %320 = stablehlo.multiply %318, %319 : tensor<8x4x2x4xf32>
    %321 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x2x4xf32>
    %322 = stablehlo.multiply %318, %321 : tensor<8x4x2x4xf32>
    %323 = stablehlo.negate %317 : tensor<8x4x2x4xf32>
    %324 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x2x4xf32>
    %325 = stablehlo.multiply %323, %324 : tensor<8x4x2x4xf32>
    %326 = stablehlo.add %322, %325 : tensor<8x4x2x4xf32>
    %327 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x2x4xf32>
    %328 = stablehlo.multiply %317, %327 : tensor<8x4x2x4xf32>
    %329 = stablehlo.add %320, %328 : tensor<8x4x2x4xf32>
    %330 = stablehlo.concatenate %329, %326, dim = 3 : (tensor<8x4x2x4xf32>, tensor<8x4x2x4xf32>) -> tensor<8x4x2x8xf32>
    %331 = stablehlo.reshape %330 : (tensor<8x4x2x8xf32>) -> tensor<8x4x16xf32>
    %332 = stablehlo.dot_general %331, %23, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16xf32>, tensor<8x4x32xf32>) -> tensor<16x32xf32>
    %333 = stablehlo.transpose %332, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %334 = stablehlo.dot_general %331, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16xf32>, tensor<32x16xf32>) -> tensor<8x4x32xf32>
    %335 = stablehlo.add %316, %334 : tensor<8x4x32xf32>
    %336 = stablehlo.slice %312 [0:8, 0:4, 0:4, 0:4] : (tensor<8x4x4x8xf32>) -> tensor<8x4x4x4xf32>
    %337 = stablehlo.slice %312 [0:8, 0:4, 0:4, 4:8] : (tensor<8x4x4x8xf32>) -> tensor<8x4x4x4xf32>
    %338 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x4x4xf32>
    %339 = stablehlo.multiply %337, %338 : tensor<8x4x4x4xf32>
    %340 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x4x4xf32>
    %341 = stablehlo.multiply %337, %340 : tensor<8x4x4x4xf32>
    %342 = stablehlo.negate %336 : tensor<8x4x4x4xf32>
    %343 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x4x4xf32>
    %344 = stablehlo.multiply %342, %343 : tensor<8x4x4x4xf32>
    %345 = stablehlo.add %341, %344 : tensor<8x4x4x4xf32>
    %346 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x4x1x4xf32>) -> tensor<8x4x4x4xf32>
    %347 = stablehlo.multiply %336, %346 : tensor<8x4x4x4xf32>
    %348 = stablehlo.add %339, %347 : tensor<8x4x4x4xf32>
    %349 = stablehlo.concatenate %348, %345, dim = 3 : (tensor<8x4x4x4xf32>, tensor<8x4x4x4xf32>) -> tensor<8x4x4x8xf32>
    %350 = stablehlo.reshape %349 : (tensor<8x4x4x8xf32>) -> tensor<8x4x32xf32>
    %351 = stablehlo.dot_general %350, %23, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<8x4x32xf32>) -> tensor<32x32xf32>
    %352 = stablehlo.transpose %351, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %353 = stablehlo.dot_general %350, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x32xf32>, tensor<32x32xf32>) -> tensor<8x4x32xf32>
    %354 = stablehlo.add %335, %353 : tensor<8x4x32xf32>
    %355 = stablehlo.multiply %20, %354 : tensor<8x4x32xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %356 = stablehlo.reduce(%355 init: %cst_59) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4x32xf32>, tensor<f32>) -> tensor<32xf32>
    %357 = stablehlo.reshape %356 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %358 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x4x32xf32>
    %359 = stablehlo.multiply %354, %358 : tensor<8x4x32xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %360 = stablehlo.reduce(%357 init: %cst_60) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %361 = stablehlo.multiply %7, %359 : tensor<8x4x32xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %362 = stablehlo.reduce(%361 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<8x4x32xf32>, tensor<f32>) -> tensor<8x4xf32>
    %363 = stablehlo.reshape %362 : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %364 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x32xf32>
    %365 = stablehlo.multiply %359, %364 : tensor<8x4x32xf32>
    %366 = stablehlo.add %282, %365 : tensor<8x4x32xf32>
    %367 = stablehlo.multiply %363, %18 : tensor<8x4x1xf32>
    %cst_62 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %368 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %369 = stablehlo.divide %367, %368 : tensor<8x4x1xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %370 = stablehlo.reduce(%369 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<8x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %371 = stablehlo.broadcast_in_dim %370, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x32xf32>
    %372 = stablehlo.multiply %7, %371 : tensor<8x4x32xf32>
    %373 = stablehlo.add %366, %372 : tensor<8x4x32xf32>
    %374 = stablehlo.multiply %371, %7 : tensor<8x4x32xf32>
    %375 = stablehlo.add %373, %374 : tensor<8x4x32xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %376 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %377 = "stablehlo.scatter"(%376, %6, %375) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg38: tensor<f32>, %arg39: tensor<f32>):
      %713 = stablehlo.add %arg38, %arg39 : tensor<f32>
      stablehlo.return %713 : tensor<f32>
    }) : (tensor<128x32xf32>, tensor<8x4x1xi32>, tensor<8x4x32xf32>) -> tensor<128x32xf32>
    %cst_65 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %378 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %379 = stablehlo.multiply %378, %377 : tensor<128x32xf32>
    %cst_66 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %380 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %381 = stablehlo.multiply %380, %arg13 : tensor<128x32xf32>
    %382 = stablehlo.add %379, %381 : tensor<128x32xf32>
    %cst_67 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %383 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %384 = stablehlo.multiply %383, %227 : tensor<32x128xf32>
    %cst_68 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %386 = stablehlo.multiply %385, %arg14 : tensor<32x128xf32>
    %387 = stablehlo.add %384, %386 : tensor<32x128xf32>
    %cst_69 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %388 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %389 = stablehlo.multiply %388, %360 : tensor<32xf32>
    %cst_70 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %391 = stablehlo.multiply %390, %arg15 : tensor<32xf32>
    %392 = stablehlo.add %389, %391 : tensor<32xf32>
    %cst_71 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %393 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %394 = stablehlo.multiply %393, %250 : tensor<64x32xf32>
    %cst_72 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %395 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %396 = stablehlo.multiply %395, %arg16 : tensor<64x32xf32>
    %397 = stablehlo.add %394, %396 : tensor<64x32xf32>
    %cst_73 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %398 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %399 = stablehlo.multiply %398, %267 : tensor<32xf32>
    %cst_74 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %400 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %401 = stablehlo.multiply %400, %arg17 : tensor<32xf32>
    %402 = stablehlo.add %399, %401 : tensor<32xf32>
    %cst_75 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %403 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %404 = stablehlo.multiply %403, %259 : tensor<32x64xf32>
    %cst_76 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %405 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %406 = stablehlo.multiply %405, %arg18 : tensor<32x64xf32>
    %407 = stablehlo.add %404, %406 : tensor<32x64xf32>
    %cst_77 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %408 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %409 = stablehlo.multiply %408, %255 : tensor<32x64xf32>
    %cst_78 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %410 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %411 = stablehlo.multiply %410, %arg19 : tensor<32x64xf32>
    %412 = stablehlo.add %409, %411 : tensor<32x64xf32>
    %cst_79 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %413 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %414 = stablehlo.multiply %413, %333 : tensor<32x16xf32>
    %cst_80 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %415 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %416 = stablehlo.multiply %415, %arg20 : tensor<32x16xf32>
    %417 = stablehlo.add %414, %416 : tensor<32x16xf32>
    %cst_81 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %418 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %419 = stablehlo.multiply %418, %284 : tensor<32x32xf32>
    %cst_82 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %420 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %421 = stablehlo.multiply %420, %arg21 : tensor<32x32xf32>
    %422 = stablehlo.add %419, %421 : tensor<32x32xf32>
    %cst_83 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %423 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %424 = stablehlo.multiply %423, %352 : tensor<32x32xf32>
    %cst_84 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %426 = stablehlo.multiply %425, %arg22 : tensor<32x32xf32>
    %427 = stablehlo.add %424, %426 : tensor<32x32xf32>
    %cst_85 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %428 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %429 = stablehlo.multiply %428, %315 : tensor<32x16xf32>
    %cst_86 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %430 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %431 = stablehlo.multiply %430, %arg23 : tensor<32x16xf32>
    %432 = stablehlo.add %429, %431 : tensor<32x16xf32>
    %cst_87 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %433 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %434 = stablehlo.multiply %433, %234 : tensor<32xf32>
    %cst_88 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %435 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %436 = stablehlo.multiply %435, %arg24 : tensor<32xf32>
    %437 = stablehlo.add %434, %436 : tensor<32xf32>
    %438 = stablehlo.multiply %377, %377 : tensor<128x32xf32>
    %cst_89 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %439 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %440 = stablehlo.multiply %439, %438 : tensor<128x32xf32>
    %cst_90 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %441 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %442 = stablehlo.multiply %441, %arg25 : tensor<128x32xf32>
    %443 = stablehlo.add %440, %442 : tensor<128x32xf32>
    %444 = stablehlo.multiply %227, %227 : tensor<32x128xf32>
    %cst_91 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %445 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %446 = stablehlo.multiply %445, %444 : tensor<32x128xf32>
    %cst_92 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %447 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %448 = stablehlo.multiply %447, %arg26 : tensor<32x128xf32>
    %449 = stablehlo.add %446, %448 : tensor<32x128xf32>
    %450 = stablehlo.multiply %360, %360 : tensor<32xf32>
    %cst_93 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %451 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %452 = stablehlo.multiply %451, %450 : tensor<32xf32>
    %cst_94 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %453 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %454 = stablehlo.multiply %453, %arg27 : tensor<32xf32>
    %455 = stablehlo.add %452, %454 : tensor<32xf32>
    %456 = stablehlo.multiply %250, %250 : tensor<64x32xf32>
    %cst_95 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %457 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %458 = stablehlo.multiply %457, %456 : tensor<64x32xf32>
    %cst_96 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %459 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %460 = stablehlo.multiply %459, %arg28 : tensor<64x32xf32>
    %461 = stablehlo.add %458, %460 : tensor<64x32xf32>
    %462 = stablehlo.multiply %267, %267 : tensor<32xf32>
    %cst_97 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %463 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %464 = stablehlo.multiply %463, %462 : tensor<32xf32>
    %cst_98 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %465 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %466 = stablehlo.multiply %465, %arg29 : tensor<32xf32>
    %467 = stablehlo.add %464, %466 : tensor<32xf32>
    %468 = stablehlo.multiply %259, %259 : tensor<32x64xf32>
    %cst_99 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %469 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %470 = stablehlo.multiply %469, %468 : tensor<32x64xf32>
    %cst_100 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %471 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %472 = stablehlo.multiply %471, %arg30 : tensor<32x64xf32>
    %473 = stablehlo.add %470, %472 : tensor<32x64xf32>
    %474 = stablehlo.multiply %255, %255 : tensor<32x64xf32>
    %cst_101 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %475 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %476 = stablehlo.multiply %475, %474 : tensor<32x64xf32>
    %cst_102 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %477 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %478 = stablehlo.multiply %477, %arg31 : tensor<32x64xf32>
    %479 = stablehlo.add %476, %478 : tensor<32x64xf32>
    %480 = stablehlo.multiply %333, %333 : tensor<32x16xf32>
    %cst_103 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %481 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %482 = stablehlo.multiply %481, %480 : tensor<32x16xf32>
    %cst_104 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %483 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %484 = stablehlo.multiply %483, %arg32 : tensor<32x16xf32>
    %485 = stablehlo.add %482, %484 : tensor<32x16xf32>
    %486 = stablehlo.multiply %284, %284 : tensor<32x32xf32>
    %cst_105 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %487 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %488 = stablehlo.multiply %487, %486 : tensor<32x32xf32>
    %cst_106 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %489 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %490 = stablehlo.multiply %489, %arg33 : tensor<32x32xf32>
    %491 = stablehlo.add %488, %490 : tensor<32x32xf32>
    %492 = stablehlo.multiply %352, %352 : tensor<32x32xf32>
    %cst_107 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %493 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %494 = stablehlo.multiply %493, %492 : tensor<32x32xf32>
    %cst_108 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %495 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %496 = stablehlo.multiply %495, %arg34 : tensor<32x32xf32>
    %497 = stablehlo.add %494, %496 : tensor<32x32xf32>
    %498 = stablehlo.multiply %315, %315 : tensor<32x16xf32>
    %cst_109 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %499 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %500 = stablehlo.multiply %499, %498 : tensor<32x16xf32>
    %cst_110 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %501 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %502 = stablehlo.multiply %501, %arg35 : tensor<32x16xf32>
    %503 = stablehlo.add %500, %502 : tensor<32x16xf32>
    %504 = stablehlo.multiply %234, %234 : tensor<32xf32>
    %cst_111 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %505 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %506 = stablehlo.multiply %505, %504 : tensor<32xf32>
    %cst_112 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %507 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %508 = stablehlo.multiply %507, %arg36 : tensor<32xf32>
    %509 = stablehlo.add %506, %508 : tensor<32xf32>
    %c_113 = stablehlo.constant dense<2147483647> : tensor<i32>
    %510 = stablehlo.compare LT, %arg12, %c_113, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_114 = stablehlo.constant dense<1> : tensor<i32>
    %511 = stablehlo.add %arg12, %c_114 : tensor<i32>
    %c_115 = stablehlo.constant dense<2147483647> : tensor<i32>
    %512 = call @_where_3(%510, %511, %c_115) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %513 = stablehlo.convert %512 : (tensor<i32>) -> tensor<f32>
    %cst_116 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %514 = stablehlo.convert %512 : (tensor<i32>) -> tensor<f32>
    %515 = stablehlo.power %cst_116, %514 : tensor<f32>
    %cst_117 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %516 = stablehlo.subtract %cst_117, %515 : tensor<f32>
    %517 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %518 = stablehlo.divide %382, %517 : tensor<128x32xf32>
    %519 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %520 = stablehlo.divide %387, %519 : tensor<32x128xf32>
    %521 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %522 = stablehlo.divide %392, %521 : tensor<32xf32>
    %523 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %524 = stablehlo.divide %397, %523 : tensor<64x32xf32>
    %525 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %526 = stablehlo.divide %402, %525 : tensor<32xf32>
    %527 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %528 = stablehlo.divide %407, %527 : tensor<32x64xf32>
    %529 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %530 = stablehlo.divide %412, %529 : tensor<32x64xf32>
    %531 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %532 = stablehlo.divide %417, %531 : tensor<32x16xf32>
    %533 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %534 = stablehlo.divide %422, %533 : tensor<32x32xf32>
    %535 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %536 = stablehlo.divide %427, %535 : tensor<32x32xf32>
    %537 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %538 = stablehlo.divide %432, %537 : tensor<32x16xf32>
    %539 = stablehlo.broadcast_in_dim %516, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %540 = stablehlo.divide %437, %539 : tensor<32xf32>
    %541 = stablehlo.convert %512 : (tensor<i32>) -> tensor<f32>
    %cst_118 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %542 = stablehlo.convert %512 : (tensor<i32>) -> tensor<f32>
    %543 = stablehlo.power %cst_118, %542 : tensor<f32>
    %cst_119 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %544 = stablehlo.subtract %cst_119, %543 : tensor<f32>
    %545 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %546 = stablehlo.divide %443, %545 : tensor<128x32xf32>
    %547 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %548 = stablehlo.divide %449, %547 : tensor<32x128xf32>
    %549 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %550 = stablehlo.divide %455, %549 : tensor<32xf32>
    %551 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %552 = stablehlo.divide %461, %551 : tensor<64x32xf32>
    %553 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %554 = stablehlo.divide %467, %553 : tensor<32xf32>
    %555 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %556 = stablehlo.divide %473, %555 : tensor<32x64xf32>
    %557 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %558 = stablehlo.divide %479, %557 : tensor<32x64xf32>
    %559 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %560 = stablehlo.divide %485, %559 : tensor<32x16xf32>
    %561 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %562 = stablehlo.divide %491, %561 : tensor<32x32xf32>
    %563 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %564 = stablehlo.divide %497, %563 : tensor<32x32xf32>
    %565 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %566 = stablehlo.divide %503, %565 : tensor<32x16xf32>
    %567 = stablehlo.broadcast_in_dim %544, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %568 = stablehlo.divide %509, %567 : tensor<32xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %569 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %570 = stablehlo.add %546, %569 : tensor<128x32xf32>
    %571 = stablehlo.sqrt %570 : tensor<128x32xf32>
    %cst_121 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %572 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %573 = stablehlo.add %571, %572 : tensor<128x32xf32>
    %574 = stablehlo.divide %518, %573 : tensor<128x32xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %575 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %576 = stablehlo.add %548, %575 : tensor<32x128xf32>
    %577 = stablehlo.sqrt %576 : tensor<32x128xf32>
    %cst_123 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %578 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %579 = stablehlo.add %577, %578 : tensor<32x128xf32>
    %580 = stablehlo.divide %520, %579 : tensor<32x128xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %581 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %582 = stablehlo.add %550, %581 : tensor<32xf32>
    %583 = stablehlo.sqrt %582 : tensor<32xf32>
    %cst_125 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %584 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %585 = stablehlo.add %583, %584 : tensor<32xf32>
    %586 = stablehlo.divide %522, %585 : tensor<32xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %588 = stablehlo.add %552, %587 : tensor<64x32xf32>
    %589 = stablehlo.sqrt %588 : tensor<64x32xf32>
    %cst_127 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %590 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %591 = stablehlo.add %589, %590 : tensor<64x32xf32>
    %592 = stablehlo.divide %524, %591 : tensor<64x32xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %593 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %594 = stablehlo.add %554, %593 : tensor<32xf32>
    %595 = stablehlo.sqrt %594 : tensor<32xf32>
    %cst_129 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %596 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %597 = stablehlo.add %595, %596 : tensor<32xf32>
    %598 = stablehlo.divide %526, %597 : tensor<32xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %600 = stablehlo.add %556, %599 : tensor<32x64xf32>
    %601 = stablehlo.sqrt %600 : tensor<32x64xf32>
    %cst_131 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %602 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %603 = stablehlo.add %601, %602 : tensor<32x64xf32>
    %604 = stablehlo.divide %528, %603 : tensor<32x64xf32>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %605 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %606 = stablehlo.add %558, %605 : tensor<32x64xf32>
    %607 = stablehlo.sqrt %606 : tensor<32x64xf32>
    %cst_133 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %608 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %609 = stablehlo.add %607, %608 : tensor<32x64xf32>
    %610 = stablehlo.divide %530, %609 : tensor<32x64xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %611 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %612 = stablehlo.add %560, %611 : tensor<32x16xf32>
    %613 = stablehlo.sqrt %612 : tensor<32x16xf32>
    %cst_135 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %614 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %615 = stablehlo.add %613, %614 : tensor<32x16xf32>
    %616 = stablehlo.divide %532, %615 : tensor<32x16xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %617 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %618 = stablehlo.add %562, %617 : tensor<32x32xf32>
    %619 = stablehlo.sqrt %618 : tensor<32x32xf32>
    %cst_137 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %620 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %621 = stablehlo.add %619, %620 : tensor<32x32xf32>
    %622 = stablehlo.divide %534, %621 : tensor<32x32xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %623 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %624 = stablehlo.add %564, %623 : tensor<32x32xf32>
    %625 = stablehlo.sqrt %624 : tensor<32x32xf32>
    %cst_139 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %626 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %627 = stablehlo.add %625, %626 : tensor<32x32xf32>
    %628 = stablehlo.divide %536, %627 : tensor<32x32xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %629 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %630 = stablehlo.add %566, %629 : tensor<32x16xf32>
    %631 = stablehlo.sqrt %630 : tensor<32x16xf32>
    %cst_141 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %632 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %633 = stablehlo.add %631, %632 : tensor<32x16xf32>
    %634 = stablehlo.divide %538, %633 : tensor<32x16xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %635 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %636 = stablehlo.add %568, %635 : tensor<32xf32>
    %637 = stablehlo.sqrt %636 : tensor<32xf32>
    %cst_143 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %638 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %639 = stablehlo.add %637, %638 : tensor<32xf32>
    %640 = stablehlo.divide %540, %639 : tensor<32xf32>
    %cst_144 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %641 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %642 = stablehlo.multiply %641, %arg0 : tensor<128x32xf32>
    %643 = stablehlo.add %574, %642 : tensor<128x32xf32>
    %cst_145 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %644 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %645 = stablehlo.multiply %644, %arg1 : tensor<32x128xf32>
    %646 = stablehlo.add %580, %645 : tensor<32x128xf32>
    %cst_146 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %647 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %648 = stablehlo.multiply %647, %arg2 : tensor<32xf32>
    %649 = stablehlo.add %586, %648 : tensor<32xf32>
    %cst_147 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %650 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %651 = stablehlo.multiply %650, %arg3 : tensor<64x32xf32>
    %652 = stablehlo.add %592, %651 : tensor<64x32xf32>
    %cst_148 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %653 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %654 = stablehlo.multiply %653, %arg4 : tensor<32xf32>
    %655 = stablehlo.add %598, %654 : tensor<32xf32>
    %cst_149 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %656 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %657 = stablehlo.multiply %656, %arg5 : tensor<32x64xf32>
    %658 = stablehlo.add %604, %657 : tensor<32x64xf32>
    %cst_150 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %659 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %660 = stablehlo.multiply %659, %arg6 : tensor<32x64xf32>
    %661 = stablehlo.add %610, %660 : tensor<32x64xf32>
    %cst_151 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %662 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %663 = stablehlo.multiply %662, %arg7 : tensor<32x16xf32>
    %664 = stablehlo.add %616, %663 : tensor<32x16xf32>
    %cst_152 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %665 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %666 = stablehlo.multiply %665, %arg8 : tensor<32x32xf32>
    %667 = stablehlo.add %622, %666 : tensor<32x32xf32>
    %cst_153 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %668 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %669 = stablehlo.multiply %668, %arg9 : tensor<32x32xf32>
    %670 = stablehlo.add %628, %669 : tensor<32x32xf32>
    %cst_154 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %671 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %672 = stablehlo.multiply %671, %arg10 : tensor<32x16xf32>
    %673 = stablehlo.add %634, %672 : tensor<32x16xf32>
    %cst_155 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %674 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %675 = stablehlo.multiply %674, %arg11 : tensor<32xf32>
    %676 = stablehlo.add %640, %675 : tensor<32xf32>
    %cst_156 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %677 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %678 = stablehlo.multiply %677, %643 : tensor<128x32xf32>
    %cst_157 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %679 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %680 = stablehlo.multiply %679, %646 : tensor<32x128xf32>
    %cst_158 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %681 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %682 = stablehlo.multiply %681, %649 : tensor<32xf32>
    %cst_159 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %683 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %684 = stablehlo.multiply %683, %652 : tensor<64x32xf32>
    %cst_160 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %685 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %686 = stablehlo.multiply %685, %655 : tensor<32xf32>
    %cst_161 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %687 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %688 = stablehlo.multiply %687, %658 : tensor<32x64xf32>
    %cst_162 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %689 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %690 = stablehlo.multiply %689, %661 : tensor<32x64xf32>
    %cst_163 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %691 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %692 = stablehlo.multiply %691, %664 : tensor<32x16xf32>
    %cst_164 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %693 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %694 = stablehlo.multiply %693, %667 : tensor<32x32xf32>
    %cst_165 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %695 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %696 = stablehlo.multiply %695, %670 : tensor<32x32xf32>
    %cst_166 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %697 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %698 = stablehlo.multiply %697, %673 : tensor<32x16xf32>
    %cst_167 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %699 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %700 = stablehlo.multiply %699, %676 : tensor<32xf32>
    %701 = stablehlo.add %arg0, %678 : tensor<128x32xf32>
    %702 = stablehlo.add %arg1, %680 : tensor<32x128xf32>
    %703 = stablehlo.add %arg2, %682 : tensor<32xf32>
    %704 = stablehlo.add %arg3, %684 : tensor<64x32xf32>
    %705 = stablehlo.add %arg4, %686 : tensor<32xf32>
    %706 = stablehlo.add %arg5, %688 : tensor<32x64xf32>
    %707 = stablehlo.add %arg6, %690 : tensor<32x64xf32>
    %708 = stablehlo.add %arg7, %692 : tensor<32x16xf32>
    %709 = stablehlo.add %arg8, %694 : tensor<32x32xf32>
    %710 = stablehlo.add %arg9, %696 : tensor<32x32xf32>
    %711 = stablehlo.add %arg10, %698 : tensor<32x16xf32>
    %712 = stablehlo.add %arg11, %700 : tensor<32xf32>
    return %701, %702, %703, %704, %705, %706, %707, %708, %709, %710, %711, %712, %512, %382, %387, %392, %397, %402, %407, %412, %417, %422, %427, %432, %437, %443, %449, %455, %461, %467, %473, %479, %485, %491, %497, %503, %509, %211 : tensor<128x32xf32>, tensor<32x128xf32>, tensor<32xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>, tensor<32xf32>, tensor<i32>, tensor<128x32xf32>, tensor<32x128xf32>, tensor<32xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<32x128xf32>, tensor<32xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>, tensor<32xf32>, tensor<f32>
  }
  func.func private @tril(%arg0: tensor<4x4xi1>) -> tensor<4x4xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
    %2 = stablehlo.add %0, %1 : tensor<4x4xi32>
    %3 = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<4x4xi1>, tensor<4x4xi1>
    return %6 : tensor<4x4xi1>
  }
  func.func private @_where(%arg0: tensor<4x4xi1>, %arg1: tensor<8x2x2x4x4xf32>, %arg2: tensor<f32>) -> (tensor<8x2x2x4x4xf32>, tensor<8x2x2x4x4xi1>, tensor<8x2x2x4x4xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3, 4] : (tensor<4x4xi1>) -> tensor<8x2x2x4x4xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x2x2x4x4xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x2x2x4x4xi1>, tensor<8x2x2x4x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x2x2x4x4xf32>
    return %3, %1, %4 : tensor<8x2x2x4x4xf32>, tensor<8x2x2x4x4xi1>, tensor<8x2x2x4x4xf32>
  }
  func.func private @silu(%arg0: tensor<8x4x64xf32>) -> (tensor<8x4x64xf32>, tensor<8x4x64xf32>, tensor<8x4x64xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<8x4x64xf32>
    %1 = stablehlo.exponential %0 : tensor<8x4x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x64xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x4x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x4x64xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x4x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x4x64xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<8x4x64xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<8x4x64xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x4x64xf32>
    return %9, %8, %5 : tensor<8x4x64xf32>, tensor<8x4x64xf32>, tensor<8x4x64xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<8x4x128xf32>, %arg1: tensor<8x4x1xi32>) -> (tensor<8x4x1xf32>, tensor<8x4x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x4x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x4x1xi32>, tensor<8x4x1xi32>) -> tensor<8x4x1xi1>
    %c_0 = stablehlo.constant dense<128> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x4x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x4x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x4x1xi1>, tensor<8x4x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x4x1xi32>) -> tensor<8x4x1x1xi32>
    %c_1 = stablehlo.constant dense<127> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x4x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x4x1x1xi32>, tensor<8x4x1x1xi32>) -> tensor<8x4x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x4x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x4x1x1xi32>, tensor<8x4x1x1xi32>) -> tensor<8x4x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x4x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x4x1x1xi1>, tensor<i1>) -> tensor<8x4x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x4x128xf32>, tensor<8x4x1x1xi32>) -> tensor<8x4x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x4x1xi1>, tensor<8x4x1xf32>
    return %15, %5 : tensor<8x4x1xf32>, tensor<8x4x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<8x4x1x1xi32>, %arg1: tensor<8x4x1xf32>) -> tensor<8x4x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x128xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x4x128xf32>, tensor<8x4x1x1xi32>, tensor<8x4x1xf32>) -> tensor<8x4x128xf32>
    return %1 : tensor<8x4x128xf32>
  }
  func.func private @silu_1(%arg0: tensor<8x4x64xf32>, %arg1: tensor<8x4x64xf32>, %arg2: tensor<8x4x64xf32>, %arg3: tensor<8x4x64xf32>) -> tensor<8x4x64xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<8x4x64xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<8x4x64xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<8x4x64xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x4x64xf32>
    return %3 : tensor<8x4x64xf32>
  }
  func.func private @_where_2(%arg0: tensor<8x2x2x4x4xi1>, %arg1: tensor<8x2x2x4x4xf32>, %arg2: tensor<8x2x2x4x4xf32>) -> tensor<8x2x2x4x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x2x2x4x4xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<8x2x2x4x4xi1>, tensor<8x2x2x4x4xf32>
    return %1 : tensor<8x2x2x4x4xf32>
  }
  func.func private @_where_3(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
